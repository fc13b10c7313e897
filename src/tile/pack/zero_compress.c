/* SPDX-License-Identifier: Apache-2.0 */
/* Zero compression: which datums of a row are left out, and the counters that say so. P-8; not recorded.
 *
 * A packed row keeps its first and last datum. Each datum that stays has a counter of the zeros left out behind it; 32
 * datums stand in the stream, then their 32 counters of 4 bits, and so on:
 *
 *     datum 0 … datum 31 | counter 0 … counter 31 (16 bytes) | datum 32 … */
#include "base/guard/built_wide.h"
#include "tile/pack/pack_internal.h"

#include "pack_findings.h"

enum { RUN_MOST = 15 };

BUILT_WIDE static bool zero_compress_any(const uint32_t *values, uint32_t count, uint32_t mask)
{
    uint32_t any = 0;
    for (uint32_t i = 0; i < count; i++)
        any |= values[i];
    return any & mask;
}

static void zero_compress_keep(struct pack_compression *own)
{
    assert(own->run_count < PACK_RUNS_MAX);
    own->runs[own->run_count++] = 0;
    own->retained++;
}

/* OPEN pack-compress-long-run: what becomes of a 16th zero in a row is not published. We keep it as a datum. Under the
 * other reading the datum after it starts the next run, so that two stay. */
static bool drops(const struct pack_settings *set, struct pack_compression *own, uint32_t value)
{
    const bool is_zero = !(value & set->value.magnitude);
    const bool is_restart = own->is_restarting;
    own->is_restarting = 0;
    if (!is_zero || is_restart || !own->run_count)
        return false;
    uint8_t *run = &own->runs[own->run_count - 1];
    if (*run < RUN_MOST) {
        ++*run;
        return true;
    }
    own->is_run_full = 1;
    own->is_restarting = set->restarts_long_runs;
    return false;
}

static void elide(const struct pack_settings *set, struct packer *self, struct pack_block *block)
{
    struct pack_compression *own = &self->compression;
    uint32_t to = 0;
    for (uint32_t i = 0; i < block->count; i++) {
        const bool is_first = i == 0 && !own->row_is_open;
        const bool is_last = i + 1 == block->count && block->row_ends;
        if (!is_first && !is_last && drops(set, own, block->values[i]))
            continue;
        if (own->is_run_full)
            tile_finding(block->tile, FINDING_PACK_COMPRESS_LONG_RUN, TT_UNIT_PACK, block->packer,
                         "datum %u of the block stays, a zero behind %d zeros left out", (unsigned)i, RUN_MOST);
        own->is_run_full = 0;
        if (is_first)
            own->is_restarting = 0;
        block->values[to] = block->values[i];
        block->origin[to++] = block->origin[i];
        zero_compress_keep(own);
    }
    block->count = to;
}

/* A row that stayed open and is ended by a word without datums: its last one, a zero that was left out, comes back,
 * for the last is never left out (P-8.4). */
static void restore_last(struct packer *self, struct pack_block *block)
{
    struct pack_compression *own = &self->compression;
    if (!own->run_count || !own->runs[own->run_count - 1])
        return;
    own->runs[own->run_count - 1]--;
    block->values[0] = 0;
    block->origin[0] = PACK_NO_CELL;
    block->count = 1;
    zero_compress_keep(own);
}

/* Its number of datums so far goes to the row starts, too. */
static void end_row(const struct pack_settings *set, struct packer *self, struct tile *tile)
{
    const struct pack_compression *own = &self->compression;
    pack_end_row(set, self);
    if (!set->compresses)
        return;
    const uint32_t start = set->row_starts_are_bytes ? own->retained * set->datum_bits / 8 : own->retained;
    const uint8_t bytes[2] = {(uint8_t)start, (uint8_t)(start >> 8)};
    pack_stream_append(set, self, &self->row_starts, tile, bytes, sizeof bytes, own->retained);
}

void pack_zero_compress(const struct pack_settings *set, struct packer *self, struct pack_block *block)
{
    struct pack_compression *own = &self->compression;
    const bool has_datums = block->count > 0;
    if (has_datums)
        own->row_is_zero = (!own->row_is_open || own->row_is_zero) &&
                           !zero_compress_any(block->values, block->count, set->value.magnitude);
    if (set->compresses) {
        static const uint8_t first_row[2] = {0, 0};
        if (has_datums && own->rows == 0 && !own->row_is_open)
            pack_stream_append(set, self, &self->row_starts, block->tile, first_row, sizeof first_row, 0);
        elide(set, self, block);
        if (!has_datums && own->row_is_open && block->row_ends)
            restore_last(self, block);
    }
    if (has_datums)
        own->row_is_open = 1;
    if (own->row_is_open && block->row_ends)
        end_row(set, self, block->tile);
}

/* Counters of the 32 datums before the next one; the last group of a tile may have fewer. */
static void append_counters(const struct pack_settings *set, struct packer *self, struct tile *tile)
{
    struct pack_compression *own = &self->compression;
    uint8_t bytes[PACK_RUN_GROUP / 2] = {0};
    const uint32_t count = own->run_count < PACK_RUN_GROUP ? own->run_count : PACK_RUN_GROUP;
    for (uint32_t i = 0; i < count; i++)
        bytes[i / 2] = (uint8_t)(bytes[i / 2] | own->runs[i] << (i & 1 ? 4 : 0));
    memmove(own->runs, &own->runs[count], own->run_count - count);
    own->run_count -= count;
    own->emitted -= own->emitted < PACK_RUN_GROUP ? own->emitted : PACK_RUN_GROUP;
    pack_stream_append(set, self, &self->data, tile, bytes, sizeof bytes, self->datums);
}

void pack_compression_append(const struct pack_settings *set, struct packer *self, struct tile *tile,
                             const uint8_t *bytes, uint32_t bytes_per_unit, uint32_t units, uint32_t datums_per_unit)
{
    struct pack_compression *own = &self->compression;
    for (uint32_t i = 0; i < units; i++) {
        /* A counter is final only when the next datum has come: so the 32 wait for the 33rd. More than 32 stand there
         * where the context, and with it the size of a unit, changed within a data tile. */
        if (own->emitted >= PACK_RUN_GROUP)
            append_counters(set, self, tile);
        pack_stream_append(set, self, &self->data, tile, &bytes[i * bytes_per_unit], bytes_per_unit,
                           self->datums + i * datums_per_unit);
        own->emitted += datums_per_unit;
    }
}

void pack_compression_close(const struct pack_settings *set, struct packer *self, struct tile *tile)
{
    static const uint8_t zeros[4] = {0};
    struct pack_compression *own = &self->compression;
    if (own->emitted == 0)
        return;
    const uint32_t datums_short = own->emitted < PACK_RUN_GROUP ? PACK_RUN_GROUP - own->emitted : 0;
    const uint32_t bytes_short = datums_short * set->datum_bits / 8;
    for (uint32_t i = 0; i < bytes_short; i++)
        pack_stream_append(set, self, &self->data, tile, zeros, 1, self->datums);
    append_counters(set, self, tile);
}
