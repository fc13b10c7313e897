/* SPDX-License-Identifier: Apache-2.0 */
/* Fields by name out of the configuration that lint follows, and the list of what it found. */
#include "ask/lint/lint_internal.h"
#include "base/memory.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

/* A rule that asks for a field which no chip has is misspelt. */
static bool is_any_chips(const char *name)
{
    bool is_known = false;
    for (enum tt_chip chip = 0; chip < TT_CHIP_COUNT; chip++)
        is_known |= reg_find(chip, name) != REG_COUNT;
    return is_known;
}

static bool find_field(const struct lint_work *work, unsigned thread, struct lint_field *out, const char *name)
{
    const enum reg_id id = reg_find(work->chip->id, name);
    assert(id != REG_COUNT || is_any_chips(name));
    if (id == REG_COUNT || thread >= THREADS)
        return false;
    const struct reg_field *field = reg_field_get(work->chip->id, id);
    const unsigned state = work->thread_cfg[thread][0] & 1; /* CFG_STATE_ID_StateID (frontend.md F25) */
    const bool is_thread = field->space == TT_SPACE_THREAD_CFG;
    const uint32_t word = is_thread ? work->thread_cfg[thread][field->word] : work->cfg[state][field->word];
    *out = (struct lint_field){
        .field = field,
        .value = (uint32_t)((word >> field->shift) & ((UINT64_C(1) << field->bits) - 1)),
        .writer = is_thread ? work->thread_writer[thread][field->word] : work->cfg_writer[state][field->word],
    };
    if (lint_sets_hold(work, id, &out->value))
        out->writer = LINT_HELD;
    return true;
}

enum { NAME_MAX = 64 };

bool lint_field(const struct lint_work *work, unsigned thread, struct lint_field *out, const char *format, ...)
{
    char name[NAME_MAX];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(name, sizeof name, format, args);
    va_end(args);
    return find_field(work, thread, out, name);
}

uint32_t lint_value(const struct lint_work *work, unsigned thread, const char *format, ...)
{
    char name[NAME_MAX];
    struct lint_field field = {0};
    va_list args;
    va_start(args, format);
    (void)vsnprintf(name, sizeof name, format, args);
    va_end(args);
    return find_field(work, thread, &field, name) ? field.value : 0;
}

void lint_show(struct lint_work *work, struct lint_item *item, const char *format, ...)
{
    char name[NAME_MAX];
    if (!item || item->field_count == LINT_FIELDS_MAX)
        return;
    va_list args;
    va_start(args, format);
    (void)vsnprintf(name, sizeof name, format, args);
    va_end(args);
    item->field_count += find_field(work, item->thread, &item->fields[item->field_count], name);
}

const char *lint_pack_group(unsigned packer, char text[static LINT_GROUP_MAX])
{
    (void)snprintf(text, LINT_GROUP_MAX, "THCON_SEC%u_REG%u", packer / 2, packer % 2 ? 8 : 1);
    return text;
}

struct lint_item *lint_add(struct lint_work *work, enum finding_id id, const struct results_insn_row *insn,
                           unsigned instance, const char *format, ...)
{
    struct lint *lint = work->lint;
    for (size_t i = 0; i < lint->count; i++) {
        if (lint->items[i].id == id && lint->items[i].unit == insn->unit && lint->items[i].instance == instance) {
            lint->items[i].times++;
            return NULL;
        }
    }
    void *items = lint->items;
    if (mem_grow(&items, &lint->capacity, lint->count + 1, sizeof *lint->items)) {
        work->status = tt_fail(work->err, TT_NO_MEMORY, "no memory for what was found");
        return NULL;
    }
    lint->items = items;
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
    va_list args;
    va_start(args, format);
    (void)vsnprintf(item->detail, sizeof item->detail, format, args);
    va_end(args);
    return item;
}
