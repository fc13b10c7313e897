/* SPDX-License-Identifier: Apache-2.0 */
/* Drawn programs of several cores end the same whichever of them is faster, and those that ask the network for another
 * tile's memory come to their end. */
#include "base/little.h"
#include "fuzz/fuzz_internal.h"
#include "isa/mmio.h"
#include "isa/spaces.h"
#include "tile/tile.h"
#include "unit/suite.h"

#include "base/memory.h"

#include <string.h>

enum { PROGRAMS = 12, DEPTH = 8, PIECE = 4096, CODE_END = DRAW_CODE + 4 * DRAW_CODE_MAX };

struct bed {
    struct fuzz_options options;
    struct fuzz_work work;
    uint64_t seed;      /* of the last program */
    struct tile *first; /* as the program ended */
    unsigned differs;   /* pieces that it left otherwise */
};

static struct bed *make_bed(enum tt_chip chip, enum fuzz_limit limit)
{
    struct bed *bed = mem_calloc(1, sizeof *bed);
    struct tt_error err;
    ck_assert_ptr_nonnull(bed);
    bed->options = (struct fuzz_options){.chip = chip,
                                         .free = {.units = unit_bit(TT_UNIT_CORE), .depth = DEPTH},
                                         .limit = limit,
                                         .backend = {.kind = FUZZ_BUILD}};
    bed->options.free.has_other_tile = limit == FUZZ_UNDEFINED;
    ck_assert_msg(fuzz_work_open(&bed->work, &bed->options, &err) == TT_OK, "%s", err.text);
    bed->first = tile_new(chip);
    ck_assert_ptr_nonnull(bed->first);
    return bed;
}

static void free_bed(struct bed *bed)
{
    tile_free(bed->first);
    fuzz_work_close(&bed->work);
    mem_free(bed);
}

static void draw(struct bed *bed)
{
    struct tt_error err;
    bed->seed++;
    ck_assert_int_eq(draw_free_program(bed->options.chip, &bed->options.free, bed->seed, bed->work.program, &err),
                     TT_OK);
}

/* ---- which core is faster ---- */

/* What a tile holds, but for the code. */
static void each_piece(struct bed *bed, const struct tile *tile,
                       void take(struct bed *, enum tt_space, uint32_t lo, uint32_t count, const uint8_t *bytes))
{
    uint8_t bytes[PIECE];
    for (int space = 0; space < TT_SPACE_COUNT; space++) {
        const uint32_t size = space_bytes(tile_chip(tile), (enum tt_space)space);
        for (uint32_t lo = 0; lo < size; lo += PIECE) {
            const uint32_t count = size - lo < PIECE ? size - lo : PIECE;
            if (space == TT_SPACE_L1 && lo + count > DRAW_CODE && lo < CODE_END)
                continue;
            tile_load(tile, (enum tt_space)space, lo, count, bytes);
            take(bed, (enum tt_space)space, lo, count, bytes);
        }
    }
}

static void keep(struct bed *bed, enum tt_space space, uint32_t lo, uint32_t count, const uint8_t *bytes)
{
    tile_store(bed->first, space, lo, count, bytes, NULL);
}

static void compare(struct bed *bed, enum tt_space space, uint32_t lo, uint32_t count, const uint8_t *bytes)
{
    uint8_t before[PIECE];
    tile_load(bed->first, space, lo, count, before);
    bed->differs += memcmp(bytes, before, count) != 0;
}

static void on_first_end(void *user, const struct tile *tile)
{
    each_piece(user, tile, keep);
}

static void on_end(void *user, const struct tile *tile)
{
    struct bed *bed = user;
    bed->differs = 0;
    each_piece(bed, tile, compare);
}

/* Whether it is legal and came to its end. */
static bool run(struct bed *bed, void ended(void *user, const struct tile *tile))
{
    const struct fuzz_replay how = {&bed->options.variants, bed->options.limit, ended, bed};
    const struct fuzz_end nothing = {NULL, NULL};
    struct replay_summary summary;
    struct ttcap *capture = NULL;
    struct tt_error err;
    char path[FUZZ_PATH];
    bool is_legal = false;
    fuzz_work_path(&bed->work, 0, path);
    ck_assert_int_eq(fuzz_capture(bed->work.program, &bed->options.variants, &nothing, path, true, &err), TT_OK);
    ck_assert_int_eq(ttcap_open(&capture, path, &err), TT_OK);
    ck_assert_msg(fuzz_replay(capture, &how, &is_legal, &summary, &err) == TT_OK, "%s", err.text);
    ttcap_close(capture);
    return is_legal;
}

START_TEST(cores__any_may_be_faster)
{
    struct bed *bed = make_bed((enum tt_chip)_i, FUZZ_DEFINED);
    struct draw_program *whole = mem_alloc(sizeof *whole);
    ck_assert_ptr_nonnull(whole);
    for (unsigned programs = 0; programs < PROGRAMS;) {
        draw(bed);
        *whole = *bed->work.program;
        if (whole->core_count < 2 || !run(bed, on_first_end))
            continue;
        programs++;
        for (unsigned core = 0; core < whole->core_count; core++) {
            *bed->work.program = *whole;
            draw_begin_later(bed->work.program, core);
            ck_assert_msg(run(bed, on_end), "seed %d, core %u", (int)bed->seed, core);
            ck_assert_msg(bed->differs == 0, "seed %d: it hangs on core %u", (int)bed->seed, core);
        }
    }
    mem_free(whole);
    free_bed(bed);
}
END_TEST

/* What is left of a program is none where its end hangs on which core is faster: here a core hands over, and no other
 * waits for it. In some nothing shows it, as they keep their mailboxes, or load other bytes than were stored. */
START_TEST(cores__left_without_waits)
{
    enum { POLLS = 0xFE028EE3 /* beq x5, x0, -4 */, NOTHING = 0x13 };
    struct bed *bed = make_bed(TT_BLACKHOLE, FUZZ_DEFINED);
    unsigned legal = 0, left = 0;
    for (unsigned programs = 0; programs < PROGRAMS;) {
        struct draw_program *program = bed->work.program;
        char path[FUZZ_PATH];
        fuzz_work_path(&bed->work, 0, path);
        draw(bed);
        bool is_legal = false, is_left = false;
        struct tt_error err;
        ck_assert_int_eq(fuzz_work_run(&bed->work, false, path, &is_legal, &err), TT_OK);
        if (program->core_count < 2 || !is_legal)
            continue;
        programs++;
        legal += is_legal;
        for (uint32_t i = 0; i < program->code_count; i++)
            program->code[i] = program->code[i] == POLLS ? NOTHING : program->code[i];
        ck_assert_int_eq(fuzz_work_run(&bed->work, true, path, &is_legal, &err), TT_OK);
        if (is_legal)
            ck_assert_int_eq(fuzz_work_run(&bed->work, false, path, &is_left, &err), TT_OK);
        left += is_left;
    }
    ck_assert_uint_eq(legal, PROGRAMS);
    ck_assert_uint_le(left, PROGRAMS / 6);
    free_bed(bed);
}
END_TEST

/* ---- what goes from core to core, and to other tiles ---- */

struct heard {
    unsigned reads, requests;
};

static void on_event(void *user, const struct ttcap_event *event)
{
    struct heard *heard = user;
    const bool is_shared = event->addr >= DRAW_SHARED && event->addr < DRAW_SHARED + 0x2000;
    heard->reads += event->kind == TTCAP_MMIO && is_shared;
    const struct mmio_target at = mmio_decode_any(TT_BLACKHOLE, event->thread, event->addr);
    heard->requests += event->kind == TTCAP_MMIO && mmio_sends_request(&at, event->value);
}

/* A recording has the reads by which a core goes on. */
START_TEST(cores__go_by_each_other)
{
    struct bed *bed = make_bed(TT_BLACKHOLE, FUZZ_DEFINED);
    struct heard heard = {0};
    const struct replay_observer observer = {.user = &heard, .happened = on_event};
    unsigned several = 0;
    for (unsigned programs = 0; programs < PROGRAMS;) {
        struct replay_options options;
        struct replay_summary summary;
        struct ttcap *capture = NULL;
        struct tt_error err;
        char path[FUZZ_PATH];
        draw(bed);
        ck_assert_uint_eq(bed->work.program->requests, 0);
        if (!run(bed, on_first_end))
            continue;
        programs++;
        several += bed->work.program->core_count > 1;
        fuzz_work_path(&bed->work, 0, path);
        ck_assert_int_eq(ttcap_open(&capture, path, &err), TT_OK);
        replay_options_init(&options, ttcap_info(capture));
        options.order = REPLAY_FIRMWARE;
        ck_assert_int_eq(replay_run(capture, &options, NULL, &observer, &summary, &err), TT_OK);
        ttcap_close(capture);
    }
    ck_assert_uint_gt(several, 0);
    ck_assert_uint_ge(heard.reads, several);
    ck_assert_uint_gt(heard.requests, 0);
    free_bed(bed);
}
END_TEST

START_TEST(cores__other_tile)
{
    struct bed *bed = make_bed((enum tt_chip)_i, FUZZ_UNDEFINED);
    unsigned asked = 0, legal = 0;
    while (asked < PROGRAMS) {
        draw(bed);
        bed->work.program->seed |= 1; /* of those that may meet undefined behaviour */
        if (!bed->work.program->requests)
            continue;
        asked++;
        legal += run(bed, on_first_end);
    }
    ck_assert_uint_gt(legal, PROGRAMS / 2);
    free_bed(bed);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("drawn_cores");
    TCase *t = tcase_create("drawn_cores");
    tcase_set_timeout(t, 300);
    tcase_add_loop_test(t, cores__any_may_be_faster, 0, TT_CHIP_COUNT);
    tcase_add_test(t, cores__left_without_waits);
    tcase_add_test(t, cores__go_by_each_other);
    tcase_add_loop_test(t, cores__other_tile, 0, TT_CHIP_COUNT);
    suite_add_tcase(s, t);
    return s;
}
