/* SPDX-License-Identifier: Apache-2.0 */
/* The reads and writes of an instruction word, and the units that produce each part of the state. From schemas/isa,
 * effects.json and state.json: there is no other list of it. */
#pragma once

#include "isa/isa.h"
#include "isa/spaces.h"

/* A space, a group of the state, or a place outside of the tile; its name, and the units that produce it: bit a unit,
 * PRODUCED_BY_... */
struct isa_what_row {
    const char *name;
    uint32_t producers;
};

/* Units whose words always run, whatever --unit says. */
enum {
    CONTROL_UNITS = 1 << TT_UNIT_FRONTEND | 1 << TT_UNIT_CONFIG | 1 << TT_UNIT_SCALAR | 1 << TT_UNIT_ADC |
                    1 << TT_UNIT_SYNC | 1 << TT_UNIT_CORE
};

/* Beside units in a mask of running units: the expanders, not in executed order; the cores, in firmware order alone. */
enum { PRODUCED_BY_EXPANDERS = 1 << 30, PRODUCED_BY_CORES = 1 << 29 };
/* In the place of such a mask: no unit ever does, in any order. */
#define PRODUCED_BY_NOBODY UINT32_MAX

extern const struct isa_what_row isa_whats[WHAT_COUNT];
extern const char *const isa_extent_names[EXTENT_COUNT];
extern const uint8_t isa_state_whats[STATE_WORDS];

/* Words of the state that stand together and are of one group: [first, end). */
struct isa_state_run {
    uint16_t first, end;
};

/* Those of each group, one behind the other, and where they begin in the list. */
extern const struct isa_state_run isa_state_runs[];
extern const uint16_t isa_state_first_run[WHAT_OUTSIDE + 1];

static inline const char *what_name(unsigned what)
{
    return isa_whats[what].name;
}

/* The group of a word of the state; WHAT_OUTSIDE where none is. */
unsigned what_of_internal(uint32_t word);
static inline unsigned what_of_state(uint32_t word)
{
    return word < STATE_WORDS ? isa_state_whats[word] : what_of_internal(word);
}

/* Whether `running` units produce a space, all of it, or a group of the state. TT_SPACE_STATE as such is produced by
 * none: look up a group of it. */
static inline bool units_produce(uint32_t running, unsigned what)
{
    const uint32_t by = isa_whats[what].producers;
    return by != PRODUCED_BY_NOBODY && (running & by) == by;
}

/* Whether some of them run, and some do not. */
static inline bool units_produce_in_part(uint32_t running, unsigned what)
{
    const uint32_t by = isa_whats[what].producers;
    return by != PRODUCED_BY_NOBODY && (running & by) && (running & by) != by;
}

/* The words of a group of the state; none of anything else. */
static inline const struct isa_state_run *what_runs(unsigned what, unsigned *count)
{
    const unsigned first = what < WHAT_OUTSIDE ? isa_state_first_run[what] : 0;
    *count = what < WHAT_OUTSIDE ? isa_state_first_run[what + 1] - first : 0;
    return &isa_state_runs[first];
}

/* The end of the words of the state from `word` on that are of its group. */
uint32_t what_state_end(uint32_t word);

/* Whether a word meets all conditions of an effect. */
static inline bool effect_holds(const struct isa_effect *effect, uint32_t word)
{
    for (unsigned i = 0; i < effect->condition_count; i++) {
        const struct isa_condition *condition = &effect->conditions[i];
        const uint32_t bits = word & condition->mask;
        if (condition->is_equal ? bits != condition->value : bits == 0)
            return false;
    }
    return true;
}

/* The value of the field that the extent names. */
static inline uint32_t effect_field(const struct isa_effect *effect, uint32_t word)
{
    return word >> effect->field_low & effect->field_mask;
}

/* Bit a enum tt_space: the spaces that a word may write; TT_SPACE_STATE stands for any group. insn may be null. */
uint32_t word_writes(const struct isa_insn *insn, uint32_t word);

/* The first effect that holds for the word, is of `what` and of this extent; null: none does. */
const struct isa_effect *word_reads_as(const struct isa_insn *insn, uint32_t word, unsigned what, unsigned extent);
const struct isa_effect *word_writes_as(const struct isa_insn *insn, uint32_t word, unsigned what, unsigned extent);

/* Whether it writes `what` only while its unit works on it. */
bool word_writes_at_work(const struct isa_insn *insn, uint32_t word, unsigned what);

/* Groups of settings: EXTENT_FIELDS and the extents behind it. */
enum { SETTING_GROUPS = EXTENT_PLACE + 1 - EXTENT_FIELDS };
/* Bit a group: the settings that its unit reads while it works on the word. insn may be null. */
unsigned word_settings(const struct isa_insn *insn, uint32_t word);
