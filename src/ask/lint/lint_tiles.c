/* SPDX-License-Identifier: Apache-2.0 */
/* The data tiles that packers write, and which of them each byte of L1 belongs to until it is read. */
#include "ask/lint/lint_internal.h"
#include "ask/run/value_text.h"

#include "lint_findings.h"

struct lint_tiles {
    struct lint_tile *items;
    size_t count, capacity;
    uint32_t open[PACKERS_MAX];   /* 1 + index of the tile that a packer is at; 0: none */
    uint32_t owner[L1_BYTES_MAX]; /* 1 + index of the tile a byte belongs to; 0: none, or it was read since */
};

struct lint_tiles *lint_tiles_new(void)
{
    return mem_calloc(1, sizeof(struct lint_tiles));
}

void lint_tiles_free(struct lint_tiles *tiles)
{
    if (tiles)
        mem_free(tiles->items);
    mem_free(tiles);
}

/* A buffer may be packed to again and again: an overlap is reported only where the two tiles begin at other addresses.
 */
static void report_overlap(struct lint_work *work, const struct lint_tile *tile)
{
    const struct lint_tile *other = &work->tiles->items[tile->other - 1];
    if (other->lo == tile->lo || other->insn.seq == tile->insn.seq)
        return;
    struct lint_item *item = lint_add(
        work, FINDING_LINT_TILES_OVERLAP, &tile->insn, tile->packer,
        "data tile %u of packer %u, from 0x%x, is written over bytes from 0x%x of data tile %u of packer %u, "
        "which begins at 0x%x (%s %llu) and was not read",
        (unsigned)tile->number, tile->packer, (unsigned)tile->lo, (unsigned)tile->other_at, (unsigned)other->number,
        other->packer, (unsigned)other->lo, seq_name(work->lint->run->order), (unsigned long long)other->insn.seq);
    lint_pack_fields(item, tile);
}

static struct lint_tile *open_tile(struct lint_work *work, const struct results_insn_row *insn,
                                   const struct results_access_row *write)
{
    struct lint_tiles *tiles = work->tiles;
    if (mem_grow(&tiles->items, &tiles->capacity, tiles->count + 1, sizeof *tiles->items)) {
        work->status = tt_fail(work->err, TT_NO_MEMORY, "no memory for the data tiles");
        return NULL;
    }
    struct lint_tile *tile = &tiles->items[tiles->count++];
    static const enum reg_id sections[PACKERS_MAX] = LINT_OF_PACKERS(Exp_section_size);
    static const enum reg_id addresses[PACKERS_MAX] = LINT_OF_PACKERS(L1_Dest_addr);
    const unsigned packer = write->of.instance % PACKERS_MAX;
    *tile = (struct lint_tile){.insn = *insn, .packer = write->of.instance, .number = write->of.tile, .lo = UINT32_MAX};
    (void)lint_field(work, insn->thread, &tile->section, sections[packer]);
    (void)lint_field(work, insn->thread, &tile->format, lint_pack_out[packer]);
    (void)lint_field(work, insn->thread, &tile->dest, addresses[packer]);
    tiles->open[write->of.instance] = (uint32_t)tiles->count;
    lint_pack_address(work, insn, write->of.instance);
    lint_stale(work, insn, write->of.instance);
    return tile;
}

static void lint_tiles_take_write(struct lint_tile *tile, const struct results_access_row *write)
{
    if (write->of.stream == ACCESS_PACK_EXPONENT) {
        if (!tile->has_exponents || write->of.lo < tile->exponent_lo)
            tile->exponent_lo = write->of.lo;
        if (!tile->has_exponents || write->of.hi > tile->exponent_hi)
            tile->exponent_hi = write->of.hi;
        tile->has_exponents = true;
    } else {
        if (!tile->has_data || write->of.lo < tile->data_lo)
            tile->data_lo = write->of.lo;
        tile->has_data = true;
    }
    if (write->of.lo < tile->lo)
        tile->lo = write->of.lo;
}

void lint_tiles_pack(struct lint_work *work, const struct results_insn_row *insn,
                     const struct results_access_row *write)
{
    struct lint_tiles *tiles = work->tiles;
    const bool is_counted = write->of.stream == ACCESS_PACK_DATA || write->of.stream == ACCESS_PACK_EXPONENT;
    if (!is_counted || write->of.instance >= PACKERS_MAX || write->of.hi > L1_BYTES_MAX)
        return;
    const uint32_t open = tiles->open[write->of.instance];
    struct lint_tile *tile = open ? &tiles->items[open - 1] : NULL;
    if (!tile || tile->number != write->of.tile) {
        tile = open_tile(work, insn, write);
        if (!tile)
            return;
    }
    lint_tiles_take_write(tile, write);
    const uint32_t self = tiles->open[write->of.instance];
    for (uint32_t at = write->of.lo; at < write->of.hi; at++) {
        if (tiles->owner[at] && tiles->owner[at] != self && !tile->other) {
            tile->other = tiles->owner[at];
            tile->other_at = at;
        }
        tiles->owner[at] = self;
    }
}

void lint_tiles_touch(struct lint_work *work, uint32_t lo, uint32_t hi)
{
    if (lo < hi && hi <= L1_BYTES_MAX)
        memset(&work->tiles->owner[lo], 0, (hi - lo) * sizeof *work->tiles->owner);
}

static uint32_t lint_tiles_least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Packers that work at one instruction share a tile: exponents of all of them, then datums of all of them. */
static void lint_tiles_join(struct lint_tile *all, const struct lint_tile *one)
{
    if (one->has_exponents) {
        all->exponent_lo = all->has_exponents ? lint_tiles_least(all->exponent_lo, one->exponent_lo) : one->exponent_lo;
        all->exponent_hi = one->exponent_hi > all->exponent_hi ? one->exponent_hi : all->exponent_hi;
        all->has_exponents = true;
    }
    if (one->has_data) {
        all->data_lo = all->has_data ? lint_tiles_least(all->data_lo, one->data_lo) : one->data_lo;
        all->has_data = true;
    }
}

void lint_tiles_end(struct lint_work *work)
{
    const struct lint_tiles *tiles = work->tiles;
    for (size_t i = 0, next; i < tiles->count; i = next) {
        struct lint_tile all = tiles->items[i];
        for (next = i + 1; next < tiles->count && tiles->items[next].insn.seq == all.insn.seq; next++)
            lint_tiles_join(&all, &tiles->items[next]);
        lint_pack_tile(work, &all);
        for (size_t k = i; k < next; k++) {
            if (tiles->items[k].other)
                report_overlap(work, &tiles->items[k]);
        }
    }
}
