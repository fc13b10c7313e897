/* SPDX-License-Identifier: Apache-2.0 */
/* Settings that hold, and facts by number. */
#include "isa/evidence.h"
#include "isa/tables.h"

const struct fact *evidence_of_finding(finding_id id)
{
    const struct finding_info *info = finding_get(id);
    const bool is_beside =
        info->kind == FINDING_HAZARD || info->kind == FINDING_UNSUPPORTED || info->kind == FINDING_RECORDING;
    return is_beside ? NULL : info->fact;
}

static bool evidence_holds(const struct evidence_condition *condition, uint32_t word, const struct evidence_view *view)
{
    const uint32_t value = condition->kind == EVIDENCE_IF_WORD ? word >> condition->low & condition->mask
                                                               : view->value(view->user, condition);
    return value < 64 && condition->values >> value & 1;
}

static bool evidence_hold(const struct evidence_condition *conditions, unsigned count, uint32_t word,
                          const struct evidence_view *view)
{
    for (unsigned i = 0; i < count; i++)
        if (!evidence_holds(&conditions[i], word, view))
            return false;
    return true;
}

const struct evidence_setting *evidence_setting_of(enum tt_chip chip, const struct isa_insn *insn, uint32_t word,
                                                   const struct evidence_view *view)
{
    const struct evidence_settings *settings = &isa_settings[chip][insn->id];
    for (uint32_t i = 0; i < settings->count; i++)
        if (evidence_hold(settings->first[i].conditions, settings->first[i].condition_count, word, view))
            return &settings->first[i];
    return NULL;
}

void evidence_choose(enum tt_chip chip, const struct variant_set *variants, struct evidence_choices *out)
{
    out->count = 0;
    for (unsigned i = 0; i < isa_reading_count; i++)
        if (variants->choice[isa_readings[i].variant] && (isa_readings[i].chips >> chip & 1))
            out->readings[out->count++] = (uint8_t)i;
}

const struct fact *evidence_of_choices(const struct evidence_choices *choices, const struct variant_set *variants,
                                       const struct isa_insn *insn, uint32_t word, const struct evidence_view *view)
{
    const struct fact *weakest = NULL;
    const uint32_t unit = unit_bit(isa_unit_of(insn, word));
    for (unsigned i = 0; i < choices->count; i++) {
        const struct evidence_reading *reading = &isa_readings[choices->readings[i]];
        const bool is_of = (reading->units & unit) && (reading->insn == INSN_NONE || reading->insn == insn->id);
        if (is_of && evidence_hold(reading->conditions, reading->condition_count, word, view))
            weakest = evidence_weaker(weakest, &reading->facts[variants->choice[reading->variant] - 1]);
    }
    return weakest;
}

bool evidence_covers(const struct evidence_setting *setting, const struct fact *fact)
{
    for (unsigned i = 0; setting && i < EVIDENCE_COVERS_MAX; i++)
        if (setting->covers[i] == fact)
            return true;
    return false;
}

static bool names(const char *row, const char *id)
{
    const size_t length = strlen(id);
    for (const char *at = strstr(row, id); at; at = strstr(at + 1, id))
        if ((at == row || at[-1] == ' ') && (!at[length] || at[length] == ','))
            return true;
    return false;
}

bool evidence_is_replaced(const struct variant_set *variants, const struct fact *fact)
{
    for (unsigned id = 0; fact && id < VARIANT_COUNT; id++)
        if (variants->choice[id] && names(variant_get((enum variant_id)id)->row, fact->id))
            return true;
    return false;
}

unsigned fact_number(const struct fact *fact)
{
    const bool is_choice = fact >= isa_choices && fact < isa_choices + isa_choice_count;
    return is_choice ? isa_fact_count + (unsigned)(fact - isa_choices) : (unsigned)(fact - isa_facts);
}

unsigned fact_count(void)
{
    return isa_fact_count + isa_choice_count;
}

const struct fact *fact_get(unsigned number)
{
    return number < isa_fact_count ? &isa_facts[number] : &isa_choices[number - isa_fact_count];
}
