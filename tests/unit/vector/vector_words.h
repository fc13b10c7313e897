/* SPDX-License-Identifier: Apache-2.0 */
/* Words of the vector unit as the public kernels use them, and the tables of macros. */
#pragma once

#include "unit/vector/vector_kernels.h"

/* Modes of loads and stores; lane flags; forms of rounding. */
enum { BY_FORMAT = 0, FP16B = 2, FP32 = 3, INT32 = 4, LO16 = 6, RAW_LO16 = 9, LOW_HALF = 14 };
enum { IS_NEGATIVE = 0, IS_ZERO = 6, TO_FP16B = 1, TO_UINT16 = 6 };
enum { ZERO = 9, ONE = 10, MINUS_ONE = 11, PROGRAM0 = 12, PROGRAM1 = 13 };

/* ---- words ---- */

static inline void load(struct tile *tile, unsigned reg, unsigned mode, unsigned addr)
{
    VRUN(tile, "SFPLOAD", {"lreg_ind", reg}, {"instr_mod0", mode}, {"dest_reg_addr", addr & 0x3FF});
}

static inline void store(struct tile *tile, unsigned reg, unsigned mode, unsigned addr)
{
    VRUN(tile, "SFPSTORE", {"lreg_ind", reg}, {"instr_mod0", mode}, {"dest_reg_addr", addr & 0x3FF});
}

static inline void macro(struct tile *tile, unsigned index, unsigned reg, unsigned mode, unsigned addr)
{
    VRUN(tile, "SFPLOADMACRO", {"lreg_ind", index << 2 | (reg & 3)}, {"instr_mod0", mode},
         {"dest_reg_addr", (addr & 0x3FE) | reg >> 2});
}

static inline void constant(struct tile *tile, unsigned reg, unsigned mode, uint32_t value)
{
    VRUN(tile, "SFPLOADI", {"lreg_ind", reg}, {"instr_mod0", mode}, {"imm16", value & 0xFFFF});
}

static inline void constant32(struct tile *tile, unsigned reg, uint32_t value)
{
    constant(tile, reg, 10, value);
    constant(tile, reg, 8, value >> 16);
}

static inline void config(struct tile *tile, unsigned what, uint32_t value)
{
    constant32(tile, 0, value);
    VRUN(tile, "SFPCONFIG", {"config_dest", what});
}

static inline void nop(struct tile *tile)
{
    VRUN(tile, "SFPNOP", {NULL, 0});
}

/* An instruction of one operand: constant, C, D, form. */
#define ONE_OPERAND(tile, mnemonic, imm, c, d, form)                                                                   \
    VRUN(tile, mnemonic, {"imm12_math", (imm)&0xFFFu}, {"lreg_c", c}, {"lreg_dest", d}, {"instr_mod1", form})
/* The same of those whose C is called otherwise. */
#define ONE_SOURCE(tile, mnemonic, imm, c, d, form)                                                                    \
    VRUN(tile, mnemonic, {"imm12_math", (imm)&0xFFFu}, {"lreg_src_c", c}, {"lreg_dest", d}, {"instr_mod1", form})

static inline void cast(struct tile *tile, unsigned c, unsigned d)
{
    VRUN(tile, "SFPCAST", {"lreg_src_c", c}, {"lreg_dest", d});
}

static inline void mad(struct tile *tile, unsigned a, unsigned b, unsigned c, unsigned d, unsigned form)
{
    VRUN(tile, "SFPMAD", {"lreg_src_a", a}, {"lreg_src_b", b}, {"lreg_src_c", c}, {"lreg_dest", d},
         {"instr_mod1", form});
}

static inline void rounded(struct tile *tile, unsigned c, unsigned d, unsigned form)
{
    VRUN(tile, "SFP_STOCH_RND", {"lreg_src_c", c}, {"lreg_dest", d}, {"instr_mod1", form});
}

static inline void all_lanes(struct tile *tile)
{
    ONE_OPERAND(tile, "SFPENCC", 0, 0, 0, 0);
}

/* ---- what the tables of macros hold ---- */

enum { PLAIN_STORE = 3, T0 = 4, T1 = 5, T2 = 6, T3 = 7, TO_L16 = 0x40, AS_B = 0x80 };

static inline uint32_t at(unsigned source, unsigned delay)
{
    return source | delay << 3;
}

static inline void sequence(struct tile *tile, unsigned index, uint32_t simple, uint32_t mads, uint32_t rounds,
                            uint32_t stores)
{
    config(tile, 4 + index, simple | mads << 8 | rounds << 16 | stores << 24);
}

static inline void misc(struct tile *tile, uint32_t bits)
{
    VRUN(tile, "SFPCONFIG", {"imm16_math", bits}, {"config_dest", 8}, {"instr_mod1", 1});
}

/* Flags in use, all lanes on: as kernels find the unit. */
static inline void start(struct tile *tile)
{
    ONE_OPERAND(tile, "SFPENCC", 3, 0, 0, 10);
}

/* Addresses of rows of four operands. */
enum { IN0 = 0, IN1 = 64, IN2 = 128, OUT = 192 };

static inline unsigned row_of(unsigned base, unsigned row)
{
    return base + 2 * row;
}
