/* SPDX-License-Identifier: Apache-2.0 */
/* A copy says what the capture says; what an edit changes is changed, and nothing else. */
#include "ask/reduce/copy.h"
#include "isa/spaces.h"
#include "unit/suite.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static struct ttcap *from, *copy;
static char path[64];
static struct tt_error err;

static void set_up(void)
{
    (void)snprintf(path, sizeof path, "copy.%ld.ttcap", (long)getpid());
    ck_assert_int_eq(ttcap_open(&from, TRACE, &err), TT_OK);
}

static void tear_down(void)
{
    ttcap_close(from);
    ttcap_close(copy);
    copy = NULL;
    (void)unlink(path);
}

static void make(const struct copy_edit *edit)
{
    ck_assert_msg(capture_copy(from, path, true, edit, &err) == TT_OK, "%s", err.text);
    ck_assert_msg(ttcap_open(&copy, path, &err) == TT_OK, "%s", err.text);
}

/* Both captures' bytes and knowledge of a space at a checkpoint. */
static bool is_same_space(uint32_t a, uint32_t b, enum tt_space space)
{
    static uint8_t bytes[2][L1_BYTES_MAX], known[2][L1_BYTES_MAX];
    const uint32_t size = space_bytes(ttcap_info(from)->chip, space);
    ck_assert_int_eq(ttcap_read(from, a, space, 0, size, bytes[0], known[0], &err), TT_OK);
    ck_assert_int_eq(ttcap_read(copy, b, space, 0, size, bytes[1], known[1], &err), TT_OK);
    return memcmp(bytes[0], bytes[1], size) == 0 && memcmp(known[0], known[1], size) == 0;
}

static uint64_t count_same_events(uint64_t left_out)
{
    struct ttcap_cursor *a, *b;
    struct ttcap_event one, other;
    uint64_t same = 0;
    ck_assert_int_eq(ttcap_events_open(&a, from, 0, ttcap_info(from)->event_count, &err), TT_OK);
    ck_assert_int_eq(ttcap_events_open(&b, copy, 0, ttcap_info(copy)->event_count, &err), TT_OK);
    while (ttcap_events_next(a, &one, &err) == TT_OK) {
        if (one.seq == left_out)
            continue;
        ck_assert_int_eq(ttcap_events_next(b, &other, &err), TT_OK);
        ck_assert_int_eq(one.kind, other.kind);
        ck_assert_int_eq(one.thread, other.thread);
        ck_assert_uint_eq(one.index, other.index);
        ck_assert_uint_eq(one.addr, other.addr);
        ck_assert_uint_eq(one.value, other.value);
        ck_assert_uint_eq(one.byte_count, other.byte_count);
        ck_assert(one.byte_count == 0 || memcmp(one.bytes, other.bytes, one.byte_count) == 0);
        same++;
    }
    ck_assert_int_eq(ttcap_events_next(b, &other, &err), TT_END);
    ttcap_events_close(a);
    ttcap_events_close(b);
    return same;
}

START_TEST(a_copy_says_the_same)
{
    const struct copy_edit none = {0};
    make(&none);
    const struct ttcap_info *a = ttcap_info(from), *b = ttcap_info(copy);
    ck_assert_int_eq(a->chip, b->chip);
    ck_assert_int_eq(a->source, b->source);
    ck_assert_str_eq(a->name, b->name);
    ck_assert_uint_eq(a->tag_count, b->tag_count);
    ck_assert_uint_eq(a->checkpoint_count, b->checkpoint_count);
    for (uint32_t i = 0; i < a->checkpoint_count; i++) {
        ck_assert_str_eq(ttcap_checkpoint(from, i)->id, ttcap_checkpoint(copy, i)->id);
        ck_assert_int_eq(ttcap_checkpoint(from, i)->after_event, ttcap_checkpoint(copy, i)->after_event);
        for (int space = 0; space < TT_SPACE_COUNT; space++)
            ck_assert(is_same_space(i, i, (enum tt_space)space));
    }
    ck_assert_uint_eq(count_same_events(UINT64_MAX), a->event_count);
}
END_TEST

static bool all_but_100(void *user, uint64_t seq)
{
    (void)user;
    return seq != 100;
}

START_TEST(an_event_left_out_moves_checkpoints_along)
{
    const struct copy_edit edit = {.keeps_event = all_but_100};
    make(&edit);
    ck_assert_uint_eq(count_same_events(100), ttcap_info(from)->event_count - 1);
    ck_assert_int_eq(ttcap_checkpoint(copy, 1)->after_event, ttcap_checkpoint(from, 1)->after_event - 1);
}
END_TEST

static bool none_but_first_and_last(void *user, uint32_t checkpoint)
{
    const uint32_t *last = user;
    return checkpoint == *last;
}

static void forget_l1(void *user, uint32_t checkpoint, enum tt_space space, uint32_t lo, uint32_t count, uint8_t *bytes,
                      uint8_t *known)
{
    (void)user;
    (void)lo;
    (void)bytes;
    if (checkpoint > 0 && space == TT_SPACE_L1)
        memset(known, 0, count);
}

START_TEST(checkpoints_and_spaces_can_go)
{
    uint32_t last = ttcap_info(from)->checkpoint_count - 1;
    const struct copy_edit edit = {
        .user = &last, .keeps_checkpoint = none_but_first_and_last, .change_known = forget_l1};
    uint32_t lo = 0, hi;
    make(&edit);
    ck_assert_uint_eq(ttcap_info(copy)->checkpoint_count, 2);
    ck_assert(is_same_space(0, 0, TT_SPACE_L1));
    ck_assert(is_same_space(last, 1, TT_SPACE_DST));
    ck_assert_int_eq(ttcap_next_known(copy, 1, TT_SPACE_L1, &lo, &hi, NULL), TT_END);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("copy");
    TCase *tests = tcase_create("copy");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, a_copy_says_the_same);
    tcase_add_test(tests, an_event_left_out_moves_checkpoints_along);
    tcase_add_test(tests, checkpoints_and_spaces_can_go);
    suite_add_tcase(suite, tests);
    return suite;
}
