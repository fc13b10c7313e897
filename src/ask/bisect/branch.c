/* SPDX-License-Identifier: Apache-2.0 */
/* The first replay leaves a number for each report of the tile (a stage's values, a write). The second is compared with
 * these numbers, up to the first that differs. */
#include "ask/bisect/branch.h"

#include "ask/run/insn_trace.h"
#include "base/mix.h"
#include "tile/words.h"

enum { TRAIL_MAX = 1 << 22, WRITE = 255 };

struct report {
    uint64_t seq, digest;
    uint32_t word;
    uint8_t thread, unit, instance, stage; /* WRITE: a write */
};

struct trail {
    struct report *items;
    size_t count, capacity;
    bool is_held;  /* against items, from `at` on */
    bool has_sets; /* a replay has fields set, for good: words that write beside them did nothing else */
    size_t at;
    bool has_parted, is_out_of_memory;
    struct report parted;
    struct probe_insn insn;
};

static bool branch_is_equal(const struct report *a, const struct report *b)
{
    return a->seq == b->seq && a->digest == b->digest && a->unit == b->unit && a->instance == b->instance &&
           a->stage == b->stage;
}

/* Of two reports of one instruction the one of the stage that comes first. */
static bool branch_comes_before(const struct report *a, const struct report *b)
{
    if (a->seq != b->seq)
        return a->seq < b->seq;
    return a->unit == b->unit && a->instance == b->instance && a->stage < b->stage;
}

/* Of two reports at the same place the one that comes before the other: the other replay left it out. */
static void branch_part(struct trail *trail, const struct report *report)
{
    const struct report *here = trail->at < trail->count ? &trail->items[trail->at] : report;
    trail->has_parted = true;
    trail->parted = branch_comes_before(here, report) ? *here : *report;
}

static void branch_note(struct trail *trail, const struct report *report)
{
    if (trail->is_held) {
        if (trail->has_parted)
            return;
        if (trail->at < trail->count && branch_is_equal(&trail->items[trail->at], report))
            trail->at++;
        else
            branch_part(trail, report);
        return;
    }
    if (trail->count == TRAIL_MAX || trail->is_out_of_memory)
        return;
    trail->is_out_of_memory = mem_grow(&trail->items, &trail->capacity, trail->count + 1, sizeof *trail->items) != 0;
    if (!trail->is_out_of_memory)
        trail->items[trail->count++] = *report;
}

static void branch_on_begin(void *user, const struct probe_insn *insn)
{
    struct trail *trail = user;
    trail->insn = *insn;
}

/* Stages that show what an earlier word left. */
static bool branch_is_of_before(const struct probe_stage *stage)
{
    return (stage->unit == TT_UNIT_CONFIG && stage->stage == STAGE_OLD) ||
           ((stage->unit == TT_UNIT_SYNC || stage->unit == TT_UNIT_ADC) && stage->stage == STAGE_BEFORE);
}

static void branch_on_stage(void *user, const struct probe_stage *stage)
{
    struct trail *trail = user;
    if (branch_is_of_before(stage) || (trail->has_sets && stage->unit == TT_UNIT_CONFIG))
        return;
    const struct report report = {
        .seq = trail->insn.seq,
        .word = trail->insn.word,
        .thread = trail->insn.thread,
        .digest = mix_bytes(stage->count ^ (uint64_t)stage->format << 32, stage->values,
                            (size_t)stage->count * stage->value_bytes),
        .unit = (uint8_t)stage->unit,
        .instance = stage->instance,
        .stage = stage->stage,
    };
    branch_note(trail, &report);
}

static void branch_on_access(void *user, const struct probe_access *access)
{
    struct trail *trail = user;
    const uint32_t units = UINT32_C(1) << TT_UNIT_UNPACK0 | UINT32_C(1) << TT_UNIT_UNPACK1 |
                           UINT32_C(1) << TT_UNIT_MATRIX | UINT32_C(1) << TT_UNIT_VECTOR | UINT32_C(1) << TT_UNIT_PACK;
    const bool is_config = access->unit == TT_UNIT_CONFIG && !trail->has_sets;
    if (!access->is_write || !access->after || !(is_config || units >> access->unit & 1))
        return; /* what other units write is a stage of theirs; of configuration it does not say where */
    const struct report report = {
        .seq = trail->insn.seq,
        .word = trail->insn.word,
        .thread = trail->insn.thread,
        .digest = mix_bytes(access->lo ^ (uint64_t)access->space << 32, access->after,
                            is_config ? 0 : access->hi - access->lo),
        .unit = (uint8_t)access->unit,
        .instance = access->instance,
        .stage = WRITE,
    };
    branch_note(trail, &report);
}

static enum tt_status branch_follow(struct trail *trail, struct ttcap *capture, const struct replay_options *options,
                                    uint64_t last, struct tt_error *err)
{
    struct replay_options until = *options;
    struct replay_summary summary;
    const struct probe probe = {trail,
                                PROBE_INSN | PROBE_STAGE | PROBE_ACCESS | PROBE_WORDS,
                                branch_on_begin,
                                NULL,
                                branch_on_stage,
                                branch_on_access,
                                NULL,
                                NULL,
                                NULL};
    bisect_end_behind(&until, last);
    enum tt_status status = replay_run(capture, &until, &probe, NULL, &summary, err);
    return !status && trail->is_out_of_memory ? tt_fail(err, TT_NO_MEMORY, "no memory for two replays") : status;
}

/* The first value of the stage in which the two replays differ. */
static enum tt_status find_value(struct bisect_branch *branch, unsigned stage, struct ttcap *capture,
                                 const struct replay_options *as_is, const struct replay_options *explained,
                                 struct tt_error *err)
{
    struct insn_trace here = {0}, there = {0};
    enum tt_status status = insn_trace_replay(&here, capture, as_is, branch->unit, branch->instance, branch->seq, err);
    if (!status)
        status = insn_trace_replay(&there, capture, explained, branch->unit, branch->instance, branch->seq, err);
    for (unsigned i = 0; i < here.stage_count && i < there.stage_count && !branch->has_value; i++) {
        const struct stage_values *a = &here.stages[i], *b = &there.stages[i];
        if (a->stage != stage || b->stage != stage || a->width != b->width)
            continue;
        for (uint32_t nth = 0; nth < a->count && nth < b->count && !branch->has_value; nth++) {
            branch->as_is = a->values[nth];
            branch->explained = b->values[nth];
            branch->has_value = branch->as_is != branch->explained;
            branch->nth = nth;
            branch->format = a->format;
        }
    }
    insn_trace_clear(&here);
    insn_trace_clear(&there);
    return status;
}

enum tt_status branch_find(struct bisect_branch *branch, struct ttcap *capture, const struct replay_options *as_is,
                           const struct replay_options *explained, uint64_t last, struct tt_error *err)
{
    struct trail trail = {.has_sets = explained->set_count > as_is->set_count};
    *branch = (struct bisect_branch){0};
    enum tt_status status = branch_follow(&trail, capture, as_is, last, err);
    trail.is_held = true;
    if (!status)
        status = branch_follow(&trail, capture, explained, last, err);
    if (!status && !trail.has_parted && trail.at < trail.count)
        branch_part(&trail, &trail.items[trail.at]);
    if (!status && trail.has_parted) {
        const struct report *parted = &trail.parted;
        *branch = (struct bisect_branch){
            .is_found = true,
            .seq = parted->seq,
            .word = parted->word,
            .thread = parted->thread,
            .instance = parted->instance,
            .unit = (enum tt_unit)parted->unit,
        };
        if (parted->stage != WRITE) {
            unsigned count;
            (void)snprintf(branch->stage, sizeof branch->stage, "%s",
                           unit_stages(branch->unit, &count)[parted->stage].name);
            status = find_value(branch, parted->stage, capture, as_is, explained, err);
        }
    }
    mem_free(trail.items);
    return status;
}
