/* SPDX-License-Identifier: Apache-2.0 */
#include "results/datums.h"

#include "base/little.h"
#include "isa/isa.h"
#include "numeric/bfp.h"
#include "numeric/format.h"
#include "results/value.h"

#include <math.h>
#include <string.h>

void datums_clear(struct datums *datums)
{
    bytes_clear(&datums->values);
    bytes_clear(&datums->origin);
    bytes_clear(&datums->values_before);
    bytes_clear(&datums->addresses);
    bytes_clear(&datums->exponents);
}

/* ---- taking ---- */

struct datums_wanted {
    struct datums *datums;
    const struct gather_place *place;
    bool is_short; /* of memory */
};

static bool datums_hold(struct bytes *into, const void *from, size_t count)
{
    into->used = 0;
    return from && bytes_append(into, from, count) == 0;
}

/* Unpackers report first where they read each datum. */
static bool datums_note_inputs(struct datums *datums, const struct results_block_row *row)
{
    datums->addresses.used = 0;
    for (uint32_t i = 0; i < row->count; i++) {
        const uint32_t address = number_at(row->values, row->value_bytes, i);
        if (bytes_append(&datums->addresses, &address, sizeof address))
            return false;
    }
    return true;
}

static bool datums_take_row(struct datums *datums, const struct results_block_row *row)
{
    datums->row = *row;
    if (!datums_hold(&datums->values, row->values, (size_t)row->count * row->value_bytes) && row->count)
        return false;
    if (row->origin && !datums_hold(&datums->origin, row->origin, row->count * sizeof *row->origin) && row->count)
        return false;
    datums->row.values = datums->values.data;
    datums->row.origin = row->origin ? datums->origin.data : NULL;
    return true;
}

static bool datums_take_before(struct datums *datums, const struct results_block_row *row)
{
    datums->before = *row;
    if (!datums_hold(&datums->values_before, row->values, (size_t)row->count * row->value_bytes) && row->count)
        return false;
    datums->before.values = datums->values_before.data;
    return true;
}

static int datums_visit(void *user, const struct results_block_row *row)
{
    struct datums_wanted *wanted = user;
    struct datums *datums = wanted->datums;
    const bool is_datum = value_decode((enum format)row->format, 0).is_datum;
    bool is_good = true;
    if (row->instance != wanted->place->instance)
        return 0;
    if (row->unit == TT_UNIT_PACK && strcmp(row->stage_name, "zero_compress") == 0)
        datums->is_compressed = true;
    if (row->stage == wanted->place->stage) {
        is_good = datums_take_row(datums, row);
        datums->is_stored = row->unit == TT_UNIT_PACK && is_datum;
    } else if (row->stage > wanted->place->stage) {
        datums->is_stored &= !is_datum; /* a later stage makes what is stored */
    } else if (is_datum) {
        is_good = datums_take_before(datums, row);
    } else if (row->stage == 0 && row->format == FORMAT_ADDRESS && unit_is_unpacker(row->unit)) {
        is_good = datums_note_inputs(datums, row);
    }
    wanted->is_short |= !is_good;
    return !is_good;
}

enum tt_status datums_take(struct datums *datums, struct results *results, const struct gather_place *place,
                           struct tt_error *err)
{
    struct datums_wanted wanted = {.datums = datums, .place = place};
    datums->row = datums->before = (struct results_block_row){.count = 0};
    datums->addresses.used = datums->exponents.used = 0;
    datums->has_places = datums->is_stored = datums->is_compressed = false;
    const enum tt_status status = results_blocks_of(results, place->unit, place->seq, datums_visit, &wanted, err);
    if (!status && wanted.is_short)
        return tt_fail(err, TT_NO_MEMORY, "no memory for the values of a stage");
    return status;
}

/* ---- what the stage did ---- */

static bool datums_number(const struct results_block_row *row, uint32_t at, double *number, double *unit)
{
    const struct value value = value_decode((enum format)row->format, number_at(row->values, row->value_bytes, at));
    if (!value.is_datum || value.parts.kind != VALUE_FINITE)
        return false;
    *number = value_finite(&value);
    *unit = ldexp(1.0, value.parts.exponent2);
    return true;
}

bool datums_moved(const struct datums *datums, uint32_t at, double *ulps)
{
    double now, before, unit, unit_before;
    const enum tt_unit unit_of_row = datums->row.unit;
    if ((unit_of_row != TT_UNIT_PACK && !unit_is_unpacker(unit_of_row)) || datums->before.count != datums->row.count ||
        !datums_number(&datums->before, at, &before, &unit_before) || !datums_number(&datums->row, at, &now, &unit))
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

static int datums_visit_write(void *user, const struct results_access_row *row)
{
    const struct datums_writes *writes = user;
    const struct results_block_row *block = &writes->datums->row;
    const bool is_exponent = row->stream == ACCESS_PACK_EXPONENT;
    if (!row->is_write || row->unit != block->unit || row->instance != block->instance ||
        (!is_exponent && row->stream != ACCESS_PACK_DATA))
        return 0;
    for (uint32_t i = 0; i < block->count; i++) {
        const uint32_t datum = block->first_datum + i;
        if (datum < row->first_datum)
            continue;
        const uint32_t nth = datum - row->first_datum;
        const uint64_t at = row->lo + (is_exponent ? datum / BFP_GROUP - row->first_datum / BFP_GROUP
                                                   : (uint64_t)nth * writes->bits / 8);
        if (at < row->hi)
            (is_exponent ? writes->exponents : writes->data)[i] = (uint32_t)at;
    }
    return 0;
}

static bool datums_fill(struct bytes *room, uint32_t count)
{
    const uint32_t none = DATUMS_NO_ADDRESS;
    room->used = 0;
    for (uint32_t i = 0; i < count; i++)
        if (bytes_append(room, &none, sizeof none))
            return false;
    return true;
}

enum tt_status datums_places(struct datums *datums, struct results *results, struct tt_error *err)
{
    const uint32_t count = datums->row.count;
    const struct format_info *format = format_get((enum format)datums->row.format);
    if (datums->has_places)
        return TT_OK;
    datums->has_places = true;
    if (datums->addresses.used != count * sizeof(uint32_t) && !datums_fill(&datums->addresses, count))
        return tt_fail(err, TT_NO_MEMORY, "no memory for the places of datums");
    if (!datums_fill(&datums->exponents, count))
        return tt_fail(err, TT_NO_MEMORY, "no memory for the places of datums");
    if (!datums->is_stored || datums->is_compressed || !format)
        return TT_OK;
    struct datums_writes writes = {datums, datums->addresses.data, datums->exponents.data, format->storage_bits};
    return results_accesses_of(results, datums->row.first_seq, datums_visit_write, &writes, err);
}
