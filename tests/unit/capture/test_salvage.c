/* SPDX-License-Identifier: Apache-2.0 */
/* What is taken of a damaged capture is what was written, and all that is not is said; whatever is damaged. */
#include "capture/container/reader.h"
#include "capture/salvage/salvage.h"
#include "isa/spaces.h"
#include "unit/capture/sample.h"
#include "unit/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct sample_shape shape = {
    .seed = 31, .chip = TT_BLACKHOLE, .checkpoint_count = 3, .events_between = 20, .put_count = 3, .put_bytes = 100};
enum { CHECKPOINTS = 3 };

static struct tt_error err;
static uint8_t *file;
static size_t size, chunks_start;
static char said[16384];
static uint8_t held[2][CHECKPOINTS][L1_BYTES_MAX];
static uint32_t held_bytes[CHECKPOINTS];

static void keep(void *user, const char *sentence)
{
    (void)user;
    const size_t n = strlen(said);
    (void)snprintf(said + n, sizeof said - n, "%s\n", sentence);
}

static void write_file(void)
{
    char path[256];
    struct ttcap *capture;
    ck_assert_msg(sample_write(&shape, sample_path(path, "salvage.ttcap"), &err) == TT_OK, "%s", err.text);
    file = sample_file(path, &size);
    (void)unlink(path);
    ck_assert_uint_lt(size, 8192);
    ck_assert_int_eq(ttcap_open_bytes(&capture, "whole", file, size, &err), TT_OK);
    chunks_start = (size_t)capture->contents.start;
    ttcap_close(capture);
    for (uint32_t c = 0; c < CHECKPOINTS; c++)
        sample_space(&shape, c, TT_SPACE_L1, held[0][c], held[1][c]);
    for (uint32_t c = 0; c < CHECKPOINTS; c++) {
        held_bytes[c] = 0;
        for (uint32_t i = 0; i < L1_BYTES_MAX; i++)
            held_bytes[c] += held[1][c][i] != 0;
    }
}

static enum tt_status salvage(struct ttcap **capture, size_t count, struct salvaged *salvaged)
{
    struct source source;
    said[0] = '\0';
    *salvaged = (struct salvaged){true, true};
    source_from_bytes(&source, "damaged", file, count);
    return salvage_source(capture, &source, keep, NULL, salvaged, &err);
}

/* Bytes of a checkpoint's L1 of which something is known; what is known is what was written. */
static uint32_t known_bytes(struct ttcap *capture, uint32_t checkpoint, uint32_t written)
{
    static uint8_t bytes[L1_BYTES_MAX], known[L1_BYTES_MAX];
    uint32_t lo = 0, hi = 0, count = 0;
    enum tt_status status;
    bool is_right = true;
    while (!(status = ttcap_next_known(capture, checkpoint, TT_SPACE_L1, &lo, &hi, &err))) {
        ck_assert_msg(ttcap_read(capture, checkpoint, TT_SPACE_L1, lo, hi - lo, bytes, known, &err) == TT_OK, "%s",
                      err.text);
        for (uint32_t i = 0; i < hi - lo; i++) {
            is_right = is_right && known[i] == held[1][written][lo + i] && bytes[i] == held[0][written][lo + i];
            count += known[i] != 0;
        }
        lo = hi;
    }
    ck_assert_int_eq(status, TT_END);
    ck_assert(is_right);
    return count;
}

/* Of a file of `count` bytes, some of them wrong: only what was written, less of it only where that is said. */
static void check(size_t count, size_t place)
{
    struct ttcap *capture;
    struct salvaged salvaged;
    ck_assert_msg(salvage(&capture, count, &salvaged) == TT_OK, "byte %zu: %s", place, err.text);
    const struct ttcap_info *info = ttcap_info(capture);
    const char *how = sample_events_difference(&shape, capture, false);
    ck_assert_msg(!how, "byte %zu: %s", place, how);
    bool is_all =
        info->event_count == (uint64_t)CHECKPOINTS * shape.events_between && info->checkpoint_count == CHECKPOINTS;
    ck_assert_uint_ge(info->checkpoint_count, 1);
    for (uint32_t c = 0; c < info->checkpoint_count; c++) {
        const char *id = ttcap_checkpoint(capture, c)->id;
        const uint32_t written = *id == 'c' ? (uint32_t)(id[1] - '0') : 0; /* "begin": none is left */
        ck_assert_int_lt(ttcap_checkpoint(capture, c)->after_event, (int64_t)info->event_count);
        const bool is_whole = known_bytes(capture, c, written) == held_bytes[written];
        ck_assert_msg(c > 0 || is_whole || !salvaged.is_start_whole, "byte %zu: the start counts as whole", place);
        is_all = is_all && is_whole;
    }
    ck_assert_msg(is_all || (*said && !salvaged.is_whole), "byte %zu: something is lost and nothing says so", place);
    if (!salvaged.is_start_whole)
        ck_assert(!info->unlisted_start_is_reset && info->source == TTCAP_DERIVED);
    ttcap_close(capture);
}

START_TEST(salvage__of_a_whole_file_is_all_of_it)
{
    struct ttcap *capture;
    struct salvaged salvaged;
    ck_assert_int_eq(salvage(&capture, size, &salvaged), TT_OK);
    ck_assert(salvaged.is_whole && salvaged.is_start_whole);
    ck_assert_str_eq(said, "");
    const char *how = sample_difference(&shape, capture, false);
    ck_assert_msg(!how, "%s", how);
    ttcap_close(capture);
}
END_TEST

START_TEST(salvage__of_any_cut)
{
    for (size_t cut = chunks_start; cut < size; cut += cut % 64 == 0 || cut + 200 > size ? 1 : 3)
        check(cut, cut);
}
END_TEST

START_TEST(salvage__of_any_wrong_byte)
{
    for (size_t at = chunks_start; at < size; at += 3) {
        file[at] ^= (uint8_t)(1u << at % 8);
        check(size, at);
        file[at] ^= (uint8_t)(1u << at % 8);
    }
}
END_TEST

START_TEST(salvage__of_a_wrong_byte_in_a_file_without_its_index)
{
    for (size_t at = chunks_start; at + 200 < size; at += 5) {
        file[at] ^= 0x10;
        check(size - 100, at);
        file[at] ^= 0x10;
    }
}
END_TEST

START_TEST(salvage__needs_the_manifest)
{
    struct ttcap *capture;
    struct salvaged salvaged;
    file[20] ^= 1;
    ck_assert_int_eq(salvage(&capture, size, &salvaged), TT_BAD_INPUT);
    ck_assert_str_eq(err.text, "damaged: the manifest is damaged: its hash differs");
    file[20] ^= 1;
}
END_TEST

static void clear(void)
{
    free(file);
}

Suite *suite(void)
{
    Suite *suite = suite_create("salvage");
    TCase *tcase = tcase_create("salvage");
    tcase_set_timeout(tcase, 240);
    tcase_add_checked_fixture(tcase, write_file, clear);
    tcase_add_test(tcase, salvage__of_a_whole_file_is_all_of_it);
    tcase_add_test(tcase, salvage__of_any_cut);
    tcase_add_test(tcase, salvage__of_any_wrong_byte);
    tcase_add_test(tcase, salvage__of_a_wrong_byte_in_a_file_without_its_index);
    tcase_add_test(tcase, salvage__needs_the_manifest);
    suite_add_tcase(suite, tcase);
    return suite;
}
