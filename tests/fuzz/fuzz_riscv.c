/* SPDX-License-Identifier: Apache-2.0 */
/* A core on words and registers that are anything: runs of every reach end, stay within their windows, and what is not
 * done changes nothing; every word has a text. The first bytes are registers, the rest is memory, code and all. */
#include "base/little.h"
#include "fuzz/harness.h"
#include "isa/riscv_text.h"
#include "tile/riscv/core.h"

#include <stdlib.h>
#include <string.h>

enum { L1 = 1024, LOCAL = 64, STEPS = 64, RUN = 512 };

static enum riscv_step load(void *user, uint32_t addr, unsigned bytes, uint32_t *value)
{
    *value = addr * bytes;
    return (*(uint32_t *)user)++ & 1 ? RISCV_DONE : RISCV_WAITS;
}

static enum riscv_step store(void *user, uint32_t addr, unsigned bytes, uint32_t value)
{
    (void)addr;
    (void)bytes;
    (void)value;
    return (*(uint32_t *)user)++ & 1 ? RISCV_DONE : RISCV_WAITS;
}

static enum riscv_step push(void *user, uint32_t word)
{
    return store(user, 0, 4, word);
}

static enum riscv_step status(void *user, uint32_t csr, uint32_t *value)
{
    return load(user, csr, 4, value);
}

static void require(int holds)
{
    if (!holds)
        abort();
}

static void step_all(struct riscv_core *core, struct riscv_bus *bus)
{
    for (int i = 0; i < STEPS; i++) {
        char text[RISCV_TEXT_MAX];
        const uint32_t word = load_u32(bus->l1 + core->pc % L1 / 4 * 4);
        require(strlen(riscv_disassemble(bus->chip, word, core->pc, text)) > 0);
        const struct riscv_core before = *core;
        const enum riscv_step step = riscv_core_step(core, bus);
        require(step != RISCV_OUTSIDE && step != RISCV_JUMPED);
        require(step == RISCV_DONE ? core->retired == before.retired + 1 : memcmp(&before, core, sizeof before) == 0);
        require(step != RISCV_REFUSED || *bus->reason);
        if (step == RISCV_HALTED || step == RISCV_REFUSED)
            core->pc = (before.pc + 4) % L1 / 4 * 4;
    }
}

static void run_chip(enum tt_chip chip, const uint8_t *data, size_t size)
{
    uint8_t *l1 = calloc(1, L1),
            *local = calloc(1, LOCAL); /* of their own, so that a sanitizer sees what leaves them */
    struct riscv_code *code = riscv_code_new(chip);
    uint32_t calls = 0;
    struct riscv_core core;
    if (l1 && local && code) {
        struct riscv_bus bus = {.chip = chip,
                                .user = &calls,
                                .l1 = l1,
                                .l1_bytes = L1,
                                .local = local,
                                .local_bytes = LOCAL,
                                .load = load,
                                .store = store,
                                .push = push,
                                .status = status,
                                .code = code};
        riscv_core_reset(&core, 0);
        const size_t registers = size < sizeof core.x ? size : sizeof core.x;
        memcpy(core.x, data, registers);
        turn_numbers(core.x, sizeof core.x / sizeof *core.x, sizeof *core.x);
        core.x[0] = 0;
        memcpy(core.f, core.x, sizeof core.f);
        memcpy(l1, data + registers, size - registers < L1 ? size - registers : L1);
        step_all(&core, &bus);
        for (enum riscv_reach reach = RISCV_REACH_LOCAL; reach <= RISCV_REACH_ALL; reach++) {
            uint64_t done;
            const enum riscv_step why = riscv_core_run(&core, &bus, reach, RUN, &done);
            require(done <= RUN && (why != RISCV_DONE || done == RUN) && core.x[0] == 0);
            require(why != RISCV_JUMPED);
        }
    }
    riscv_code_free(code);
    free(l1);
    free(local);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for (enum tt_chip chip = 0; chip < TT_CHIP_COUNT; chip++)
        run_chip(chip, data, size);
    return 0;
}
