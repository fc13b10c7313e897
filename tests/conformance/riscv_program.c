/* SPDX-License-Identifier: Apache-2.0 */
/* riscv_program IMAGE: runs a program from address 0 of L1 on one core of Blackhole until it says ecall. Exit 0: with 1
 * in gp, as the programs of riscv-tests do when all is right; 1: it did not, and where; 2: no such file. */
#include "base/little.h"
#include "isa/riscv_text.h"
#include "tile/riscv/core.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { L1 = 1536 * 1024, LOCAL = 8192, GP = 3, STEPS = 10000000 };

static int report(const struct riscv_core *core, const struct riscv_bus *bus, enum riscv_step step, const char *path)
{
    char text[RISCV_TEXT_MAX] = "";
    uint32_t word = 0;
    if (step == RISCV_HALTED && core->x[GP] == 1)
        return 0;
    if (core->pc <= L1 - 4)
        word = load_u32(bus->l1 + core->pc);
    (void)printf("%s: test %u, pc %x, %s: %s\n", path, (unsigned)core->x[GP] / 2, (unsigned)core->pc,
                 riscv_disassemble(bus->chip, word, core->pc, text),
                 step == RISCV_REFUSED  ? bus->reason
                 : step == RISCV_HALTED ? "it failed"
                                        : "it does not end");
    return 1;
}

static int run(const char *path, uint8_t *l1, uint8_t *local, struct riscv_code *code)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        return 2;
    }
    const size_t size = fread(l1, 1, L1, file);
    (void)fclose(file);
    if (size == 0) {
        (void)fprintf(stderr, "%s: nothing in it\n", path);
        return 2;
    }
    struct riscv_bus bus = {
        .chip = TT_BLACKHOLE, .l1 = l1, .l1_bytes = L1, .local = local, .local_bytes = LOCAL, .code = code};
    struct riscv_core core;
    uint64_t done;
    riscv_core_reset(&core, 0);
    const enum riscv_step step = riscv_core_run(&core, &bus, RISCV_REACH_ALL, STEPS, &done);
    return report(&core, &bus, step, path);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        (void)fputs("usage: riscv_program IMAGE\n", stderr);
        return 2;
    }
    uint8_t *l1 = calloc(1, L1), *local = calloc(1, LOCAL);
    struct riscv_code *code = riscv_code_new(TT_BLACKHOLE);
    const int status = l1 && local && code ? run(argv[1], l1, local, code) : 2;
    riscv_code_free(code);
    free(local);
    free(l1);
    return status;
}
