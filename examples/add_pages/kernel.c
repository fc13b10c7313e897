/* SPDX-License-Identifier: Apache-2.0 */
/* Adds BF16 data tiles on Blackhole, page by page: T0 unpacks circular buffers 0 and 1, T1 adds, T2 packs into 16. One
 * program a core (-DCORE=0, 1, 2); argument 0 is the number of pages. Whoever fills 0 and 1 and empties 16 is not here:
 * `tt-replay run --cb` does. */
#include "tile.h"

#ifndef CORE
#error "-DCORE=0, 1 or 2"
#endif

enum { MATH_PACK = 1 };   /* semaphore: data tiles in Dst that are not packed yet */
enum { READY = 0x14040 }; /* a word of L1 for each core */
enum { GPR_COUNT = 4, GPR_ADDRESS = 22 };
#define SEMAPHORE (4u << MATH_PACK)
#define STALL_SYNC (2u << 15)
#define STALL_SCALAR (32u << 15)
#define UNTIL_UNPACKERS 6u
#define UNTIL_PACKER 8u
#define UNTIL_MATRIX 16u

/* Nobody goes on before all three have set up. */
static void meet(void)
{
    wait_for_pipe();
    AT(READY + 4 * CORE) = 1;
    for (int core = 0; core < 3; core++)
        while (AT(READY + 4 * core) == 0) {
        }
}

#if CORE == 0

static struct buffer inputs[2];
static const uint16_t descriptors[2] = {64, 112}, bases[2] = {76, 124};

static void set_up(void)
{
    for (uint32_t i = 0; i < 2; i++) {
        const uint32_t word = descriptors[i];
        inputs[i] = buffer_open(i);
        CFG(word) = BF16 | 1u << 4 | (uint32_t)DATUMS << 16; /* plain, one row of 256 */
        CFG(word + 1) = 1 | (uint32_t)FACES << 16;
        CFG(word + 8) = BF16 | 2u << 4;
        CFG(word + 9) = 0xF | 0xFu << 16;
        push(OP(OP_SETADCXY) | 1u << (21 + i) | 15);
        push(OP(OP_SETADCXX) | 1u << (21 + i) | (uint32_t)(DATUMS - 1) << 10);
    }
    CFG(84) = 64 | 64u << 16; /* row 4 of SrcA is the first that counts */
    CFG(86) = DATUMS | (uint32_t)DATUMS << 16;
    push(SETC16(5, 4));
    push(SETC16(41, 0));
}

static void work(void)
{
    for (uint32_t i = 0; i < 2; i++) {
        wait_front(&inputs[i]);
        push(OP(OP_SETADCZW) | 1u << (21 + i) | 15);
        set_gpr(GPR_ADDRESS + i, unit_address(inputs[i].at));
        push(OP(OP_WRCFG) | (GPR_ADDRESS + i) << 16 | bases[i]);
    }
    TTINSN(0x02000000); /* NOP, twice: WRCFG is two words ahead of who reads it */
    TTINSN(0x02000000);
    for (int face = 0; face < FACES; face++) {
        TTINSN(OP(OP_UNPACR) | 1u << 15 | 1u << 7 | 1u << 6 | 1);
        TTINSN(OP(OP_UNPACR) | 1u << 23 | 1u << 15 | 1u << 7 | 1u << 6 | 1);
    }
    for (uint32_t i = 0; i < 2; i++) {
        next_page(&inputs[i]);
        push(OP(OP_SETDMAREG) | (inputs[i].done & 0xFFFF) << 8 | 2 * (GPR_COUNT + i));
        push(OP(OP_STALLWAIT) | STALL_SCALAR | UNTIL_UNPACKERS);
        store_register(acked_at(&inputs[i]), GPR_COUNT + i);
    }
    push(OP(OP_STALLWAIT) | 0x80u << 15 | UNTIL_UNPACKERS); /* the next base address comes by WRCFG */
}

#elif CORE == 1

static void set_up(void)
{
    CFG(0) = 0;
    CFG(1) = (uint32_t)BF16 << 17 | (uint32_t)BF16 << 21 | (uint32_t)BF16 << 25;
    CFG(220) = 0;
    push(OP(OP_SEMINIT) | 1u << 20 | SEMAPHORE);
    push(SETC16(1, 0));
    push(SETC16(12, 8 | 8u << 8)); /* address modifier 0: eight rows on, in all three */
    push(SETC16(28, 8));
    push(SETC16(47, 0));
    push(SETC16(13, 1u << 7 | 1u << 15)); /* 1: back to the first row of the sources */
    push(SETC16(29, 8));
    push(SETC16(48, 0));
}

static void work(void)
{
    TTINSN(OP(OP_SEMWAIT) | 0x1FFu << 15 | SEMAPHORE | 2); /* until Dst is free */
    push(OP(OP_ZEROACC) | 3u << 19);
    push(OP(OP_SETRWC) | 15);
    for (int face = 0; face < FACES; face++) {
        TTINSN(OP(OP_ELWADD));
        TTINSN(OP(OP_ELWADD) | 3u << 22 | 1u << 14);
    }
    TTINSN(OP(OP_STALLWAIT) | STALL_SYNC | UNTIL_MATRIX);
    TTINSN(OP(OP_SEMPOST) | SEMAPHORE);
}

#else

static struct buffer output;

static void set_up(void)
{
    static const struct {
        uint16_t word;
        uint32_t value;
    } settings[] = {
        {12, 32u << 16},
        {13, 512 | 2048u << 16},
        {14, 0},
        {15, 0},
        {17, 0},
        {18, 0},
        {20, 0},
        {24, 0xFFFF},
        {28, 16u << 8 | 1},
        {68, 4u << 16},
        {70, 1 | BF16 << 4 | BF16 << 8},
        {71, 0},
        {180, 0},
    };
    for (unsigned i = 0; i < sizeof settings / sizeof *settings; i++)
        CFG(settings[i].word) = settings[i].value;
    push(SETC16(37, 4));
    push(SETC16(38, 1u << 5 | 1u << 12));
    push(SETC16(39, 1u << 5 | 1u << 13));
    output = buffer_open(16);
}

/* Four rows a PACR; the last of a face goes on to the next, the last of all closes the data tile. */
static void work(void)
{
    TTINSN(OP(OP_SEMWAIT) | 0x1FFu << 15 | SEMAPHORE | 1); /* until there is something in Dst */
    reserve_back(&output);
    push(OP(OP_SETADCXY) | 4u << 21 | 15);
    push(OP(OP_SETADCZW) | 4u << 21 | 15);
    push(OP(OP_SETADCXX) | 4u << 21 | 15u << 10);
    set_gpr(GPR_ADDRESS, unit_address(output.at));
    push(OP(OP_WRCFG) | GPR_ADDRESS << 16 | 69);
    TTINSN(0x02000000);
    TTINSN(0x02000000);
    for (int face = 0; face < FACES; face++) {
        for (int i = 0; i < 3; i++)
            TTINSN(OP(OP_PACR));
        if (face + 1 < FACES)
            TTINSN(OP(OP_PACR) | 1u << 15);
        else
            TTINSN(OP(OP_PACR) | 2u << 15 | 1);
    }
    next_page(&output);
    push(OP(OP_SETDMAREG) | (output.done & 0xFFFF) << 8 | 2 * GPR_COUNT);
    push(OP(OP_STALLWAIT) | (STALL_SCALAR | STALL_SYNC | 0x80u << 15) | UNTIL_PACKER);
    store_register(received_at(&output), GPR_COUNT);
    TTINSN(OP(OP_SEMGET) | SEMAPHORE);
}

#endif

int main(void)
{
    wait_for_go();
    set_up();
    meet();
    for (uint32_t page = 0; page < argument(0); page++)
        work();
    wait_for_pipe();
    return 0;
}
