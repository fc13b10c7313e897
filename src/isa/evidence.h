/* SPDX-License-Identifier: Apache-2.0 */
/* How sure an instruction's result is: the fact of its row in schemas/isa. What goes beyond that
 * fact raises a finding that has a fact of its own; the weaker of the two decides. docs/semantics/evidence.md */
#pragma once

#include "isa/findings.h"
#include "isa/isa.h"

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

/* What the instruction at work rests on where it raises this finding; null: the finding is about something else than
 * how a value comes about. */
const struct fact *evidence_of_finding(enum finding_id id);

/* Where a fact stands in the table: for sets of facts, and as its number in a database. */
unsigned fact_number(const struct fact *fact);
unsigned fact_count(void);
const struct fact *fact_get(unsigned number);

/* By its name; FACT_LEVEL_COUNT if there is none. */
enum fact_level fact_level_find(const char *name);
