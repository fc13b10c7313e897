/* SPDX-License-Identifier: Apache-2.0 */
/* Public kernels that multiply or divide (tt-llk, ckernel_sfpu_mul_int.h, ckernel_sfpu_recip.h). */
#include "unit/vector/vector_words.h"

/* ---- products of integers ---- */

static void mul_prepare_blackhole(struct tile *tile, bool with_macros)
{
    start(tile);
    if (!with_macros)
        return;
    VRUN(tile, "SFPMUL24", {"lreg_src_a", 0}, {"lreg_src_b", 0}, {"lreg_src_c", ZERO}, {"lreg_dest", 12});
    sequence(tile, 0, 0, at(T0, 0) | AS_B | TO_L16, 0, at(PLAIN_STORE, 2) | TO_L16);
    sequence(tile, 1, 0, at(T0, 1) | AS_B | TO_L16, 0, at(PLAIN_STORE, 3) | TO_L16);
    misc(tile, 0x330);
}

static void square(struct tile *tile, unsigned row)
{
    macro(tile, 0, 0, LO16, row_of(IN0, row));
}

static void mul_in_place(struct tile *tile, unsigned row)
{
    load(tile, 0, LO16, row_of(IN1, row));
    macro(tile, 0, 1, LO16, row_of(IN0, row));
}

static void mul_elsewhere(struct tile *tile, unsigned row)
{
    load(tile, 0, LO16, row_of(IN0, row));
    macro(tile, 1, 1, LO16, row_of(OUT, row));
    load(tile, 1, LO16, row_of(IN1, row));
}

static void mul24_plain(struct tile *tile, unsigned row, unsigned in1, unsigned out)
{
    load(tile, 0, LO16, row_of(IN0, row));
    load(tile, 1, LO16, row_of(in1, row));
    VRUN(tile, "SFPMUL24", {"lreg_src_a", 0}, {"lreg_src_b", 1}, {"lreg_src_c", ZERO}, {"lreg_dest", 0});
    store(tile, 0, LO16, row_of(out, row));
}

static void square_plain(struct tile *tile, unsigned row)
{
    mul24_plain(tile, row, IN0, IN0);
}

static void mul_in_place_plain(struct tile *tile, unsigned row)
{
    mul24_plain(tile, row, IN1, IN0);
}

static void mul_elsewhere_plain(struct tile *tile, unsigned row)
{
    mul24_plain(tile, row, IN1, OUT);
}

/* Products of bytes, as floats. */
static void mul_prepare_wormhole(struct tile *tile, bool with_macros)
{
    start(tile);
    config(tile, PROGRAM0, 0xFF);
    config(tile, PROGRAM1, with_macros ? 0x4B000000 : (uint32_t)-8);
    if (!with_macros)
        return;
    ONE_SOURCE(tile, "SFPSHFT2", (unsigned)-8, 0, 12, 6);
    cast(tile, 0, 13);
    ONE_SOURCE(tile, "SFPSHFT2", 8, 0, 14, 6);
    ONE_OPERAND(tile, "SFPIADD", 0, 5, 15, 4);
    sequence(tile, 0, at(T1, 1), 0, at(T0, 0) | AS_B, 0);
    sequence(tile, 1, at(T1, 3), 0, 0, 0);
    sequence(tile, 2, at(T1, 2), 0, at(T0, 1) | AS_B, 0);
    sequence(tile, 3, at(T3, 6) | AS_B | TO_L16, 0, at(T2, 5) | AS_B, at(PLAIN_STORE, 7) | TO_L16);
    misc(tile, 0xFF0);
}

static void mul_bytes(struct tile *tile, unsigned row, unsigned out_base)
{
    enum { A0, B0, A1, B1, SUM, SCRATCH };
    macro(tile, 0, B1, LO16, row_of(IN1, row));
    macro(tile, 1, A0, LO16, row_of(IN0, row));
    macro(tile, 1, B0, LO16, row_of(IN1, row));
    ONE_OPERAND(tile, "SFPAND", 0, PROGRAM0, A0, 0);
    ONE_OPERAND(tile, "SFPAND", 0, PROGRAM0, B0, 0);
    macro(tile, 2, A1, LO16, row_of(IN0, row));
    macro(tile, 3, SUM, LO16, row_of(out_base, row));
    mad(tile, A0, B1, PROGRAM1, B1, 0);
    mad(tile, A0, B0, PROGRAM1, A0, 0);
    mad(tile, A1, B0, B1, B1, 0);
    ONE_OPERAND(tile, "SFPEXMAN", 0, A0, SCRATCH, 1);
    ONE_OPERAND(tile, "SFPEXMAN", 0, B1, SUM, 1);
}

static void mul_bytes_in_place(struct tile *tile, unsigned row)
{
    mul_bytes(tile, row, IN0);
}

static void mul_bytes_elsewhere(struct tile *tile, unsigned row)
{
    mul_bytes(tile, row, OUT);
}

static void bytes_of(struct tile *tile, unsigned low, unsigned high)
{
    ONE_SOURCE(tile, "SFPSHFT2", low, PROGRAM1, high, 5);
    cast(tile, high, high);
    ONE_OPERAND(tile, "SFPAND", 0, PROGRAM0, low, 0);
    cast(tile, low, low);
}

static void mul_bytes_plain(struct tile *tile, unsigned row, unsigned out)
{
    load(tile, 0, LO16, row_of(IN0, row));
    bytes_of(tile, 0, 2);
    load(tile, 1, LO16, row_of(IN1, row));
    bytes_of(tile, 1, 3);
    mad(tile, 0, 3, ZERO, 3, 0);
    mad(tile, 0, 1, ZERO, 0, 0);
    mad(tile, 2, 1, ZERO, 2, 0);
    rounded(tile, 0, 0, TO_UINT16);
    rounded(tile, 2, 2, TO_UINT16);
    rounded(tile, 3, 3, TO_UINT16);
    ONE_OPERAND(tile, "SFPIADD", 0, 3, 2, 4);
    ONE_OPERAND(tile, "SFPSHFT", 8, 0, 2, 1);
    ONE_OPERAND(tile, "SFPIADD", 0, 2, 0, 4);
    store(tile, 0, LO16, row_of(out, row));
}

static void mul_bytes_in_place_plain(struct tile *tile, unsigned row)
{
    mul_bytes_plain(tile, row, IN0);
}

static void mul_bytes_elsewhere_plain(struct tile *tile, unsigned row)
{
    mul_bytes_plain(tile, row, OUT);
}

/* ---- reciprocals ---- */

static void recip_prepare(struct tile *tile, bool with_macros)
{
    start(tile);
    if (!with_macros)
        return;
    ONE_OPERAND(tile, "SFPARECIP", 0, 0, 12, 0);
    mad(tile, ZERO, ZERO, 0, 13, 8);
    mad(tile, 1, 0, MINUS_ONE, 14, 0);
    ONE_OPERAND(tile, "SFPIADD", 0, 1, 15, 4);
    sequence(tile, 0, at(T0, 0), at(T1, 0), 0, at(PLAIN_STORE, 0) | AS_B);
    sequence(tile, 1, at(T3, 5) | AS_B | TO_L16, at(T2, 0) | AS_B | TO_L16, 0, at(PLAIN_STORE, 2) | TO_L16);
    sequence(tile, 2, 0, 0, 0, at(PLAIN_STORE, 1) | TO_L16);
    misc(tile, 0x700);
    constant(tile, 0, 0, 0x8000);
    constant(tile, 7, 2, 1);
}

static void recip(struct tile *tile, unsigned row)
{
    const unsigned y = 3 + row % 3;
    macro(tile, 0, y, BY_FORMAT, row_of(IN0, row));
    if (row < 2)
        nop(tile);
    else
        macro(tile, 2, 1, RAW_LO16, row_of(IN0, row - 2));
    macro(tile, 1, y, LOW_HALF, row_of(IN0, row));
}

static void recip_drain(struct tile *tile)
{
    for (unsigned row = KERNEL_ROWS; row < KERNEL_ROWS + 2; row++) {
        nop(tile);
        macro(tile, 2, 1, RAW_LO16, row_of(IN0, row - 2));
        nop(tile);
    }
}

static void recip_plain(struct tile *tile, unsigned row)
{
    constant(tile, 2, 2, 0x8000);
    load(tile, 0, BY_FORMAT, row_of(IN0, row));
    mad(tile, ZERO, ZERO, 0, 1, 0);
    ONE_OPERAND(tile, "SFPARECIP", 0, 0, 0, 0);
    ONE_OPERAND(tile, "SFPOR", 0, 2, 0, 0);
    mad(tile, 1, 0, MINUS_ONE, 1, 0);
    ONE_OPERAND(tile, "SFPSHFT", (unsigned)-16, 1, 1, 5);
    ONE_OPERAND(tile, "SFPIADD", 0, 1, 0, 4);
    store(tile, 0, BY_FORMAT, row_of(IN0, row));
}

/* Of 24 bits, from 32-bit Dst: five words a row, results up to eight cycles later. */
static void recip24_prepare(struct tile *tile, bool with_macros)
{
    enum { SFPU_FP32 = 1 << 30 };
    start(tile);
    tile_state(tile)->cfg[0][1] |= SFPU_FP32;
    tile_state_changed(tile);
    if (!with_macros)
        return;
    ONE_OPERAND(tile, "SFPARECIP", 0, 0, 12, 0);
    mad(tile, 0, 0, 0, 13, 0);
    mad(tile, 1, 0, 2, 14, 0);
    ONE_SOURCE(tile, "SFPSWAP", 0, ONE, 15, 1);
    sequence(tile, 0, at(T0, 0), 0, 0, at(PLAIN_STORE, 6) | TO_L16);
    sequence(tile, 1, at(T0, 0) | TO_L16, at(T1, 2), 0, at(PLAIN_STORE, 2));
    sequence(tile, 2, at(T3, 2) | AS_B, at(T2, 0), 0, 0);
    sequence(tile, 3, 0, at(T2, 1) | AS_B | TO_L16, 0, at(PLAIN_STORE, 3) | TO_L16);
    misc(tile, 0xFF0);
}

enum { ERROR, POWERS, RESULT, GUESS }; /* registers */

static void recip24(struct tile *tile, unsigned row)
{
    macro(tile, 0, GUESS, BY_FORMAT, row_of(IN0, row));
    macro(tile, 2, POWERS, BY_FORMAT, row_of(IN0, row - 1));
    macro(tile, 1, ERROR, BY_FORMAT, row_of(IN0, row));
    mad(tile, ERROR, GUESS, ONE, ERROR, 1);
    if (row)
        macro(tile, 3, RESULT, BY_FORMAT, row_of(IN0, row - 1));
    else
        load(tile, 7, BY_FORMAT, row_of(IN0, row));
}

static void recip24_drain(struct tile *tile)
{
    const unsigned row = KERNEL_ROWS - 1;
    nop(tile);
    macro(tile, 2, POWERS, BY_FORMAT, row_of(IN0, row));
    nop(tile);
    mad(tile, ERROR, GUESS, ONE, ERROR, 1);
    macro(tile, 3, RESULT, BY_FORMAT, row_of(IN0, row));
}

static void recip24_plain(struct tile *tile, unsigned row)
{
    load(tile, 0, BY_FORMAT, row_of(IN0, row));
    ONE_OPERAND(tile, "SFPARECIP", 0, 0, 1, 0);
    mad(tile, 0, 1, ONE, 2, 1);
    mad(tile, 2, 2, 2, 3, 0);
    mad(tile, 3, 2, 2, 3, 0);
    ONE_SOURCE(tile, "SFPSWAP", 0, ONE, 3, 1);
    mad(tile, 3, 1, 1, 0, 0);
    store(tile, 0, BY_FORMAT, row_of(IN0, row));
}

const struct kernel kernels_product[] = {
    {"square", BLACKHOLE, mul_prepare_blackhole, square, NULL, 3, square_plain},
    {"product in place", BLACKHOLE, mul_prepare_blackhole, mul_in_place, NULL, 3, mul_in_place_plain},
    {"product", BLACKHOLE, mul_prepare_blackhole, mul_elsewhere, NULL, 3, mul_elsewhere_plain},
    {"product of bytes in place", WORMHOLE, mul_prepare_wormhole, mul_bytes_in_place, NULL, 3,
     mul_bytes_in_place_plain},
    {"product of bytes", WORMHOLE, mul_prepare_wormhole, mul_bytes_elsewhere, NULL, 3, mul_bytes_elsewhere_plain},
    {"reciprocal of 8 bits", BLACKHOLE, recip_prepare, recip, recip_drain, 1, recip_plain},
    {"reciprocal of 24 bits", BLACKHOLE, recip24_prepare, recip24, recip24_drain, 4, recip24_plain},
};
const size_t kernels_product_count = sizeof kernels_product / sizeof *kernels_product;
