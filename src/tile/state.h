/* SPDX-License-Identifier: Apache-2.0 */
/* The table of contents of a tile: everything it remembers, plain data without pointers, so that a copy is a
 * snapshot. Layouts follow docs/formats/bundle.md; struct small_state is TT_SPACE_STATE word for word. */
#pragma once

#include "isa/chip.h"
#include "tile/matrix/matrix_state.h"
#include "tile/pack/pack_state.h"
#include "tile/registers/register_state.h"
#include "tile/unpack/unpack_state.h"
#include "tile/vector/vector_state.h"

struct adc_channel {
    uint32_t x, y, z, w, x_cr, y_cr, z_cr, w_cr;
};

struct adc_unit {
    struct adc_channel ch[2];
};

struct adc_set {
    struct adc_unit unp0, unp1, pack;
};

struct rwc {
    uint32_t srca, srca_cr, srcb, srcb_cr, dst, dst_cr, fidelity, bias;
};

struct semaphore {
    uint32_t value, max;
};

struct lane_flags {
    uint32_t enabled, flags;
};

/* In the order of schemas/state.json; tile/regions.c asserts that the two agree. */
struct small_state {
    struct adc_set adc[THREADS];
    struct rwc rwc[THREADS];
    struct {
        uint32_t unp_a, unp_b, math_a, math_b;
    } src_bank;
    struct {
        uint32_t a[2], b[2];
    } src_valid, src_format;
    struct semaphore sem[8];
    uint32_t mutex[8];
    uint32_t mop_cfg[THREADS][9];
    uint32_t mop_zmask_hi[THREADS];
    uint32_t replay[THREADS][32];
    struct {
        uint32_t enabled, flags, depth;
        struct lane_flags stack[8];
    } cc;
    uint32_t lane_config;
    uint32_t prng[LANES];
    struct {
        uint32_t in_tile;
        uint32_t tpg[PACKERS_MAX][3];
        uint32_t data_addr[PACKERS_MAX];
        uint32_t exp_addr[PACKERS_MAX];
    } packer;
    struct {
        uint32_t at, left, tee;
    } replay_load[THREADS];
    struct {
        uint32_t block, wait;
    } stall[THREADS];
    uint32_t unp_row[2][THREADS];
    uint32_t unp_context[2][THREADS];
};

/* Whose base a short command of the mover uses. */
enum tdma_user { TDMA_USER_B, TDMA_USER_T0, TDMA_USER_T1, TDMA_USER_T2, TDMA_USERS };

/* TDMA-RISC: what was stored (F40, P-1.7). The packers' knowledge of their tiles stands in struct packer. */
struct tdma_state {
    uint32_t parameters[4]; /* of the mover's next command */
    uint32_t move_bases[TDMA_USERS];
    uint32_t nop_bases, setreg_bases; /* packed: tdma_base() */
    uint32_t hysteresis;              /* CLK_GATE_HYST as it reads */
    uint16_t scalers[4];              /* of PACR_SETREG, 9 bits each */
};

/* Bits of FEATURE_DISABLE, a debug register at FFB12068h (R40x). */
enum { DEBUG_NARROW_IS_UPPER = 1 << 11 /* 16-bit accesses to Dst are to the upper halves of 32 bits (M9x) */ };

struct tile_state {
    uint8_t l1[L1_BYTES_MAX];
    uint32_t cfg[CFG_STATES][CFG_WORDS_MAX];
    uint16_t dst[DST_ROWS][DST_COLUMNS];
    uint8_t dst_valid[DST_ROWS];
    uint32_t srca[SRC_BANKS][SRC_ROWS][SRC_COLUMNS];
    uint32_t lreg[LREGS][LANES];
    uint32_t srcb[SRC_BANKS][SRC_ROWS][SRC_COLUMNS]; /* up to here each begins at a line of the cache: tile.c */
    uint16_t thread_cfg[THREADS][THREAD_WORDS_MAX];
    uint32_t gpr[THREADS][GPRS];
    struct small_state small;
    struct tdma_state tdma;
    struct register_state registers;
    uint8_t nc_iram[NC_IRAM_BYTES]; /* code of core NC on Wormhole; recordings do not show it */
    struct vector_state vector;     /* state of the vector unit that recordings do not show */
    struct matrix_state matrix;
    struct pack_state pack;     /* state of the packers that recordings do not show */
    struct unpack_state unpack; /* and of the unpackers */
};
