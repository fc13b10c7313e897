/* SPDX-License-Identifier: Apache-2.0 */
/* What `replay --set` did to the configuration, which the run's accesses do not tell (docs/semantics/replay.md,
 * "Sets"). */
#include "base/memory.h"
#include "compare/lint_internal.h"

#include <string.h>

enum { TEXT_MAX = 256 };

enum tt_status lint_sets_read(struct lint_work *work)
{
    size_t capacity = 0;
    for (const char *from = work->lint->run->sets; *from;) {
        const size_t length = strcspn(from, ",");
        char text[TEXT_MAX] = "";
        memcpy(text, from, length < sizeof text ? length : sizeof text - 1);
        from += length + (from[length] == ',');
        void *items = work->sets;
        if (mem_grow(&items, &capacity, work->set_count + 1, sizeof *work->sets))
            return tt_fail(work->err, TT_NO_MEMORY, "no memory for the fields that are held");
        work->sets = items;
        work->sets[work->set_count] = (struct lint_set){.is_done = false};
        const enum tt_status status =
            replay_set_parse(work->chip->id, text, &work->sets[work->set_count].set, work->err);
        if (status)
            return status;
        work->set_count++;
    }
    return TT_OK;
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
        struct lint_set *set = &work->sets[i];
        if (!set->set.has_event || set->is_done || set->set.event > event)
            continue;
        set->is_done = true;
        store(work, &set->set);
    }
}

bool lint_sets_hold(const struct lint_work *work, enum reg_id field, uint32_t *value)
{
    for (size_t i = work->set_count; i-- > 0;) {
        if (!work->sets[i].set.has_event && work->sets[i].set.field == field) {
            *value = work->sets[i].set.value;
            return true;
        }
    }
    return false;
}
