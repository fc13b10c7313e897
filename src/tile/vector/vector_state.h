/* SPDX-License-Identifier: Apache-2.0 */
/* State of the vector unit beyond TT_SPACE_LREG and TT_SPACE_STATE, which recordings do not show (V2, V4, V6, V22, V43,
 * V61). Plain data. */
#pragma once

#include "isa/chip.h"

enum { VECTOR_COLUMNS = 8, VECTOR_TEMPLATES = 4, VECTOR_SEQUENCES = 4, VECTOR_STACK = 8 };

/* A sub-unit holds one instruction a delay at most, of eight delays; with room for those whose count stands still. */
enum { VECTOR_SCHEDULED_MAX = 4 * 16 };

/* Results of one cycle and of the one before, of all sub-units together. */
enum { VECTOR_LANDINGS_MAX = 64 };

/* An instruction that SFPLOADMACRO put off. */
struct vector_scheduled {
    uint32_t word;
    uint32_t addr; /* of a store: what the load computed */
    uint8_t subunit;
    uint8_t delay;           /* cycles that pass before the one in which it runs */
    uint8_t age;             /* cycles since its macro */
    uint8_t vd, vb, vc, mod; /* by the macro */
    uint8_t thread;
    bool counts_instructions; /* its delay counts vector instructions, not cycles */
};

/* A result on its way into a register. */
struct vector_landing {
    uint32_t values[LANES], lanes;
    uint32_t operands; /* bit a register that it was computed from */
    uint8_t reg, instance;
    uint8_t cycles; /* that end before it is there */
    bool has_waited;
};

struct vector_state {
    uint32_t lreg16[LANES];
    uint32_t lane_config_xor[VECTOR_COLUMNS]; /* a column's LaneConfig, less what TT_SPACE_STATE shows of it */
    uint32_t lanes_differ;                    /* any of these is not 0 */
    uint32_t templates[VECTOR_TEMPLATES][LANES];
    uint32_t sequence[VECTOR_SEQUENCES][VECTOR_COLUMNS];
    uint32_t misc[VECTOR_COLUMNS];
    uint32_t rotated[LANES]; /* VC of the last SFPSHFT2 that rotated lanes */
    uint32_t sp[THREADS];    /* Blackhole's stack pointer into Dst */
    struct {
        uint32_t count, landing_count; /* asked for before each word */
        struct vector_scheduled waiting[VECTOR_SCHEDULED_MAX];
        struct vector_landing landing[VECTOR_LANDINGS_MAX];
        bool collects;         /* a cycle is at work: results wait for its end */
        bool is_swapping;      /* SFPSWAP has this cycle too */
        uint32_t operands;     /* bit a register that the instruction at work has read */
        uint32_t thread;       /* of the last macro */
        uint32_t plain_result; /* bit a register that a multiply-add from outside wrote in the cycle before */
    } macro;
    uint32_t turned; /* bit a lane whose DISABLE_BACKDOOR_LOAD the last word changed (V12y) */
};

/* Decoded from configuration words for one thread; good while version is the cfg_version of the vector unit. */
struct vector_settings {
    uint64_t version; /* of the tile, plus one; 0: never decoded */
    uint32_t dst_offset, stack_step;
    uint32_t format; /* that mode 0 goes by */
    uint32_t mode;   /* the mode that 0 stands for */
    bool remap, swizzle;
    bool narrow_is_upper; /* of Dst: 16 bits are the upper half of 32 (M9x) */
};
