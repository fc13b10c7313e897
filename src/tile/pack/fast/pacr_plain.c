/* SPDX-License-Identifier: Apache-2.0 */
/* The short way through PACR for the PACR that kernels are made of: Blackhole's packer, its first one to four read
 * interfaces, mostly all, whole rows of Dst of one aligned group of four. Control costs more than datums there, so it
 * is one function with its parts inlined, and what closes or begins a data tile stands apart. What comes out is what
 * pacr.c makes of it (tests/unit/pack/test_pack_fast.c). P-3.3, P-3.6 */
#include "tile/pack/fast/pack_fast.h"
#include "tile/pack/fast/steps.h"
#include "tile/pack/fast/straight.h"
#include "tile/pack/fast/valid_rows.h"
#include "tile/pack/pacr_commit.h"

#include "pack_insns.h"

enum { ALL_INTERFACES = 15, X_MASK = 0x3FFFF };

/* One in sixteen PACRs begins a data tile, one closes it: apart, so that the others do not pay for it. */
#define SELDOM __attribute__((noinline, cold))

/* ---- resolve and fetch ---- */

static bool is_ordinary(const struct insn_pacr *f)
{
    return !f->flush && !f->ctxt_ctrl && !f->ovrd_thread_id && !f->zero_write && !f->dst_access_mode &&
           !(f->row_pad_zero & 3);
}

/* Of read interfaces that begin with the first and leave none out; 0: of others. */
static uint32_t rows_of(const struct insn_pacr *f)
{
    static const uint8_t rows[ALL_INTERFACES + 1] = {[0] = 4, [1] = 1, [3] = 2, [7] = 3, [ALL_INTERFACES] = 4};
    return rows[f->read_intf_sel & ALL_INTERFACES];
}

/* No finding to raise, or nobody to hear it. */
static bool is_clear(const struct tile *tile, const struct pack_settings *set, const struct insn_pacr *f)
{
    const bool is_suspect = set->warning_count || f->cfg_context;
    return !is_suspect || !tile_probed(tile, PROBE_FINDING);
}

/* Whether the counters span whole rows that stand together; the first of them. */
static bool find_rows(const struct pack_settings *set, const struct adc_unit *adc, uint32_t rows, uint32_t *row)
{
    const uint32_t datum = pack_input_datum(set, &adc->ch[0]);
    const uint32_t last = adc->ch[1].x & X_MASK, first = adc->ch[0].x & X_MASK;
    *row = datum / DST_COLUMNS;
    return last - first == DST_COLUMNS - 1 && datum % DST_COLUMNS == 0 &&
           *row % PACK_PLAIN_ROWS + rows <= PACK_PLAIN_ROWS;
}

/* ---- work ---- */

/* Whether whole blocks of 16 bytes go to where none is open, within L1. */
static bool takes(const struct tile *tile, const struct pack_stream *stream, uint32_t bytes)
{
    return stream->addr % PACK_STREAM_BLOCK == 0 && pack_fits_l1(tile, stream->addr, bytes);
}

/* most: the largest magnitude in the intermediate format. */
static void count(const struct pack_settings *set, struct packer *self, uint32_t datums, uint32_t most, bool row_ends)
{
    struct pack_compression *own = &self->compression;
    const uint32_t exponent = most >> set->value.exponent_shift & set->value.exponent_mask;
    if (exponent > self->histogram_maximum && set->has_exponents)
        self->histogram_maximum = exponent;
    if (set->keeps_zero_flags) {
        own->row_is_zero = (own->row_is_open ? own->row_is_zero : 1) && most == 0;
        own->row_is_open = 1;
        if (row_ends)
            pack_end_row(set, self);
    }
    self->data.addr += datums * set->datum_bits / 8;
    self->tile_bytes += datums * set->datum_bits / 8;
    self->datums += datums;
}

/* Rows were read and went to L1, or were added to what is there; Blackhole's one packer. */
static __attribute__((noinline)) void report_places(const struct pack_settings *set, struct tile *tile, uint32_t row,
                                                    uint32_t rows, uint32_t addr, uint32_t bytes)
{
    tile_report_dst_read(tile, TT_UNIT_PACK, 0, row, rows, set->reads_32b);
    if (set->accumulate)
        tile_report_read(tile, TT_SPACE_L1, TT_UNIT_PACK, 0, addr, addr + bytes);
    tile_report_place(tile, TT_SPACE_L1, TT_UNIT_PACK, 0, addr, addr + bytes);
}

/* Where nobody looks: all stages in one loop, for datums that only pass (straight.c), or a loop each (steps.c). False,
 * with nothing changed: the stages have to run. */
static inline bool run_straight(const struct pack_settings *set, struct packer *self, struct tile *tile,
                                uint32_t logical, uint32_t rows, bool row_ends)
{
    const uint32_t datums = rows * DST_COLUMNS, bytes = datums * set->datum_bits / 8;
    if (!(set->fast.is_straight | set->fast.has_steps) || self->group_count || !takes(tile, &self->data, bytes))
        return false;
    const uint32_t row = pack_physical_row(set, logical);
    if (pack_count_valid(&tile->state, row, rows) != rows)
        return false;
    uint8_t *to = &tile->state.l1[self->data.addr];
    uint32_t most;
    if (rows < PACK_PLAIN_ROWS) {
        if (!set->fast.is_straight || set->is_block)
            return false;
        most = pack_straight_few_rows(set, tile, row, rows, to);
        tile->fast_taken[FAST_PACR_FEW_ROWS] = true;
    } else if (!set->fast.is_straight) {
        if (!pack_fast_run_steps(set, self, tile, row, to, &most))
            return false;
    } else {
        most = set->is_block ? pack_straight_blocks(set, self, tile, row, to) : pack_straight_rows(set, tile, row, to);
        tile->fast_taken[set->is_block ? FAST_PACR_BLOCKS : FAST_PACR_ROWS] = true;
    }
    if (tile_only_places_probed(tile))
        report_places(set, tile, row, rows, self->data.addr, bytes);
    count(set, self, datums, most, row_ends);
    return true;
}

/* Returns how many datums left towards L1. */
static __attribute__((noinline)) uint32_t run_stages(const struct pack_settings *set, struct packer *self,
                                                     struct tile *tile, uint32_t row, uint32_t rows, bool row_ends,
                                                     bool closes)
{
    struct pack_block block; /* 2 KiB that the stages fill: only what they read first is set here */
    block.tile = tile;
    block.packer = packer_number(tile, self);
    block.source = PACK_FROM_DST;
    block.has_whole_rows = block.is_last = true;
    block.row_ends = row_ends;
    block.closes = closes;
    block.row_pad = 0;
    block.packed = 0;
    block.group_count = 0;
    block.count = rows * DST_COLUMNS;
    block.row_count = rows;
    for (uint32_t i = 0; i < rows; i++)
        block.rows[i] = (struct pack_row){(uint16_t)(row + i), 0, DST_COLUMNS};
    pack_fast_run_stages(set, self, &block);
    return block.packed;
}

/* ---- data tiles ---- */

/* The instruction as pacr.c knows it; of the lanes the first. */
static void set_job(struct pacr *job, struct tile *tile, unsigned thread, const struct insn_pacr *f,
                    const struct pack_settings *set)
{
    job->tile = tile;
    job->thread = thread;
    job->f = f;
    job->closes = f->last;
    job->uses_context_counter = false;
    job->was_in_tile = !tile->state.pack.packer[0].is_in_tile && pacr_any_in_tile(tile);
    job->lane_count = 1;
    job->lanes[0] = (struct pacr_lane){0, thread, set, PACK_FROM_DST, ALL_INTERFACES};
}

static SELDOM void begin_tile(struct tile *tile, unsigned thread, uint32_t word, const struct pack_settings *set)
{
    const struct insn_pacr f = isa_decode_pacr(TT_BLACKHOLE, word);
    struct pacr job;
    set_job(&job, tile, thread, &f, set);
    pacr_begin_tile(&job, &job.lanes[0]);
}

static SELDOM void end_tile(struct tile *tile, unsigned thread, uint32_t word, const struct pack_settings *set)
{
    const struct insn_pacr f = isa_decode_pacr(TT_BLACKHOLE, word);
    struct pacr job;
    set_job(&job, tile, thread, &f, set);
    pacr_end_tile(&job, &job.lanes[0]);
    pacr_end_all_tiles(&job);
}

enum tile_step pack_fast_pacr(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_pacr f = isa_decode_pacr(TT_BLACKHOLE, word); /* others go no farther than this: */
    const uint32_t rows = rows_of(&f);
    if (!tile->chip->packer_has_read_interfaces || !rows || !is_ordinary(&f))
        return pacr_run(tile, thread, word);
    const struct pack_settings *set = pack_settings_get(tile, thread, f.cfg_context);
    struct packer *self = &tile->state.pack.packer[0];
    struct adc_unit *adc = &tile->state.small.adc[thread].pack;
    uint32_t row, packed = rows * DST_COLUMNS;
    if (!set->fast.takes_plain_rows || !is_clear(tile, set, &f) || !find_rows(set, adc, rows, &row))
        return pacr_run(tile, thread, word);
    if (!pacr_goes_on(set, self))
        begin_tile(tile, thread, word, set);
    self->is_assumed = 0;
    tile->fast_taken[FAST_PACR] = true;
    const bool row_ends = !f.concat || f.last, is_seen = tile_probed(tile, PROBE_STAGE | PROBE_ACCESS);
    if (is_seen || !run_straight(set, self, tile, row, rows, row_ends))
        packed = run_stages(set, self, tile, row, rows, row_ends, f.last);
    pacr_advance(set, self, rows, rows * DST_COLUMNS);
    self->exponent_count += packed / PACK_GROUP;
    if (f.last)
        end_tile(tile, thread, word, set);
    pacr_publish(tile, 0, set, f.last);
    pacr_step_adc(adc, pack_addr_mod_get(tile, thread, f.addr_mode));
    return TILE_DONE;
}
