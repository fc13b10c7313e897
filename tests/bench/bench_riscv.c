/* SPDX-License-Identifier: Apache-2.0 */
/* A core's instructions against as many datums of the calibration loop: in one run, and one step at a time as a
 * schedule of several cores takes them. */
#include "base/little.h"
#include "bench/bench.h"
#include "tile/riscv/core.h"

#include <stdlib.h>
#include <string.h>

enum { INSTRUCTIONS = 4000000, L1 = 4096, LOCAL = 4096, A0 = 10, S0 = 8, S1 = 9 };

/* Ten instructions each, the last of them the way back. */
static const uint32_t arithmetic[] = {
    0x00C585B3, /* add a1,a1,a2 */
    0x00B64633, /* xor a2,a2,a1 */
    0x00361693, /* slli a3,a2,3 */
    0x0055D713, /* srli a4,a1,5 */
    0x00E68633, /* add a2,a3,a4 */
    0x0FF67793, /* andi a5,a2,255 */
    0x40F585B3, /* sub a1,a1,a5 */
    0x00C5E6B3, /* or a3,a1,a2 */
    0xFFF50513, /* addi a0,a0,-1 */
    0xFC051EE3, /* bnez a0 */
};
static const uint32_t memory[] = {
    0x00042583, /* lw a1,0(s0) */
    0x00544603, /* lbu a2,5(s0) */
    0x00B42423, /* sw a1,8(s0) */
    0x00C41623, /* sh a2,12(s0) */
    0x00E41683, /* lh a3,14(s0) */
    0x00D4A823, /* sw a3,16(s1) */
    0x0144A703, /* lw a4,20(s1) */
    0x00E48123, /* sb a4,2(s1) */
    0xFFF50513, /* addi a0,a0,-1 */
    0xFC051EE3, /* bnez a0 */
};

struct riscv_bench {
    struct riscv_core core;
    struct riscv_bus bus;
    uint8_t l1[L1], local[LOCAL];
};

static void set_out(struct riscv_bench *bench, const uint32_t *words, size_t bytes)
{
    copy_numbers(bench->l1, words, bytes / sizeof *words, sizeof *words);
    riscv_core_reset(&bench->core, 0);
    bench->core.x[S0] = L1 / 2;
    bench->core.x[S1] = RISCV_LOCAL_BASE;
}

static double run_many(void *user)
{
    struct riscv_bench *bench = user;
    uint64_t done = 0;
    const double start = bench_processor();
    const enum riscv_step step = riscv_core_run(&bench->core, &bench->bus, RISCV_REACH_ALL, INSTRUCTIONS, &done);
    return step == RISCV_DONE ? bench_processor() - start : -1;
}

static double run_steps(void *user)
{
    struct riscv_bench *bench = user;
    const double start = bench_processor();
    for (int i = 0; i < INSTRUCTIONS; i++) {
        if (riscv_core_step(&bench->core, &bench->bus) != RISCV_DONE)
            return -1;
    }
    return bench_processor() - start;
}

static double run_calib(void *user)
{
    (void)user;
    return bench_calib(INSTRUCTIONS);
}

static void compare(const char *name, struct bench_work work)
{
    struct bench_ratio ratio;
    if (bench_compare(work, (struct bench_work){run_calib, NULL}, 15, &ratio) == 0)
        bench_row(name, INSTRUCTIONS, "instructions", "calibration loop, a datum an instruction", &ratio);
    else
        bench_fail("a core did not run");
}

void bench_riscv(void)
{
    struct riscv_bench *bench = calloc(1, sizeof *bench);
    if (bench)
        bench->bus = (struct riscv_bus){.chip = TT_BLACKHOLE,
                                        .l1 = bench->l1,
                                        .l1_bytes = L1,
                                        .local = bench->local,
                                        .local_bytes = LOCAL,
                                        .code = riscv_code_new(TT_BLACKHOLE)};
    if (!bench || !bench->bus.code) {
        bench_fail("no memory");
        free(bench);
        return;
    }
    bench_heading("One RISC-V core");
    set_out(bench, arithmetic, sizeof arithmetic);
    compare("arithmetic, in one run", (struct bench_work){run_many, bench});
    compare("arithmetic, a step at a time", (struct bench_work){run_steps, bench});
    set_out(bench, memory, sizeof memory);
    compare("loads and stores, in one run", (struct bench_work){run_many, bench});
    riscv_code_free(bench->bus.code);
    free(bench);
}
