/* SPDX-License-Identifier: Apache-2.0 */
/* What differs between the chips: words of the configuration by the first field in them (schemas/registers), and how a
 * request of the network names its places. CHIP 0: Blackhole, 1: Wormhole B0. */
#pragma once

#if CHIP == 0
enum {                  /* configuration */
       UNPACKER_0 = 64, /* THCON_SEC0_REG0; below the other registers by their distance */
       UNPACKER_1 = 112,
       OUT_FORMAT = 8,
       BASE_ADDRESS = 12,
       DEST_ADDRESS = 20,
       TILE_X_DIM = 22,
       PACK_STRIDES_XY = 12,
       PACK_STRIDES_ZW = 13,
       PACK_DST_READ = 18,
       PACK_ROW_SETS = 20,
       PACK_EDGE = 24,
       PACK_COUNTERS = 28,
       PACK_SECTIONS = 68,
       PACK_ADDRESS = 69,
       PACK_FORMATS = 70,
       PACK_DOWNSAMPLE = 71,
       PACK_DST_OFFSET = 180,
       /* each thread's own */
       SRCA_SET = 5,
       UNPACK_CONTEXT = 41,
       MATH_DST_OFFSET = 1,
       SOURCES_0 = 12,
       SOURCES_1 = 13,
       DST_0 = 28,
       DST_1 = 29,
       BIAS_0 = 47,
       BIAS_1 = 48,
       PACK_STEP_0 = 37,
       PACK_STEP_2 = 39,
};
#define PACK_STRIDES_Y(bytes) ((uint32_t)(bytes) << 16)
#define PACK_ROWS 4       /* of a PACR: as many interfaces read Dst */
#define PACR_SELECTION 0u /* all of them */
#define SHIFT_OF_MODE 14  /* of MVMUL */
enum { TARG = 0, TARG_XY = 8, RET = 12, RET_XY = 20, CTRL = 28, LENGTH = 32, OPERAND = 40, SEND = 0x40 };
#define XY(x, y) ((uint32_t)(x) | (uint32_t)(y) << 6)
#define RECTANGLE(first, last) ((last) | (first) << 12)
enum { FIRST_X = 1, FIRST_Y = 2, GAP_AFTER = 7, GAP = 2, ROW_GAP_AFTER = 8 };
#define DRAM_XY XY(17, 12)
#else
enum {
    UNPACKER_0 = 52,
    UNPACKER_1 = 92,
    OUT_FORMAT = 8,
    BASE_ADDRESS = 12,
    DEST_ADDRESS = 20,
    TILE_X_DIM = 22,
    PACK_STRIDES_XY = 8,
    PACK_STRIDES_ZW = 9,
    PACK_DST_READ = 14,
    PACK_ROW_SETS = 16,
    PACK_EDGE = 20,
    PACK_COUNTERS = 24,
    PACK_SECTIONS = 56,
    PACK_ADDRESS = 57,
    PACK_FORMATS = 58,
    PACK_DOWNSAMPLE = 59,
    PACK_DST_OFFSET = 152,
    SRCA_SET = 3,
    UNPACK_CONTEXT = 39,
    MATH_DST_OFFSET = 1,
    SOURCES_0 = 7,
    SOURCES_1 = 9,
    DST_0 = 23,
    DST_1 = 24,
    BIAS_0 = 48,
    BIAS_1 = 49,
    PACK_STEP_0 = 31,
    PACK_STEP_2 = 33,
};
#define PACK_STRIDES_Y(bytes) ((uint32_t)(bytes) << 12)
#define PACK_ROWS 1
#define PACR_SELECTION (1u << 8) /* packer 0 alone */
#define SHIFT_OF_MODE 15
enum { TARG = 0, TARG_XY = 4, RET = 12, RET_XY = 16, CTRL = 28, LENGTH = 32, OPERAND = 36, SEND = 40 };
/* Behind the upper four bits of the address. */
#define XY(x, y) ((uint32_t)(x) << 4 | (uint32_t)(y) << 10)
#define RECTANGLE(first, last) ((last) | (first) << 12)
enum { FIRST_X = 1, FIRST_Y = 1, GAP_AFTER = 4, GAP = 1, ROW_GAP_AFTER = 5 };
#define DRAM_XY XY(0, 11)
#endif
