/* SPDX-License-Identifier: Apache-2.0 */
/* Whether what an instruction wrote is unknown, element by element: decided from the state before the instruction, so
 * that nothing is changed until all is decided. */
#include "isa/isa.h"
#include "isa/spaces.h"
#include "observe/unknown_internal.h"

/* A row of Dst that is not valid gives zeros, whatever its cells hold. */
static origin_set of_dst(struct unknown *unknown, uint32_t lo, uint32_t hi)
{
    origin_set origins = 0;
    for (uint32_t at = lo, end; at < hi; at = end) {
        const uint32_t row = at / DST_ROW_BYTES;
        const bool is_seen = row < DST_ROWS && unknown->rows[row].is_read;
        end = (row + 1) * DST_ROW_BYTES < hi ? (row + 1) * DST_ROW_BYTES : hi;
        if (is_seen)
            origins |= unknown_of(unknown, TT_SPACE_DST_VALID, unknown->rows[row].flag, unknown->rows[row].flag + 1u,
                                  UINT32_MAX);
        if (!is_seen || !unknown->rows[row].is_empty)
            origins |= unknown_of(unknown, TT_SPACE_DST, at, end, UINT32_MAX);
    }
    return origins;
}

static origin_set of_range(struct unknown *unknown, enum tt_space space, uint32_t lo, uint32_t hi)
{
    return space == TT_SPACE_DST ? of_dst(unknown, lo, hi) : unknown_of(unknown, space, lo, hi, UINT32_MAX);
}

/* All that the instruction read of a space: the same for each byte that depends on it. */
static origin_set of_space(struct unknown *unknown, const struct depends_insn *insn, enum tt_space space)
{
    if (!(unknown->summed_spaces >> space & 1)) {
        unknown->by_space[space] = 0;
        for (size_t i = 0; i < insn->access_count; i++)
            if (!insn->accesses[i].is_write && insn->accesses[i].space == space)
                unknown->by_space[space] |= of_range(unknown, space, insn->accesses[i].lo, insn->accesses[i].hi);
        unknown->summed_spaces |= UINT32_C(1) << space;
    }
    return unknown->by_space[space];
}

static struct depends *emptied_depends(struct unknown *unknown)
{
    struct depends *depends = &unknown->depends;
    depends->spaces = 0;
    depends->count = 0;
    depends->is_out_of_memory = false;
    return depends;
}

static origin_set of_depends(struct unknown *unknown, const struct depends_insn *insn, enum tt_space space, uint32_t lo,
                             uint32_t hi)
{
    struct depends *depends = emptied_depends(unknown);
    depends_of(insn, space, lo, hi, depends);
    origin_set origins = depends->is_out_of_memory ? origin_bit(ORIGIN_LOST) : 0;
    for (unsigned all = 0; all < TT_SPACE_COUNT && depends->spaces; all++)
        if (depends->spaces >> all & 1)
            origins |= of_space(unknown, insn, (enum tt_space)all);
    for (size_t i = 0; i < depends->count; i++)
        origins |= of_range(unknown, depends->items[i].space, depends->items[i].lo, depends->items[i].hi);
    return origins;
}

/* All that was read, but for words that are read only because some of their bits stay. */
static origin_set of_reads(struct unknown *unknown, const struct depends_insn *insn)
{
    origin_set origins = 0;
    for (size_t i = 0; i < insn->access_count; i++) {
        const struct probe_access *read = &insn->accesses[i];
        if (!read->is_write && !insn_log_keeps(unknown->log, read->space, read->lo))
            origins |= of_range(unknown, read->space, read->lo, read->hi);
    }
    return origins;
}

static bool unknown_resolve_is_register(enum tt_space space)
{
    return space == TT_SPACE_CFG || space == TT_SPACE_THREAD_CFG || space == TT_SPACE_GPR;
}

/* The core that made the store, or that pushed the word. */
static origin_set of_doer(const struct unknown *unknown)
{
    if (unknown->insn.unit == TT_UNIT_CORE)
        return unknown->core != TT_CORE_COUNT ? unknown->by_core[unknown->core] : 0;
    /* The recording has all of a store. */
    const origin_set lost = unknown->is_control_lost ? origin_bit(ORIGIN_LOST) : 0;
    return lost | (unknown->insn.thread < THREADS ? unknown->by_thread[unknown->insn.thread] : 0);
}

/* The inputs that decided about the instruction, and what is undefined in it. */
static origin_set unknown_resolve_base_of(const struct unknown *unknown)
{
    return unknown->control | of_doer(unknown) | (unknown->is_undefined ? origin_bit(ORIGIN_UNDEFINED) : 0);
}

origin_set unknown_insn_origins(const struct unknown *unknown)
{
    return (unknown_resolve_base_of(unknown) | unknown->read | unknown->steps) & ~unknown->origins.assumed;
}

/* Whether rows of Dst that were read are empty, or not, for the same reasons. */
static bool are_rows_alike(const struct unknown *unknown, uint32_t lo, uint32_t hi)
{
    const struct dst_row_read *first = &unknown->rows[lo / DST_ROW_BYTES];
    const origin_set flag = shadow_origins(&unknown->shadow, TT_SPACE_DST_VALID, first->flag);
    for (const struct dst_row_read *row = first + 1; row <= &unknown->rows[(hi - 1) / DST_ROW_BYTES]; row++)
        if (row->is_read != first->is_read || row->is_empty != first->is_empty ||
            shadow_origins(&unknown->shadow, TT_SPACE_DST_VALID, row->flag) != flag)
            return false;
    return true;
}

/* Whether each byte of a range comes from the same, none of which has to be looked up by its place. */
static bool unknown_resolve_is_alike(const struct unknown *unknown, const struct depends_range *range)
{
    const struct shadow *shadow = &unknown->shadow;
    if (range->hi > shadow->size[range->space] ||
        (range->space == TT_SPACE_DST && !are_rows_alike(unknown, range->lo, range->hi)))
        return false;
    const origin_set first = shadow_origins(shadow, range->space, range->lo);
    bool is_same = !origin_is_in(first, ORIGIN_UNREAD);
    for (uint32_t at = range->lo; at < range->hi && is_same; at = shadow_alike_end(shadow, range->space, at, range->hi))
        is_same = shadow_origins(shadow, range->space, at) == first;
    return is_same;
}

/* Whether all of the ranges are, each by itself. */
static bool are_alike(const struct unknown *unknown, const struct depends *depends)
{
    bool are = !depends->is_out_of_memory;
    for (size_t i = 0; i < depends->count && are; i++)
        are = unknown_resolve_is_alike(unknown, &depends->items[i]);
    return are;
}

/* Many datums at once, of cells that all come from the same: so many bytes of L1 from lo on; 0: one by one. Four rows
 * are tried, two and one. */
static uint32_t of_run(struct unknown *unknown, const struct depends_insn *insn, uint32_t lo, uint32_t hi,
                       origin_set *origins)
{
    struct depends *depends = emptied_depends(unknown);
    uint32_t run = depends_run(insn, lo, hi, depends);
    for (unsigned halved = 0; run && !are_alike(unknown, depends); halved++)
        run = halved < 2 ? depends_run(insn, lo, lo + run / 2, emptied_depends(unknown)) : 0;
    for (size_t i = 0; i < depends->count && run; i++)
        *origins |= of_range(unknown, depends->items[i].space, depends->items[i].lo, depends->items[i].hi);
    return run;
}

/* Whether all that a packer or an unpacker moved comes from all that it read, each byte of it from the same. */
static bool is_of_all(struct unknown *unknown, const struct depends_insn *insn)
{
    const bool is_pack = insn->unit == TT_UNIT_PACK;
    const enum tt_space source = is_pack ? TT_SPACE_DST : TT_SPACE_L1;
    if (!unknown->read || !(is_pack || unit_is_unpacker(insn->unit)))
        return false;
    for (size_t i = 0; i < insn->access_count; i++) {
        const struct probe_access *read = &insn->accesses[i];
        if (!read->is_write && read->space == source &&
            (!unknown_resolve_is_alike(unknown, &(struct depends_range){source, read->lo, read->hi}) ||
             of_range(unknown, source, read->lo, read->hi) != unknown->read))
            return false;
    }
    return is_pack ? depends_is_each_byte_packed(insn) : depends_is_each_cell_read(insn);
}

/* Where packers and unpackers put what they move. */
static bool is_moved_to(enum tt_unit unit, enum tt_space space)
{
    if (unit == TT_UNIT_PACK)
        return space == TT_SPACE_L1;
    return space == TT_SPACE_SRCA || space == TT_SPACE_SRCB || space == TT_SPACE_DST;
}

static bool resolve_write(struct unknown *unknown, const struct depends_insn *insn, const struct probe_access *write)
{
    const bool is_sure = !(unknown->read & ~unknown->origins.assumed);
    const origin_set base = unknown_resolve_base_of(unknown);
    const bool is_of_all = unknown->is_of_all && is_moved_to(insn->unit, write->space);
    /* Inputs that are only assumed need not be distinguished. */
    if (unknown_resolve_is_register(write->space) || is_of_all || is_sure || unknown->is_undefined)
        return outcomes_add(&unknown->outcomes,
                            &(struct outcome){write->space, write->lo, write->hi, base | unknown->read});
    const uint32_t step = write->space == TT_SPACE_L1 ? 1 : space_element_bytes(write->space);
    bool is_good = true;
    for (uint32_t lo = write->lo, end; lo < write->hi && is_good; lo = end) {
        const uint32_t hi = lo + step < write->hi ? lo + step : write->hi;
        origin_set origins = base;
        const uint32_t run = write->space == TT_SPACE_L1 ? of_run(unknown, insn, lo, write->hi, &origins) : 0;
        if (!run)
            origins |= of_depends(unknown, insn, write->space, lo, hi);
        end = write->space != TT_SPACE_L1 ? hi : lo + (run ? run : depends_alike(insn, lo, write->hi));
        is_good = outcomes_add(&unknown->outcomes, &(struct outcome){write->space, lo, end, origins});
    }
    return is_good;
}

static void put_register(struct unknown *unknown, const struct outcome *range)
{
    const uint32_t element = space_element_bytes(range->space);
    for (uint32_t at = range->lo; at < range->hi; at++) {
        const uint32_t lo = at / element * element;
        const struct probe_control *retained = insn_log_keeps(unknown->log, range->space, lo);
        const uint32_t bits = retained ? ~retained->mask : UINT32_MAX;
        const uint8_t written = (uint8_t)(bits >> 8 * (at - lo));
        if (written)
            shadow_put_bits(&unknown->shadow, range->space, at, written, range->origins);
    }
}

static void apply(struct unknown *unknown, const struct outcome *range)
{
    if (!range->origins && !unknown_has(unknown, range->space)) /* known, as it was */
        return;
    if (unknown_resolve_is_register(range->space))
        put_register(unknown, range);
    else
        shadow_put(&unknown->shadow, range->space, range->lo, range->hi - range->lo, range->origins);
    if ((range->origins & ~unknown->origins.assumed) && unknown->on_tainted.tainted)
        unknown->on_tainted.tainted(unknown->on_tainted.user, unknown->insn.seq, range->space, range->lo, range->hi);
}

/* Groups of the state are followed by themselves, but for what is undefined: that is exactly what was reported, less
 * counters, which step as their words say. */
static bool is_write_of_bytes(const struct unknown *unknown, const struct probe_access *access)
{
    return access->is_write && (access->space != TT_SPACE_STATE || !unknown_is_by_group(access->lo) ||
                                (unknown->is_undefined && !unknown_is_counter(access->lo)));
}

/* Without memory, to be safe: everything that it wrote is unknown. */
static void resolve_bytes(struct unknown *unknown, const struct depends_insn *insn)
{
    bool is_good = !unknown->log->is_broken;
    unknown->outcomes.count = 0;
    for (size_t i = 0; i < insn->access_count && is_good; i++)
        if (is_write_of_bytes(unknown, &insn->accesses[i]))
            is_good = resolve_write(unknown, insn, &insn->accesses[i]);
    for (size_t i = 0; i < unknown->outcomes.count && is_good; i++)
        apply(unknown, &unknown->outcomes.items[i]);
    for (size_t i = 0; i < insn->access_count && !is_good; i++)
        if (is_write_of_bytes(unknown, &insn->accesses[i]))
            apply(unknown, &(struct outcome){insn->accesses[i].space, insn->accesses[i].lo, insn->accesses[i].hi,
                                             origin_bit(ORIGIN_LOST)});
}

/* Undefined behaviour while everything was known: what was written may be anything, and so may what could not be
 * retained. */
static void resolve_written(struct unknown *unknown)
{
    for (size_t i = 0; i < unknown->written.count; i++)
        apply(unknown, &unknown->written.items[i]);
    for (int space = 0; space < TT_SPACE_COUNT && unknown->has_lost_written; space++)
        unknown_mark_all(unknown, (enum tt_space)space);
}

/* A word of its own selects the copy of the configuration that a thread uses (F25). */
static bool writes_cfg(const struct depends_insn *insn)
{
    for (size_t i = 0; i < insn->access_count; i++)
        if (insn->accesses[i].space == TT_SPACE_CFG)
            return insn->unit == TT_UNIT_CONFIG;
    return false;
}

static void resolve_insn(struct unknown *unknown)
{
    bool has_remap = false, has_swizzle = false;
    const enum tt_unit unit = unknown->insn.unit;
    if (unknown->order.rows && (unit == TT_UNIT_PACK || unit_is_unpacker(unit))) /* others do not ask in which order */
        unknown->order.rows(unknown->order.user, unknown->insn.thread, &has_remap, &has_swizzle);
    unknown->summed_spaces = 0;
    const struct depends_insn *insn = insn_log_end(unknown->log, has_remap, has_swizzle);
    unknown->read = of_reads(unknown, insn);
    unknown->is_of_all = is_of_all(unknown, insn);
    if (writes_cfg(insn))
        unknown->control |= unknown_chosen_state(unknown);
    unknown->control |= unknown_state_read(unknown);
    resolve_bytes(unknown, insn);
    unknown_state_written(unknown);
    if ((unknown->read | unknown->control) & ~unknown->origins.assumed)
        unknown->lost_units |= UINT32_C(1) << unit;
}

void unknown_resolve(struct unknown *unknown)
{
    if (unknown_any(unknown))
        resolve_insn(unknown);
    else if (unknown->is_undefined)
        resolve_written(unknown);
}
