/* SPDX-License-Identifier: Apache-2.0 */
/* Firmware order against as many datums of the calibration loop as instructions are done: a loop that computes, on one
 * core and on three at once; one that goes to L1, likewise; and a whole kernel, with its pipes. */
#include "base/little.h"
#include "bench/bench.h"
#include "capture/ttcap.h"
#include "order/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { T_CODE = 0x6000, CODE_PITCH = 0x4000, ROUNDS = 9 };

static const char shipped[] = "../firmware/k_copy_bf16_8.ttcap";

/* Ten instructions a turn; a0 counts 200000 turns down, then the core stays. */
static const uint32_t computes[] = {
    0x00031537, 0xD4050513, 0x00C585B3, 0x00B64633, 0x00361693, 0x0055D713, 0x00E68633,
    0x0FF67793, 0x40F585B3, 0x00C5E6B3, 0xFFF50513, 0xFC051EE3, 0x0000006F,
};
static const uint32_t goes_to_l1[] = {
    0x00031537, 0xD4050513, 0x00020437 /* lui s0,0x20 */,
    0x00042583, 0x00158593, 0x00B42023,
    0x00442603, 0x00B64633, 0x00C42223,
    0x00842683, 0x00D606B3, 0xFFF50513,
    0xFC051EE3, 0x0000006F,
};

struct firmware_bench {
    char path[256];
    struct ttcap *capture;
    uint64_t instructions; /* of one run */
};

static enum tt_status write_cores(const char *path, const uint32_t *code, size_t bytes, unsigned cores,
                                  struct tt_error *err)
{
    uint8_t image[CODE_PITCH];
    copy_numbers(image, code, bytes / sizeof *code, sizeof *code);
    const struct ttcap_boot boot[] = {
        {TT_CORE_T0, T_CODE}, {TT_CORE_T1, T_CODE + CODE_PITCH}, {TT_CORE_T2, T_CODE + 2 * CODE_PITCH}};
    const struct ttcap_meta meta = {.chip = TT_BLACKHOLE,
                                    .source = TTCAP_SIMULATOR,
                                    .name = "bench",
                                    .description = "",
                                    .boot = boot,
                                    .boot_count = cores};
    struct ttcap_writer *writer;
    enum tt_status status = ttcap_writer_open(&writer, path, true, &meta, err);
    if (status)
        return status;
    status = ttcap_writer_snapshot_begin(writer, "begin", err);
    for (unsigned i = 0; i < cores && !status; i++)
        status = ttcap_writer_put(writer, TT_SPACE_L1, boot[i].pc, (uint32_t)bytes, image, NULL, err);
    if (!status)
        status = ttcap_writer_snapshot_end(writer, err);
    if (!status)
        return ttcap_writer_finish(writer, err);
    ttcap_writer_abandon(writer);
    return status;
}

static double run_firmware(void *user)
{
    struct firmware_bench *bench = user;
    struct replay_options options;
    struct replay_summary summary;
    struct tt_error err;
    replay_options_init(&options, ttcap_info(bench->capture));
    options.order = REPLAY_FIRMWARE;
    const double start = bench_processor();
    if (replay_run(bench->capture, &options, NULL, NULL, &summary, &err) || summary.is_deadlocked)
        return -1;
    bench->instructions = summary.instructions;
    return bench_processor() - start;
}

static double run_calib(void *user)
{
    const struct firmware_bench *bench = user;
    return bench_calib(bench->instructions);
}

static void compare(const char *name, struct firmware_bench *bench)
{
    struct bench_ratio ratio;
    struct tt_error err;
    if (ttcap_open(&bench->capture, bench->path, &err)) {
        bench_fail(err.text);
        return;
    }
    if (bench_compare((struct bench_work){run_firmware, bench}, (struct bench_work){run_calib, bench}, ROUNDS, &ratio))
        bench_fail("a core's program does not run");
    else
        bench_row(name, (double)bench->instructions, "instructions", "calibration loop", &ratio);
    ttcap_close(bench->capture);
}

static void compare_cores(const char *name, const uint32_t *code, size_t bytes, unsigned cores)
{
    struct firmware_bench bench = {.instructions = 0};
    struct tt_error err;
    const char *under = getenv("TMPDIR");
    (void)snprintf(bench.path, sizeof bench.path, "%.200s/bench-firmware-%ld.ttcap", under ? under : "/tmp",
                   (long)getpid());
    if (write_cores(bench.path, code, bytes, cores, &err))
        bench_fail(err.text);
    else
        compare(name, &bench);
    (void)unlink(bench.path);
}

void bench_firmware(const char *folder)
{
    struct firmware_bench kernel = {.instructions = 0};
    bench_heading("Firmware order");
    compare_cores("one core, computing", computes, sizeof computes, 1);
    compare_cores("three cores, computing", computes, sizeof computes, 3);
    compare_cores("one core, half of it L1", goes_to_l1, sizeof goes_to_l1, 1);
    compare_cores("three cores, half of it L1", goes_to_l1, sizeof goes_to_l1, 3);
    (void)snprintf(kernel.path, sizeof kernel.path, "%.200s/%s", folder, shipped);
    compare("a kernel of eight data tiles, start and pipes included", &kernel);
}
