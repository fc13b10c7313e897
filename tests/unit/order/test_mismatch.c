/* SPDX-License-Identifier: Apache-2.0 */
/* Runs of differing bytes: counted exactly, whole words, near ones together, none too long. */
#include "unit/suite.h"
#include "verdict/held.h"

#include <string.h>

enum { BYTES = 4096, RUNS_MAX = BYTES };

struct heard {
    struct replay_mismatch runs[RUNS_MAX];
    unsigned count;
    uint8_t covered[BYTES];
    uint32_t lo;
};

static void hear(void *user, const struct replay_mismatch *run)
{
    struct heard *heard = user;
    heard->runs[heard->count++] = *run;
    for (uint32_t addr = run->lo; addr < run->hi; addr++)
        heard->covered[addr - heard->lo] = 1;
}

struct case_bytes {
    uint8_t held[BYTES], replayed[BYTES], known[BYTES], tainted[BYTES];
    struct heard heard;
    struct replay_comparison sum;
};

static void run_case(struct case_bytes *c, uint32_t lo, uint32_t count, bool has_taint)
{
    c->heard.count = 0;
    c->heard.lo = lo;
    memset(c->heard.covered, 0, sizeof c->heard.covered);
    c->sum = (struct replay_comparison){0};
    struct stretch stretch = {
        1, TT_SPACE_L1, lo, count, c->held, c->replayed, c->known, has_taint ? c->tainted : NULL, NULL};
    struct mismatch_sink sink = {.user = &c->heard, .mismatch = hear};
    stretch_compare(&stretch, &c->sum, &sink);
}

static struct case_bytes *new_case(void)
{
    static struct case_bytes c;
    memset(&c, 0, sizeof c);
    memset(c.known, 0xFF, sizeof c.known);
    return &c;
}

START_TEST(mismatch__equal_bytes_raise_nothing)
{
    struct case_bytes *c = new_case();
    run_case(c, 0x60000, BYTES, false);
    ck_assert_uint_eq(c->heard.count, 0);
    ck_assert_uint_eq(c->sum.equal_bytes, BYTES);
    ck_assert_uint_eq(c->sum.known_bytes, BYTES);
}
END_TEST

START_TEST(mismatch__a_byte_is_shown_as_its_word)
{
    struct case_bytes *c = new_case();
    c->replayed[102] = 1;
    run_case(c, 0x60000, BYTES, false);
    ck_assert_uint_eq(c->heard.count, 1);
    ck_assert_uint_eq(c->heard.runs[0].lo, 0x60000 + 100);
    ck_assert_uint_eq(c->heard.runs[0].hi, 0x60000 + 104);
    ck_assert_uint_eq(c->heard.runs[0].replayed[2], 1);
    ck_assert_uint_eq(c->sum.differing_bytes, 1);
}
END_TEST

START_TEST(mismatch__bits_nobody_knows_do_not_differ)
{
    struct case_bytes *c = new_case();
    c->replayed[8] = 0x80;
    c->known[8] = 0x7F;
    c->replayed[9] = 0x80;
    c->known[9] = 0;
    run_case(c, 0, 16, false);
    ck_assert_uint_eq(c->heard.count, 0);
    ck_assert_uint_eq(c->sum.known_bytes, 15);
    ck_assert_uint_eq(c->sum.equal_bytes, 15);
}
END_TEST

START_TEST(mismatch__neighbours_are_one_run_and_far_ones_two)
{
    struct case_bytes *c = new_case();
    c->replayed[0] = c->replayed[20] = c->replayed[41] = 1; /* gaps of 16 and of 16, then more */
    c->replayed[64] = 1;
    run_case(c, 0, 256, false);
    ck_assert_uint_eq(c->heard.count, 2);
    ck_assert_uint_eq(c->heard.runs[0].hi, 44);
    ck_assert_uint_eq(c->heard.runs[1].lo, 64);
}
END_TEST

START_TEST(mismatch__no_run_is_longer_than_256)
{
    struct case_bytes *c = new_case();
    memset(c->replayed, 1, BYTES);
    run_case(c, 0x60000, BYTES, false);
    ck_assert_uint_eq(c->heard.count, BYTES / 256);
    for (unsigned i = 0; i < c->heard.count; i++)
        ck_assert_uint_eq(c->heard.runs[i].hi - c->heard.runs[i].lo, 256);
}
END_TEST

START_TEST(mismatch__tainted_bytes_decide_nothing)
{
    struct case_bytes *c = new_case();
    memset(c->tainted, 1, 32);
    c->replayed[0] = 1;  /* tainted */
    c->replayed[40] = 1; /* sure */
    run_case(c, 0, 64, true);
    ck_assert_uint_eq(c->sum.tainted_bytes, 32);
    ck_assert_uint_eq(c->sum.differing_bytes, 1);
    ck_assert_uint_eq(c->heard.count, 2);
    ck_assert(c->heard.runs[0].is_tainted);
    ck_assert(!c->heard.runs[1].is_tainted);
}
END_TEST

/* Random stretches, any alignment, against a count byte by byte; in every other round nothing is tainted, and in some
 * few bytes differ or all are known, so that bytes, words, blocks and pages all have their turn. */
START_TEST(mismatch__random_stretches_are_counted_and_covered)
{
    uint64_t state = 0x9E3779B97F4A7C15u;
    for (int round = 0; round < 400; round++) {
        struct case_bytes *c = new_case();
        const uint64_t differ_mask = round & 2 ? 0x1F : 0xFF, known_mask = round & 4 ? 0xF : UINT64_MAX;
        uint32_t lo = 0, count = 1, differing = 0, tainted = 0, known = 0, uncovered = 0;
        for (uint32_t i = 0; i < BYTES; i++) {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            c->replayed[i] = (state & differ_mask) == 0;
            c->known[i] = (state >> 8 & known_mask) == 0 ? (uint8_t)(state >> 16 & 0xFF) : 0xFF;
            c->tainted[i] = (round & 1) && (state >> 24 & 0x7) == 0;
        }
        lo = (uint32_t)(state >> 32 & 0xFF);
        count = 1 + (uint32_t)(state >> 40) % BYTES;
        run_case(c, lo, count, round & 1);
        for (uint32_t i = 0; i < count; i++) {
            bool differs = (c->replayed[i] & c->known[i]) != 0;
            known += c->known[i] != 0;
            tainted += c->known[i] && c->tainted[i];
            differing += differs && !c->tainted[i];
            uncovered += differs && !c->heard.covered[i];
        }
        ck_assert_uint_eq(uncovered, 0);
        ck_assert_uint_eq(c->sum.known_bytes, known);
        ck_assert_uint_eq(c->sum.tainted_bytes, tainted);
        ck_assert_uint_eq(c->sum.differing_bytes, differing);
        ck_assert_uint_eq(c->sum.equal_bytes, known - tainted - differing);
        for (unsigned i = 0; i < c->heard.count; i++)
            ck_assert_uint_le(c->heard.runs[i].hi - c->heard.runs[i].lo, 256);
    }
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("mismatch");
    TCase *t = tcase_create("mismatch");
    tcase_add_test(t, mismatch__equal_bytes_raise_nothing);
    tcase_add_test(t, mismatch__a_byte_is_shown_as_its_word);
    tcase_add_test(t, mismatch__bits_nobody_knows_do_not_differ);
    tcase_add_test(t, mismatch__neighbours_are_one_run_and_far_ones_two);
    tcase_add_test(t, mismatch__no_run_is_longer_than_256);
    tcase_add_test(t, mismatch__tainted_bytes_decide_nothing);
    tcase_add_test(t, mismatch__random_stretches_are_counted_and_covered);
    suite_add_tcase(s, t);
    return s;
}
