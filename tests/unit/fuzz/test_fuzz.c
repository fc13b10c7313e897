/* SPDX-License-Identifier: Apache-2.0 */
/* Drawn programs are legal, the same for the same seed, and end the same in every way that this tile can run them. */
#include "fuzz/fuzz_internal.h"
#include "tile/tile.h"
#include "unit/suite.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { PROGRAMS = 120, DEPTH = 12 };

struct bed {
    struct fuzz_options options;
    struct fuzz_work work;
};

static struct bed *make_bed(enum tt_chip chip, enum fuzz_limit limit)
{
    struct bed *bed = mem_calloc(1, sizeof *bed);
    struct tt_error err;
    ck_assert_ptr_nonnull(bed);
    bed->options = (struct fuzz_options){
        .chip = chip, .free = {.units = UINT32_MAX, .depth = DEPTH}, .limit = limit, .backend = {.kind = FUZZ_BUILD}};
    ck_assert_msg(fuzz_work_open(&bed->work, &bed->options, &err) == TT_OK, "%s", err.text);
    return bed;
}

static void free_bed(struct bed *bed)
{
    fuzz_work_close(&bed->work);
    mem_free(bed);
}

static void draw(struct bed *bed, uint64_t seed)
{
    struct tt_error err;
    ck_assert_msg(draw_free_program(bed->options.chip, &bed->options.free, seed, bed->work.program, &err) == TT_OK,
                  "seed %d: %s", (int)seed, err.text);
}

/* Whether it is legal; its capture stands at path. */
static bool run(struct bed *bed, bool is_first, const char *path)
{
    struct tt_error err;
    bool is_legal = false;
    ck_assert_msg(fuzz_work_run(&bed->work, is_first, path, &is_legal, &err) == TT_OK, "%s", err.text);
    return is_legal;
}

START_TEST(drawn__same_in_every_way)
{
    struct bed *bed = make_bed((enum tt_chip)_i, FUZZ_DEFINED);
    unsigned legal = 0;
    for (uint64_t seed = 1; seed <= PROGRAMS; seed++) {
        char path[FUZZ_PATH];
        struct fuzz_sum first, second;
        struct tt_error err;
        fuzz_work_path(&bed->work, 0, path);
        draw(bed, seed);
        if (!run(bed, true, path))
            continue;
        legal++;
        ck_assert_msg(fuzz_sum(path, &bed->options.variants, true, &first, &err) == TT_OK, "%s", err.text);
        ck_assert_msg(first.verdict == VERDICT_SAME, "seed %d, %s: %s", (int)seed, bed->work.program->name,
                      verdict_name(first.verdict));
        ck_assert_msg(run(bed, false, path), "seed %d, %s: legal once", (int)seed, bed->work.program->name);
        ck_assert_int_eq(fuzz_sum(path, &bed->options.variants, true, &second, &err), TT_OK);
        ck_assert_msg(first.reports == second.reports, "seed %d", (int)seed);
    }
    ck_assert_uint_gt(legal, PROGRAMS / 2);
    free_bed(bed);
}
END_TEST

static void on_other_finding(void *user, const struct probe_finding *finding)
{
    *(bool *)user |= finding_get(finding->id)->kind != FINDING_HAZARD;
}

/* Two words that stand too close for the chip's interlock: the tile alone, which sieves words, does not see that. */
static bool only_hazards(struct ttcap *capture, const struct variant_set *variants)
{
    bool has_other = false;
    struct replay_options options;
    struct replay_summary summary;
    struct tt_error err;
    const struct probe probe = {.user = &has_other, .wants = PROBE_FINDING, .finding = on_other_finding};
    const struct replay_observer observer = {0};
    replay_options_init(&options, ttcap_info(capture));
    options.variants = *variants;
    return replay_run(capture, &options, &probe, &observer, &summary, &err) == TT_OK && summary.findings > 0 &&
           !has_other;
}

/* What is asked for strictly meets no finding, whichever. */
START_TEST(drawn__strict)
{
    struct bed *bed = make_bed((enum tt_chip)_i, FUZZ_STRICT);
    unsigned legal = 0;
    for (uint64_t seed = 1; seed <= PROGRAMS; seed++) {
        char path[FUZZ_PATH];
        fuzz_work_path(&bed->work, 0, path);
        draw(bed, seed);
        if (!run(bed, true, path))
            continue;
        struct ttcap *capture;
        struct replay_summary summary;
        struct tt_error err;
        bool is_legal;
        const struct fuzz_replay how = {&bed->options.variants, FUZZ_STRICT, NULL, NULL};
        ck_assert_int_eq(ttcap_open(&capture, path, &err), TT_OK);
        ck_assert_int_eq(fuzz_replay(capture, &how, &is_legal, &summary, &err), TT_OK);
        if (!is_legal && only_hazards(capture, &bed->options.variants)) {
            ttcap_close(capture);
            continue;
        }
        ck_assert_msg(is_legal && summary.findings == 0, "seed %d", (int)seed);
        ttcap_close(capture);
        legal++;
    }
    ck_assert_uint_gt(legal, PROGRAMS / 3);
    free_bed(bed);
}
END_TEST

/* Any units, any depth: the room for words, steps and code is enough. */
START_TEST(drawn__fits)
{
    struct bed *bed = make_bed((enum tt_chip)_i, FUZZ_DEFINED);
    for (uint64_t seed = 1; seed <= 20 * PROGRAMS; seed++) {
        static struct draw_program again;
        struct tt_error err;
        bed->options.free.depth = (uint32_t)(seed % (DRAW_DEPTH_MAX + 1));
        draw(bed, seed);
        ck_assert_int_eq(draw_free_program((enum tt_chip)_i, &bed->options.free, seed, &again, &err), TT_OK);
        ck_assert_msg(memcmp(&again, bed->work.program, sizeof again) == 0, "seed %d", (int)seed);
    }
    free_bed(bed);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("drawn");
    TCase *t = tcase_create("drawn");
    tcase_set_timeout(t, 600);
    tcase_add_loop_test(t, drawn__same_in_every_way, 0, TT_CHIP_COUNT);
    tcase_add_loop_test(t, drawn__strict, 0, TT_CHIP_COUNT);
    tcase_add_loop_test(t, drawn__fits, 0, TT_CHIP_COUNT);
    suite_add_tcase(s, t);
    return s;
}
