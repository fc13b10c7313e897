/* SPDX-License-Identifier: Apache-2.0 */
/* 32 lanes of Dst: four rows, every other column (V20, V22, V23, V26). Rows: F-3.4 to F-3.8 */
#include "numeric/dst_rows.h"
#include "tile/vector/vector_internal.h"

#include "vector_findings.h"
#include "vector_insns.h"
#include "vector_regs.h"

enum { LANE_ROWS = 4, STACK_MASK = 63, CELL_BITS = 16 };

static uint32_t dst_lanes_field(struct tile *tile, unsigned thread, enum vector_reg id)
{
    return cfg_decode(tile, TT_UNIT_VECTOR, CFG_READ_BY_VECTOR, thread, (enum reg_id)id);
}

/* V23, as the documents have it; recorded are the codes 0, 5, 6, 7, 9, for stores 15, and 1. */
static void resolve_format(struct tile *tile, unsigned thread, struct vector_settings *set)
{
    enum { BF16_CODES = 1u << 0 | 1u << 4 | 1u << 5 | 1u << 6 | 1u << 7 | 1u << 8 | 1u << 9 | 1u << 15 };
    set->format = dst_lanes_field(tile, thread, VECTOR_REG_ALU_FORMAT_SPEC_REG1_SrcB);
    if (dst_lanes_field(tile, thread, VECTOR_REG_ALU_FORMAT_SPEC_REG_SrcB_override))
        set->format = dst_lanes_field(tile, thread, VECTOR_REG_ALU_FORMAT_SPEC_REG_SrcB_val);
    if (vector_traits_of(tile)->has_thread_format && dst_lanes_field(tile, thread, VECTOR_REG_SFPU_DEST_FMT_Enable) &&
        tile_variant(tile, VARIANT_VECTOR_DST_FORMAT) != 0)
        set->format = dst_lanes_field(tile, thread, VECTOR_REG_SFPU_DEST_FMT_Base);
    set->mode = (unsigned)BF16_CODES >> set->format & 1 ? MODE_BF16 : MODE_FP16;
    if (dst_lanes_field(tile, thread, VECTOR_REG_ALU_ACC_CTRL_SFPU_Fp32_enabled))
        set->mode = MODE_FP32;
}

/* Seldom taken, and apart, so that the way past it stays short. */
static __attribute__((noinline)) void refresh(struct tile *tile, unsigned thread)
{
    struct vector_settings *set = &tile->vector_settings[thread];
    resolve_format(tile, thread, set);
    set->dst_offset = dst_lanes_field(tile, thread, VECTOR_REG_DEST_TARGET_REG_CFG_MATH_Offset);
    set->stack_step = dst_lanes_field(tile, thread, VECTOR_REG_SFPU_STACK_Incr);
    set->remap = dst_lanes_field(tile, thread, VECTOR_REG_DEST_ACCESS_CFG_remap_addrs);
    set->swizzle = dst_lanes_field(tile, thread, VECTOR_REG_DEST_ACCESS_CFG_swizzle_32b);
    set->narrow_is_upper = tile_narrow_is_upper(tile);
    set->version = tile_cfg_version(tile, CFG_READ_BY_VECTOR);
}

const struct vector_settings *vector_settings_get(struct tile *tile, unsigned thread)
{
    const struct vector_settings *set = &tile->vector_settings[thread];
    if (set->version != tile_cfg_version(tile, CFG_READ_BY_VECTOR))
        refresh(tile, thread);
    return set;
}

static void warn_of_format(const struct vector_job *job, const struct vector_settings *set, bool is_store)
{
    enum { RECORDED = 1u << 0 | 1u << 1 | 1u << 5 | 1u << 6 | 1u << 7 | 1u << 9, STORED_TOO = 1u << 15 };
    const unsigned recorded = RECORDED | (is_store ? STORED_TOO : 0u);
    if (set->mode != MODE_FP32 && !(recorded >> set->format & 1))
        tile_finding(job->tile, FINDING_VECTOR_FORM_NOT_RECORDED, TT_UNIT_VECTOR, job->instance,
                     "a default format by code %u", (unsigned)set->format);
}

/* V22. The stack pointer's width is nowhere given but there: OPEN vector-stack-pointer-width. */
static uint32_t stack_address(const struct vector_job *job, const struct vector_settings *set, uint32_t imm10,
                              bool is_store)
{
    const uint32_t within = job->tile->state.small.rwc[job->thread].dst & 3;
    uint32_t *sp = &job->tile->state.vector.sp[job->thread];
    if (!job->traits->has_stack_pointer)
        return imm10 + set->dst_offset + within;
    if (!is_store && *sp)
        *sp = (*sp - set->stack_step) & STACK_MASK;
    const uint32_t addr = imm10 + set->dst_offset + *sp + within;
    if (is_store)
        *sp = (*sp + set->stack_step) & STACK_MASK;
    return addr;
}

struct vector_access vector_address(const struct vector_job *job, bool is_store)
{
    const struct vector_settings *set = vector_settings_get(job->tile, job->thread);
    struct vector_access at = {.mode = job->mod};
    if (at.mode == MODE_BY_FORMAT) {
        at.mode = set->mode;
        warn_of_format(job, set, is_store);
    }
    const struct insn_sfpload f = isa_decode_sfpload(job->tile->chip->id, job->word);
    if (job->instance) /* the store of a macro goes where its load came from */
        at.addr = job->addr;
    else if (at.mode == MODE_STACK)
        at.addr = stack_address(job, set, f.dest_reg_addr, is_store);
    else
        at.addr = job->tile->state.small.rwc[job->thread].dst + f.dest_reg_addr + set->dst_offset +
                  (job->tile->state.vector.sp[job->thread] & 3);
    at.addr &= DST_ROWS - 1;
    at.addr_mode = f.sfpu_addr_mode;
    at.odd_lanes = vector_lanes_with(job->tile, is_store ? LANE_WRITE_ODD : LANE_READ_ODD);
    return at;
}

uint32_t vector_row(const struct vector_access *at, unsigned lane)
{
    return (at->addr & ~3u) + lane / VECTOR_COLUMNS;
}

uint32_t vector_column(const struct vector_access *at, unsigned lane)
{
    return 2 * (lane % VECTOR_COLUMNS) + ((at->addr >> 1 & 1) | (at->odd_lanes >> lane & 1));
}

void vector_number_cells(struct vector_job *job, const struct vector_access *at, uint16_t origin[static LANES])
{
    if (!tile_probed(job->tile, PROBE_STAGE))
        return;
    for (unsigned lane = 0; lane < LANES; lane++)
        origin[lane] = (uint16_t)(vector_row(at, lane) * DST_COLUMNS + vector_column(at, lane));
    job->origin = origin;
}

/* The first of the four, which lie together: remap and swizzle leave the two lowest bits alone. */
static uint32_t physical_row(const struct vector_job *job, const struct vector_access *at)
{
    const struct vector_settings *set = &job->tile->vector_settings[job->thread]; /* fresh since the address */
    const uint32_t row = at->addr & ~3u;
    return dst_row16(row, set->remap, set->swizzle, at->is_32b || set->narrow_is_upper);
}

/* Eight lanes' cells of a row from lane `first` on; before and after of writes, else null. */
static void saw_cells(const struct vector_job *job, const struct vector_access *at, uint32_t row, unsigned first,
                      const uint16_t *before, const uint16_t *after)
{
    struct probe_series series = {
        .one = {.space = TT_SPACE_DST, .unit = TT_UNIT_VECTOR, .instance = before ? 0 : (uint8_t)job->instance},
        .count = at->odd_lanes ? 1 : VECTOR_COLUMNS,
        .step = 2 * sizeof *before};
    for (unsigned i = 0; i < VECTOR_COLUMNS; i += series.count) {
        series.one.lo = 2 * (row * DST_COLUMNS + vector_column(at, first + i));
        series.one.hi = series.one.lo + 2;
        tile_report_series(job->tile, &series, before ? &before[i] : NULL, after ? &after[i] : NULL);
    }
}

static void saw_reads(const struct vector_job *job, const struct vector_access *at, uint32_t row, unsigned group)
{
    tile_saw_read(job->tile, TT_SPACE_DST_VALID, TT_UNIT_VECTOR, job->instance, row, row + 1);
    tile_saw_row(job->tile, row, at->is_32b);
    for (unsigned half = 0; half < (at->is_32b ? 2 : 1); half++)
        saw_cells(job, at, row + half * DST_LOW_HALF, group * VECTOR_COLUMNS, NULL, NULL);
}

/* The four rows lie one behind the other, and so a lane's cell is the one at twice the lane's number. */
static void read_lanes(const struct vector_job *job, const struct vector_access *at, uint32_t first_row,
                       uint32_t cells[restrict static LANES])
{
    const uint16_t *high = job->tile->state.dst[first_row],
                   *low = at->is_32b ? high + DST_LOW_HALF * DST_COLUMNS : NULL;
    const uint32_t side = at->addr >> 1 & 1, odd_lanes = at->odd_lanes;
    if (!odd_lanes) {
        for (unsigned lane = 0; lane < LANES; lane++)
            cells[lane] = high[2 * lane + side];
    } else {
        for (unsigned lane = 0; lane < LANES; lane++)
            cells[lane] = high[2 * lane + (side | (odd_lanes >> lane & 1))];
    }
    for (unsigned lane = 0; low && lane < LANES; lane++)
        cells[lane] = cells[lane] << CELL_BITS | low[2 * lane + (side | (odd_lanes >> lane & 1))];
}

void vector_gather(const struct vector_job *job, const struct vector_access *at, uint32_t cells[static LANES])
{
    const struct tile_state *state = &job->tile->state;
    const uint32_t row = physical_row(job, at);
    if (tile_only_places_probed(job->tile))
        tile_report_dst_read(job->tile, TT_UNIT_VECTOR, job->instance, row, LANE_ROWS, at->is_32b);
    for (unsigned group = 0; tile_probed(job->tile, PROBE_ACCESS) && group < LANE_ROWS; group++)
        saw_reads(job, at, row + group, group);
    tile_dst_reads(job->tile, TT_UNIT_VECTOR, row, LANE_ROWS, at->is_32b);
    read_lanes(job, at, row, cells);
    for (unsigned group = 0; group < LANE_ROWS; group++) {
        if (!state->dst_valid[row + group])
            memset(&cells[group * VECTOR_COLUMNS], 0, VECTOR_COLUMNS * sizeof *cells);
    }
    vector_report_cells(job, VECTOR_OPERAND_A, cells, at->is_32b);
}

static void dst_lanes_put_cell(const struct vector_job *job, uint32_t row, uint32_t column, uint32_t cell)
{
    uint16_t *held = &job->tile->state.dst[row][column];
    const uint16_t after = (uint16_t)cell;
    if (tile_probed(job->tile, PROBE_ACCESS)) {
        const uint32_t lo = 2 * (row * DST_COLUMNS + column);
        tile_saw_write(job->tile, TT_SPACE_DST, TT_UNIT_VECTOR, lo, lo + 2, held, &after);
    }
    *held = after;
}

/* All eight lanes of a row, reported; shift: to the half of their cells that goes there. */
static void put_row_seen(const struct vector_job *job, const struct vector_access *at,
                         const uint32_t cells[static VECTOR_COLUMNS], uint32_t row, unsigned first, unsigned shift)
{
    uint16_t before[VECTOR_COLUMNS], after[VECTOR_COLUMNS];
    uint16_t *held = job->tile->state.dst[row];
    for (unsigned i = 0; i < VECTOR_COLUMNS; i++) {
        before[i] = held[vector_column(at, first + i)];
        after[i] = (uint16_t)(cells[i] >> shift);
    }
    saw_cells(job, at, row, first, before, after);
    for (unsigned i = 0; i < VECTOR_COLUMNS; i++)
        held[vector_column(at, first + i)] = after[i];
}

/* The same where nobody looks. */
static void put_row(const struct vector_job *job, const struct vector_access *at,
                    const uint32_t cells[static VECTOR_COLUMNS], uint32_t row, unsigned first, unsigned shift)
{
    uint16_t *held = job->tile->state.dst[row];
    const uint32_t side = at->addr >> 1 & 1, odd_lanes = at->odd_lanes >> first;
    for (unsigned i = 0; i < VECTOR_COLUMNS; i++)
        held[2 * i + (side | (odd_lanes >> i & 1))] = (uint16_t)(cells[i] >> shift);
}

/* A row's share, each cell that is not masked. */
static void put_lanes(const struct vector_job *job, const struct vector_access *at, const uint32_t cells[static LANES],
                      uint32_t row, unsigned first, uint32_t mask)
{
    if (mask == (1 << VECTOR_COLUMNS) - 1) {
        const bool is_seen = tile_probed(job->tile, PROBE_ACCESS);
        (is_seen ? put_row_seen : put_row)(job, at, &cells[first], row, first, at->is_32b ? CELL_BITS : 0);
        if (at->is_32b)
            (is_seen ? put_row_seen : put_row)(job, at, &cells[first], row + DST_LOW_HALF, first, 0);
        return;
    }
    for (unsigned i = 0; i < VECTOR_COLUMNS; i++) {
        if (!(mask >> i & 1))
            continue;
        const uint32_t column = vector_column(at, first + i), cell = cells[first + i];
        dst_lanes_put_cell(job, row, column, at->is_32b ? cell >> CELL_BITS : cell);
        if (at->is_32b)
            dst_lanes_put_cell(job, row + DST_LOW_HALF, column, cell);
    }
}

void vector_scatter(const struct vector_job *job, const struct vector_access *at, const uint32_t cells[static LANES],
                    uint32_t lanes)
{
    const uint32_t first_row = physical_row(job, at);
    for (unsigned group = 0; group < LANE_ROWS; group++) {
        const unsigned first = group * VECTOR_COLUMNS;
        const uint32_t mask = lanes >> first & 0xFF, row = first_row + group;
        if (!mask)
            continue;
        if (tile_only_places_probed(job->tile))
            tile_report_dst_place(job->tile, TT_UNIT_VECTOR, row, 1, at->is_32b);
        put_lanes(job, at, cells, row, first, mask);
        tile_make_row_valid(job->tile, TT_UNIT_VECTOR, row);
        const bool is_upper = !at->is_32b && job->tile->vector_settings[job->thread].narrow_is_upper;
        tile_dst_wrote(job->tile, row, 1, at->is_32b || is_upper);
        if (is_upper)
            tile_lose_low_half(job->tile, TT_UNIT_VECTOR, row);
    }
}
