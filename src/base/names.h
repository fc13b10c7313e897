/* SPDX-License-Identifier: Apache-2.0 */
/* The words every room shares: which chip, which unit, which space of a tile. */
#pragma once

enum tt_chip { TT_BLACKHOLE, TT_WORMHOLE_B0, TT_CHIP_COUNT };

/* The RISC-V cores of a tile, in the order of R1; Ti feeds thread i. Names: core_name() in isa/cores.h.
 */
enum tt_core { TT_CORE_B, TT_CORE_T0, TT_CORE_T1, TT_CORE_T2, TT_CORE_NC, TT_CORE_COUNT };

/* Where an instruction is issued to. Names as `--unit` takes them: unit_name() in isa/isa.h. */
enum tt_unit {
    TT_UNIT_FRONTEND, /* macro-op and replay expanders, NOP */
    TT_UNIT_SYNC,
    TT_UNIT_CONFIG,
    TT_UNIT_SCALAR,
    TT_UNIT_ADC, /* address counters ("Misc") */
    TT_UNIT_MOVER,
    TT_UNIT_UNPACK0,
    TT_UNIT_UNPACK1,
    TT_UNIT_MATRIX,
    TT_UNIT_VECTOR,
    TT_UNIT_PACK,
    TT_UNIT_CORE, /* not an instruction: a store by a core or from outside the tile */
    TT_UNIT_COUNT
};

/* A space is an array of the tile's state with addresses of its own. Byte addresses everywhere;
 * element sizes and lengths by chip are in isa/spaces.h. Layouts: docs/formats/bundle.md. */
enum tt_space {
    TT_SPACE_L1,
    TT_SPACE_CFG,        /* u32[2][cfg_words]: state 0, then state 1 */
    TT_SPACE_THREAD_CFG, /* u16[3][thread_words] */
    TT_SPACE_GPR,        /* u32[3][64] */
    TT_SPACE_DST,        /* u16[1024][16] physical cells */
    TT_SPACE_DST_VALID,  /* u8[1024] */
    TT_SPACE_SRCA,       /* u32[2][64][16], 19-bit cells */
    TT_SPACE_SRCB,
    TT_SPACE_LREG,  /* u32[16][32] */
    TT_SPACE_STATE, /* u32[], one word a field of schemas/state.json */
    TT_SPACE_COUNT
};
/* Of references alone (observe/staged): values of a stage, four bytes each. No tile has this space. */
#define TT_SPACE_STAGE TT_SPACE_COUNT
