/* SPDX-License-Identifier: Apache-2.0 */
/* Fields by name out of the configuration that lint follows, and the list of its items. */
#include "ask/lint/lint_internal.h"
#include "base/search.h"

#include "field_findings.h"

const enum reg_id lint_pack_in[PACKERS_MAX] = LINT_OF_PACKERS(In_data_format);
const enum reg_id lint_pack_out[PACKERS_MAX] = LINT_OF_PACKERS(Out_data_format);
const enum reg_id lint_unpack_in[UNPACKERS_MAX] = LINT_OF_UNPACKERS(REG0_TileDescriptor);
const enum reg_id lint_unpack_out[UNPACKERS_MAX] = LINT_OF_UNPACKERS(REG2_Out_data_format);

bool lint_field(const struct lint_work *work, unsigned thread, struct lint_field *out, enum reg_id id)
{
    const struct reg_field *field = reg_field_get(work->chip->id, id);
    if (!field->name || thread >= THREADS)
        return false;
    const unsigned state = work->thread_cfg[thread][0] & 1; /* CFG_STATE_ID_StateID (F25) */
    const bool is_thread = field->space == TT_SPACE_THREAD_CFG;
    const uint32_t word = is_thread ? work->thread_cfg[thread][field->word] : work->cfg[state][field->word];
    *out = (struct lint_field){
        .field = field,
        .value = reg_field_value(field, word),
        .writer = is_thread ? work->thread_writer[thread][field->word] : work->cfg_writer[state][field->word],
    };
    if (lint_sets_hold(work, id, &out->value))
        out->writer = LINT_HELD;
    return true;
}

uint32_t lint_value(const struct lint_work *work, unsigned thread, enum reg_id id)
{
    struct lint_field field = {0};
    return lint_field(work, thread, &field, id) ? field.value : 0;
}

void lint_show(struct lint_work *work, struct lint_item *item, enum reg_id id)
{
    if (!item || item->field_count == LINT_FIELDS_MAX)
        return;
    item->field_count += lint_field(work, item->thread, &item->fields[item->field_count], id);
}

struct lint_item *lint_add(struct lint_work *work, finding_id id, const struct results_insn_row *insn,
                           unsigned instance, const char *format, ...)
{
    struct lint *lint = work->lint;
    char detail[LINT_DETAIL_MAX];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(detail, sizeof detail, format, args);
    va_end(args);
    for (size_t i = 0; i < lint->count; i++) {
        const bool has_name = id != FINDING_FIELD_WITHOUT_EFFECT || strcmp(lint->items[i].detail, detail) == 0;
        if (lint->items[i].id == id && lint->items[i].unit == insn->unit && lint->items[i].instance == instance &&
            has_name) {
            lint->items[i].times++;
            return NULL;
        }
    }
    if (mem_grow(&lint->items, &lint->capacity, lint->count + 1, sizeof *lint->items)) {
        work->status = tt_fail(work->err, TT_NO_MEMORY, "no memory for what was found");
        return NULL;
    }
    struct lint_item *item = &lint->items[lint->count++];
    *item = (struct lint_item){.id = id,
                               .rank = lint_rank_of(finding_get(id)->kind),
                               .times = 1,
                               .seq = insn->seq,
                               .has_insn = true,
                               .thread = insn->thread,
                               .instance = (uint8_t)instance,
                               .unit = insn->unit,
                               .word = insn->word};
    memcpy(item->detail, detail, sizeof detail);
    return item;
}

void lint_lower_dead(struct lint *lint)
{
    const struct verdict_facts *facts = &lint->run->totals.facts;
    const char *const why = verdict_unread(facts)
                                ? "; of what is compared at most bytes that nothing reads depend on it"
                                : "; nothing that is compared depends on it";
    if (verdict_of(facts) != VERDICT_SAME)
        return;
    for (size_t i = 0; i < lint->count; i++) {
        struct lint_item *item = &lint->items[i];
        const struct finding_info *info = finding_get(item->id);
        if (info->kind != FINDING_UNDEFINED_BEHAVIOR || strncmp(info->code, "lint-", sizeof "lint-" - 1) == 0)
            continue; /* of those that lint alone finds the tile knows nothing */
        const size_t length = strnlen(item->detail, sizeof item->detail - strlen(why) - 1);
        (void)snprintf(item->detail + length, sizeof item->detail - length, "%s", why);
        item->rank = LINT_NOTE;
    }
}

ORDER(by_weight, struct lint_item, RISING(rank) ?: FALLING(times) ?: RISING(seq) ?: RISING(id))

void lint_sort(struct lint *lint)
{
    if (lint->count)
        qsort(lint->items, lint->count, sizeof *lint->items, by_weight);
}
