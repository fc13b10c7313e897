/* SPDX-License-Identifier: Apache-2.0 */
/* Words of the cores' programs: which instruction, on which chip, with which immediate. Tables from schemas/riscv.json;
 * the same file generates the interpreter's handlers (tile/riscv). docs/semantics/riscv.md */
#pragma once

#include "base/names.h"
#include "base/usual.h"

/* Which bits of the word are the immediate; the letters are the base formats'. */
enum riscv_immediate {
    RISCV_IMMEDIATE_NONE,
    RISCV_IMMEDIATE_I,
    RISCV_IMMEDIATE_S,
    RISCV_IMMEDIATE_B,
    RISCV_IMMEDIATE_J,
    RISCV_IMMEDIATE_U,
    RISCV_IMMEDIATE_SHAMT,
    RISCV_IMMEDIATE_CSR,
};

struct riscv_set {
    const char *name; /* "Zbb" */
    const char *doc;
    unsigned chips; /* bit a chip */
};

struct riscv_op {
    const char *name;     /* "addi"; "" for some instructions that are refused */
    const char *operands; /* "rd,rs1,imm.i": how riscv_disassemble() writes them */
    uint32_t mask, match; /* it is this when (word & mask) == match */
    enum riscv_immediate immediate;
    uint8_t set;
    const char *why; /* why it is refused; else "" */
};

extern const struct riscv_set riscv_sets[];
extern const struct riscv_op riscv_ops[], riscv_refused[], riscv_aliases[];
extern const unsigned riscv_ops_count, riscv_refused_count, riscv_aliases_count;
extern const uint8_t riscv_ops_first[33]; /* see riscv_find() */

/* `.ttinsn`: a word whose low bits are not 3 pushes itself, turned right by two (R4). */
static inline bool riscv_is_push(uint32_t word)
{
    return (word & 3) != 3;
}

static inline uint32_t riscv_pushed_word(uint32_t word)
{
    return word << 30 | word >> 2;
}

/* The base formats' opcodes: what a word does with memory and registers, whichever of its kind it is. */
enum riscv_opcode {
    RISCV_LOAD = 0x03,
    RISCV_LOAD_FP = 0x07,
    RISCV_ARITHMETIC_I = 0x13,
    RISCV_STORE = 0x23,
    RISCV_STORE_FP = 0x27,
    RISCV_AMO = 0x2F,
    RISCV_ARITHMETIC = 0x33,
    RISCV_LUI = 0x37,
    RISCV_JALR = 0x67,
    RISCV_SYSTEM = 0x73
};

enum { RISCV_NOP = 0x13 }; /* addi x0, x0, 0 */

static inline unsigned riscv_opcode(uint32_t word)
{
    return word & 0x7F;
}

static inline bool riscv_reads_memory(uint32_t word)
{
    return riscv_opcode(word) == RISCV_LOAD || riscv_opcode(word) == RISCV_LOAD_FP || riscv_opcode(word) == RISCV_AMO;
}

static inline bool riscv_writes_memory(uint32_t word)
{
    return riscv_opcode(word) == RISCV_STORE || riscv_opcode(word) == RISCV_STORE_FP || riscv_opcode(word) == RISCV_AMO;
}

/* Of a word that reads or writes memory. */
static inline unsigned riscv_access_bytes(uint32_t word)
{
    return 1U << (word >> 12 & 3);
}

/* The instruction that a word is, on whatever chip; null for `.ttinsn`, refused instructions and words that are no
 * instruction. */
const struct riscv_op *riscv_find(uint32_t word);

/* Whether the cores of a chip have it. */
bool riscv_is_on(enum tt_chip chip, const struct riscv_op *op);

/* The immediate of that kind, its sign extended; 0 where there is none. */
uint32_t riscv_immediate_of(enum riscv_immediate kind, uint32_t word);

/* Why a core of the chip does not execute the word: "these cores have no double precision". Borrowed, or text. */
enum { RISCV_WHY_MAX = 128 };
const char *riscv_why_refused(enum tt_chip chip, uint32_t word, char text[static RISCV_WHY_MAX]);
