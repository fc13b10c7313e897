/* SPDX-License-Identifier: Apache-2.0 */
#include "results/datums.h"

#include "base/little.h"
#include "isa/isa.h"
#include "numeric/bfp.h"
#include "numeric/format.h"
#include "results/reader_internal.h"
#include "results/value.h"

void datums_clear(struct datums *datums)
{
    events_release(datums->window);
    gathered_clear(&datums->all);
    bytes_clear(&datums->addresses);
    bytes_clear(&datums->exponents);
}

/* ---- taking ---- */

/* The stages of one instruction are asked for one after the other: they are gathered once. */
static enum tt_status datums_gather(struct datums *datums, struct results *results, const struct gather_place *place,
                                    struct tt_error *err)
{
    struct gather_event event;
    struct gathered *all = &datums->all;
    if (all->row_count && datums->seq == place->seq && all->unit == place->unit && all->instance == place->instance)
        return TT_OK;
    all->row_count = 0;
    TRY(results_gather(results, place->seq, &event, err));
    events_release(datums->window);
    datums->window = event.window;
    datums->seq = place->seq;
    NEED(gather_one(all, &event, place->unit, place->instance), err, "no memory for the values of a stage");
    return TT_OK;
}

enum tt_status datums_take(struct datums *datums, struct results *results, const struct gather_place *place,
                           struct tt_error *err)
{
    datums->row = datums->before = NULL;
    datums->has_places = false;
    TRY(datums_gather(datums, results, place, err));
    for (unsigned i = 0; i < datums->all.row_count; i++) {
        const struct results_block_row *row = &datums->all.rows[i];
        if (row->stage == place->stage)
            datums->row = row;
        else if (row->stage < place->stage && format_is_datum((enum format)row->format))
            datums->before = row;
    }
    return TT_OK;
}

/* ---- what the stage did ---- */

static bool datums_number(const struct results_block_row *row, uint32_t at, double *number, double *unit)
{
    const struct value value = value_decode((enum format)row->format, number_at(row->values, row->value_bytes, at));
    if (!value.is_datum || value.parts.kind != VALUE_FINITE)
        return false;
    *number = value_finite(&value);
    *unit = value_unit(&value);
    return true;
}

bool datums_moved(const struct datums *datums, uint32_t at, double *ulps)
{
    double now, before, unit, unit_before;
    const enum tt_unit unit_of_row = datums->row->unit;
    if ((unit_of_row != TT_UNIT_PACK && !unit_is_unpacker(unit_of_row)) || !datums->before ||
        datums->before->count != datums->row->count || !datums_number(datums->before, at, &before, &unit_before) ||
        !datums_number(datums->row, at, &now, &unit))
        return false;
    *ulps = (now - before) / unit;
    return true;
}

/* ---- places in L1 ---- */

struct datums_writes {
    struct datums *datums;
    uint32_t *data, *exponents; /* of each datum */
    uint32_t bits;
};

static void datums_take_write(const struct datums_writes *writes, const struct results_access_row *row)
{
    const struct results_block_row *block = writes->datums->row;
    const bool is_exponent = row->of.stream == ACCESS_PACK_EXPONENT;
    if (!row->of.is_write || row->of.unit != block->unit || row->of.instance != block->instance ||
        (!is_exponent && row->of.stream != ACCESS_PACK_DATA))
        return;
    for (uint32_t i = 0; i < block->count; i++) {
        const uint32_t datum = block->first_datum + i;
        if (datum < row->of.first_datum)
            continue;
        const uint32_t nth = datum - row->of.first_datum;
        const uint64_t at = row->of.lo + (is_exponent ? datum / BFP_GROUP - row->of.first_datum / BFP_GROUP
                                                      : (uint64_t)nth * writes->bits / 8);
        if (at < row->of.hi)
            (is_exponent ? writes->exponents : writes->data)[i] = (uint32_t)at;
    }
}

/* Whether it is the last stage of datums of a packer that leaves each where its place says: not one that leaves some
 * out. */
static bool datums_are_stored(const struct datums *datums)
{
    const struct gathered *all = &datums->all;
    if (all->unit != TT_UNIT_PACK || !format_is_datum((enum format)datums->row->format))
        return false;
    for (unsigned i = 0; i < all->row_count; i++)
        if (strcmp(all->rows[i].stage_name, "zero_compress") == 0 ||
            (&all->rows[i] > datums->row && format_is_datum((enum format)all->rows[i].format)))
            return false;
    return true;
}

/* Unpackers report first where they read each datum: in a stage before the one asked for. */
static const struct results_block_row *datums_inputs(const struct datums *datums)
{
    const struct results_block_row *first = datums->all.rows;
    const bool are_addresses = unit_is_unpacker(first->unit) && first->stage == 0 && first->format == FORMAT_ADDRESS;
    return are_addresses && first != datums->row && first->count == datums->row->count ? first : NULL;
}

static bool datums_fill(struct bytes *room, uint32_t count, const struct results_block_row *addresses)
{
    room->used = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t at = addresses ? number_at(addresses->values, addresses->value_bytes, i) : DATUMS_NO_ADDRESS;
        if (bytes_append(room, &at, sizeof at))
            return false;
    }
    return true;
}

enum tt_status datums_places(struct datums *datums, struct results *results, struct tt_error *err)
{
    const struct results_block_row *row = datums->row;
    const struct format_info *format = format_get((enum format)row->format);
    if (datums->has_places)
        return TT_OK;
    datums->has_places = true;
    if (!datums_fill(&datums->addresses, row->count, datums_inputs(datums)) ||
        !datums_fill(&datums->exponents, row->count, NULL))
        return tt_fail(err, TT_NO_MEMORY, "no memory for the places of datums");
    if (!datums_are_stored(datums) || !format)
        return TT_OK;
    struct datums_writes writes = {datums, datums->addresses.data, datums->exponents.data, format->storage_bits};
    struct gather_event event; /* its window is there: the values came from it */
    const enum tt_status status = results_gather(results, row->first_seq, &event, err);
    for (size_t i = event.access; !status && i < event.access_end; i++)
        datums_take_write(&writes, &event.window->accesses[i]);
    if (!status)
        events_release(event.window);
    return status;
}
