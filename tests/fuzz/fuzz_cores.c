/* SPDX-License-Identifier: Apache-2.0 */
/* Cores at any address of their map: each of eight bytes is a load or store of some core in some window, made as code
 * and stepped through. The cores stay within what is theirs, and what they refuse they give a reason for. */
#include "base/little.h"
#include "fuzz/harness.h"
#include "tile/riscv/cores.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { CODE = 0x1000, CODE_BYTES = 0x1000, ROOM = 8, RECORD = 8, ACTS_MAX = 4096 };

static const uint32_t windows[] = {0x00000000, 0x00160000, 0xFFB00000, 0xFFB11000, 0xFFB12000, 0xFFB13000, 0xFFB14000,
                                   0xFFB18000, 0xFFB20000, 0xFFB70000, 0xFFB80000, 0xFFBD8000, 0xFFE00000, 0xFFE40000,
                                   0xFFE50000, 0xFFE80000, 0xFFE90000, 0xFFEC0000, 0xFFEF0000, 0xFFC00000};

struct host {
    struct tile *tile;
    unsigned room, acts;
};

static void require(bool holds)
{
    if (!holds)
        abort();
}

static bool on_push(void *user, const struct core_act *act)
{
    struct host *host = user;
    require(act->thread >= 0 && act->thread < THREADS);
    if (host->room == 0)
        return false;
    host->room--;
    return true;
}

static bool pipe_is_idle(void *user, unsigned thread)
{
    require(thread < THREADS);
    return ((struct host *)user)->room > ROOM / 2;
}

static void on_drop(void *user, unsigned thread)
{
    (void)thread;
    ((struct host *)user)->room = ROOM;
}

static void on_act(void *user, const struct core_act *act)
{
    struct host *host = user;
    host->acts++;
    if (act->at)
        tile_core_store(host->tile, 0, act->thread, act->at, act->value);
    else if (act->kind == CORE_L1W) {
        uint8_t bytes[4];
        store_u32(bytes, act->value);
        tile_core_l1(host->tile, 0, act->addr, bytes, act->bytes);
    }
}

static uint64_t on_clock(void *user)
{
    return ((struct host *)user)->acts;
}

/* lui, addi, and the same for the value; then the access. */
static void access_once(struct tile *tile, struct cores *cores, const uint8_t record[static RECORD])
{
    const enum tt_core core = (enum tt_core)(record[0] % TT_CORE_COUNT);
    const uint32_t addr =
        windows[record[1] % (sizeof windows / sizeof *windows)] + (uint32_t)(record[2] | record[3] << 8);
    const uint32_t value = record[4] | (uint32_t)record[5] << 8 | (uint32_t)record[6] << 24, size = record[7] >> 1 & 3;
    const uint32_t load = 6u << 7 | 5u << 15 | (size == 3 ? 4 : size) << 12 | 0x03;
    const uint32_t store = 6u << 20 | 5u << 15 | (size == 3 ? 2 : size) << 12 | 0x23;
    const uint32_t code[] = {
        ((addr + 0x800) & 0xFFFFF000) | 5u << 7 | 0x37,
        (addr & 0xFFF) << 20 | 5u << 15 | 5u << 7 | 0x13,
        ((value + 0x800) & 0xFFFFF000) | 6u << 7 | 0x37,
        (value & 0xFFF) << 20 | 6u << 15 | 6u << 7 | 0x13,
        record[7] & 1 ? store : load,
    };
    const uint32_t pc = CODE + CODE_BYTES * (uint32_t)core;
    cores_boot(cores, core, pc);
    copy_numbers(&tile_state(tile)->l1[pc], code, sizeof code / sizeof *code, sizeof *code);
    for (unsigned i = 0; i < sizeof code / sizeof *code && cores_is_running(cores, core); i++) {
        struct core_waiting waiting;
        uint32_t read;
        (void)cores_reads(cores, core, &read);
        const enum riscv_step step = cores_step(cores, core, &waiting);
        require(step != RISCV_WAITS || waiting.wait != CORE_WAITS_NOT);
        require(step != RISCV_REFUSED || *cores_reason(cores, core));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    struct host host = {.tile = tile_new(data[0] & 1 ? TT_WORMHOLE_B0 : TT_BLACKHOLE), .room = ROOM};
    const struct cores_host calls = {&host, on_push, pipe_is_idle, pipe_is_idle, on_drop, on_act, on_clock, NULL};
    struct cores *cores = host.tile ? cores_new(host.tile, &calls) : NULL;
    for (size_t at = 1; cores && at + RECORD <= size && host.acts < ACTS_MAX; at += RECORD)
        access_once(host.tile, cores, data + at);
    cores_free(cores);
    tile_free(host.tile);
    return 0;
}
