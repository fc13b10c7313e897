/* SPDX-License-Identifier: Apache-2.0 */
/* The stores of `replay --set` into the configuration, which the run's accesses do not show (docs/semantics/replay.md,
 * "Sets"). */
#include "ask/lint/lint_internal.h"
#include "order/sets.h"
#include "results/results.h"

enum tt_status lint_sets_read(struct lint_work *work)
{
    return run_sets_read(work->lint->run, &work->sets, &work->set_count, work->err);
}

static void lint_sets_store(struct lint_work *work, const struct replay_set *set)
{
    const struct replay_set_bits held = replay_set_bits(work->chip->id, set);
    const struct reg_field *field = held.field;
    const uint32_t mask = held.mask, bits = held.value;
    if (field->space == TT_SPACE_THREAD_CFG) {
        for (unsigned i = 0; i < THREADS; i++) {
            work->thread_cfg[i][field->word] = (work->thread_cfg[i][field->word] & ~mask) | bits;
            work->thread_writer[i][field->word] = set->event;
        }
    } else {
        for (unsigned i = 0; i < CFG_STATES; i++) {
            work->cfg[i][field->word] = (work->cfg[i][field->word] & ~mask) | bits;
            work->cfg_writer[i][field->word] = set->event;
        }
    }
}

void lint_sets_before(struct lint_work *work, uint64_t event)
{
    for (size_t i = 0; i < work->set_count; i++) {
        const struct replay_set *set = &work->sets[i];
        if (!set->has_event || replay_set_is_state(set) || set->event > event || set->event < work->sets_from)
            continue;
        lint_sets_store(work, set);
    }
    if (event >= work->sets_from)
        work->sets_from = event + 1;
}

bool lint_sets_hold(const struct lint_work *work, enum reg_id field, uint32_t *value)
{
    bool is_held = false;
    for (size_t i = 0; i < work->set_count; i++) {
        const struct replay_set *set = &work->sets[i];
        if (set->has_event || set->field != field)
            continue;
        const struct replay_set_bits held = replay_set_bits(work->chip->id, set);
        const unsigned shift = held.field->shift;
        *value = (*value & ~(held.mask >> shift)) | held.value >> shift;
        is_held = true;
    }
    return is_held;
}
