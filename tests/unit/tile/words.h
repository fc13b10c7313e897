/* SPDX-License-Identifier: Apache-2.0 */
/* Instruction words by field names, for tests. */
#pragma once

#include "isa/isa.h"
#include "tile/tile.h"

#include <check.h>
#include <string.h>

struct field_value {
    const char *name; /* null: the end */
    uint32_t value;
};

/* Fails the test when the chip has no such instruction or the instruction no such field. */
static inline uint32_t word_of(enum tt_chip chip, const char *mnemonic, const struct field_value *values)
{
    const struct isa_insn *insn = isa_find_mnemonic(chip, mnemonic);
    ck_assert_ptr_nonnull(insn);
    uint32_t word = (uint32_t)insn->opcode << 24;
    for (; values->name; values++) {
        unsigned i = 0;
        while (i < insn->field_count && strcmp(insn->fields[i].name, values->name) != 0)
            i++;
        ck_assert_msg(i < insn->field_count, "%s has no field %s", mnemonic, values->name);
        word |= values->value << insn->fields[i].low;
    }
    return word;
}

#define WORD(chip, mnemonic, ...) word_of(chip, mnemonic, (const struct field_value[]){__VA_ARGS__, {NULL, 0}})

/* Executes a word of thread 0 that must take effect at once. */
static inline void run_word(struct tile *tile, uint32_t word)
{
    ck_assert_int_eq(tile_exec(tile, 0, word, 0), TILE_DONE);
}
