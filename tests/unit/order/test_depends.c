/* SPDX-License-Identifier: Apache-2.0 */
/* The index of an instruction's ranges against a walk through all of them, and what an instruction of many costs. */
#include "observe/depends_index.h"
#include "unit/suite.h"

#include <stdlib.h>
#include <time.h>

enum { ACCESSES = 60, REACH = 90, DRAWS = 300 };

/* xorshift64* */
static uint32_t draw(uint64_t *state, uint32_t bound)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return (uint32_t)((*state * UINT64_C(0x2545F4914F6CDD1D)) >> 32) % bound;
}

static struct probe_access an_access(uint64_t *state)
{
    const uint32_t lo = draw(state, REACH);
    return (struct probe_access){.space = draw(state, 2) ? TT_SPACE_L1 : TT_SPACE_DST,
                                 .unit = TT_UNIT_MOVER,
                                 .is_write = draw(state, 2),
                                 .lo = lo,
                                 .hi = lo + draw(state, draw(state, 5) ? 4 : REACH)};
}

static uint32_t last_writer(const struct depends_insn *insn, enum tt_space space, uint32_t at)
{
    for (size_t i = insn->access_count; i-- > 0;) {
        const struct probe_access *access = &insn->accesses[i];
        if (access->is_write && access->space == space && access->lo <= at && at < access->hi)
            return (uint32_t)i + 1;
    }
    return 0;
}

static bool reaches(const struct depends_insn *insn, enum tt_space space, uint32_t lo, uint32_t hi, bool is_write)
{
    for (size_t i = 0; i < insn->access_count; i++) {
        const struct probe_access *access = &insn->accesses[i];
        const bool is_empty = is_write && access->lo == access->hi; /* wrote no byte */
        if (access->is_write == is_write && !is_empty && access->space == space && access->lo < hi && access->hi > lo)
            return true;
    }
    return false;
}

/* Each range that overlaps, by the first access that has it, in the order reported. */
static void check_overlaps(const struct depends_insn *insn, enum tt_space space, uint32_t lo, uint32_t hi)
{
    struct depends_index *index = insn->index;
    size_t found = 0;
    ck_assert(depends_index_overlaps(index, space, lo, hi));
    for (size_t i = 0; i < insn->access_count; i++) {
        const struct probe_access *access = &insn->accesses[i];
        bool is_new = true;
        for (size_t k = 0; k < i; k++)
            is_new &= insn->accesses[k].is_write || insn->accesses[k].space != space ||
                      insn->accesses[k].lo != access->lo || insn->accesses[k].hi != access->hi;
        if (access->is_write || access->space != space || access->lo >= hi || access->hi <= lo || !is_new)
            continue;
        ck_assert_uint_lt(found, index->hit_count);
        ck_assert_uint_eq(index->reads[index->hits[found++]].number, i);
    }
    ck_assert_uint_eq(found, index->hit_count);
}

START_TEST(depends__look_ups_are_as_a_walk_through_all_finds_them)
{
    struct probe_access accesses[ACCESSES];
    struct depends_index *index = depends_index_new();
    uint64_t state = 7;
    for (unsigned round = 0; round < DRAWS; round++) {
        const struct depends_insn insn = {.accesses = accesses, .access_count = draw(&state, ACCESSES), .index = index};
        for (size_t i = 0; i < insn.access_count; i++)
            accesses[i] = an_access(&state);
        depends_index_reset(index);
        ck_assert(depends_index_prepare(&insn));
        for (uint32_t at = 0; at < 2 * REACH; at++) {
            for (unsigned which = 0; which < 2; which++) {
                const enum tt_space space = which ? TT_SPACE_L1 : TT_SPACE_DST;
                const uint32_t hi = at + 1 + draw(&state, 20);
                ck_assert_uint_eq(depends_index_writer(index, space, at), last_writer(&insn, space, at));
                ck_assert_int_eq(depends_index_writes(index, space, at, hi), reaches(&insn, space, at, hi, true));
                if (!which)
                    ck_assert_int_eq(depends_index_reads(index, space, at, hi), reaches(&insn, space, at, hi, false));
                check_overlaps(&insn, space, at, hi);
            }
        }
    }
    depends_index_free(index);
}
END_TEST

static bool is_same(const struct depends *a, const struct depends *b)
{
    bool is = a->spaces == b->spaces && a->count == b->count;
    for (size_t i = 0; is && i < a->count; i++)
        is = a->items[i].space == b->items[i].space && a->items[i].lo == b->items[i].lo &&
             a->items[i].hi == b->items[i].hi;
    return is;
}

/* Each byte of a run against what it depends on by itself. How many datums the run has. */
static uint32_t check_run(const struct depends_insn *insn, uint32_t at, uint32_t hi)
{
    struct depends run = {0};
    const uint32_t bytes = depends_run(insn, at, hi, &run);
    ck_assert_uint_eq(run.count, bytes != 0);
    ck_assert_uint_le(bytes, hi - at);
    const uint32_t lo = bytes ? run.items[0].lo : 0, datums = bytes ? (run.items[0].hi - lo) / 2 : 0;
    for (uint32_t i = 0; i < bytes; i++) {
        struct depends one = {0};
        depends_of(insn, TT_SPACE_L1, at + i, at + i + 1, &one);
        ck_assert(!one.spaces && one.count == 1 && one.items[0].space == TT_SPACE_DST);
        ck_assert_uint_eq(one.items[0].lo, lo + 2 * (i / (bytes / datums)));
        ck_assert_uint_eq(one.items[0].hi, one.items[0].lo + 2);
        depends_clear(&one);
    }
    depends_clear(&run);
    return datums;
}

/* A pack of 16 datums of so many bits, with exponents or not, some of its bytes written again, some of L1 read.
 * How many datums its longest run has. */
static uint32_t check_alike(uint64_t *state, uint32_t bits, bool has_exponents)
{
    enum { DATUMS = 16, AT = 40 };
    uint16_t cells[DATUMS];
    struct probe_access accesses[6] = {{.space = TT_SPACE_DST, .unit = TT_UNIT_PACK, .hi = 2 * DATUMS}};
    size_t count = 1;
    for (uint32_t i = 0; i < DATUMS; i++)
        cells[i] = (uint16_t)(i && draw(state, 4) ? cells[i - 1] + 1u : draw(state, DATUMS));
    accesses[count++] = (struct probe_access){.unit = TT_UNIT_PACK, .lo = AT, .hi = AT + draw(state, 2 * DATUMS)};
    const struct probe_access data = {.unit = TT_UNIT_PACK, .stream = ACCESS_PACK_DATA, .is_write = true};
    accesses[count] = data;
    accesses[count].lo = AT + draw(state, 3);
    accesses[count].hi = accesses[count].lo + DATUMS * bits / 8;
    const uint32_t lo = accesses[count].lo, hi = accesses[count].hi;
    count++;
    if (has_exponents)
        accesses[count++] = (struct probe_access){
            .unit = TT_UNIT_PACK, .stream = ACCESS_PACK_EXPONENT, .is_write = true, .lo = 8, .hi = 9};
    if (draw(state, 2)) {
        const uint32_t again = lo + draw(state, hi - lo);
        accesses[count++] = (struct probe_access){
            .unit = TT_UNIT_PACK, .stream = ACCESS_PACK_PADDING, .is_write = true, .lo = again, .hi = again + 1};
    }
    const struct depends_datums datums = {.unit = TT_UNIT_PACK, .count = DATUMS, .cells = cells};
    const struct depends_insn insn = {.unit = TT_UNIT_PACK,
                                      .accesses = accesses,
                                      .access_count = count,
                                      .datums = &datums,
                                      .datums_count = 1,
                                      .index = depends_index_new()};
    uint32_t longest = 0;
    for (uint32_t at = lo, end; at < hi; at = end) {
        struct depends first = {0};
        const uint32_t run = check_run(&insn, at, hi);
        longest = run > longest ? run : longest;
        depends_of(&insn, TT_SPACE_L1, at, at + 1, &first);
        end = at + depends_alike(&insn, at, hi);
        ck_assert(end > at && end <= hi);
        for (uint32_t other = at + 1; other < end; other++) {
            struct depends same = {0};
            depends_of(&insn, TT_SPACE_L1, other, other + 1, &same);
            ck_assert(is_same(&first, &same));
            depends_clear(&same);
        }
        depends_clear(&first);
    }
    depends_index_free(insn.index);
    return longest;
}

START_TEST(depends__bytes_that_are_alike_depend_on_the_same)
{
    uint64_t state = 11;
    uint32_t longest = 0;
    for (unsigned round = 0; round < DRAWS; round++) {
        const uint32_t run = check_alike(&state, UINT32_C(4) << round % 4, round / 4 % 2);
        longest = run > longest ? run : longest;
    }
    ck_assert_uint_gt(longest, 8);
}
END_TEST

/* Seconds of the processor for every byte of a pack of `count` ranges. */
static double seconds_of(uint32_t count)
{
    struct probe_access *accesses = calloc(2u * count, sizeof *accesses);
    uint16_t *cells = calloc(count, sizeof *cells);
    ck_assert(accesses && cells);
    for (uint32_t i = 0; i < count; i++) {
        cells[i] = (uint16_t)(i % (DST_ROWS * DST_COLUMNS));
        accesses[2 * i] = (struct probe_access){.space = TT_SPACE_DST, .unit = TT_UNIT_PACK, .lo = 2 * i % 32768};
        accesses[2 * i].hi = accesses[2 * i].lo + 2;
        accesses[2 * i + 1] = (struct probe_access){.space = TT_SPACE_L1,
                                                    .unit = TT_UNIT_PACK,
                                                    .stream = ACCESS_PACK_DATA,
                                                    .is_write = true,
                                                    .lo = 2 * i,
                                                    .hi = 2 * i + 2,
                                                    .first_datum = i};
    }
    const struct depends_datums datums = {.unit = TT_UNIT_PACK, .count = count, .cells = cells};
    const struct depends_insn insn = {.unit = TT_UNIT_PACK,
                                      .accesses = accesses,
                                      .access_count = 2u * count,
                                      .datums = &datums,
                                      .datums_count = 1,
                                      .index = depends_index_new()};
    const clock_t begin = clock();
    for (uint32_t at = 0; at < 2 * count; at++) {
        struct depends depends = {0};
        depends_of(&insn, TT_SPACE_L1, at, at + 1, &depends);
        ck_assert_uint_eq(depends.count, 1);
        ck_assert_uint_eq(depends.items[0].lo, at / 2 * 2 % 32768);
        depends_clear(&depends);
    }
    const double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    depends_index_free(insn.index);
    free(accesses);
    free(cells);
    return seconds;
}

/* Eight times as many cost 64 times as much where each byte walks through all of them: minutes. */
START_TEST(depends__many_ranges_cost_as_many)
{
    ck_assert(seconds_of(100000) < 5);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("depends");
    TCase *cases = tcase_create("depends");
    tcase_set_timeout(cases, 60);
    tcase_add_test(cases, depends__look_ups_are_as_a_walk_through_all_finds_them);
    tcase_add_test(cases, depends__bytes_that_are_alike_depend_on_the_same);
    tcase_add_test(cases, depends__many_ranges_cost_as_many);
    suite_add_tcase(suite, cases);
    return suite;
}
