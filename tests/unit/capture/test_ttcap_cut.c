/* SPDX-License-Identifier: Apache-2.0 */
/* A capture cut at any byte gives what its whole chunks hold, and verify says what is lost. */
#include "capture/container/reader.h"
#include "capture/salvage/verify.h"
#include "unit/capture/sample.h"
#include "unit/suite.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* 66 checkpoints make two chunks of them, so that chunks of each kind stand between others. */
static const struct sample_shape shape = {
    .seed = 15, .chip = TT_WORMHOLE_B0, .checkpoint_count = 66, .events_between = 1, .put_count = 1, .put_bytes = 40};
enum { CHECKPOINTS = 66 };

struct whole {
    uint8_t *bytes;
    size_t size;
    struct ttcap *capture;
    uint64_t digest[CHECKPOINTS];
};

static void make_whole(struct whole *whole)
{
    char path[256];
    struct tt_error err;
    ck_assert_msg(sample_write(&shape, sample_path(path, "cut.ttcap"), &err) == TT_OK, "%s", err.text);
    whole->bytes = sample_file(path, &whole->size);
    (void)unlink(path);
    ck_assert_int_eq(ttcap_open_bytes(&whole->capture, "whole", whole->bytes, whole->size, &err), TT_OK);
    for (uint32_t i = 0; i < CHECKPOINTS; i++)
        ck_assert_int_eq(sample_digest(whole->capture, i, &whole->digest[i]), TT_OK);
}

/* How many items the chunks that end at or before `cut` hold. */
static uint64_t items_before(const struct whole *whole, enum chunk_type type, size_t cut)
{
    const struct chunk_list *list = &whole->capture->contents.list[type];
    uint64_t count = 0;
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].offset + list->items[i].head_bytes + list->items[i].packed_bytes <= cut)
            count += list->items[i].count;
    return count;
}

static void note_lost(void *user, const char *sentence)
{
    if (strstr(sentence, "lost: all from event") || strstr(sentence, "inside the index") ||
        strstr(sentence, "inside the seek table") || strstr(sentence, "inside the manifest") ||
        strstr(sentence, "not a capture"))
        *(bool *)user = true;
}

static void check_cut(const struct whole *whole, size_t cut)
{
    struct tt_error err;
    struct ttcap *capture;
    struct source source;
    struct ttcap_verify_summary summary;
    bool says_lost = false;
    source_from_bytes(&source, "cut", whole->bytes, cut);
    ck_assert_int_eq(verify_source(&source, note_lost, &says_lost, &summary, &err), TT_BAD_INPUT);
    ck_assert_msg(says_lost, "verify of %zu bytes does not say what is lost", cut);

    enum tt_status status = ttcap_open_bytes(&capture, "cut", whole->bytes, cut, &err);
    if (cut < whole->capture->contents.start) {
        ck_assert_int_eq(status, TT_BAD_INPUT);
        return;
    }
    ck_assert_msg(status == TT_OK, "%s", err.text);
    const struct ttcap_info *info = ttcap_info(capture);
    ck_assert(info->is_salvaged);
    ck_assert_uint_eq(info->event_count, items_before(whole, CHUNK_EVENTS, cut));
    ck_assert_uint_eq(info->checkpoint_count, items_before(whole, CHUNK_SNAPSHOTS, cut));
    ck_assert_uint_eq(info->symbol_count, items_before(whole, CHUNK_SYMBOLS, cut));
    ck_assert_uint_eq(summary.events, info->event_count);
    ck_assert_uint_eq(summary.checkpoints, info->checkpoint_count);
    const char *how = sample_events_difference(&shape, capture, false);
    ck_assert_msg(!how, "cut at %zu: %s", cut, how);
    ttcap_close(capture);
}

START_TEST(cut__every_length_gives_its_whole_chunks)
{
    struct whole whole;
    make_whole(&whole);
    ck_assert_uint_lt(whole.size, 8192);
    for (size_t cut = 0; cut < whole.size; cut++)
        check_cut(&whole, cut);
    ttcap_close(whole.capture);
    free(whole.bytes);
}
END_TEST

START_TEST(cut__checkpoints_of_whole_chunks_are_those_that_were_written)
{
    struct whole whole;
    struct tt_error err;
    make_whole(&whole);
    for (unsigned type = CHUNK_EVENTS; type < CHUNK_TYPE_END; type++)
        for (size_t i = 0; i < whole.capture->contents.list[type].count; i++) {
            struct ttcap *capture;
            uint64_t digest;
            size_t cut = (size_t)whole.capture->contents.list[type].items[i].offset;
            ck_assert_int_eq(ttcap_open_bytes(&capture, "cut", whole.bytes, cut, &err), TT_OK);
            for (uint32_t c = 0; c < ttcap_info(capture)->checkpoint_count; c++) {
                ck_assert_int_eq(sample_digest(capture, c, &digest), TT_OK);
                ck_assert(digest == whole.digest[c]);
            }
            ttcap_close(capture);
        }
    ttcap_close(whole.capture);
    free(whole.bytes);
}
END_TEST

START_TEST(verify__says_what_a_cut_file_lost)
{
    struct whole whole;
    struct ttcap_verify_summary summary;
    struct tt_error err;
    bool says_lost = false;
    make_whole(&whole);
    struct source source;
    source_from_bytes(&source, "whole", whole.bytes, whole.size);
    ck_assert_msg(verify_source(&source, note_lost, &says_lost, &summary, &err) == TT_OK, "%s", err.text);
    ck_assert_uint_eq(summary.problems, 0);
    ck_assert_uint_eq(summary.chunks, 8);
    ttcap_close(whole.capture);
    free(whole.bytes);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("ttcap_cut");
    TCase *tcase = tcase_create("ttcap_cut");
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, cut__every_length_gives_its_whole_chunks);
    tcase_add_test(tcase, cut__checkpoints_of_whole_chunks_are_those_that_were_written);
    tcase_add_test(tcase, verify__says_what_a_cut_file_lost);
    suite_add_tcase(suite, tcase);
    return suite;
}
