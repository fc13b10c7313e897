/* SPDX-License-Identifier: Apache-2.0 */
/* Drawn programs of three threads end the same in every order: as they stand, in rounds, in random orders, in all that
 * can matter, and with a core a thread that pushes its words. What orders them cannot be left out. */
#include "fuzz/fuzz_internal.h"
#include "isa/mmio.h"
#include "isa/spaces.h"
#include "schedules/schedules.h"
#include "tile/tile.h"
#include "unit/suite.h"

#include "base/little.h"
#include "base/memory.h"

#include "insn_ids.h"

#include <string.h>

enum { PROGRAMS = 8, DEPTH = 6, RANDOM_ORDERS = 4, BUDGET = 60, CODE = 0x100000, CODE_BYTES = 0x10000, PIECE = 4096 };

struct bed {
    struct fuzz_options options;
    struct fuzz_work work;
    uint64_t seed; /* of the last program */
    bool is_alike; /* the last replay ended as work.tile did */
};

static struct bed *make_bed(enum tt_chip chip)
{
    struct bed *bed = mem_calloc(1, sizeof *bed);
    struct tt_error err;
    ck_assert_ptr_nonnull(bed);
    bed->options = (struct fuzz_options){.chip = chip,
                                         .free = {.units = UINT32_MAX, .depth = DEPTH},
                                         .limit = FUZZ_DEFINED,
                                         .backend = {.kind = FUZZ_BUILD}};
    ck_assert_msg(fuzz_work_open(&bed->work, &bed->options, &err) == TT_OK, "%s", err.text);
    return bed;
}

static void free_bed(struct bed *bed)
{
    fuzz_work_close(&bed->work);
    mem_free(bed);
}

/* The next program of threads that is legal; its capture stands at path. */
static void next_program(struct bed *bed, const char *path)
{
    struct tt_error err;
    bool is_legal = false;
    while (!is_legal) {
        bed->seed++;
        ck_assert_int_eq(draw_free_program(bed->options.chip, &bed->options.free, bed->seed, bed->work.program, &err),
                         TT_OK);
        if (bed->work.program->has_threads)
            ck_assert_int_eq(fuzz_work_run(&bed->work, true, path, &is_legal, &err), TT_OK);
    }
}

/* What cores read stands above. */
static void on_ended(void *user, const struct tile *tile)
{
    struct bed *bed = user;
    uint8_t here[PIECE], there[PIECE];
    bed->is_alike = true;
    for (int space = 0; space < TT_SPACE_COUNT; space++) {
        const uint32_t size = space == TT_SPACE_L1 ? CODE : space_bytes(tile_chip(tile), (enum tt_space)space);
        for (uint32_t lo = 0; lo < size; lo += PIECE) {
            const uint32_t count = size - lo < PIECE ? size - lo : PIECE;
            tile_load(tile, (enum tt_space)space, lo, count, here);
            tile_load(bed->work.tile, (enum tt_space)space, lo, count, there);
            bed->is_alike = bed->is_alike && memcmp(here, there, count) == 0;
        }
    }
}

static void replay(struct bed *bed, struct ttcap *capture, enum replay_order order, uint64_t seed)
{
    struct replay_options options;
    struct replay_summary summary;
    struct tt_error err;
    const struct replay_observer observer = {.user = bed, .ended = on_ended};
    replay_options_init(&options, ttcap_info(capture));
    options.order = order;
    options.variants = bed->options.variants;
    options.max_steps = FUZZ_STEPS_MAX;
    options.random_order = seed;
    bed->is_alike = false;
    ck_assert_msg(replay_run(capture, &options, NULL, &observer, &summary, &err) == TT_OK, "%s", err.text);
    ck_assert_msg(bed->is_alike && !summary.is_deadlocked, "chip %d, seed %d, %s: order %d of seed %d",
                  (int)bed->options.chip, (int)bed->seed, bed->work.program->name, (int)order, (int)seed);
}

static struct ttcap *open_capture(const char *path)
{
    struct ttcap *capture;
    struct tt_error err;
    ck_assert_msg(ttcap_open(&capture, path, &err) == TT_OK, "%s", err.text);
    return capture;
}

START_TEST(threads__end_the_same_in_other_orders)
{
    struct bed *bed = make_bed((enum tt_chip)_i);
    char path[FUZZ_PATH];
    fuzz_work_path(&bed->work, 0, path);
    for (unsigned i = 0; i < PROGRAMS; i++) {
        next_program(bed, path);
        struct ttcap *capture = open_capture(path);
        replay(bed, capture, REPLAY_EXECUTED, 0);
        replay(bed, capture, REPLAY_PROGRAM, 0);
        for (uint64_t seed = 1; seed <= RANDOM_ORDERS; seed++)
            replay(bed, capture, REPLAY_PROGRAM, seed);
        ttcap_close(capture);
    }
    free_bed(bed);
}
END_TEST

/* Moves that can matter, both ways round: L1 is the same, and nothing is stuck. */
START_TEST(threads__end_the_same_in_all_orders)
{
    struct bed *bed = make_bed((enum tt_chip)_i);
    const struct schedules_options all = {.budget = BUDGET};
    char path[FUZZ_PATH];
    fuzz_work_path(&bed->work, 0, path);
    for (unsigned i = 0; i < PROGRAMS; i++) {
        struct replay_options options;
        struct schedules_result result;
        struct tt_error err;
        next_program(bed, path);
        struct ttcap *capture = open_capture(path);
        replay_options_init(&options, ttcap_info(capture));
        options.variants = bed->options.variants;
        ck_assert_msg(schedules_run(capture, &options, &all, &result, &err) == TT_OK, "%s", err.text);
        ck_assert_msg(!result.has_difference && !result.stuck && !result.internal,
                      "chip %d, seed %d, %s: %s%s at %#x, %d stuck, %d other states, of %d", _i, (int)bed->seed,
                      bed->work.program->name, result.has_difference ? "L1 differs" : "",
                      result.is_delayed ? " where a unit is delayed" : "", (unsigned)result.change.at,
                      (int)result.stuck, (int)result.internal, (int)result.tried);
        ck_assert_uint_gt(result.tried, 0);
        ttcap_close(capture);
    }
    free_bed(bed);
}
END_TEST

/* ---- with cores ---- */

/* Code that pushes the thread's words and stays. */
static uint32_t push_all(const struct draw_program *program, unsigned thread, uint8_t code[static CODE_BYTES])
{
    enum { LUI = 0x37, ADDI = 0x13, SW = 0x2023, STAY = 0x6F, X5 = 5, X6 = 6 };
    uint32_t at = 0;
    store_u32(code + 4 * at++, LUI | X6 << 7 | MMIO_PUSH);
    for (uint32_t i = 0; i < program->count; i++) {
        const uint32_t word = program->words[i];
        if (program->threads[i] != thread)
            continue;
        ck_assert_uint_lt(4 * at + 16, CODE_BYTES);
        store_u32(code + 4 * at++, LUI | X5 << 7 | ((word + 0x800) & 0xFFFFF000));
        store_u32(code + 4 * at++, ADDI | X5 << 7 | X5 << 15 | (word & 0xFFF) << 20);
        store_u32(code + 4 * at++, SW | X6 << 15 | X5 << 20);
    }
    store_u32(code + 4 * at++, STAY);
    return 4 * at;
}

static void write_with_cores(const struct bed *bed, const char *path)
{
    static uint8_t code[CODE_BYTES];
    const struct draw_program *program = bed->work.program;
    const struct ttcap_boot boot[] = {
        {TT_CORE_T0, CODE}, {TT_CORE_T1, CODE + CODE_BYTES}, {TT_CORE_T2, CODE + 2 * CODE_BYTES}};
    const struct ttcap_meta meta = {
        .chip = program->chip, .source = TTCAP_EMULATOR, .name = "cores", .boot = boot, .boot_count = THREADS};
    struct ttcap_writer *writer;
    struct tt_error err;
    ck_assert_int_eq(MMIO_PUSH & 0xFFF, 0);
    ck_assert_int_eq(ttcap_writer_open(&writer, path, true, &meta, &err), TT_OK);
    ck_assert_int_eq(ttcap_writer_snapshot_begin(writer, "begin", &err), TT_OK);
    ck_assert_int_eq(ttcap_writer_put(writer, TT_SPACE_L1, DRAW_INPUT, DRAW_INPUT_BYTES, program->input, NULL, &err),
                     TT_OK);
    for (unsigned thread = 0; thread < THREADS; thread++) {
        const uint32_t bytes = push_all(program, thread, code);
        ck_assert_int_eq(ttcap_writer_put(writer, TT_SPACE_L1, boot[thread].pc, bytes, code, NULL, &err), TT_OK);
    }
    ck_assert_int_eq(ttcap_writer_snapshot_end(writer, &err), TT_OK);
    ck_assert_int_eq(ttcap_writer_finish(writer, &err), TT_OK);
}

START_TEST(threads__end_the_same_with_cores)
{
    struct bed *bed = make_bed((enum tt_chip)_i);
    char path[FUZZ_PATH];
    fuzz_work_path(&bed->work, 0, path);
    for (unsigned i = 0; i < PROGRAMS; i++) {
        next_program(bed, path);
        write_with_cores(bed, path);
        struct ttcap *capture = open_capture(path);
        replay(bed, capture, REPLAY_FIRMWARE, 0);
        ttcap_close(capture);
    }
    free_bed(bed);
}
END_TEST

/* ---- what is not legal ---- */

/* The program without its words of an instruction; whether it had one. */
static bool leave_out(struct draw_program *program, const struct draw_program *from, insn_id id)
{
    *program = *from;
    program->count = 0;
    for (uint32_t i = 0; i < from->count; i++) {
        if (isa_id(from->chip, from->words[i]) == id)
            continue;
        program->threads[program->count] = from->threads[i];
        program->words[program->count++] = from->words[i];
    }
    return program->count != from->count;
}

/* Without posts a thread waits for ever; without waits threads overtake each other. */
START_TEST(threads__what_orders_them_is_needed)
{
    static const insn_id ids[] = {INSN_SEMPOST, INSN_SEMWAIT};
    static struct draw_program whole;
    struct bed *bed = make_bed((enum tt_chip)_i);
    char path[FUZZ_PATH];
    struct tt_error err;
    fuzz_work_path(&bed->work, 0, path);
    for (unsigned i = 0; i < PROGRAMS; i++) {
        next_program(bed, path);
        whole = *bed->work.program;
        for (size_t k = 0; k < sizeof ids / sizeof *ids; k++) {
            bool is_legal = true;
            ck_assert(leave_out(bed->work.program, &whole, ids[k]));
            ck_assert_int_eq(fuzz_work_run(&bed->work, false, path, &is_legal, &err), TT_OK);
            ck_assert_msg(!is_legal, "seed %d, %s without %s", (int)bed->seed, whole.name,
                          isa_get(whole.chip, ids[k])->mnemonic);
        }
    }
    free_bed(bed);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("threads");
    TCase *t = tcase_create("threads");
    tcase_set_timeout(t, 600);
    tcase_add_loop_test(t, threads__end_the_same_in_other_orders, 0, TT_CHIP_COUNT);
    tcase_add_loop_test(t, threads__end_the_same_in_all_orders, 0, TT_CHIP_COUNT);
    tcase_add_loop_test(t, threads__end_the_same_with_cores, 0, TT_CHIP_COUNT);
    tcase_add_loop_test(t, threads__what_orders_them_is_needed, 0, TT_CHIP_COUNT);
    suite_add_tcase(s, t);
    return s;
}
