/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions of 32 lanes as loops for which compilers know vectors. There are two builds of one text (lane_loops.h):
 * for any machine, and for AVX2. Each gives what the function of that name of the datasheet gives where nobody looks.
 */
#pragma once

#include "tile/vector/vector_internal.h"

/* Operands and where the result goes, in the lanes that are enabled. */
struct lane_work {
    const uint32_t *a, *b, *c;
    uint32_t *to;
    uint32_t lanes;
    uint32_t mod, constant, other;
    const struct vector_traits *traits;
};

typedef void lane_function(const struct lane_work *work);

/* Every other of the cells of four rows of Dst, the 32 lanes of a register, and which of them count. */
struct lane_cells {
    uint16_t *high, *low; /* low: of 32-bit datums; else not looked at */
    uint32_t *lane;
    unsigned side; /* 1: the odd columns */
    uint32_t lanes;
    uint32_t twos_complement; /* of modes with sign and magnitude: all ones where the register has two's complement */
};

typedef void lane_move(const struct lane_cells *cells);

/* Modes whose cells have 32 bits: FP32, INT32, sign and magnitude; of stores also the raw and the rotated one. */
enum {
    LANE_WIDE_LOADS = 1 << 3 | 1 << 4 | 1 << 12,
    LANE_WIDE_STORES = 1 << 3 | 1 << 4 | 1 << 7 | 1 << 9 | 1 << 12,
};

/* Comparisons, and what they choose. */
struct lane_tests {
    /* Bit a lane: has bit 31; is not zero; d > x in the order of floats, turned over by `turn`, result as all ones. */
    uint32_t (*negative)(const uint32_t values[LANES]);
    uint32_t (*not_zero)(const uint32_t values[LANES]);
    uint32_t (*greater)(const uint32_t d[LANES], const uint32_t x[LANES], uint32_t turn, uint32_t result[LANES]);
    /* SFPLUTFP32: factor, argument and addend of each lane. */
    void (*lut_fp32)(uint32_t lreg[LREGS][LANES], bool ends_at_four, uint32_t a[LANES], uint32_t b[LANES],
                     uint32_t c[LANES]);
    void (*lut_fp16)(uint32_t lreg[LREGS][LANES], bool ends_at_four, uint32_t a[LANES], uint32_t b[LANES],
                     uint32_t c[LANES]);
};

struct lane_loops {
    lane_function *blend;  /* C's bits that constant has, turned over where other has one */
    lane_function *insert; /* the same, and between them those of B, moved up by other */
    lane_function *bits_and, *bits_or, *bits_xor;
    lane_function *add_constant;
    lane_function *add;   /* constant: all ones to subtract B */
    lane_function *exexp; /* constant: the bias */
    lane_function *abs_int, *abs_float;
    lane_function *lz;                     /* constant: bits that count */
    lane_function *cast_to_nearest;        /* SFPCAST 0, */
    lane_function *cast_other_sign;        /* and 3 */
    lane_function *shift_by_lane;          /* SFPSHFT and SFPSHFT2 by a register; constant: 1 for arithmetic */
    lane_function *shift_by_one;           /* by constant; other: 1 for arithmetic */
    lane_function *rotate_rows;            /* SFPSHFT2 3, */
    lane_function *shift_rows;             /* and 4, zeros entering */
    lane_function *reciprocal;             /* SFPARECIP 0 */
    lane_function *mul24_low, *mul24_high; /* with no addend */
    lane_function *round_float;            /* SFP_STOCH_RND; b: thresholds, constant: bits cut, */
    lane_function *round_to_integer;       /* or the largest integer, with a sign where mod is 1 */
    lane_function *copy;                   /* c as it is */
    lane_move *const *load, *const *store; /* SFPLOAD, SFPSTORE by mode; null: the datasheet's */
    const struct lane_tests *tests;
    /* Hands out the random numbers of all lanes, and steps those of some. */
    void (*prng)(uint32_t prng[LANES], uint32_t lanes, uint32_t values[LANES]);
    /* SFPSWAP without indices: c and d change places in the lanes where d is to have the smaller value and has not;
     * `larger` turns that over by lane. */
    void (*swap)(uint32_t *c, uint32_t *d, uint32_t lanes, uint32_t larger);
    void (*exchange)(uint32_t *c, uint32_t *d, uint32_t lanes); /* in the lanes that count */
    void (*transpose)(uint32_t registers[4][LANES]);            /* SFPTRANSP of all lanes */
};

extern const struct lane_loops lane_loops_plain;
extern const struct lane_loops lane_loops_avx2; /* used only where the machine has AVX2 */

static inline const struct lane_loops *lane_loops_of(const struct tile *tile)
{
    return tile->fast == TILE_FAST_AVX2 ? &lane_loops_avx2 : &lane_loops_plain;
}
