/* SPDX-License-Identifier: Apache-2.0 */
/* Sums in L1 of many datums at once against the functions that add two: edges with edges, sums that nearly cancel,
 * anything. */
#include "numeric/l1_acc.h"
#include "tile/pack/fast/pack_fast.h"
#include "unit/suite.h"
#include "unit/tile/fast_bed.h"

enum { COUNT = 61, ROUNDS = 4000 }; /* sixteens and a rest */

static const struct {
    const char *name;
    unsigned sign_bit, mantissa_bits;
    pack_accumulate *add;
} cases[] = {
    {"FP32", 31, 23, l1_acc_fp32},
    {"BF16", 15, 7, l1_acc_bf16},
    {"FP16", 15, 10, l1_acc_fp16},
};

static uint32_t any(unsigned c, uint32_t *random)
{
    return fast_random(random) & ((2u << cases[c].sign_bit) - 1);
}

/* Zeros, denormals, the least and the largest numbers, infinities, ones that are none, with any sign. */
static uint32_t edge(unsigned c, uint32_t *random)
{
    const unsigned m = cases[c].mantissa_bits;
    const uint32_t all = (1u << cases[c].sign_bit) - 1, one = 1u << m;
    const uint32_t edges[] = {0,       1,         one - 1,       one,           one + 1, 2 * one,      all,
                              all - 1, all - one, all - one + 1, all - one + 2, all / 2, all / 2 - one};
    return edges[fast_below(random, sizeof edges / sizeof *edges)] | (any(c, random) & (all + 1));
}

/* The same with the other sign, or close to it: a step of the last place, or some of the exponent. */
static uint32_t near(unsigned c, uint32_t of, uint32_t *random)
{
    const uint32_t sign = 1u << cases[c].sign_bit, magnitudes = sign - 1;
    const uint32_t step =
        fast_below(random, 3) ? fast_below(random, 5) - 2 : (fast_below(random, 61) - 30) << cases[c].mantissa_bits;
    return ((of & magnitudes) + step) & magnitudes ? (((of & magnitudes) + step) & magnitudes) | (~of & sign) : of;
}

static uint32_t draw(unsigned c, uint32_t *random)
{
    return fast_below(random, 3) ? any(c, random) : edge(c, random);
}

START_TEST(pack_sums__are_those_of_two_datums)
{
    const unsigned c = (unsigned)_i;
    uint32_t random = 0x9E3779B9u * (c + 1), held[COUNT], arriving[COUNT], values[COUNT];
    for (unsigned round = 0; round < ROUNDS; round++) {
        const bool is_near = fast_below(&random, 2);
        for (unsigned i = 0; i < COUNT; i++) {
            held[i] = draw(c, &random);
            values[i] = arriving[i] = is_near ? near(c, held[i], &random) : draw(c, &random);
        }
        pack_fast_sum_of(cases[c].add)(held, COUNT, values);
        for (unsigned i = 0; i < COUNT; i++)
            ck_assert_msg(values[i] == cases[c].add(held[i], arriving[i]), "%s: %X in L1 and %X give %X, not %X",
                          cases[c].name, (unsigned)held[i], (unsigned)arriving[i], (unsigned)values[i],
                          (unsigned)cases[c].add(held[i], arriving[i]));
    }
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("pack_sums");
    TCase *t = tcase_create("pack_sums");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, pack_sums__are_those_of_two_datums, 0, (int)(sizeof cases / sizeof *cases));
    suite_add_tcase(s, t);
    return s;
}
