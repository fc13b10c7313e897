/* SPDX-License-Identifier: Apache-2.0 */
#include "plant/judge.h"

#include "ask/bisect/cause_text.h"
#include "base/little.h"
#include "isa/isa.h"
#include "isa/spaces.h"

#include <string.h>

bool judge_is_word_kind(enum plant_kind kind)
{
    return kind == PLANT_LOST || kind == PLANT_DOUBLED || kind == PLANT_CHANGED || kind == PLANT_SWAPPED;
}

/* Of faults that are searched for as words are, without a share of them that has to be found. */
bool judge_is_other_word(enum plant_kind kind)
{
    return kind == PLANT_UNWRITTEN || kind == PLANT_STORE || kind == PLANT_TWO || kind == PLANT_PUSHED_CHANGED ||
           kind == PLANT_VALUE || kind == PLANT_PUSHED_LOST || kind == PLANT_PUSHED_DOUBLED ||
           kind == PLANT_PUSHED_SWAPPED || kind == PLANT_PUSHED_VALUE || kind == PLANT_SLIP ||
           kind == PLANT_PUSHED_SLIP || kind == PLANT_UNZEROED || kind == PLANT_MOMENT || kind == PLANT_DATUM ||
           kind == PLANT_WAIT || (kind >= PLANT_HANG && kind <= PLANT_HANG_VALUE) || plant_is_of_run(kind);
}

/* Whether a change is of the planted word: any of the events that come to the same. */
static bool judge_is_at_word(const struct plant *plant, const struct bisect_change *change)
{
    const struct replay_edit *edit = &change->edit;
    const bool has_other = edit->kind == REPLAY_EDIT_SWAP || change->fault == BISECT_MOVED;
    const int64_t last = has_other && edit->other > change->last_event ? edit->other : change->last_event;
    const int64_t first =
        change->fault == BISECT_MOVED && edit->other < change->first_event ? edit->other : change->first_event;
    return change->kind == BISECT_WORD && (edit->thread == plant->thread || edit->other_thread == plant->thread) &&
           first <= plant->last_event && plant->first_event <= last;
}

/* Of two words the other. */
static bool judge_is_beside(const struct plant *plant, const struct bisect_change *change)
{
    return change->kind == BISECT_WORD && change->first_event <= (int64_t)plant->inserted &&
           (int64_t)plant->inserted <= change->last_event;
}

bool judge_is_planted(const struct plant *plant, const struct bisect_explanation *explanation)
{
    const struct bisect_change *change = &explanation->changes[0];
    const bool is_two = plant->kind == PLANT_TWO || plant->kind == PLANT_EXCHANGED;
    if (explanation->is_by_parts) /* both words */
        return is_two &&
               (judge_is_at_word(plant, change) ? judge_is_beside(plant, change + 1) : judge_is_beside(plant, change));
    if (explanation->count != 1)
        return false;
    if (plant->kind == PLANT_DATUM && change->kind == BISECT_WORD && change->fault == BISECT_MISWROTE &&
        change->edit.space == plant->space) /* a later word that passes the element on explains as much */
        return change->edit.lo == plant->addr - plant->addr % space_element_bytes(plant->space);
    if (plant->kind == PLANT_WAIT) /* the thread that comes too soon; of a unit that is late the words say it */
        return change->kind == BISECT_ORDER && (change->order->is_unit || change->order->later.thread == plant->thread);
    const bool is_round = plant->kind == PLANT_ROUND_LOST || plant->kind == PLANT_ROUND_TWICE;
    if (is_round && change->kind == BISECT_WORD && change->edit.run_count == plant->value)
        return change->edit.thread == plant->thread; /* which round of the loop, nothing says */
    if (judge_is_word_kind(plant->kind) || judge_is_other_word(plant->kind))
        return judge_is_at_word(plant, change) || (is_two && judge_is_beside(plant, change));
    if (plant_is_of_unit_field(plant->kind) && change->kind == BISECT_SET)
        return change->kind == BISECT_SET && change->set.field == plant->field;
    if (plant->kind == PLANT_FIELD ||
        plant_is_of_unit_field(plant->kind)) /* a field at another value is a store too many */
        return change->kind == BISECT_SET
                   ? change->set.field == plant->field &&
                         (change->set.value == plant->value || change->set.value == plant->wrong ||
                          change->alike) /* which value, the evidence does not say */
                   : judge_is_at_word(plant, change);
    if (plant->kind == PLANT_TILE && change->kind == BISECT_INPUT) /* its bytes, or those of it that are read */
        return change->input.lo < plant->addr + plant->bytes && plant->addr < change->input.lo + change->input.count;
    if (plant->kind == PLANT_TILE)
        return change->kind == BISECT_OPERAND && change->operand.space == plant->space &&
               change->operand.lo - plant->addr < plant->bytes;
    const struct replay_operand *operand = &change->operand;
    if (plant_is_of_code(plant->kind)) /* alike: which number, the evidence does not say */
        return change->is_code && operand->lo == plant->addr &&
               (change->alike || load_u32(operand->value) == plant->word);
    if (plant->kind == PLANT_OPERAND) {
        const uint32_t at = plant->addr - operand->lo;
        return change->kind == BISECT_OPERAND && operand->space == plant->space && at < operand->count &&
               (operand->recorded[at] ^ operand->value[at]) == 1 << plant->bit;
    }
    return plant->kind == PLANT_VARIANT && change->kind == BISECT_READING && change->variant == plant->variant &&
           change->choice == plant->choice;
}

/* Where among the explanations the planted one stands; -1: nowhere. */
int judge_find_planted(const struct plant *plant, const struct bisect_result *result)
{
    for (unsigned i = 0; i < result->explanation_count; i++)
        if (judge_is_planted(plant, &result->explanations[i]))
            return (int)i;
    return -1;
}

/* The place of a field of that name in the planted word; 0: it has none. */
static uint32_t judge_field_of_word(enum tt_chip chip, uint32_t word, const char *name)
{
    const struct isa_insn *insn = isa_find(chip, word);
    for (unsigned i = 0; insn && i < insn->field_count; i++)
        if (strcmp(insn->fields[i].name, name) == 0)
            return word >> insn->fields[i].low & (uint32_t)((UINT64_C(1) << insn->fields[i].bits) - 1);
    return 0;
}

/* A field at another value, named by a store that leaves it so. */
static bool judge_is_store_of_field(enum tt_chip chip, const struct plant *plant, const struct bisect_change *change)
{
    struct bisect_changed_field fields[BISECT_FIELDS_MAX];
    return bisect_changed_fields(chip, change, fields) == 1 &&
           strcmp(fields[0].name, reg_field_get(chip, plant->field)->name) == 0;
}

/* Whether a word may write the field: through a register, any. */
static bool judge_is_written_by(enum tt_chip chip, uint32_t word, const struct bisect_change *change)
{
    const struct reg_field *field = reg_field_get(chip, change->set.field);
    const enum tt_unit unit = isa_unit(chip, word);
    if (unit != TT_UNIT_CONFIG && unit != TT_UNIT_SCALAR)
        return false;
    if (field->space == TT_SPACE_THREAD_CFG)
        return field->word == judge_field_of_word(chip, word, "setc16_reg");
    return field->word == judge_field_of_word(chip, word, "cfg_reg") ||
           field->word == judge_field_of_word(chip, word, "cfg_reg_addr") || unit == TT_UNIT_SCALAR;
}

/* A lost or changed store of configuration, named by a field that it writes: right, but not to the event. */
bool judge_is_field_of_word(enum tt_chip chip, const struct plant *plant, const struct bisect_change *change)
{
    if (plant->kind == PLANT_FIELD || plant_is_of_unit_field(plant->kind))
        return judge_is_store_of_field(chip, plant, change);
    if (change->kind != BISECT_SET)
        return false;
    if (plant_is_of_code(plant->kind)) /* what the code stored: a checkpoint shows it */
        return change->is_shown;
    if (plant->kind == PLANT_TWO && judge_is_written_by(chip, plant->other_word, change))
        return true;
    if (!plant->is_store || change->is_shown) /* what a checkpoint shows is what some store left */
        return plant->is_store;
    const struct reg_field *field = reg_field_get(chip, change->set.field);
    if (plant->kind == PLANT_STORE || plant->kind == PLANT_LEFT || (plant->kind == PLANT_SLIP && plant->addr))
        return field->space == TT_SPACE_CFG && field->word == plant->addr;
    return judge_is_written_by(chip, plant->word, change);
}
