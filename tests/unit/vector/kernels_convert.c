/* SPDX-License-Identifier: Apache-2.0 */
/* Public kernels that choose by a condition or convert (tt-llk, ckernel_sfpu_where.h, ckernel_sfpu_typecast.h). */
#include "unit/vector/vector_words.h"

/* ---- where ---- */

static void where_prepare(struct tile *tile, bool with_macros)
{
    start(tile);
    if (!with_macros)
        return;
    ONE_OPERAND(tile, "SFPSETCC", 0, 0, 12, IS_ZERO);
    ONE_OPERAND(tile, "SFPENCC", 0, 0, 13, 0);
    sequence(tile, 0, at(T0, 0), 0, 0, at(PLAIN_STORE, 2));
    sequence(tile, 1, at(T0, 0), 0, 0, 0);
    sequence(tile, 2, at(T1, 0), 0, 0, 0);
    misc(tile, 0x770);
}

static void where_plain(struct tile *tile, unsigned row, unsigned mode, unsigned out)
{
    load(tile, 0, mode, row_of(IN0, row));
    load(tile, 1, mode, row_of(IN1, row));
    ONE_OPERAND(tile, "SFPSETCC", 0, 0, 0, IS_ZERO);
    load(tile, 1, mode, row_of(IN2, row));
    all_lanes(tile);
    store(tile, 1, mode, row_of(out, row));
}

static void where_in_place(struct tile *tile, unsigned row, unsigned mode)
{
    macro(tile, 0, 0, mode, row_of(IN0, row));
    macro(tile, 2, 0, mode, row_of(IN1, row));
    load(tile, 0, mode, row_of(IN2, row));
}

static void where_elsewhere(struct tile *tile, unsigned row, unsigned mode)
{
    macro(tile, 1, 0, mode, row_of(IN0, row));
    macro(tile, 2, 0, mode, row_of(IN1, row));
    load(tile, 0, mode, row_of(IN2, row));
    store(tile, 0, mode, row_of(OUT, row));
}

#define WHERE(name, mode)                                                                                              \
    static void where_in_place_##name(struct tile *tile, unsigned row)                                                 \
    {                                                                                                                  \
        where_in_place(tile, row, mode);                                                                               \
    }                                                                                                                  \
    static void where_in_place_plain_##name(struct tile *tile, unsigned row)                                           \
    {                                                                                                                  \
        where_plain(tile, row, mode, IN0);                                                                             \
    }                                                                                                                  \
    static void where_elsewhere_##name(struct tile *tile, unsigned row)                                                \
    {                                                                                                                  \
        where_elsewhere(tile, row, mode);                                                                              \
    }                                                                                                                  \
    static void where_elsewhere_plain_##name(struct tile *tile, unsigned row)                                          \
    {                                                                                                                  \
        where_plain(tile, row, mode, OUT);                                                                             \
    }
WHERE(16, LO16)
WHERE(32, INT32)

/* ---- conversions ---- */

static void uint16_to_fp32_prepare(struct tile *tile, bool with_macros)
{
    start(tile);
    if (!with_macros)
        return;
    cast(tile, 0, 12);
    sequence(tile, 0, at(T0, 0) | TO_L16, 0, 0, at(PLAIN_STORE, 1) | TO_L16);
    misc(tile, 0x100 | FP32);
}

static void uint16_to_fp32(struct tile *tile, unsigned row)
{
    macro(tile, 0, 0, LO16, row_of(IN0, row));
}

static void uint16_to_fp32_plain(struct tile *tile, unsigned row)
{
    load(tile, 0, LO16, row_of(IN0, row));
    cast(tile, 0, 0);
    store(tile, 0, FP32, row_of(IN0, row));
}

static void uint16_to_fp16b_prepare(struct tile *tile, bool with_macros)
{
    start(tile);
    if (!with_macros)
        return;
    cast(tile, 0, 12);
    rounded(tile, 0, 13, TO_FP16B);
    sequence(tile, 0, at(T0, 0), 0, at(T1, 1) | TO_L16, at(PLAIN_STORE, 2) | TO_L16);
    misc(tile, 0x100 | BY_FORMAT);
}

static void uint16_to_fp16b(struct tile *tile, unsigned row)
{
    macro(tile, 0, row & 1, LO16, row_of(IN0, row));
}

static void uint16_to_fp16b_plain(struct tile *tile, unsigned row)
{
    load(tile, 0, LO16, row_of(IN0, row));
    cast(tile, 0, 0);
    rounded(tile, 0, 0, TO_FP16B);
    store(tile, 0, BY_FORMAT, row_of(IN0, row));
}

static void uint16_to_uint32_prepare(struct tile *tile, bool with_macros)
{
    start(tile);
    if (!with_macros)
        return;
    sequence(tile, 0, 0, 0, 0, at(PLAIN_STORE, 0));
    misc(tile, 0x100 | INT32);
}

static void uint16_to_uint32_plain(struct tile *tile, unsigned row)
{
    load(tile, 0, LO16, row_of(IN0, row));
    store(tile, 0, INT32, row_of(IN0, row));
}

static void fp32_to_uint16_prepare(struct tile *tile, bool with_macros)
{
    start(tile);
    if (!with_macros)
        return;
    ONE_SOURCE(tile, "SFPSWAP", 0, ZERO, 12, 15);
    rounded(tile, 0, 13, TO_UINT16);
    sequence(tile, 0, at(T0, 0) | AS_B, 0, at(T1, 2) | TO_L16, at(PLAIN_STORE, 3) | TO_L16);
    misc(tile, 0x100 | LO16);
}

static void fp32_to_uint16(struct tile *tile, unsigned row)
{
    macro(tile, 0, row & 1, BY_FORMAT, row_of(IN0, row));
    nop(tile);
}

static void fp32_to_uint16_plain(struct tile *tile, unsigned row)
{
    load(tile, 0, BY_FORMAT, row_of(IN0, row));
    ONE_SOURCE(tile, "SFPSWAP", 0, ZERO, 0, 9);
    rounded(tile, 0, 0, TO_UINT16);
    store(tile, 0, LO16, row_of(IN0, row));
}

static void int32_to_uint16_prepare(struct tile *tile, bool with_macros)
{
    start(tile);
    if (!with_macros)
        return;
    ONE_SOURCE(tile, "SFPSWAP", 0, ZERO, 12, 15);
    rounded(tile, 0, 13, TO_UINT16);
    sequence(tile, 0, at(T0, 1) | AS_B, 0, at(T1, 3) | TO_L16, at(PLAIN_STORE, 4) | TO_L16);
    misc(tile, 0x100 | LO16);
}

static void int32_to_uint16(struct tile *tile, unsigned row)
{
    macro(tile, 0, row & 1, INT32, row_of(IN0, row));
    cast(tile, row & 1, row & 1);
    nop(tile);
}

static void int32_to_uint16_plain(struct tile *tile, unsigned row)
{
    load(tile, 0, INT32, row_of(IN0, row));
    cast(tile, 0, 0);
    ONE_SOURCE(tile, "SFPSWAP", 0, ZERO, 0, 9);
    rounded(tile, 0, 0, TO_UINT16);
    store(tile, 0, LO16, row_of(IN0, row));
}

/* L12 shifts the sign down; L0 and L1 are what the sign chooses by L7. */
static void by_sign(struct tile *tile, uint32_t power)
{
    config(tile, PROGRAM0, (uint32_t)-31);
    constant(tile, 0, 2, 0);
    constant(tile, 1, 0, power);
}

static void int32_prepare(struct tile *tile)
{
    start(tile);
    ONE_OPERAND(tile, "SFPSETSGN", 0, 4, 12, 0);
    mad(tile, 0, ONE, 0, 13, 4);
}

static void int32_to_fp32_prepare(struct tile *tile, bool with_macros)
{
    start(tile);
    if (!with_macros)
        return;
    int32_prepare(tile);
    sequence(tile, 0, at(T0, 3) | AS_B, at(T1, 4) | TO_L16, 0, at(PLAIN_STORE, 6) | TO_L16);
    misc(tile, 0x100 | FP32);
    by_sign(tile, 0xCF00);
}

static void int32_to_fp16b_prepare(struct tile *tile, bool with_macros)
{
    start(tile);
    if (!with_macros)
        return;
    int32_prepare(tile);
    rounded(tile, 0, 14, TO_FP16B);
    sequence(tile, 0, at(T0, 3) | AS_B, at(T1, 4), at(T2, 6) | TO_L16, at(PLAIN_STORE, 7) | TO_L16);
    misc(tile, 0x100 | FP16B);
    by_sign(tile, 0xCF00);
}

static void int32_to_float(struct tile *tile, unsigned row)
{
    const unsigned v = 2 + (row & 1), t = 4;
    macro(tile, 0, v, INT32, row_of(IN0, row));
    ONE_OPERAND(tile, "SFPABS", 0, v, t, 0);
    ONE_SOURCE(tile, "SFPSHFT2", t, PROGRAM0, 7, 5);
    cast(tile, t, t);
}

static void int32_to_float_plain(struct tile *tile, unsigned row)
{
    load(tile, 0, INT32, row_of(IN0, row));
    ONE_OPERAND(tile, "SFPABS", 0, 0, 1, 0);
    cast(tile, 1, 2);
    ONE_OPERAND(tile, "SFPSETSGN", 0, 2, 0, 0);
    ONE_OPERAND(tile, "SFPSETCC", 0, 1, 0, IS_NEGATIVE);
    VRUN(tile, "SFPADDI", {"imm16_math", 0xCF00}, {"lreg_dest", 0});
    all_lanes(tile);
}

static void int32_to_fp32_plain(struct tile *tile, unsigned row)
{
    int32_to_float_plain(tile, row);
    store(tile, 0, FP32, row_of(IN0, row));
}

static void int32_to_fp16b_plain(struct tile *tile, unsigned row)
{
    int32_to_float_plain(tile, row);
    rounded(tile, 0, 0, TO_FP16B);
    store(tile, 0, FP16B, row_of(IN0, row));
}

static void uint32_to_fp32_prepare(struct tile *tile, bool with_macros)
{
    start(tile);
    if (!with_macros)
        return;
    ONE_OPERAND(tile, "SFPSETSGN", 0, 0, 12, 1);
    cast(tile, 2, 13);
    ONE_SOURCE(tile, "SFPSHFT2", 0, PROGRAM0, 14, 5);
    mad(tile, 0, ONE, 0, 15, 4);
    sequence(tile, 0, at(T0, 0), 0, 0, 0);
    sequence(tile, 1, at(T1, 0) | AS_B, at(T3, 2) | TO_L16, 0, 0);
    sequence(tile, 2, 0, 0, at(T2, 0) | AS_B, at(PLAIN_STORE, 3) | TO_L16);
    misc(tile, 0x700 | FP32);
    by_sign(tile, 0x4F00);
}

static void uint32_to_fp32(struct tile *tile, unsigned row)
{
    macro(tile, 0, 2, INT32, row_of(IN0, row));
    macro(tile, 1, 3, INT32, row_of(IN0, row));
    macro(tile, 2, 7, INT32, row_of(IN0, row));
}

static void uint32_to_float_plain(struct tile *tile, unsigned row)
{
    load(tile, 0, INT32, row_of(IN0, row));
    ONE_OPERAND(tile, "SFPSETSGN", 0, 0, 1, 1);
    cast(tile, 1, 2);
    ONE_OPERAND(tile, "SFPSETCC", 0, 0, 0, IS_NEGATIVE);
    VRUN(tile, "SFPADDI", {"imm16_math", 0x4F00}, {"lreg_dest", 2});
    all_lanes(tile);
}

static void uint32_to_fp32_plain(struct tile *tile, unsigned row)
{
    uint32_to_float_plain(tile, row);
    store(tile, 2, FP32, row_of(IN0, row));
}

static void uint32_to_fp16b_prepare(struct tile *tile, bool with_macros)
{
    start(tile);
    if (!with_macros)
        return;
    cast(tile, 0, 12);
    mad(tile, 0, ONE, 0, 13, 4);
    rounded(tile, 0, 14, TO_FP16B);
    sequence(tile, 0, at(T0, 2), at(T1, 3), at(T2, 5) | TO_L16, at(PLAIN_STORE, 6) | TO_L16);
    misc(tile, 0x100 | FP16B);
    by_sign(tile, 0x4F00);
}

static void uint32_to_fp16b(struct tile *tile, unsigned row)
{
    const unsigned v = 2 + (row & 1);
    macro(tile, 0, v, INT32, row_of(IN0, row));
    ONE_SOURCE(tile, "SFPSHFT2", v, PROGRAM0, 7, 5);
    ONE_OPERAND(tile, "SFPSETSGN", 0, v, v, 1);
}

static void uint32_to_fp16b_plain(struct tile *tile, unsigned row)
{
    uint32_to_float_plain(tile, row);
    rounded(tile, 2, 2, TO_FP16B);
    store(tile, 2, FP16B, row_of(IN0, row));
}

/* Blackhole's: all ones where the upper half is not zero, before the lower. */
static void uint32_to_uint16_prepare(struct tile *tile, bool with_macros)
{
    start(tile);
    if (!with_macros)
        return;
    ONE_OPERAND(tile, "SFPGT", 0, ZERO, 12, 8);
    ONE_OPERAND(tile, "SFPOR", 0, 0, 13, 0);
    sequence(tile, 0, at(T0, 0) | AS_B, 0, 0, 0);
    sequence(tile, 1, at(T1, 0) | AS_B, 0, 0, at(PLAIN_STORE, 1));
    misc(tile, 0x100 | LO16);
}

static void uint32_to_uint16(struct tile *tile, unsigned row)
{
    macro(tile, 0, 0, LO16, row_of(IN0, row));
    macro(tile, 1, 1, INT32, row_of(IN0, row));
}

static void uint32_to_uint16_plain(struct tile *tile, unsigned row)
{
    load(tile, 0, LO16, row_of(IN0, row));
    ONE_OPERAND(tile, "SFPIADD", 0, ZERO, 0, 6);
    ONE_OPERAND(tile, "SFPSHFT", (unsigned)-16, 0, 0, 1);
    load(tile, 1, INT32, row_of(IN0, row));
    ONE_OPERAND(tile, "SFPOR", 0, 0, 1, 0);
    store(tile, 1, LO16, row_of(IN0, row));
}

const struct kernel kernels_convert[] = {
    {"where, 16 bits, in place", BOTH, where_prepare, where_in_place_16, NULL, 3, where_in_place_plain_16},
    {"where, 32 bits, in place", BOTH, where_prepare, where_in_place_32, NULL, 3, where_in_place_plain_32},
    {"where, 16 bits", BOTH, where_prepare, where_elsewhere_16, NULL, 3, where_elsewhere_plain_16},
    {"where, 32 bits", BOTH, where_prepare, where_elsewhere_32, NULL, 3, where_elsewhere_plain_32},
    {"uint16 to fp32", BOTH, uint16_to_fp32_prepare, uint16_to_fp32, NULL, 2, uint16_to_fp32_plain},
    {"uint16 to fp16b", BOTH, uint16_to_fp16b_prepare, uint16_to_fp16b, NULL, 3, uint16_to_fp16b_plain},
    {"uint16 to uint32", BOTH, uint16_to_uint32_prepare, uint16_to_fp32, NULL, 1, uint16_to_uint32_plain},
    {"fp32 to uint16", BOTH, fp32_to_uint16_prepare, fp32_to_uint16, NULL, 3, fp32_to_uint16_plain},
    {"int32 to uint16", BOTH, int32_to_uint16_prepare, int32_to_uint16, NULL, 3, int32_to_uint16_plain},
    {"int32 to fp32", BOTH, int32_to_fp32_prepare, int32_to_float, NULL, 4, int32_to_fp32_plain},
    {"int32 to fp16b", BOTH, int32_to_fp16b_prepare, int32_to_float, NULL, 5, int32_to_fp16b_plain},
    {"uint32 to fp32", BOTH, uint32_to_fp32_prepare, uint32_to_fp32, NULL, 4, uint32_to_fp32_plain},
    {"uint32 to fp16b", BOTH, uint32_to_fp16b_prepare, uint32_to_fp16b, NULL, 5, uint32_to_fp16b_plain},
    {"uint32 to uint16", BLACKHOLE, uint32_to_uint16_prepare, uint32_to_uint16, NULL, 2, uint32_to_uint16_plain},
};
const size_t kernels_convert_count = sizeof kernels_convert / sizeof *kernels_convert;
