/* SPDX-License-Identifier: Apache-2.0 */
/* Looking up words of the cores' programs, and their immediates (the RISC-V manual, "Immediate encoding variants"). */
#include "isa/riscv.h"

#include "isa/chip.h"

static bool is_of(const struct riscv_op *op, uint32_t word)
{
    return (word & op->mask) == op->match;
}

const struct riscv_op *riscv_find(uint32_t word)
{
    if (riscv_is_push(word))
        return NULL;
    const uint32_t opcode = word >> 2 & 31;
    for (unsigned i = riscv_ops_first[opcode]; i < riscv_ops_first[opcode + 1]; i++) {
        if (is_of(&riscv_ops[i], word))
            return &riscv_ops[i];
    }
    return NULL;
}

bool riscv_is_on(enum tt_chip chip, const struct riscv_op *op)
{
    return riscv_sets[op->set].chips >> chip & 1;
}

/* Bits high to low of the word, moved so that the lowest stands at `to`. */
static uint32_t bits(uint32_t word, unsigned high, unsigned low, unsigned to)
{
    return (word >> low & ((1u << (high - low + 1)) - 1)) << to;
}

uint32_t riscv_immediate_of(enum riscv_immediate kind, uint32_t word)
{
    const uint32_t sign = word >> 31 ? UINT32_MAX : 0;
    switch (kind) {
    case RISCV_IMMEDIATE_I:
        return sign << 11 | bits(word, 30, 20, 0);
    case RISCV_IMMEDIATE_S:
        return sign << 11 | bits(word, 30, 25, 5) | bits(word, 11, 7, 0);
    case RISCV_IMMEDIATE_B:
        return sign << 12 | bits(word, 7, 7, 11) | bits(word, 30, 25, 5) | bits(word, 11, 8, 1);
    case RISCV_IMMEDIATE_J:
        return sign << 20 | bits(word, 19, 12, 12) | bits(word, 20, 20, 11) | bits(word, 30, 21, 1);
    case RISCV_IMMEDIATE_U:
        return word & 0xFFFFF000;
    case RISCV_IMMEDIATE_SHAMT:
        return bits(word, 24, 20, 0);
    case RISCV_IMMEDIATE_CSR:
        return bits(word, 31, 20, 0);
    case RISCV_IMMEDIATE_NONE:
        break;
    }
    return 0;
}

const char *riscv_why_refused(enum tt_chip chip, uint32_t word, char text[static RISCV_WHY_MAX])
{
    const struct riscv_op *op = riscv_find(word);
    if (op) {
        (void)snprintf(text, RISCV_WHY_MAX, "%s belongs to %s (%s), which the cores of %s do not have", op->name,
                       riscv_sets[op->set].name, riscv_sets[op->set].doc, chip_get(chip)->name);
        return text;
    }
    for (unsigned i = 0; i < riscv_refused_count; i++) {
        if (is_of(&riscv_refused[i], word))
            return riscv_refused[i].why;
    }
    return "no instruction has this encoding";
}
