/* SPDX-License-Identifier: Apache-2.0 */
/* C = A x B over BLOCKS x BLOCKS tiles, of BF16 blocks of 16 x 16. Each tile fetches its block of A and of B
 * from DRAM, multicasts them along its row and its column, waits by a semaphore for those of the others, multiplies,
 * and writes its block of C to DRAM. One program a core (-DCORE=0 to 2: T0 to T2; 3: B, which moves the data and starts
 * the others). make.py makes a host's conversation of it. */
#include "../add_pages/tile.h"

#if !defined CORE || !defined BLOCKS || !defined CHIP
#error "-DCORE=0, 1, 2 or 3; -DBLOCKS=2 to 8; -DCHIP=0 or 1"
#endif
#include "words.h"

enum { OP_MVMUL = 0x26 };
enum { BLOCK_BYTES = 512 };
enum {
    /* written by the host */
    MY_COLUMN = 0x4000, /* from 0 */
    MY_ROW = 0x4004,
    /* words between tiles and cores */
    SEMAPHORE_ARRIVED = 0x4100, /* raised by each tile of the row and of the column whose block has arrived */
    SEMAPHORE_WRITTEN = 0x4110, /* of the first tile: raised by each other tile whose block of C is in DRAM */
    START = 0x4120,             /* B to T0 to T2: the blocks are here */
    PACKED = 0x4130,            /* T2 to B: the block of C is here */
    FINISHED = 0x4140,          /* to the host */
    MEETING = 0x4150,
    OLD_VALUE = 0x4180, /* where the network puts what an atomic found */
    /* data */
    A_AT = 0x20000, /* row of A: one block behind the other */
    B_AT = 0x21000, /* column of B */
    C_AT = 0x22000,
};

static inline uint32_t block_of(uint32_t base, uint32_t index)
{
    return base + index * BLOCK_BYTES;
}

/* Data tiles in Dst that are not packed yet. */
#define MATH_PACK (4u << 1)
#define STALL_SYNC (2u << 15)
#define UNTIL_UNPACKERS 6u
#define UNTIL_PACKER 8u
#define UNTIL_MATRIX 16u

#if CORE == 3

/* ---- B: the network, and the other cores ---- */

#define NOC(at) AT(0xFFB20000 + (at))
enum { COUNTERS = 0x200, ATOMICS_ANSWERED = 0, WRITES_ANSWERED = 4, READS_ANSWERED = 8 };
enum { READ = 0, ATOMIC = 1, WRITE = 2, ANSWERED = 1 << 4, MULTICAST = 1 << 5 };
enum { INCREMENT = 1 << 12 | 31 << 2 }; /* of a word of 32 bits */
#define SOFT_RESET 0xFFB121B0
enum { A_IN_DRAM = 0x100000, B_IN_DRAM = 0x110000, C_IN_DRAM = 0x120000 };

/* By the names of network 0. Some columns and rows have no Tensix tiles. */
static uint32_t tile_xy(uint32_t column, uint32_t row)
{
    return XY(FIRST_X + column + (column < GAP_AFTER ? 0 : GAP), FIRST_Y + row + (row < ROW_GAP_AFTER ? 0 : 1));
}

/* Blocks of a matrix by rows. */
static uint32_t in_dram(uint32_t base, uint32_t row, uint32_t column)
{
    return base + (row * BLOCKS + column) * BLOCK_BYTES;
}

/* `answers` more answers of this kind have come when this returns. */
static void request(uint32_t from, uint32_t from_xy, uint32_t to, uint32_t to_xy, uint32_t ctrl, uint32_t length,
                    uint32_t counter, uint32_t answers)
{
    const uint32_t before = NOC(COUNTERS + counter);
    NOC(TARG) = from;
    NOC(TARG_XY) = from_xy;
    NOC(RET) = to;
    NOC(RET_XY) = to_xy;
    NOC(CTRL) = ctrl | ANSWERED;
    NOC(LENGTH) = length;
    NOC(SEND) = 1;
    while (NOC(COUNTERS + counter) != before + answers) {
    }
}

/* The block goes to the same place of all other tiles of the rectangle: a row or a column. */
static void multicast(uint32_t block, uint32_t own_xy, uint32_t first_xy, uint32_t last_xy)
{
    request(block, own_xy, block, RECTANGLE(first_xy, last_xy), WRITE | MULTICAST, BLOCK_BYTES, WRITES_ANSWERED,
            BLOCKS - 1);
}

static void raise(uint32_t semaphore, uint32_t of_xy, uint32_t own_xy)
{
    NOC(OPERAND) = 1;
    request(semaphore, of_xy, OLD_VALUE, own_xy, ATOMIC, INCREMENT, ATOMICS_ANSWERED, 1);
}

static void wait_for(uint32_t word, uint32_t value)
{
    while (AT(word) != value) {
    }
}

int main(void)
{
    const uint32_t column = AT(MY_COLUMN), row = AT(MY_ROW), own = tile_xy(column, row);
    const uint32_t a = block_of(A_AT, column), b = block_of(B_AT, row);
    AT(SOFT_RESET) &= ~(7u << 12); /* T0 to T2 start, at 0x6000, 0xA000 and 0xE000 */

    request(in_dram(A_IN_DRAM, row, column), DRAM_XY, a, own, READ, BLOCK_BYTES, READS_ANSWERED, 1);
    request(in_dram(B_IN_DRAM, row, column), DRAM_XY, b, own, READ, BLOCK_BYTES, READS_ANSWERED, 1);
    multicast(a, own, tile_xy(0, row), tile_xy(BLOCKS - 1, row));
    multicast(b, own, tile_xy(column, 0), tile_xy(column, BLOCKS - 1));
    for (uint32_t i = 0; i < BLOCKS; i++) {
        if (i != column)
            raise(SEMAPHORE_ARRIVED, tile_xy(i, row), own);
        if (i != row)
            raise(SEMAPHORE_ARRIVED, tile_xy(column, i), own);
    }

    wait_for(SEMAPHORE_ARRIVED, 2 * (BLOCKS - 1)); /* the other blocks of the row of A, and of the column of B */
    AT(START) = 1;
    wait_for(PACKED, 1);
    request(C_AT, own, in_dram(C_IN_DRAM, row, column), DRAM_XY, WRITE, BLOCK_BYTES, WRITES_ANSWERED, 1);
    if (column || row) {
        raise(SEMAPHORE_WRITTEN, tile_xy(0, 0), own);
    } else {
        wait_for(SEMAPHORE_WRITTEN, BLOCKS * BLOCKS - 1);
    }
    AT(FINISHED) = 1;
    return 0;
}

#else

/* Nobody goes on before all three have set up and the blocks are here. */
static void meet(void)
{
    wait_for_pipe();
    AT(MEETING + 4 * CORE) = 1;
    for (int core = 0; core < 3; core++)
        while (AT(MEETING + 4 * core) == 0) {
        }
    while (AT(START) == 0) {
    }
}

#if CORE == 0

/* Unpacker 0 brings blocks of B into SrcA, unpacker 1 blocks of A into SrcB: an MVMUL is SrcB times SrcA. */
static const uint16_t unpackers[2] = {UNPACKER_0, UNPACKER_1};
static const uint32_t blocks[2] = {B_AT, A_AT};

static void set_up(void)
{
    for (uint32_t i = 0; i < 2; i++) {
        const uint32_t word = unpackers[i];
        CFG(word) = BF16 | 1u << 4 | (uint32_t)DATUMS << 16; /* plain, one row of 256 */
        CFG(word + 1) = 1 | 1u << 16;
        CFG(word + OUT_FORMAT) = BF16 | 2u << 4;
        CFG(word + OUT_FORMAT + 1) = 0xF | 0xFu << 16; /* not compressed */
        push(OP(OP_SETADCXY) | 1u << (21 + i) | 15);
        push(OP(OP_SETADCXX) | 1u << (21 + i) | (uint32_t)(DATUMS - 1) << 10);
    }
    CFG(UNPACKER_0 + DEST_ADDRESS) = 64 | 64u << 16; /* row 4 of SrcA is the first that counts */
    CFG(UNPACKER_0 + TILE_X_DIM) = DATUMS | (uint32_t)DATUMS << 16;
    push(SETC16(SRCA_SET, 4));
    push(SETC16(UNPACK_CONTEXT, 0));
}

static void work(void)
{
    for (uint32_t k = 0; k < BLOCKS; k++) {
        for (uint32_t i = 0; i < 2; i++) {
            push(OP(OP_SETADCZW) | 1u << (21 + i) | 15);
            set_gpr(4 + i, unit_address(block_of(blocks[i], k)));
            push(OP(OP_STALLWAIT) | 0x80u << 15 | UNTIL_UNPACKERS); /* configuration waits for the block before */
            push(OP(OP_WRCFG) | (4 + i) << 16 | (unpackers[i] + BASE_ADDRESS));
        }
        TTINSN(0x02000000); /* NOP, twice: WRCFG is two words ahead of who reads it */
        TTINSN(0x02000000);
        TTINSN(OP(OP_UNPACR) | 1u << 7 | 1u << 6 | 1);
        TTINSN(OP(OP_UNPACR) | 1u << 23 | 1u << 7 | 1u << 6 | 1);
    }
}

#elif CORE == 1

static void set_up(void)
{
    CFG(0) = 0;
    CFG(1) = (uint32_t)BF16 << 17 | (uint32_t)BF16 << 21 | (uint32_t)BF16 << 25;
    push(OP(OP_SEMINIT) | 1u << 20 | MATH_PACK);
    push(SETC16(MATH_DST_OFFSET, 0));
    push(OP(OP_ZEROACC) | 3u << 19);
    push(OP(OP_SETRWC) | 15);
    push(SETC16(SOURCES_0, 8u << 8)); /* address modifier 0: on by eight rows in SrcB and Dst */
    push(SETC16(DST_0, 8));
    push(SETC16(BIAS_0, 0));
    push(SETC16(SOURCES_1, 1u << 15)); /* 1: back to the first row of SrcB and Dst */
    push(SETC16(DST_1, 1u << 11));
    push(SETC16(BIAS_1, 0));
}

/* Dst adds up the products of all pairs of blocks. */
static void work(void)
{
    for (uint32_t k = 0; k < BLOCKS; k++) {
        TTINSN(OP(OP_MVMUL));
        TTINSN(OP(OP_MVMUL) | 3u << 22 | 1u << SHIFT_OF_MODE);
    }
    TTINSN(OP(OP_STALLWAIT) | STALL_SYNC | UNTIL_MATRIX);
    TTINSN(OP(OP_SEMPOST) | MATH_PACK);
}

#else

static void set_up(void)
{
    static const struct {
        uint16_t word;
        uint32_t value;
    } settings[] = {
        {PACK_STRIDES_XY, PACK_STRIDES_Y(16 * 2)},
        {PACK_STRIDES_ZW, 0},
        {PACK_DST_READ, 0},
        {PACK_ROW_SETS, 0},
        {PACK_EDGE, 0xFFFF},
        {PACK_COUNTERS, 16u << 8 | 1},
        {PACK_SECTIONS, 0},
        {PACK_FORMATS, 1 | BF16 << 4 | BF16 << 8}, /* not compressed */
        {PACK_DOWNSAMPLE, 0},
        {PACK_DST_OFFSET, 0},
    };
    for (unsigned i = 0; i < sizeof settings / sizeof *settings; i++)
        CFG(settings[i].word) = settings[i].value;
    push(SETC16(PACK_STEP_0, PACK_ROWS));
    push(SETC16(PACK_STEP_2, 1u << 5)); /* back to the first row */
    push(OP(OP_SETADCXY) | 4u << 21 | 15);
    push(OP(OP_SETADCZW) | 4u << 21 | 15);
    push(OP(OP_SETADCXX) | 4u << 21 | 15u << 10);
    set_gpr(22, unit_address(C_AT));
    push(OP(OP_WRCFG) | 22u << 16 | PACK_ADDRESS);
}

/* The last PACR closes the block. */
static void work(void)
{
    TTINSN(OP(OP_SEMWAIT) | 0x1FFu << 15 | MATH_PACK | 1); /* until there is something in Dst */
    for (int i = PACK_ROWS; i < 16; i += PACK_ROWS)
        TTINSN(OP(OP_PACR) | PACR_SELECTION);
    TTINSN(OP(OP_PACR) | PACR_SELECTION | 2u << 15 | 1);
    TTINSN(OP(OP_STALLWAIT) | STALL_SYNC | UNTIL_PACKER);
    TTINSN(OP(OP_SEMGET) | MATH_PACK);
    wait_for_pipe();
    AT(PACKED) = 1;
}

#endif

int main(void)
{
    set_up();
    meet();
    work();
    wait_for_pipe();
    return 0;
}

#endif
