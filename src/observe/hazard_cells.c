/* SPDX-License-Identifier: Apache-2.0 */
/* Scalar registers, rows of Dst and lines of L1: the last writer of each and its readers since, compared with what the
 * next word or store knows to be done. docs/semantics/program-order.md#hazards */
#include "observe/hazard.h"

#include "isa/effects.h"
#include "isa/registers.h"
#include "isa/spaces.h"
#include "tile/state.h"
#include "tile/tile.h"

#include "config_insns.h"
#include "dst_findings.h"
#include "gpr_findings.h"
#include "insn_ids.h"
#include "l1_findings.h"
#include "src_findings.h"

enum { WHAT_TEXT = 256 };

/* How a space is followed: in the cells of which space; bytes of a cell, and cells of a block, as powers of two. Units
 * touch rows and lines by fours and eights, so the cells of a block are mostly alike and are checked at once. */
struct followed {
    bool is_followed;
    enum tt_space cells;
    uint8_t shift, block;
};

static const struct followed followed_spaces[TT_SPACE_COUNT] = {
    [TT_SPACE_L1] = {true, TT_SPACE_L1, 4, 3},
    [TT_SPACE_DST] = {true, TT_SPACE_DST, 5, 2},
    [TT_SPACE_DST_VALID] = {true, TT_SPACE_DST, 0, 2}, /* a flag a row: as the row itself */
    [TT_SPACE_GPR] = {true, TT_SPACE_GPR, 2, 0},
    [TT_SPACE_SRCA] = {true, TT_SPACE_SRCA, 12, 0}, /* a bank is a cell: hazard_banks.c */
    [TT_SPACE_SRCB] = {true, TT_SPACE_SRCB, 12, 0},
};
static_assert(SRC_ROWS * SRC_COLUMNS * 4 == 1 << 12, "a bank has other bytes");
static_assert(HAZARD_LINE == 1 << 4 && DST_COLUMNS * 2 == 1 << 5, "cells have other bytes");

bool hazard_cells_init(struct hazards *hazards)
{
    bool is_well = true;
    for (int space = 0; space < TT_SPACE_COUNT; space++) {
        const struct followed *followed = &followed_spaces[space];
        if (!followed->is_followed || (int)followed->cells != space)
            continue;
        const uint32_t count = space_bytes(hazards->chip, (enum tt_space)space) >> followed->shift;
        struct hazard_cells *cells = &hazards->cells[space];
        assert(count % (1u << followed->block) == 0);
        cells->held = mem_calloc(count, sizeof *cells->held);
        cells->is_split = mem_calloc(count >> followed->block, sizeof *cells->is_split);
        is_well &= cells->held && cells->is_split;
    }
    return is_well;
}

void hazard_cells_clear(struct hazards *hazards)
{
    for (int space = 0; space < TT_SPACE_COUNT; space++) {
        mem_free(hazards->cells[space].held);
        mem_free(hazards->cells[space].is_split);
    }
    mem_free(hazards->accesses);
}

/* Words of the configuration, in either state. */
static void __attribute__((noinline)) note_cfg(struct hazards *hazards, uint32_t lo, uint32_t hi)
{
    const uint32_t count = chip_get(hazards->chip)->cfg_words;
    for (uint32_t state = 0; state < CFG_STATES; state++) {
        struct hazard_words *words = &hazards->written[state];
        const uint32_t base = state * count, from = lo > base ? lo - base : 0, to = hi > base ? hi - base : 0;
        const struct hazard_words here = {from, to < count ? to : count};
        if (here.lo >= here.hi)
            continue;
        if (words->lo == words->hi)
            *words = here;
        words->lo = here.lo < words->lo ? here.lo : words->lo;
        words->hi = here.hi > words->hi ? here.hi : words->hi;
    }
    hazards->has_before &= hazards->may_write;
}

/* Room for one more; false without memory. */
static bool __attribute__((noinline)) grow_accesses(struct hazards *hazards)
{
    const bool is_well =
        !mem_grow(&hazards->accesses, &hazards->access_capacity, hazards->access_count + 1, sizeof *hazards->accesses);
    hazards->has_failed |= !is_well;
    return is_well;
}

void hazard_note_cells(struct hazards *hazards, const struct hazard_access *access)
{
    if (hazards->access_count < hazards->access_capacity || grow_accesses(hazards))
        hazards->accesses[hazards->access_count++] = *access;
}

bool hazard_narrow_is_upper(const struct hazards *hazards)
{
    const uint32_t *debug = tile_state(hazards->source.tile)->registers.debug;
    return debug[DEBUG_OFFSET_FEATURE_DISABLE / 4] & DEBUG_NARROW_IS_UPPER;
}

void hazard_note_narrow(struct hazards *hazards)
{
    hazards->narrow_time = hazards->time;
    hazard_note_cells(hazards, &(struct hazard_access){TT_SPACE_DST, TT_UNIT_CORE, true, 0, DST_ROWS});
}

static void note_uncelled(struct hazards *hazards, const struct probe_access *access)
{
    if (access->space == TT_SPACE_CFG && access->is_write)
        note_cfg(hazards, access->lo / 4, access->hi / 4);
    if (access->space == TT_SPACE_LREG)
        hazard_note_lreg(hazards, access);
}

void hazard_note_access(struct hazards *hazards, const struct probe_access *access)
{
    const struct followed followed = followed_spaces[access->space];
    if (access->lo >= access->hi)
        return;
    if (!followed.is_followed) {
        note_uncelled(hazards, access);
        return;
    }
    const uint32_t lo = access->lo >> followed.shift, hi = ((access->hi - 1) >> followed.shift) + 1;
    /* rows of 32 bits lie in two places, whose reports take turns */
    for (size_t i = hazards->access_count; i > 0 && i + 2 > hazards->access_count; i--) {
        struct hazard_access *last = &hazards->accesses[i - 1];
        if (last->space == followed.cells && last->unit == access->unit && last->is_write == access->is_write &&
            lo >= last->lo && lo <= last->hi) {
            last->hi = hi > last->hi ? hi : last->hi;
            return;
        }
    }
    hazard_note_cells(hazards, &(struct hazard_access){followed.cells, access->unit, access->is_write, lo, hi});
}

static void hazard_cells_note_one(void *user, const struct probe_access *access)
{
    hazard_note_access(user, access);
}

/* Accesses within one cell count once. */
void hazard_note_series(struct hazards *hazards, const struct probe_series *series)
{
    const struct followed *followed = &followed_spaces[series->one.space];
    const uint32_t steps = series->count ? series->count - 1 : 0, last = series->one.hi - 1 + steps * series->step;
    struct probe_access all = series->one;
    if (followed->is_followed && series->count && all.lo >> followed->shift == last >> followed->shift) {
        all.hi = last + 1;
        hazard_note_access(hazards, &all);
    } else {
        probe_each(series, hazard_cells_note_one, hazards);
    }
}

/* ---- names ---- */

/* Names the fields that WRCFG is about to write: they are what goes wrong. */
static void name_target(enum tt_chip chip, uint32_t word, char what[static WHAT_TEXT])
{
    enum reg_id ids[32];
    if (isa_id(chip, word) != INSN_WRCFG)
        return;
    const struct insn_wrcfg f = isa_decode_wrcfg(chip, word);
    const size_t count = reg_fields_of_word(chip, TT_SPACE_CFG, f.cfg_reg, ids);
    for (size_t i = 0; i < count && i < 4; i++) {
        const size_t length = strlen(what);
        (void)snprintf(what + length, WHAT_TEXT - length, "%s%s", i ? ", " : ", meant for ",
                       reg_field_get(chip, ids[i])->name);
    }
}

static void name_cells(const struct hazards *hazards, const struct hazard_access *access, uint32_t lo, uint32_t hi,
                       uint32_t word, bool is_narrow, char what[static WHAT_TEXT])
{
    if (access->space == TT_SPACE_L1) {
        (void)snprintf(what, WHAT_TEXT, "L1 %#x to %#x", (unsigned)(lo * HAZARD_LINE),
                       (unsigned)(hi * HAZARD_LINE - 1));
    } else if (is_narrow) {
        (void)snprintf(what, WHAT_TEXT, "debug bit 11 (FEATURE_DISABLE), by which 16 bits of Dst are found");
    } else if (access->space == TT_SPACE_DST) {
        (void)snprintf(what, WHAT_TEXT, "Dst rows %u to %u", (unsigned)lo, (unsigned)hi - 1);
    } else if (access->space == TT_SPACE_SRCA || access->space == TT_SPACE_SRCB) {
        (void)snprintf(what, WHAT_TEXT, "bank %u of Src%c", (unsigned)lo, access->space == TT_SPACE_SRCA ? 'A' : 'B');
    } else {
        (void)snprintf(what, WHAT_TEXT, "scalar register %u of thread %u", (unsigned)(lo % GPRS),
                       (unsigned)(lo / GPRS));
        name_target(hazards->chip, word, what);
    }
}

static finding_id finding_of(enum tt_space space, bool is_read)
{
    if (space == TT_SPACE_GPR)
        return is_read ? FINDING_GPR_READ_TOO_SOON : FINDING_GPR_WHILE_IN_USE;
    if (space == TT_SPACE_DST)
        return is_read ? FINDING_DST_READ_TOO_SOON : FINDING_DST_WHILE_IN_USE;
    if (space == TT_SPACE_SRCA || space == TT_SPACE_SRCB)
        return is_read ? FINDING_SRC_READ_TOO_SOON : FINDING_SRC_WHILE_IN_USE;
    return is_read ? FINDING_L1_READ_TOO_SOON : FINDING_L1_WHILE_IN_USE;
}

/* ---- checks ---- */

/* Which work a touch belongs to: what is done at once is HAZARD_AT_ISSUE. Of the scalar unit only memory requests take
 * time (F35). */
static enum tt_unit work_of(const struct isa_insn *insn, const struct hazard_access *access, uint32_t word)
{
    if (access->unit == TT_UNIT_CORE)
        return HAZARD_CORE_STORE;
    if (access->unit == TT_UNIT_SCALAR) {
        const bool is_loaded = access->is_write && word_writes_at_work(insn, word, TT_SPACE_GPR);
        return access->space == TT_SPACE_L1 || is_loaded ? TT_UNIT_SCALAR : HAZARD_AT_ISSUE;
    }
    return access->unit >= TT_UNIT_MOVER && access->unit <= TT_UNIT_PACK ? access->unit : HAZARD_AT_ISSUE;
}

/* The work that touches cells now, and what it knows of other work. No function that is called gets one of the loop
 * over cells, which so has it in registers. */
struct toucher {
    const struct hazards *hazards;
    const struct hazard_access *access;
    const struct hazard_clock *known;
    unsigned work;
    unsigned in_order; /* the unit whose work comes in the order of its words, HAZARD_UNITS: none */
    bool may_pass;     /* it reads for the configuration unit, which may pass the scalar unit's words */
    unsigned thread;
};

/* Behind a word of the matrix unit three others must stand, of any kind, before SFPLOAD finds its rows of Dst:
 * SFPLOAD's ISA page. */
enum { DST_CYCLES = 4 };

static inline struct toucher toucher_of(const struct hazards *hazards, const struct hazard_access *access,
                                        unsigned agent, uint32_t word)
{
    const enum tt_unit work = work_of(hazards->insn, access, word);
    return (struct toucher){hazards,
                            access,
                            &hazards->agents[agent],
                            work,
                            work == HAZARD_AT_ISSUE ? HAZARD_UNITS : work,
                            access->unit == TT_UNIT_CONFIG && !access->is_write && hazards->scalar_words_lag,
                            agent};
}

/* Rows that such a word writes the hardware holds back from packers until they are there (Dst's ISA page). */
static bool holds_packers(insn_id id)
{
    return id == INSN_MVMUL || id == INSN_DOTPV || id == INSN_ELWMUL || id == INSN_GMPOOL || id == INSN_GAPOOL;
}

/* Whether what the matrix unit wrote to Dst is there for a reader, though the unit may not be done with its word. */
static bool hazard_cells_is_there(const struct toucher *toucher, const struct hazard_touch *touch)
{
    const struct hazards *hazards = toucher->hazards;
    if (toucher->work == TT_UNIT_VECTOR)
        return touch->thread == toucher->thread && toucher->thread < THREADS && hazard_has(hazards, EDGE_DST_WORDS) &&
               touch->time <= hazard_time_ago(hazards, toucher->thread, DST_CYCLES);
    return hazard_has(hazards, EDGE_DST_HELD) && toucher->work == TT_UNIT_PACK &&
           touch->time <= toucher->known->done[HAZARD_AT_ISSUE][touch->thread] &&
           holds_packers(isa_id(hazards->chip, touch->word));
}

/* Blackhole has a stage between gate and scalar unit: WRCFG may read a register before a scalar word that its thread
 * issued earlier has set it (tt-isa-documentation#58). On Wormhole nothing of the thread passes the scalar unit. */
static bool is_before_config(const struct toucher *toucher, const struct hazard_touch *touch)
{
    return toucher->may_pass && touch->thread == toucher->thread && touch->unit == HAZARD_AT_ISSUE && touch->word &&
           isa_unit(toucher->hazards->chip, touch->word) == TT_UNIT_SCALAR;
}

/* Cycles since the matrix or the vector unit got another thread's word, which the toucher knows issued; 0: not so. */
static uint64_t cycles_since(const struct toucher *toucher, const struct hazard_touch *touch)
{
    const bool is_bounded = touch->unit == TT_UNIT_MATRIX || touch->unit == TT_UNIT_VECTOR;
    return is_bounded && touch->thread != toucher->thread
               ? hazard_time_since(toucher->hazards, toucher->thread, touch->thread, touch->time, touch->cycle)
               : 0;
}

/* Of what is not known to be done otherwise: whether it may still be at work. */
static bool __attribute__((noinline)) may_be_at_work(const struct hazards *hazards, const struct hazard_access *access,
                                                     unsigned agent, unsigned work, const struct hazard_touch *touch)
{
    const struct toucher toucher = {hazards, access, &hazards->agents[agent], work, work, false, agent};
    const bool is_dst_read = access->space == TT_SPACE_DST && !access->is_write;
    if (touch->thread < THREADS && touch->time <= hazards->reported[touch->unit][touch->thread].time)
        return false;
    if (hazard_time_is_over(hazards, cycles_since(&toucher, touch), touch->word))
        return false;
    return !is_dst_read || touch->unit != TT_UNIT_MATRIX || !hazard_cells_is_there(&toucher, touch);
}

/* A unit takes its words in order; the order of two cores' stores to one line is a question for `schedules`. A thread
 * that issues a word knows what it issued before (hazard_order_word). */
static inline bool is_open(const struct toucher *toucher, const struct hazard_touch *touch)
{
    if (toucher->may_pass && is_before_config(toucher, touch))
        return touch->time > toucher->known->done[TT_UNIT_SCALAR][touch->thread];
    return touch->time > toucher->known->done[touch->unit][touch->thread] && touch->unit != toucher->in_order &&
           may_be_at_work(toucher->hazards, toucher->access, toucher->thread, toucher->work, touch);
}

/* Readers before the last write do not count. */
static inline uint64_t read_time(const struct hazard_cell *cell, unsigned reader)
{
    const uint64_t time = cell->read[reader].time;
    return time > cell->written.time ? time : 0;
}

/* The work that may still be under way on a cell that is now read or written. */
static inline const struct hazard_touch *find_open(const struct toucher *toucher, const struct hazard_cell *cell)
{
    if (is_open(toucher, &cell->written))
        return &cell->written;
    for (unsigned i = 0; i < HAZARD_READERS && toucher->access->is_write; i++) {
        if (read_time(cell, i) && is_open(toucher, &cell->read[i]))
            return &cell->read[i];
    }
    return NULL;
}

static inline void hazard_cells_note(struct hazard_cell *cell, const struct hazard_touch *touch, bool is_write)
{
    unsigned to = 0;
    if (is_write) {
        cell->written = *touch;
        return;
    }
    for (unsigned i = 0; i < HAZARD_READERS; i++) {
        const bool is_same = cell->read[i].unit == touch->unit && cell->read[i].thread == touch->thread;
        if (is_same && read_time(cell, i)) {
            to = i;
            break;
        }
        if (read_time(cell, i) < read_time(cell, to))
            to = i;
    }
    cell->read[to] = *touch;
}

static const struct hazard_cell *hazard_cells_cell_at(const struct hazards *hazards, enum tt_space space, uint32_t at)
{
    const uint32_t block = at >> followed_spaces[space].block;
    const struct hazard_cells *cells = &hazards->cells[space];
    return &cells->held[cells->is_split[block] ? at : block << followed_spaces[space].block];
}

/* The end of the cells from `at` on that the same work touched. */
static uint32_t hazard_cells_end_of(const struct toucher *toucher, uint32_t at, const struct hazard_touch *found)
{
    while (++at < toucher->access->hi) {
        const struct hazard_touch *open =
            find_open(toucher, hazard_cells_cell_at(toucher->hazards, toucher->access->space, at));
        if (!open || open->unit != found->unit || open->thread != found->thread)
            break;
    }
    return at;
}

static void __attribute__((noinline, cold))
hazard_cells_report(struct hazards *hazards, const struct hazard_access *access, unsigned agent, uint32_t at,
                    uint32_t word, const struct hazard_touch *open)
{
    char what[WHAT_TEXT];
    const struct hazard_touch found = *open;
    const struct toucher toucher = toucher_of(hazards, access, agent, word);
    const uint32_t end = hazard_cells_end_of(&toucher, at, &found);
    const bool is_lag = is_before_config(&toucher, &found);
    const bool has_narrowed = found.unit == HAZARD_CORE_STORE && found.time == hazards->narrow_time;
    const bool narrows = toucher.work == HAZARD_CORE_STORE && hazards->time == hazards->narrow_time;
    const bool is_read = !access->is_write || has_narrowed;
    const enum tt_unit unit = is_lag ? TT_UNIT_SCALAR : (enum tt_unit)found.unit;
    const uint64_t cycles = is_lag                          ? hazards->cycle[found.thread] - found.cycle
                            : access->space == TT_SPACE_DST ? cycles_since(&toucher, &found)
                                                            : 0;
    const finding_id id = is_lag   ? FINDING_GPR_MAY_BE_READ_TOO_SOON
                          : cycles ? (is_read ? FINDING_DST_MAY_BE_READ_TOO_SOON : FINDING_DST_MAY_BE_IN_USE)
                                   : finding_of(access->space, is_read);
    name_cells(hazards, access, at, end, access->is_write ? 0 : word, has_narrowed || narrows, what);
    hazard_report(hazards,
                  &(struct hazard_pair){id, is_read, agent, word, unit, found.thread, found.word, found.step, what,
                                        cycles, false,
                                        hazard_time_since(hazards, agent, found.thread, found.time, found.cycle)},
                  found.time);
}

static void __attribute__((noinline)) split(struct hazard_cell *first, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
        first[i] = first[0];
}

/* touch: that of the word or store at work, but for the unit. */
static inline void check_access(struct hazards *hazards, const struct hazard_access *access, unsigned agent,
                                struct hazard_touch touch)
{
    const struct toucher toucher = toucher_of(hazards, access, agent, touch.word);
    const uint32_t shift = followed_spaces[access->space].block, size = 1u << shift;
    struct hazard_cell *const held = hazards->cells[access->space].held;
    bool *const splits = hazards->cells[access->space].is_split;
    touch.unit = (uint8_t)toucher.work;
    for (uint32_t at = access->lo, end; at < access->hi; at = end) {
        bool *is_split = &splits[at >> shift];
        const bool is_whole = (at & (size - 1)) == 0 && access->hi - at >= size;
        if (!is_whole && !*is_split) {
            split(&held[at & ~(size - 1)], size);
            *is_split = true;
        }
        end = *is_split ? at + 1 : at + size;
        const struct hazard_touch *open = find_open(&toucher, &held[at]);
        if (open)
            hazard_cells_report(hazards, access, agent, at, touch.word, open);
        hazard_cells_note(&held[at], &touch, access->is_write);
    }
}

void hazard_check_cells(struct hazards *hazards, unsigned agent, uint32_t word)
{
    const struct hazard_touch touch = {.time = hazards->time,
                                       .step = hazards->source.listener->seq,
                                       .cycle = agent < THREADS ? hazards->cycle[agent] : 0,
                                       .word = word,
                                       .thread = (uint8_t)(agent < HAZARD_CORES ? agent : agent - HAZARD_CORES)};
    for (size_t i = 0; i < hazards->access_count; i++)
        check_access(hazards, &hazards->accesses[i], agent, touch);
    hazards->access_count = 0;
}
