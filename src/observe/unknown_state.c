/* SPDX-License-Identifier: Apache-2.0 */
/* The small state by its groups. The tile reports few reads of it, so what an instruction's row in schemas/isa names
 * counts as read. Nor does it report which counters a step sets and which it only moves on, so a group that is unknown
 * stays so until a checkpoint holds it. */
#include "isa/effects.h"
#include "observe/unknown_internal.h"

/* Not followed by the group: the units report these themselves, or only the order of waits depends on them. */
static bool unknown_state_is_followed(unsigned what)
{
    switch (what) {
    case WHAT_CC:
    case WHAT_LANE_CONFIG:
    case WHAT_PRNG:
    case WHAT_SEM:
    case WHAT_MUTEX:
    case WHAT_MOP_CFG:
    case WHAT_MOP_ZMASK_HI:
    case WHAT_REPLAY:
    case WHAT_REPLAY_LOAD:
    case WHAT_STALL:
    case WHAT_SRC_VALID_A:
    case WHAT_SRC_VALID_B:
        return false;
    default:
        return what > TT_SPACE_STATE && what < WHAT_OUTSIDE;
    }
}

static bool is_by_thread(unsigned what)
{
    return what == WHAT_RWC || what == WHAT_UNP_ROW_0 || what == WHAT_UNP_ROW_1 || what == WHAT_UNP_CONTEXT_0 ||
           what == WHAT_UNP_CONTEXT_1;
}

/* Counters step by the address modifiers alone. */
static bool is_counter(unsigned what)
{
    return what == WHAT_RWC || what == WHAT_ADC_UNP0 || what == WHAT_ADC_UNP1 || what == WHAT_ADC_PACK;
}

bool unknown_is_by_group(uint32_t lo)
{
    return unknown_state_is_followed(what_of_state(lo / 4));
}

bool unknown_is_counter(uint32_t lo)
{
    return is_counter(what_of_state(lo / 4));
}

/* Calls with each run of bytes of a group that the current instruction uses. */
static origin_set unknown_state_each_run(struct unknown *unknown, unsigned what, origin_set added)
{
    origin_set origins = 0;
    const unsigned thread = unknown->insn.thread;
    unsigned count;
    const struct isa_state_run *runs = what_runs(what, &count);
    for (unsigned i = 0; i < count; i++) {
        uint32_t from = runs[i].first, to = runs[i].end;
        if (is_by_thread(what) && thread < THREADS) {
            const uint32_t share = (to - from) / THREADS;
            from += thread * share;
            to = from + share;
        }
        if (added)
            shadow_add(&unknown->shadow, TT_SPACE_STATE, 4 * from, 4 * (to - from), added);
        else
            origins |= unknown_of(unknown, TT_SPACE_STATE, 4 * from, 4 * to, UINT32_MAX);
    }
    /* Undefined behaviour of a word does not affect how its counters step. */
    return origins & ~origin_bit(ORIGIN_UNDEFINED);
}

origin_set unknown_state_read(struct unknown *unknown)
{
    const struct isa_insn *insn = unknown->insn.insn;
    origin_set origins = 0;
    if (!insn || !unknown->shadow.count[TT_SPACE_STATE])
        return 0;
    for (unsigned i = 0; i < insn->read_count; i++) {
        const struct isa_effect *effect = &insn->reads[i];
        const bool only_waits =
            effect->extent == EXTENT_WAIT || effect->extent == EXTENT_WAIT_BEHIND || effect->extent == EXTENT_GATE;
        if (unknown_state_is_followed(effect->what) && !only_waits && effect_holds(effect, unknown->insn.word))
            origins |= unknown_state_each_run(unknown, effect->what, 0);
    }
    return origins;
}

void unknown_state_written(struct unknown *unknown)
{
    const struct isa_insn *insn = unknown->steps | unknown->control ? unknown->insn.insn : NULL;
    for (unsigned i = 0; insn && i < insn->write_count; i++) {
        const struct isa_effect *effect = &insn->writes[i];
        if (!unknown_state_is_followed(effect->what) || !effect_holds(effect, unknown->insn.word))
            continue;
        const origin_set added = unknown->steps | (is_counter(effect->what) ? 0 : unknown->control);
        if (added)
            (void)unknown_state_each_run(unknown, effect->what, added);
    }
}

bool unknown_internal_is_lost(const struct unknown *unknown, unsigned what)
{
    bool is_lost = unknown->is_control_lost || (unknown->lost_units & isa_whats[what].producers);
    for (unsigned core = 0; what == WHAT_INTERNAL_CORES && core < TT_CORE_COUNT; core++)
        is_lost |= unknown->by_core[core] != 0;
    return is_lost;
}

origin_set unknown_internal(struct unknown *unknown, uint32_t lo)
{
    const struct origin_place place = {.space = TT_SPACE_STATE, .lo = lo, .hi = lo + 1};
    return origin_bit(origin_of(&unknown->origins, &place));
}
