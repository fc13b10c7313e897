/* SPDX-License-Identifier: Apache-2.0 */
/* Whole kernels as they were recorded, in executed and in program order, two hundred times over so that the start does
 * not count; and kernels that bring their firmware, in firmware order. What a tile costs is held against the simulator
 * of docs/performance.md. */
#include "bench/bench.h"
#include "bench/repeat.h"
#include "order/replay.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { TIMES = 200, ROUNDS = 9, OP_PACR = 0x41, ELEMENT_WISE_DATUMS = 58200, MATMUL_DATUMS = 181800 };

struct kernel_case {
    const char *name, *file;
    size_t tile_datums; /* of the calibration loop, as long as that simulator takes for a data tile; 0: not known */
};

static const struct kernel_case cases[] = {
    {"copy of BF16", "datacopy_f16b_f16b_f16b_f16b_nice.ttcap", 0},
    {"element-wise, BF16", "binary_ADD_COL_LoFi_f16b_f16b_f16b_f16b_nice.ttcap", ELEMENT_WISE_DATUMS},
    {"matmul, LoFi", "wormhole_matmul_LoFi_f16b_f16b_f16b_f32_nice.ttcap", MATMUL_DATUMS},
    {"vector unit", "sfpu_v0_bfp8_bfp8_bfp8_bfp8_hostile.ttcap", 0},
};
static const struct kernel_case with_firmware[] = {
    {"copy of BF16, eight data tiles", "../firmware/k_copy_bf16_8.ttcap", 0},
    {"matmul", "../firmware/k_matmul_bf16_acc_hostile.ttcap", 0},
    {"ReLU", "../firmware/k_relu_bf16_thr3.ttcap", 0},
};

struct kernel_bench {
    struct ttcap *capture;
    enum replay_order order;
    uint64_t instructions;
    size_t tiles, tile_datums;
};

static double run_replay(void *user)
{
    struct kernel_bench *bench = user;
    struct replay_options options;
    struct replay_summary summary;
    struct tt_error err = {""};
    replay_options_init(&options, ttcap_info(bench->capture));
    options.order = bench->order;
    const double start = bench_processor();
    if (replay_run(bench->capture, &options, NULL, NULL, &summary, &err) || summary.is_deadlocked) {
        bench_fail(err.text[0] ? err.text : "a kernel does not come to its end");
        return -1;
    }
    bench->instructions = bench->order == REPLAY_FIRMWARE ? summary.instructions : summary.executed;
    return bench_processor() - start;
}

static double run_calib(void *user)
{
    const struct kernel_bench *bench = user;
    return bench_calib(bench->instructions);
}

static double run_calib_of_tiles(void *user)
{
    const struct kernel_bench *bench = user;
    return bench_calib(bench->tiles * bench->tile_datums);
}

/* Data tiles that were packed: the last PACR of each says so (bit 0). */
static size_t count_tiles(struct ttcap *capture)
{
    struct ttcap_cursor *cursor;
    struct ttcap_event event;
    size_t tiles = 0;
    if (ttcap_events_open(&cursor, capture, 0, UINT64_MAX, NULL))
        return 0;
    while (ttcap_events_next(cursor, &event, NULL) == TT_OK)
        tiles += event.kind == TTCAP_EXEC && event.value >> 24 == OP_PACR && (event.value & 1);
    ttcap_events_close(cursor);
    return tiles;
}

static void compare(const char *name, const char *order, struct kernel_bench *bench)
{
    char what[128];
    struct bench_ratio ratio;
    const struct bench_work replay = {run_replay, bench};
    (void)snprintf(what, sizeof what, "%s, %s order", name, order);
    if (bench_compare(replay, (struct bench_work){run_calib, bench}, ROUNDS, &ratio))
        return;
    bench_row(what, (double)bench->instructions, "instructions", "calibration loop, a datum an instruction", &ratio);
    if (bench->tiles && bench->tile_datums &&
        bench_compare(replay, (struct bench_work){run_calib_of_tiles, bench}, ROUNDS, &ratio) == 0)
        bench_row(what, (double)bench->tiles, "data tiles", "the simulator's time, through the calibration loop",
                  &ratio);
}

static enum tt_status open_repeated(struct ttcap **out, const char *path, const char *made, struct tt_error *err)
{
    struct ttcap *from = NULL;
    const struct repeat repeat = {.events = TIMES};
    enum tt_status status = ttcap_open(&from, path, err);
    if (!status)
        status = repeat_capture(from, made, &repeat, err);
    ttcap_close(from);
    return status ? status : ttcap_open(out, made, err);
}

static void bench_recorded(const char *folder, const struct kernel_case *what)
{
    char path[BENCH_PATH], made[64];
    struct tt_error err = {""};
    struct kernel_bench bench = {.tile_datums = what->tile_datums};
    (void)snprintf(made, sizeof made, "/tmp/tt-bench-kernel-%ld.ttcap", (long)getpid());
    if (bench_path(path, folder, what->file) || open_repeated(&bench.capture, path, made, &err)) {
        bench_fail(err.text);
    } else {
        bench.tiles = count_tiles(bench.capture);
        compare(what->name, "executed", &bench);
        bench.order = REPLAY_PROGRAM;
        compare(what->name, "program", &bench);
    }
    ttcap_close(bench.capture);
    (void)unlink(made);
}

void bench_kernels(const char *folder)
{
    bench_heading("Whole kernels, no trace");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        bench_recorded(folder, &cases[i]);
    for (size_t i = 0; i < sizeof with_firmware / sizeof with_firmware[0]; i++) {
        char path[BENCH_PATH];
        struct tt_error err = {""};
        struct kernel_bench bench = {.order = REPLAY_FIRMWARE};
        if (bench_path(path, folder, with_firmware[i].file) || ttcap_open(&bench.capture, path, &err))
            bench_fail(err.text);
        else
            compare(with_firmware[i].name, "firmware", &bench);
        ttcap_close(bench.capture);
    }
}
