/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle by cycle: what macros scheduled, and the word from outside that meets it (V62, V64 to V66). All of one cycle
 * read what was there before it. Results therefore wait for its end; flags and tables, which the simple sub-unit alone
 * writes, and Dst, which the store alone does, need not, since those two go last. */
#include "tile/vector/vector_internal.h"

#include "numeric/format.h"

#include "insn_ids.h"
#include "name_texts.h"
#include "vector_findings.h"

enum { ALL_REGISTERS = VECTOR_MACRO_REGISTER + 1, FIRST_CONSTANT = 8 };

struct cycle {
    struct tile *tile;
    struct vector_scheduled due[VECTOR_PUT_OFF];
    uint32_t taken; /* bit a sub-unit that something is due in */
    uint32_t idle;  /* bit a sub-unit in which that is SFPNOP */
    struct vector_job *outside;
    uint32_t plain_result; /* of the multiply-add from outside */
};

/* ---- results on their way ---- */

void vector_note_operand(const struct vector_job *job, unsigned reg)
{
    struct vector_state *unit = &job->tile->state.vector;
    if (unit->macro.operands >> reg & 1)
        return;
    unit->macro.operands |= 1u << reg;
    for (uint32_t i = 0; i < unit->macro.landing_count; i++) {
        if (unit->macro.landing[i].reg == reg && unit->macro.landing[i].has_waited)
            tile_finding(job->tile, FINDING_VECTOR_MACRO_READS_EARLY, TT_UNIT_VECTOR, job->instance,
                         "word %08X reads register %u one cycle before a result is in it", (unsigned)job->word, reg);
    }
    if (job->instance && unit->macro.plain_result >> reg & 1)
        tile_finding(job->tile, FINDING_VECTOR_MACRO_READS_EARLY, TT_UNIT_VECTOR, job->instance,
                     "word %08X reads register %u a cycle after a multiply-add from outside; its result is taken",
                     (unsigned)job->word, reg);
}

/* Cycles that end between the one in which it runs and the one in which its result is there. Words from outside are
 * held back until it is. */
static unsigned latency(const struct vector_job *job)
{
    return job->instance && (job->insn->subunit == VECTOR_MAD || job->insn->run == vector_sfpswap);
}

void vector_land(const struct vector_job *job, unsigned reg, const uint32_t values[static LANES], uint32_t lanes)
{
    struct vector_state *unit = &job->tile->state.vector;
    assert(unit->macro.landing_count < VECTOR_LANDINGS_MAX);
    struct vector_landing *landing = &unit->macro.landing[unit->macro.landing_count++];
    memcpy(landing->values, values, sizeof landing->values);
    landing->lanes = lanes;
    landing->operands = unit->macro.operands;
    landing->reg = (uint8_t)reg;
    landing->instance = (uint8_t)job->instance;
    landing->cycles = (uint8_t)latency(job);
    landing->has_waited = false;
}

/* A result that comes a cycle after its operands were read: a listener that follows dependence is given them now. */
static void calendar_report_operands(const struct vector_job *job, const struct vector_landing *landing)
{
    for (unsigned reg = 0; landing->has_waited && reg < ALL_REGISTERS; reg++) {
        if (landing->operands >> reg & 1)
            vector_saw_dependence(job, reg);
    }
}

static void check_overlap(struct tile *tile, const struct vector_landing *landing, uint32_t written[ALL_REGISTERS])
{
    if (written[landing->reg] & landing->lanes)
        tile_finding(tile, FINDING_VECTOR_MACRO_CONFLICT, TT_UNIT_VECTOR, landing->instance,
                     "two results for register %u in one cycle; the one that was begun later is taken", landing->reg);
    written[landing->reg] |= landing->lanes;
}

static void land(struct tile *tile)
{
    struct vector_state *unit = &tile->state.vector;
    uint32_t written[ALL_REGISTERS] = {0}, left = 0;
    for (uint32_t i = 0; i < unit->macro.landing_count; i++) {
        struct vector_landing *landing = &unit->macro.landing[i];
        if (landing->cycles) {
            landing->cycles--;
            landing->has_waited = true;
            unit->macro.landing[left++] = *landing;
            continue;
        }
        const struct vector_job job = {.tile = tile, .instance = landing->instance};
        check_overlap(tile, landing, written);
        calendar_report_operands(&job, landing);
        vector_write_constant(&job, landing->reg, landing->values, landing->lanes);
    }
    unit->macro.landing_count = left;
}

/* ---- what is due ---- */

static void take_due(struct cycle *cycle)
{
    struct vector_state *unit = &cycle->tile->state.vector;
    uint32_t left = 0;
    for (uint32_t i = 0; i < unit->macro.count; i++) {
        struct vector_scheduled put_off = unit->macro.waiting[i];
        put_off.age++;
        if (put_off.delay) {
            put_off.delay--;
            unit->macro.waiting[left++] = put_off;
            continue;
        }
        cycle->due[put_off.subunit] = put_off;
        cycle->taken |= 1u << put_off.subunit;
        cycle->idle |= (uint32_t)(isa_id(cycle->tile->chip->id, put_off.word) == INSN_SFPNOP) << put_off.subunit;
    }
    unit->macro.count = left;
}

static void run_due(struct cycle *cycle, enum vector_subunit subunit)
{
    const struct vector_scheduled *put_off = &cycle->due[subunit];
    struct vector_job job = {.tile = cycle->tile,
                             .insn = vector_insn_of(cycle->tile->chip->id, put_off->word),
                             .traits = vector_traits_of(cycle->tile),
                             .thread = put_off->thread,
                             .word = put_off->word};
    vector_decode(&job);
    job.mod = put_off->mod;
    job.vd = put_off->vd;
    job.addr = put_off->addr;
    job.instance = 1u + subunit;
    if (subunit != VECTOR_STORE) {
        job.vb = put_off->vb;
        job.vc = put_off->vc;
    }
    job.lanes = vector_enabled_lanes(cycle->tile);
    job.doing = UINT32_MAX; /* no backdoor is open to it */
    vector_report_mask(&job, VECTOR_LANES_ENABLED, job.lanes);
    job.insn->run(&job);
    vector_report_scheduled(&job, put_off);
}

void vector_report_scheduled(const struct vector_job *job, const struct vector_scheduled *put_off)
{
    const uint32_t values[] = {
        put_off->word,
        (uint32_t)put_off->vd | (uint32_t)put_off->vc << 8 | (uint32_t)put_off->vb << 16 | (uint32_t)put_off->mod << 24,
        put_off->age,
        job->insn->subunit == VECTOR_STORE ? 0u : 1u + latency(job),
    };
    if (!tile_probed(job->tile, PROBE_STAGE))
        return;
    const struct probe_stage report = {
        .unit = TT_UNIT_VECTOR,
        .instance = (uint8_t)job->instance,
        .stage = VECTOR_SCHEDULED,
        .format = FORMAT_INT32,
        .value_bytes = 4,
        .count = sizeof values / sizeof *values,
        .values = values,
    };
    job->tile->probe->stage(job->tile->probe->user, &report);
}

/* ---- what must not meet ---- */

static bool has_work(const struct cycle *cycle, enum vector_subunit subunit)
{
    const struct vector_job *outside = cycle->outside;
    if (cycle->taken >> subunit & 1)
        return !(cycle->idle >> subunit & 1);
    return outside && outside->insn->subunit == subunit && outside->insn->run != vector_sfpnop;
}

static bool swaps(const struct cycle *cycle)
{
    return (cycle->taken >> VECTOR_SIMPLE & 1) &&
           vector_insn_of(cycle->tile->chip->id, cycle->due[VECTOR_SIMPLE].word)->run == vector_sfpswap;
}

static void conflict(const struct cycle *cycle, enum vector_subunit subunit, const char *what)
{
    tile_finding(cycle->tile, FINDING_VECTOR_MACRO_CONFLICT, TT_UNIT_VECTOR, 1u + subunit, "word %08X: %s",
                 (unsigned)cycle->due[subunit].word, what);
}

/* Halves of the registers have a write port each, and the macro's own register one: V66. Which of them a sub-unit that
 * has work writes through. */
static unsigned port_of(const struct cycle *cycle, enum vector_subunit subunit)
{
    return (cycle->taken >> subunit & 1 ? cycle->due[subunit].vd : cycle->outside->vd) / 4;
}

static void check_rules(const struct cycle *cycle, bool is_swapping)
{
    const struct vector_scheduled *simple = &cycle->due[VECTOR_SIMPLE];
    const bool has_both = has_work(cycle, VECTOR_SIMPLE) && has_work(cycle, VECTOR_ROUND);
    const bool is_swap = swaps(cycle);
    if (has_both && port_of(cycle, VECTOR_SIMPLE) == port_of(cycle, VECTOR_ROUND))
        conflict(cycle, cycle->taken >> VECTOR_ROUND & 1 ? VECTOR_ROUND : VECTOR_SIMPLE,
                 "simple and round write the same half of the registers in one cycle");
    if (is_swapping && (has_work(cycle, VECTOR_SIMPLE) || has_work(cycle, VECTOR_ROUND)))
        tile_finding(cycle->tile, FINDING_VECTOR_MACRO_CONFLICT, TT_UNIT_VECTOR, 1u + VECTOR_SIMPLE,
                     "simple or round has work in the second cycle of " INSN_TEXT_SFPSWAP "; it is done");
    const bool keeps_two = is_swap && simple->vc != simple->vd && simple->vc < FIRST_CONSTANT;
    if (keeps_two && !(cycle->idle >> VECTOR_MAD & 1))
        conflict(cycle, VECTOR_SIMPLE,
                 INSN_TEXT_SFPSWAP " keeps two results without " INSN_TEXT_SFPNOP " on MAD; both are written");
}

/* ---- the cycle ---- */

/* Loads, constants and SFPNOP need none of the four sub-units, and go first. */
static enum vector_subunit turn_of(const struct vector_job *outside)
{
    return outside->insn->run == vector_sfpnop ? VECTOR_LOAD : outside->insn->subunit;
}

static void run_outside(struct cycle *cycle)
{
    struct vector_state *unit = &cycle->tile->state.vector;
    const uint32_t before = unit->macro.landing_count;
    if (cycle->outside->insn->subunit < VECTOR_LOAD && cycle->taken >> cycle->outside->insn->subunit & 1 &&
        turn_of(cycle->outside) != VECTOR_LOAD) {
        tile_finding(cycle->tile, FINDING_VECTOR_MACRO_DISCARDS, TT_UNIT_VECTOR, 0,
                     "word %08X meets one that a macro scheduled for the same cycle", (unsigned)cycle->outside->word);
        return;
    }
    vector_do(cycle->outside);
    for (uint32_t i = before; cycle->outside->insn->subunit == VECTOR_MAD && i < unit->macro.landing_count; i++)
        cycle->plain_result |= 1u << unit->macro.landing[i].reg;
}

static void run_all(struct cycle *cycle)
{
    static const enum vector_subunit turns[] = {VECTOR_LOAD, VECTOR_MAD, VECTOR_ROUND, VECTOR_STORE, VECTOR_SIMPLE};
    uint32_t *operands = &cycle->tile->state.vector.macro.operands;
    for (unsigned i = 0; i < sizeof turns / sizeof *turns; i++) {
        *operands = 0;
        if (cycle->outside && turn_of(cycle->outside) == turns[i])
            run_outside(cycle);
        *operands = 0;
        if (turns[i] != VECTOR_LOAD && cycle->taken >> turns[i] & 1)
            run_due(cycle, turns[i]);
    }
}

static void run_cycle(struct cycle *cycle)
{
    struct vector_state *unit = &cycle->tile->state.vector;
    if (tile_probed(cycle->tile, PROBE_FINDING))
        check_rules(cycle, unit->macro.is_swapping);
    unit->macro.collects = true;
    run_all(cycle);
    unit->macro.collects = false;
    unit->macro.operands = 0;
    unit->macro.plain_result = cycle->plain_result;
    unit->macro.is_swapping = swaps(cycle);
    land(cycle->tile);
}

void vector_cycle(struct tile *tile, struct vector_job *outside)
{
    struct cycle cycle = {.tile = tile, .outside = outside};
    take_due(&cycle);
    run_cycle(&cycle);
}

/* ---- words of other units, and none ---- */

static bool counts_instructions(const struct tile *tile)
{
    const struct vector_state *unit = &tile->state.vector;
    bool is_counting = false;
    for (uint32_t i = 0; i < unit->macro.count; i++)
        is_counting |= unit->macro.waiting[i].counts_instructions;
    return is_counting;
}

/* Of time only order is known: a word of the macro's thread is a cycle (V65). */
void vector_word_passed(struct tile *tile, unsigned thread, const struct isa_insn *insn, uint32_t word)
{
    if (thread != tile->state.vector.macro.thread)
        return;
    if (!counts_instructions(tile)) {
        vector_cycle(tile, NULL);
        return;
    }
    tile_finding(tile, FINDING_VECTOR_MACRO_STANDS_STILL, TT_UNIT_VECTOR, 0,
                 "%s (word %08X) passes while instructions are counted; it is not counted", insn->mnemonic,
                 (unsigned)word);
    struct cycle bubble = {.tile = tile};
    run_cycle(&bubble);
}

void vector_end(struct tile *tile)
{
    const struct vector_state *unit = &tile->state.vector;
    if (unit->macro.count)
        tile_finding(tile, FINDING_VECTOR_MACRO_NOT_DRAINED, TT_UNIT_VECTOR, 0,
                     "%u scheduled instructions still wait, the first (word %08X) for %u more %s",
                     (unsigned)unit->macro.count, (unsigned)unit->macro.waiting[0].word,
                     (unsigned)unit->macro.waiting[0].delay + 1,
                     counts_instructions(tile) ? "words of the vector unit" : "cycles");
}

void vector_drain(struct tile *tile)
{
    while (vector_is_waiting(tile) && !counts_instructions(tile))
        vector_cycle(tile, NULL);
    while (tile->state.vector.macro.landing_count) {
        struct cycle bubble = {.tile = tile};
        run_cycle(&bubble);
    }
    vector_end(tile);
}
