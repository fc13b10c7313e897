/* SPDX-License-Identifier: Apache-2.0 */
/* Every instruction against the second core (tests/reference/riscv.c): edges of the operands first, then random ones;
 * and random words, which both must refuse alike. Seeded: the same on every run. */
#include "base/little.h"
#include "isa/riscv.h"
#include "isa/riscv_text.h"
#include "reference/riscv.h"
#include "tile/riscv/core.h"
#include "unit/suite.h"

#include <stdlib.h>
#include <string.h>

enum { L1 = 4096, CODE = 3072, DATA = 1024, ROUNDS = 2000, WORDS = 200000 };

struct pair {
    struct riscv_core core;
    struct riscv_bus bus;
    struct ref_riscv ref;
    uint8_t l1[L1], ref_l1[L1];
    uint64_t random;
};

static uint32_t next_random(struct pair *pair)
{
    pair->random ^= pair->random << 13;
    pair->random ^= pair->random >> 7;
    pair->random ^= pair->random << 17;
    return (uint32_t)(pair->random >> 16);
}

/* Integers and floats at which something changes. */
static const uint32_t edges[] = {
    0,          1,          2,          3,          31,         32,         33,         0x7F,       0x80,
    0xFF,       0x7FFF,     0x8000,     0xFFFF,     0x7FFFFFFF, 0x80000000, 0x80000001, 0xFFFFFFFE, 0xFFFFFFFF,
    0x00800000, 0x007FFFFF, 0x80800000, 0x807FFFFF, 0x3F800000, 0xBF800000, 0x3F000000, 0x3F000001, 0x3EFFFFFF,
    0xBF000000, 0x3FC00000, 0x40200000, 0x4B000000, 0x4B7FFFFF, 0x4B000001, 0x4EFFFFFF, 0x4F000000, 0xCF000000,
    0xCF000001, 0x4F7FFFFF, 0x4F800000, 0x7F7FFFFF, 0xFF7FFFFF, 0x7F800000, 0xFF800000, 0x7FC00000, 0x7F800001,
    0xFFC00000, 0xFF800001, 0x55555555, 0x00FF00FF, 0x01000000, 0x01000001, 0x01000003, 0xFEFFFFFF, 0x12345678,
};

static uint32_t operand(struct pair *pair)
{
    const uint32_t random = next_random(pair);
    return (random & 7) ? edges[(random >> 3) % (sizeof edges / sizeof *edges)] : next_random(pair);
}

static struct pair *pair_new(enum tt_chip chip)
{
    struct pair *pair = calloc(1, sizeof *pair);
    ck_assert_ptr_nonnull(pair);
    pair->random = 0x9E3779B97F4A7C15;
    pair->bus = (struct riscv_bus){.chip = chip, .l1 = pair->l1, .l1_bytes = L1, .code = riscv_code_new(chip)};
    ck_assert_ptr_nonnull(pair->bus.code);
    return pair;
}

static void pair_free(struct pair *pair)
{
    riscv_code_free(pair->bus.code);
    free(pair);
}

static void set_out(struct pair *pair, uint32_t word)
{
    riscv_core_reset(&pair->core, CODE);
    for (unsigned i = 1; i < 32; i++)
        pair->core.x[i] = operand(pair);
    for (unsigned i = 0; i < 32; i++)
        pair->core.f[i] = operand(pair);
    const uint32_t base = DATA + (next_random(pair) & 0x3FC); /* memory instructions hit it most of the time */
    const uint32_t opcode = word & 0x7F;
    if ((opcode & 0x5B) == 0x03 || opcode == 0x2F)
        pair->core.x[word >> 15 & 31] = (word >> 15 & 31) ? base : 0;
    store_u32(pair->l1 + CODE, word);
    store_u32(pair->l1 + base, operand(pair));
    memcpy(pair->ref_l1, pair->l1, L1);
    pair->ref = (struct ref_riscv){.pc = CODE, .memory = pair->ref_l1, .bytes = L1};
    memcpy(pair->ref.x, pair->core.x, sizeof pair->ref.x);
    memcpy(pair->ref.f, pair->core.f, sizeof pair->ref.f);
}

/* Asserts only what does not hold: each assertion of Check is a system call. */
static void complain(const struct pair *pair, uint32_t word, const struct riscv_core *before, const char *what,
                     unsigned reg, uint32_t got, uint32_t want)
{
    char text[RISCV_TEXT_MAX];
    const unsigned rs1 = word >> 15 & 31, rs2 = word >> 20 & 31;
    riscv_disassemble(pair->bus.chip, word, CODE, text);
    ck_abort_msg("%08X %s of x %08X %08X, f %08X %08X: %s %u is %08X, by the reference %08X", word, text,
                 before->x[rs1], before->x[rs2], before->f[rs1], before->f[rs2], what, reg, got, want);
}

/* Both do it, or both leave everything as it was. */
static bool check(struct pair *pair, uint32_t word)
{
    const struct riscv_core before = pair->core;
    const enum riscv_step step = riscv_core_step(&pair->core, &pair->bus);
    const bool is_known = ref_riscv_step(&pair->ref, word, pair->bus.chip == TT_WORMHOLE_B0);
    if ((step == RISCV_DONE) != is_known)
        complain(pair, word, &before, "step", 0, step, is_known);
    if (!is_known) {
        if (memcmp(&before, &pair->core, sizeof before) != 0)
            complain(pair, word, &before, "refused, but something has changed:", 0, 0, 0);
        return false;
    }
    for (unsigned i = 0; i < 32; i++) {
        if (pair->core.x[i] != pair->ref.x[i])
            complain(pair, word, &before, "x", i, pair->core.x[i], pair->ref.x[i]);
        if (pair->core.f[i] != pair->ref.f[i])
            complain(pair, word, &before, "f", i, pair->core.f[i], pair->ref.f[i]);
    }
    if (pair->core.pc != pair->ref.pc)
        complain(pair, word, &before, "pc", 0, pair->core.pc, pair->ref.pc);
    if (memcmp(pair->l1, pair->ref_l1, L1) != 0)
        complain(pair, word, &before, "memory", 0, 0, 0);
    return true;
}

/* What the second core does not have: system instructions. */
static bool is_system(uint32_t word)
{
    return (word & 0x7F) == 0x73;
}

static void check_all(enum tt_chip chip)
{
    struct pair *pair = pair_new(chip);
    for (unsigned i = 0; i < riscv_ops_count; i++) {
        const struct riscv_op *op = &riscv_ops[i];
        if (is_system(op->match))
            continue;
        unsigned done = 0;
        for (unsigned round = 0; round < ROUNDS; round++) {
            const uint32_t word = op->match | (next_random(pair) & ~op->mask);
            set_out(pair, word);
            done += check(pair, word);
        }
        ck_assert_msg(riscv_is_on(chip, op) ? done > ROUNDS / 8 : done == 0, "%s was done %u times", op->name, done);
    }
    pair_free(pair);
}

START_TEST(instructions__blackhole_does_as_the_second_core)
{
    check_all(TT_BLACKHOLE);
}
END_TEST

START_TEST(instructions__wormhole_has_integers_only)
{
    check_all(TT_WORMHOLE_B0);
}
END_TEST

START_TEST(words__random_ones_are_refused_alike)
{
    for (enum tt_chip chip = 0; chip < TT_CHIP_COUNT; chip++) {
        struct pair *pair = pair_new(chip);
        for (unsigned i = 0; i < WORDS; i++) {
            const uint32_t word = next_random(pair) | 3;
            if (is_system(word))
                continue;
            set_out(pair, word);
            check(pair, word);
        }
        pair_free(pair);
    }
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("riscv_instructions");
    TCase *c = tcase_create("instructions");
    tcase_set_timeout(c, 120);
    tcase_add_test(c, instructions__blackhole_does_as_the_second_core);
    tcase_add_test(c, instructions__wormhole_has_integers_only);
    tcase_add_test(c, words__random_ones_are_refused_alike);
    suite_add_tcase(s, c);
    return s;
}
