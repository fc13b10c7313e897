/* SPDX-License-Identifier: Apache-2.0 */
/* Accesses at random, many pages of them, against a plain list of the reports. */
#include "unit/results/support.h"

#include "base/memory.h"

#include <string.h>

enum { EVENTS = 6000, SERIES_MAX = 8, ACCESSES_MAX = (5 + SERIES_MAX) * EVENTS, SIZE_MAX_BYTES = 160 };

struct report {
    uint64_t seq;
    uint32_t place;
    struct probe_access access; /* its bytes stand in the arrays here */
    uint8_t before[SIZE_MAX_BYTES], after[SIZE_MAX_BYTES];
};

static struct folder folder;
static char path[PATH_BYTES];
static struct report *report;
static size_t reported_count;
static uint32_t seed;
static struct results *results;
static struct tt_error err;

static uint32_t random_below(uint32_t limit)
{
    seed = seed * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)(seed >> 8) * limit >> 24);
}

/* Like a packer's stores, one behind the other, or anything anywhere. */
static struct report *make_access(uint64_t seq, uint32_t place)
{
    static const uint32_t SPACE_BYTES[] = {1u << 20, 1024, 128, 768, 32768};
    struct report *one = &report[reported_count++];
    const struct report *last = one - (reported_count > 4 ? 3 : 0);
    one->seq = seq;
    one->place = place;
    if (random_below(3) && last != one) {
        one->access = last->access;
        one->access.lo = last->access.hi;
        one->access.hi += last->access.hi - last->access.lo;
        one->access.first_datum += 64;
    }
    struct probe_access *access = &one->access;
    if (access->hi > SPACE_BYTES[access->space] || access->lo == access->hi || random_below(40) == 0) {
        access->space = (enum tt_space)random_below(5);
        access->unit = (enum tt_unit)random_below(TT_UNIT_COUNT);
        access->instance = (uint8_t)random_below(4);
        access->stream = (enum access_stream)random_below(5);
        access->is_write = random_below(4) != 0;
        access->lo = random_below(SPACE_BYTES[access->space]);
        uint32_t left = SPACE_BYTES[access->space] - access->lo;
        access->hi = access->lo + random_below(left < SIZE_MAX_BYTES ? left + 1 : SIZE_MAX_BYTES);
        access->tile = random_below(4) ? access->tile : random_below(100000);
        access->first_datum = random_below(UINT32_MAX);
    }
    for (uint32_t i = 0; i < SIZE_MAX_BYTES; i++)
        one->after[i] = (uint8_t)random_below(256);
    switch (random_below(3)) {
    case 0:
        memset(one->before, 0, sizeof one->before);
        break;
    case 1:
        memcpy(one->before, one->after, sizeof one->before);
        break;
    default:
        memset(one->before, (int)random_below(3), sizeof one->before);
        break;
    }
    access->before = access->is_write && random_below(9) ? one->before : NULL;
    access->after = access->is_write && random_below(9) ? one->after : NULL;
    return one;
}

/* Cells of a row one step behind the other, reported at once; their bytes are mostly those written there last. */
static void report_series(const struct probe *probe, uint64_t seq, uint32_t place)
{
    static const enum tt_space SPACES[] = {TT_SPACE_DST, TT_SPACE_CFG, TT_SPACE_GPR};
    uint8_t before[SERIES_MAX * 4], after[SERIES_MAX * 4];
    const uint32_t size = random_below(2) ? 2 : 4;
    struct probe_series series = {.one = {.space = SPACES[random_below(3)], .unit = TT_UNIT_VECTOR},
                                  .count = 1 + random_below(SERIES_MAX),
                                  .step = size * (1 + random_below(3))};
    series.one.lo = 4 * random_below(40);
    series.one.hi = series.one.lo + size;
    series.one.is_write = random_below(3) != 0;
    for (uint32_t i = 0; i < sizeof after; i++) {
        before[i] = (uint8_t)random_below(2);
        after[i] = (uint8_t)(random_below(2) ? 0 : random_below(3));
    }
    series.one.before = series.one.is_write && random_below(9) ? before : NULL;
    series.one.after = series.one.is_write && random_below(9) ? after : NULL;
    for (uint32_t i = 0; i < series.count; i++) {
        struct report *one = &report[reported_count++];
        one->seq = seq;
        one->place = place + i;
        one->access = series.one;
        one->access.lo += i * series.step;
        one->access.hi += i * series.step;
        memcpy(one->before, before + i * size, size);
        memcpy(one->after, after + i * size, size);
        one->access.before = series.one.before ? one->before : NULL;
        one->access.after = series.one.after ? one->after : NULL;
    }
    probe->series(probe->user, &series);
}

static void setup(void)
{
    folder_make(&folder);
    folder_file(&folder, "run.db", path);
    report = mem_calloc(ACCESSES_MAX, sizeof *report);
    ck_assert_ptr_nonnull(report);
    seed = 5;
    reported_count = 0;
    struct results_sink *sink = sink_new(path);
    const struct probe *probe = results_probe(sink);
    uint64_t seq = 0;
    for (int event = 0; event < EVENTS; event++) {
        seq += 1 + (random_below(8) ? 0 : random_below(1000));
        report_insn(sink, seq, TT_UNIT_PACK, random_below(3) << 30);
        const uint32_t count = random_below(6);
        for (uint32_t place = 0; place < count; place++)
            probe->access(probe->user, &make_access(seq, place)->access);
        if (random_below(4) == 0)
            report_series(probe, seq, count);
        report_insn_end(sink, seq);
    }
    sink_finish(sink);
    results = open_results(path);
}

static void teardown(void)
{
    results_close(results);
    mem_free(report);
    folder_remove(&folder);
}

static void expect_same(const struct report *one, const struct results_access_row *row)
{
    const struct probe_access *access = &one->access;
    const uint32_t size = access->hi - access->lo;
    ck_assert_uint_eq(row->seq, one->seq);
    ck_assert_int_eq(row->space, access->space);
    ck_assert_int_eq(row->unit, access->unit);
    ck_assert_uint_eq(row->instance, access->instance);
    ck_assert_int_eq(row->stream, access->stream);
    ck_assert_int_eq(row->is_write, access->is_write);
    ck_assert_uint_eq(row->lo, access->lo);
    ck_assert_uint_eq(row->hi, access->hi);
    ck_assert_uint_eq(row->tile, access->tile);
    ck_assert_uint_eq(row->first_datum, access->first_datum);
    ck_assert_int_eq(row->before != NULL, access->before && size);
    ck_assert_int_eq(row->after != NULL, access->after && size);
    if (row->before)
        ck_assert_mem_eq(row->before, access->before, size);
    if (row->after)
        ck_assert_mem_eq(row->after, access->after, size);
}

static int see_access(void *user, const struct results_access_row *row)
{
    size_t *at = user;
    expect_same(&report[(*at)++], row);
    return 0;
}

START_TEST(accesses__come_back_event_by_event)
{
    size_t at = 0;
    for (size_t i = 0; i < reported_count; i++) {
        if (report[i].place)
            continue;
        ck_assert_uint_eq(at, i);
        ck_assert_int_eq(results_accesses_of(results, report[i].seq, see_access, &at, &err), TT_OK);
    }
    ck_assert_uint_eq(at, reported_count);
}
END_TEST

struct search {
    size_t next; /* none at or behind it was seen */
    enum tt_space space;
    uint32_t lo, hi;
};

/* Where the next older write stands that overlaps; reported_count if there is none. */
static size_t older(const struct search *search)
{
    for (size_t i = search->next; i-- > 0;) {
        const struct probe_access *access = &report[i].access;
        if (access->is_write && access->space == search->space && access->lo < search->hi && access->hi > search->lo)
            return i;
    }
    return reported_count;
}

static int see_write(void *user, const struct results_access_row *row)
{
    struct search *search = user;
    search->next = older(search);
    ck_assert_uint_lt(search->next, reported_count);
    expect_same(&report[search->next], row);
    return 0;
}

START_TEST(writers__are_all_that_overlap_newest_first)
{
    for (int i = 0; i < 200; i++) {
        const struct report *some = &report[random_below((uint32_t)reported_count)];
        struct search search = {.next = reported_count, .space = some->access.space, .lo = some->access.lo};
        search.hi = search.lo + 1 + random_below(300);
        uint64_t last = report[random_below((uint32_t)reported_count)].seq;
        while (search.next > 0 && report[search.next - 1].seq > last)
            search.next--;
        ck_assert_int_eq(results_writers(results, search.space, search.lo, search.hi, last, see_write, &search, &err),
                         TT_OK);
        ck_assert_uint_eq(older(&search), reported_count);
    }
}
END_TEST

/* A visitor that asks further questions while it is called. */
static int ask_on(void *user, const struct results_access_row *row)
{
    unsigned *count = user;
    const struct results_access_row copy = *row;
    size_t at = ++*count % 2 ? 0 : reported_count - 1;
    while (report[at].place)
        at--;
    ck_assert_int_eq(results_accesses_of(results, report[at].seq, see_access, &at, &err), TT_OK);
    ck_assert_mem_eq(row, &copy, sizeof copy);
    if (row->after)
        ck_assert_mem_eq(row->after, copy.after, row->hi - row->lo);
    return *count == 50;
}

START_TEST(visitor__may_ask_on)
{
    unsigned count = 0;
    ck_assert_int_eq(results_writers(results, TT_SPACE_GPR, 0, 768, UINT64_MAX, ask_on, &count, &err), TT_OK);
    ck_assert_uint_eq(count, 50);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("results_pages");
    TCase *tests = tcase_create("pages");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_set_timeout(tests, 50);
    tcase_add_test(tests, accesses__come_back_event_by_event);
    tcase_add_test(tests, writers__are_all_that_overlap_newest_first);
    tcase_add_test(tests, visitor__may_ask_on);
    suite_add_tcase(suite, tests);
    return suite;
}
