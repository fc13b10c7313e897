/* SPDX-License-Identifier: Apache-2.0 */
/* What a card runs is what the experiment says: the image of L1, with core B let out of reset, leaves the bytes that
 * the words leave when they are executed one after the other. */
#include "order/live.h"
#include "probe/files.h"
#include "unit/probe/hidden.h"
#include "unit/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SOFT_RESET = 0xFFB121B0u, ALL_HELD = 0x47800, ALL_BUT_B = 0x47000, ROUNDS = 100000, IMAGE_MAX = 1 << 20 };

static size_t read_file(const char *path, uint8_t *bytes)
{
    FILE *file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    const size_t count = fread(bytes, 1, IMAGE_MAX, file);
    (void)fclose(file);
    return count;
}

/* All cores are held while the image is stored; then B runs to the end. */
static void run_image(const char *name, struct live *live, const uint8_t *image, size_t count,
                      uint8_t out[static DRAW_OUTPUT_BYTES])
{
    const struct live_until until = {.addr = DRAW_DONE, .mask = UINT32_MAX, .value = DRAW_DONE_VALUE};
    struct tt_error err;
    enum live_end end;
    ck_assert_int_eq(live_store(live, SOFT_RESET, ALL_HELD, &err), TT_OK);
    ck_assert_int_eq(live_store_l1(live, 0, image, (uint32_t)count, &err), TT_OK);
    ck_assert_int_eq(live_store(live, SOFT_RESET, ALL_BUT_B, &err), TT_OK);
    ck_assert_msg(live_run(live, ROUNDS, &until, &end, &err) == TT_OK, "%s: %s", name, err.text);
    ck_assert_int_eq(end, LIVE_FOUND);
    tile_load(live_tile(live), TT_SPACE_L1, DRAW_OUTPUT, DRAW_OUTPUT_BYTES, out);
}

static struct live *make_live(enum tt_chip chip, const struct variant_set *variants)
{
    struct live *live;
    struct tt_error err;
    ck_assert_int_eq(live_new(&live, chip, variants, NULL, &err), TT_OK);
    return live;
}

START_TEST(cores__run_the_same)
{
    struct experiments set = make_experiments((enum tt_chip)_i, 1);
    struct tile *tile = tile_new(set.chip);
    uint8_t *image = mem_alloc(IMAGE_MAX);
    char l1[] = "/tmp/ttr-l1-XXXXXX";
    const int file = mkstemp(l1);
    ck_assert(tile && image && file >= 0);
    for (size_t at = 0; at < set.count; at++) {
        struct tt_error err;
        const struct variant_set hidden = hide(at);
        uint8_t words[DRAW_OUTPUT_BYTES], cores[DRAW_OUTPUT_BYTES];
        (void)unlink(l1); /* no file is written over */
        ck_assert_int_eq(experiment_write_image(set.experiments[at].program, l1, &err), TT_OK);
        const size_t count = read_file(l1, image);
        ck_assert(experiment_run(tile, set.experiments[at].program, &hidden, words));
        struct live *live = make_live(set.chip, &hidden);
        run_image(set.experiments[at].name, live, image, count, cores);
        live_free(live);
        ck_assert_msg(memcmp(words, cores, sizeof words) == 0, "%s", set.experiments[at].name);
    }
    (void)unlink(l1);
    (void)close(file);
    mem_free(image);
    tile_free(tile);
    experiments_clear(&set);
}
END_TEST

/* Each behind each other one on one tile: nothing depends on what stood there before. */
START_TEST(cores__leave_nothing_behind)
{
    struct experiments set = make_experiments((enum tt_chip)_i, 1);
    const struct variant_set plain = {{0}};
    struct tile *tile = tile_new(set.chip);
    struct live *live = make_live(set.chip, &plain);
    uint8_t(*answers)[DRAW_OUTPUT_BYTES] = mem_calloc(set.count, sizeof *answers);
    uint8_t **images = mem_calloc(set.count, sizeof *images);
    size_t *counts = mem_calloc(set.count, sizeof *counts);
    char l1[] = "/tmp/ttr-l1-XXXXXX";
    const int file = mkstemp(l1);
    ck_assert(tile && answers && images && counts && file >= 0);
    for (size_t at = 0; at < set.count; at++) {
        struct tt_error err;
        images[at] = mem_alloc(IMAGE_MAX);
        ck_assert_ptr_nonnull(images[at]);
        (void)unlink(l1); /* no file is written over */
        ck_assert_int_eq(experiment_write_image(set.experiments[at].program, l1, &err), TT_OK);
        counts[at] = read_file(l1, images[at]);
        ck_assert(experiment_run(tile, set.experiments[at].program, &plain, answers[at]));
    }
    for (size_t first = 0; first < set.count; first += IS_WHOLE ? 1 : 8) {
        for (size_t second = 0; second < set.count; second++) {
            uint8_t bytes[DRAW_OUTPUT_BYTES];
            run_image(set.experiments[first].name, live, images[first], counts[first], bytes);
            run_image(set.experiments[second].name, live, images[second], counts[second], bytes);
            ck_assert_msg(memcmp(bytes, answers[second], sizeof bytes) == 0, "%s behind %s",
                          set.experiments[second].name, set.experiments[first].name);
        }
    }
    for (size_t at = 0; at < set.count; at++)
        mem_free(images[at]);
    (void)unlink(l1);
    (void)close(file);
    mem_free(counts);
    mem_free(images);
    mem_free(answers);
    live_free(live);
    tile_free(tile);
    experiments_clear(&set);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("experiments_cores");
    TCase *t = tcase_create("cores");
    tcase_set_timeout(t, 600);
    tcase_add_loop_test(t, cores__run_the_same, 0, TT_CHIP_COUNT);
    tcase_add_loop_test(t, cores__leave_nothing_behind, 0, TT_CHIP_COUNT);
    suite_add_tcase(s, t);
    return s;
}
