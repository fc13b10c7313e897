/* SPDX-License-Identifier: Apache-2.0 */
/* Instruction words: which instruction, which fields, and as text. Tables from schemas/isa.
 * The same files generate "UNIT_insns.h" for each unit: struct insn_MNEMONIC with named fields, made by
 * isa_decode_MNEMONIC(), and the handlers of what is supported. docs/semantics/chips.md */
#pragma once

#include "base/names.h"
#include "base/usual.h"
#include "effect_ids.h"

/* A number of "insn_ids.h", which only those include who name an instruction. */
typedef unsigned insn_id;
enum { INSN_NONE };

struct isa_field {
    const char *name; /* snake case, the spec's word: "read_intf_sel" */
    uint8_t low;
    uint8_t bits;
    const char *doc;
};

/* Holds for a word that has one of the bits, or (is_equal) whose bits are this value. */
struct isa_condition {
    uint32_t mask, value;
    uint8_t is_equal;
};

/* State that an instruction reads or writes; schemas/effects.json has the words. effects.h says which effects hold for
 * a word. */
enum { ISA_CONDITIONS_MAX = 3 };
struct isa_effect {
    uint8_t what;    /* enum tt_space or enum isa_what */
    uint8_t extent;  /* enum isa_extent */
    uint8_t is_work; /* while the unit works; else when the word is issued */
    uint8_t field_low;
    uint32_t field_mask; /* 0: the extent names no field */
    uint8_t condition_count;
    struct isa_condition conditions[ISA_CONDITIONS_MAX];
};

/* A field that chooses a form of the instruction: bit a value that exists (all where no document says), and that
 * recordings of the chip show. Other values are executed by their bits, with a finding (docs/coverage.md). */
struct isa_modifier {
    const char *name;
    uint8_t low;
    uint8_t mask;
    uint32_t exist, recorded;
};

static inline uint32_t isa_modifier_value(const struct isa_modifier *modifier, uint32_t word)
{
    return word >> modifier->low & modifier->mask;
}

/* A finding that the word raises where each of the fields has one of these values: bit a value, the last bit for all
 * from FORM_VALUE_LAST on. */
enum { FORM_FIELDS_MAX = 4, FORM_VALUE_LAST = 31 };
struct isa_form_field {
    const char *name;
    uint8_t low;
    uint32_t mask, values;
};
struct isa_form_finding {
    uint16_t finding; /* finding_id, findings.h */
    uint8_t field_count;
    struct isa_form_field fields[FORM_FIELDS_MAX];
};

struct isa_insn {
    const char *mnemonic;          /* capital letters */
    insn_id id;                    /* the same on every chip */
    uint8_t opcode;                /* bits 31:24 */
    enum tt_unit unit, other_unit; /* UNPACR: TT_UNIT_UNPACK0 and _1; isa_unit_of() says which, by the word */
    uint32_t other_unit_if;        /* other_unit where the word has one of these bits */
    uint8_t is_supported;          /* 0: no handler yet; a replay raises a finding and counts it */
    uint8_t field_count;
    const struct isa_field *fields; /* by rising low bit */
    const char *doc;
    uint8_t read_count, write_count;
    const struct isa_effect *reads, *writes;
    uint8_t has_wiring;              /* else an output may depend on anything that was read */
    uint8_t wiring[TT_SPACE_STATE];  /* enum isa_wiring: how outputs depend on what was read of a space */
    uint32_t column0_if;             /* where the word has one of these bits, column 0 of SrcB serves all columns */
    uint8_t cycles;                  /* from issue to the end of its work at most; 0: no source says */
    const struct fact *fact;         /* the facts it rests on (evidence.h); null: nothing executes it */
    const struct fact *other_fact;   /* of forms that recordings do not show; null: `fact` */
    const struct isa_modifier *form; /* that chooses them; null without other_fact */
    const struct isa_modifier *modifiers;
    uint8_t modifier_count;
    const struct isa_form_finding *forms;
    uint8_t form_count;
};

extern const struct isa_insn *const isa_by_opcode[TT_CHIP_COUNT][256];

/* Null for an opcode that the chip does not define. */
static inline const struct isa_insn *isa_find(enum tt_chip chip, uint32_t word)
{
    return isa_by_opcode[chip][word >> 24];
}

/* INSN_NONE for such a one. */
static inline insn_id isa_id(enum tt_chip chip, uint32_t word)
{
    const struct isa_insn *insn = isa_find(chip, word);
    return insn ? insn->id : INSN_NONE;
}

/* By its number; null when the chip has none. */
const struct isa_insn *isa_get(enum tt_chip chip, insn_id id);

/* The word of an instruction whose fields are all 0; of one that the chip does not have, 0. */
uint32_t isa_word(enum tt_chip chip, insn_id id);

/* Puts a field of the instruction into a word, by name; false: it has none of this name. */
bool isa_put_field(const struct isa_insn *insn, const char *name, uint32_t value, uint32_t *word);

/* By mnemonic, upper case; null when the chip has none. */
const struct isa_insn *isa_find_mnemonic(enum tt_chip chip, const char *mnemonic);

/* Unit a word is issued to; TT_UNIT_COUNT for an undefined opcode. */
static inline enum tt_unit isa_unit_of(const struct isa_insn *insn, uint32_t word)
{
    return !insn ? TT_UNIT_COUNT : word & insn->other_unit_if ? insn->other_unit : insn->unit;
}
static inline enum tt_unit isa_unit(enum tt_chip chip, uint32_t word)
{
    return isa_unit_of(isa_find(chip, word), word);
}

/* "pack", "unpack0", "matrix", …: the words of --unit. */
const char *unit_name(enum tt_unit unit);
enum tt_unit unit_find(const char *name); /* TT_UNIT_COUNT when unknown */

static inline bool unit_is_unpacker(enum tt_unit unit)
{
    return unit == TT_UNIT_UNPACK0 || unit == TT_UNIT_UNPACK1;
}

/* Its bit in a set of units. */
static inline uint32_t unit_bit(enum tt_unit unit)
{
    return UINT32_C(1) << unit;
}

/* The bits below the opcode that no field of the instruction names. */
uint32_t isa_unnamed_bits(const struct isa_insn *insn);

enum { ISA_TEXT_MAX = 512 };

/* "PACR last=1 read_intf_sel=5 addr_mode=2": fields that are zero are left out, bits that no field names follow
 * as "unnamed=0x…"; an undefined opcode reads ".word 0x…". isa_assemble() reads it back. Always terminated. Returns
 * text. */
char *isa_disassemble(enum tt_chip chip, uint32_t word, char text[static ISA_TEXT_MAX]);

/* "mask_width 7, operation 2": the modifiers of a word whose value no document gives a meaning, or one does and no
 * recording shows. Null: there are none. */
enum isa_form { ISA_FORM_NOT_DOCUMENTED, ISA_FORM_NOT_RECORDED };
const char *isa_forms_text(const struct isa_insn *insn, uint32_t word, enum isa_form form,
                           char text[static ISA_TEXT_MAX]);

/* The next form of the row, from *at on, that the word has and whose finding none before it raised: "flush 0, push 1",
 * or "any form" where the finding is one of the instruction. Steps *at past it. Null: there is none. */
const struct isa_form_finding *isa_next_form(const struct isa_insn *insn, uint32_t word, unsigned *at,
                                             char text[static ISA_TEXT_MAX]);

static inline uint32_t isa_field_value(const struct isa_field *field, uint32_t word)
{
    return (uint32_t)((word >> field->low) & ((UINT64_C(1) << field->bits) - 1));
}
