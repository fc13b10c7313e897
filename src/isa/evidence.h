/* SPDX-License-Identifier: Apache-2.0 */
/* How sure an instruction's result is: the fact that its word rests on by its row in schemas/isa, or that of its
 * settings by schemas/settings.json; weaker where a reading was chosen by hand. A form beyond it raises a finding that
 * has a fact of its own; the weakest decides. docs/semantics/evidence.md */
#pragma once

#include "isa/findings.h"
#include "isa/isa.h"
#include "isa/registers.h"
#include "isa/variants.h"

/* Null for a word that nothing executes. insn may be null. */
static inline const struct fact *evidence_of_word(const struct isa_insn *insn, uint32_t word)
{
    if (!insn || !insn->other_fact || insn->form->recorded >> isa_modifier_value(insn->form, word) & 1)
        return insn ? insn->fact : NULL;
    return insn->other_fact;
}

/* The one that is less sure; the first where both are as sure. Null is surer than any. */
static inline const struct fact *evidence_weaker(const struct fact *one, const struct fact *other)
{
    return !one || (other && other->level > one->level) ? other : one;
}

/* The fact that the instruction at work rests on where it raises this finding; null: the finding is about something
 * else than how a value comes about. */
const struct fact *evidence_of_finding(finding_id id);

/* ---- settings ---- */

/* values: bit a value, below 64, for which it holds. */
enum evidence_if { EVIDENCE_IF_WORD, EVIDENCE_IF_FIELD, EVIDENCE_IF_SRCA, EVIDENCE_IF_SRCB };
struct evidence_condition {
    uint8_t kind; /* a field of the word; of the configuration; the format that the matrix unit takes SrcA, SrcB for */
    uint8_t low;
    uint16_t field; /* enum reg_id */
    uint32_t mask;
    uint64_t values;
};

/* An instruction in certain settings. covers: facts of findings that say nothing there. */
enum { EVIDENCE_CONDITIONS_MAX = 24, EVIDENCE_COVERS_MAX = 3 };
struct evidence_setting {
    const struct fact *fact, *covers[EVIDENCE_COVERS_MAX];
    uint8_t condition_count;
    struct evidence_condition conditions[EVIDENCE_CONDITIONS_MAX];
};

struct evidence_settings {
    const struct evidence_setting *first;
    uint32_t count;
};

/* The words that a variant concerns: one instruction, or (INSN_NONE) all of some units. facts: of its choices from 1
 * on. */
struct evidence_reading {
    uint8_t variant;
    uint8_t chips; /* bit a enum tt_chip */
    uint32_t units;
    insn_id insn;
    const struct fact *facts;
    uint8_t condition_count;
    struct evidence_condition conditions[EVIDENCE_CONDITIONS_MAX];
};

/* The state that a condition is compared with: the value of a field of the configuration, or of EVIDENCE_IF_SRCA and
 * _SRCB. */
struct evidence_view {
    void *user;
    uint32_t (*value)(void *user, const struct evidence_condition *condition);
};

/* The first of the instruction's settings that hold; null: none does. */
const struct evidence_setting *evidence_setting_of(enum tt_chip chip, const struct isa_insn *insn, uint32_t word,
                                                   const struct evidence_view *view);

/* The readings of a chip whose variants are not as the device has them, by their places in the table. */
enum { EVIDENCE_READINGS_MAX = 128 };
struct evidence_choices {
    uint8_t count, readings[EVIDENCE_READINGS_MAX];
};
void evidence_choose(enum tt_chip chip, const struct variant_set *variants, struct evidence_choices *out);

/* The weakest fact of the choices that bear on it; null: none does. */
const struct fact *evidence_of_choices(const struct evidence_choices *choices, const struct variant_set *variants,
                                       const struct isa_insn *insn, uint32_t word, const struct evidence_view *view);

/* Whether a setting makes nothing of a fact. */
bool evidence_covers(const struct evidence_setting *setting, const struct fact *fact);

/* Whether another reading than that of the fact was chosen: the choice answers for it (evidence_of_choices). */
bool evidence_is_replaced(const struct variant_set *variants, const struct fact *fact);

/* ---- facts by number and name ---- */

/* Where a fact stands in the tables, choices of variants behind all others: for sets of facts, and as its number in a
 * database. */
unsigned fact_number(const struct fact *fact);
unsigned fact_count(void);
const struct fact *fact_get(unsigned number);
