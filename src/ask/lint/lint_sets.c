/* SPDX-License-Identifier: Apache-2.0 */
/* What `replay --set` did to the configuration, which the run's accesses do not show (docs/semantics/replay.md,
 * "Sets"). */
#include "ask/lint/lint_internal.h"
#include "ask/run/run_sets.h"

enum tt_status lint_sets_read(struct lint_work *work)
{
    return run_sets_read(work->lint->run, &work->sets, &work->set_count, work->err);
}

static void store(struct lint_work *work, const struct replay_set *set)
{
    const struct reg_field *field = reg_field_get(work->chip->id, set->field);
    const uint32_t mask = (uint32_t)(((UINT64_C(1) << field->bits) - 1) << field->shift);
    const uint32_t bits = set->value << field->shift;
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
        if (!set->has_event || set->event > event || set->event < work->sets_from)
            continue;
        store(work, set);
    }
    if (event >= work->sets_from)
        work->sets_from = event + 1;
}

bool lint_sets_hold(const struct lint_work *work, enum reg_id field, uint32_t *value)
{
    for (size_t i = work->set_count; i-- > 0;) {
        if (!work->sets[i].has_event && work->sets[i].field == field) {
            *value = work->sets[i].value;
            return true;
        }
    }
    return false;
}
