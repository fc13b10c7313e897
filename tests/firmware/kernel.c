/* SPDX-License-Identifier: Apache-2.0 */
/* The sum of two BF16 data tiles on Blackhole: T0 unpacks, T1 adds, T2 packs. One program a core (-DCORE=0, 1, 2).
 * Addresses, instruction words and configuration words: R20, schemas/isa, schemas/registers. */
#include <stdint.h>

#ifndef CORE
#error "-DCORE=0, 1 or 2"
#endif

enum { A = 0x20000, B = 0x40000, SUM = 0x60000, MEETING = 0x14040, FACES = 4, DATUMS = 256, BF16 = 5 };
enum { MATH_PACK = 1 }; /* semaphore: data tiles in Dst that are not packed yet */

#define AT(addr) (*(volatile uint32_t *)(addr))
#define CFG(word) AT(0xFFEF0000 + 4 * (word))

static void push(uint32_t word)
{
    AT(0xFFE40000) = word;
}

/* An instruction of the core's own, known when it is compiled: rotated left by two (R4). */
#define TTINSN(word)                                                                                                   \
    __asm__ volatile(".word %0" : : "i"((int)((uint32_t)(word) << 2 | (uint32_t)(word) >> 30)) : "memory")

enum {
    OP_ZEROACC = 0x10,
    OP_ELWADD = 0x28,
    OP_SETRWC = 0x37,
    OP_PACR = 0x41,
    OP_UNPACR = 0x42,
    OP_SETDMAREG = 0x45,
    OP_SETADCXY = 0x51,
    OP_SETADCZW = 0x54,
    OP_SETADCXX = 0x5E,
    OP_STALLWAIT = 0xA2,
    OP_SEMINIT = 0xA3,
    OP_SEMPOST = 0xA4,
    OP_SEMGET = 0xA5,
    OP_SEMWAIT = 0xA6,
    OP_WRCFG = 0xB0,
    OP_SETC16 = 0xB2,
};
#define OP(opcode) ((uint32_t)(opcode) << 24)
#define SETC16(word, value) (OP(OP_SETC16) | (uint32_t)(word) << 16 | (value))
#define SEMAPHORE (4u << MATH_PACK)

static void wait_for_pipe(void)
{
    AT(0xFFE80004) = 0;
    (void)AT(0xFFE80004);
}

/* A word of L1 for each core: nobody goes on before all have come. */
static void meet(void)
{
    wait_for_pipe();
    AT(MEETING + 4 * CORE) = 1;
    for (int core = 0; core < 3; core++)
        while (AT(MEETING + 4 * core) == 0) {
        }
}

/* A general register of the scalar unit, half by half. */
static inline void set_gpr(uint32_t gpr, uint32_t value)
{
    push(OP(OP_SETDMAREG) | (value & 0xFFFF) << 8 | 2 * gpr);
    push(OP(OP_SETDMAREG) | (value >> 16) << 8 | (2 * gpr + 1));
}

/* As the units count L1 addresses: in 16 bytes, less one. */
static inline uint32_t unit_address(uint32_t addr)
{
    return addr / 16 - 1;
}

#if CORE == 0

/* Where the configuration of an unpacker stands, and its base address for context 0. */
static const struct {
    uint16_t descriptor, base;
    uint32_t from;
} unpackers[2] = {{64, 76, A}, {112, 124, B}};

static void set_up(void)
{
    for (uint32_t i = 0; i < 2; i++) {
        const uint32_t word = unpackers[i].descriptor;
        CFG(word) = BF16 | 1u << 4 | (uint32_t)DATUMS << 16; /* plain, one row of 256 */
        CFG(word + 1) = 1 | (uint32_t)FACES << 16;
        CFG(word + 8) = BF16 | 2u << 4;
        CFG(word + 9) = 0xF | 0xFu << 16;
        push(OP(OP_SETADCXY) | 1u << (21 + i) | 15);
        push(OP(OP_SETADCZW) | 1u << (21 + i) | 15);
        push(OP(OP_SETADCXX) | 1u << (21 + i) | (uint32_t)(DATUMS - 1) << 10);
        set_gpr(4 + i, unit_address(unpackers[i].from));
        push(OP(OP_WRCFG) | (4 + i) << 16 | unpackers[i].base);
    }
    CFG(84) = 64 | 64u << 16; /* row 4 of SrcA is the first that counts */
    CFG(86) = DATUMS | (uint32_t)DATUMS << 16;
    push(SETC16(5, 4));
    push(SETC16(41, 0));
}

static void work(void)
{
    for (int face = 0; face < FACES; face++) {
        TTINSN(OP(OP_UNPACR) | 1u << 15 | 1u << 7 | 1u << 6 | 1);
        TTINSN(OP(OP_UNPACR) | 1u << 23 | 1u << 15 | 1u << 7 | 1u << 6 | 1);
    }
}

#elif CORE == 1

static void set_up(void)
{
    CFG(0) = 0;
    CFG(1) = (uint32_t)BF16 << 17 | (uint32_t)BF16 << 21 | (uint32_t)BF16 << 25;
    CFG(220) = 0;
    push(OP(OP_SEMINIT) | 1u << 20 | SEMAPHORE);
    push(SETC16(1, 0));
    push(OP(OP_ZEROACC) | 3u << 19);
    push(OP(OP_SETRWC) | 15);
    push(SETC16(12, 8 | 8u << 8)); /* address modifier 0: eight rows on, in all three */
    push(SETC16(28, 8));
    push(SETC16(47, 0));
    push(SETC16(13, 1u << 7 | 1u << 15)); /* 1: back to the first row of the sources */
    push(SETC16(29, 8));
    push(SETC16(48, 0));
}

static void work(void)
{
    for (int face = 0; face < FACES; face++) {
        TTINSN(OP(OP_ELWADD));
        TTINSN(OP(OP_ELWADD) | 3u << 22 | 1u << 14);
    }
    TTINSN(OP(OP_STALLWAIT) | 2u << 15 | 1u << 4);
    TTINSN(OP(OP_SEMPOST) | SEMAPHORE);
}

#else

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
    push(OP(OP_SETADCXY) | 4u << 21 | 15);
    push(OP(OP_SETADCZW) | 4u << 21 | 15);
    push(OP(OP_SETADCXX) | 4u << 21 | 15u << 10);
    set_gpr(22, unit_address(SUM));
    push(OP(OP_WRCFG) | 22u << 16 | 69);
}

static volatile int faces_packed = 0; /* in local RAM */

/* Four rows a PACR; the last of a face goes on to the next, the last of all closes the data tile. */
static void work(void)
{
    TTINSN(OP(OP_SEMWAIT) | 0x1FFu << 15 | SEMAPHORE | 1);
    while (faces_packed < FACES) {
        for (int i = 0; i < 3; i++)
            TTINSN(OP(OP_PACR));
        if (++faces_packed < FACES)
            TTINSN(OP(OP_PACR) | 1u << 15);
        else
            TTINSN(OP(OP_PACR) | 2u << 15 | 1);
    }
    TTINSN(OP(OP_STALLWAIT) | 2u << 15 | 1u << 3);
    TTINSN(OP(OP_SEMGET) | SEMAPHORE);
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
