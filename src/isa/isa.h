/* SPDX-License-Identifier: Apache-2.0 */
/* Instruction words: which instruction, which fields, and as text. Tables from schemas/isa/CHIP.json.
 * The same file generates "isa_decode.h": struct insn_MNEMONIC with named fields, made by isa_decode_MNEMONIC(); and
 * "tile_handlers.h": prototypes of the handlers of what is supported. docs/semantics/chips.md */
#pragma once

#include "base/names.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct isa_field {
    const char *name; /* snake case, the spec's word: "read_intf_sel" */
    uint8_t low;
    uint8_t bits;
    const char *doc;
};

struct isa_insn {
    const char *mnemonic; /* "PACR" */
    uint8_t opcode;       /* bits 31:24 */
    enum tt_unit unit;    /* UNPACR: TT_UNIT_UNPACK0; isa_unit() tells 0 from 1 by the word */
    uint8_t is_supported; /* 0: no handler yet; a replay raises a finding and counts it */
    uint8_t field_count;
    const struct isa_field *fields; /* by rising low bit */
    const char *doc;
    bool has_writes; /* its own: else it may write whatever its unit may */
    uint32_t writes; /* bit a enum tt_space */
};

/* Null for an opcode that the chip does not define. */
const struct isa_insn *isa_find(enum tt_chip chip, uint32_t word);

/* By mnemonic, upper case; null when the chip has none. */
const struct isa_insn *isa_find_mnemonic(enum tt_chip chip, const char *mnemonic);

/* Unit a word is issued to; TT_UNIT_COUNT for an undefined opcode. */
enum tt_unit isa_unit(enum tt_chip chip, uint32_t word);

/* "pack", "unpack0", "matrix", …: the words of --unit. */
const char *unit_name(enum tt_unit unit);
enum tt_unit unit_find(const char *name); /* TT_UNIT_COUNT when unknown */

/* Its bit in a set of units. */
static inline uint32_t unit_bit(enum tt_unit unit)
{
    return UINT32_C(1) << unit;
}

enum { ISA_TEXT_MAX = 512 };

/* "PACR last=1 read_intf_sel=5 addr_mode=2": fields that are zero are left out, bits that no field names follow
 * as "unnamed=0x…"; an undefined opcode reads ".word 0x…". Always terminated. Returns text. */
char *isa_disassemble(enum tt_chip chip, uint32_t word, char text[static ISA_TEXT_MAX]);

static inline uint32_t isa_field_value(const struct isa_field *field, uint32_t word)
{
    return (uint32_t)((word >> field->low) & ((UINT64_C(1) << field->bits) - 1));
}
