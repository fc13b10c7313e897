/* SPDX-License-Identifier: Apache-2.0 */
/* Order between cores that only L1 or a mailbox makes. Nothing of it is an event, so that a recording replayed in
 * program order would let a core run ahead of the one it waited for. A recording therefore keeps the read: an event of
 * no thread, which orders all cores (docs/semantics/program-order.md#cores), at an address where a store has no effect.
 * docs/semantics/firmware.md#events */
#include "base/little.h"
#include "order/firmware.h"

#include "base/memory.h"

#include <string.h>

enum { CORE_BITS = 3, CORE_MASK = (1 << CORE_BITS) - 1, STORES_MAX = INT32_MAX >> CORE_BITS };

bool firmware_order_init(struct firmware *firmware)
{
    const struct replay *replay = firmware->program.replay;
    const size_t words = chip_get(replay->info->chip)->l1_bytes / sizeof(uint32_t);
    if (!replay->observer || !replay->observer->happened)
        return true;
    firmware->order.stored = mem_calloc(words, sizeof *firmware->order.stored);
    return firmware->order.stored != NULL;
}

void firmware_order_clear(struct firmware *firmware)
{
    mem_free(firmware->order.stored);
    firmware->order.stored = NULL;
}

void firmware_order_stored(struct firmware *firmware, enum tt_core core, uint32_t addr, uint32_t bytes)
{
    struct firmware_order *order = &firmware->order;
    if (!order->stored)
        return;
    if (order->now < STORES_MAX) /* beyond it, all stores count as the newest */
        order->now++;
    for (uint32_t word = addr / 4; word <= (addr + bytes - 1) / 4; word++)
        order->stored[word] = order->now << CORE_BITS | core;
}

static void report(struct firmware *firmware, const struct ttcap_event *event)
{
    struct firmware_order *order = &firmware->order;
    order->ordered = order->now < STORES_MAX ? order->now : STORES_MAX - 1;
    replay_report_event(firmware->program.replay, event);
}

void firmware_order_before(struct firmware *firmware, enum tt_core core)
{
    const struct firmware_order *order = &firmware->order;
    uint32_t addr;
    if (!order->stored || !cores_reads_l1(firmware->cores, core, &addr))
        return;
    const uint32_t stored = order->stored[addr / 4];
    if (stored >> CORE_BITS <= order->ordered || (stored & CORE_MASK) == core)
        return;
    uint8_t bytes[sizeof(uint32_t)];
    struct ttcap_event event = {
        .kind = TTCAP_MMIO,
        .thread = -1,
        .addr = addr & ~3u,
        .has_pc = true,
        .core = core,
        .pc = cores_core(firmware->cores, core)->pc,
    };
    tile_load(firmware->program.replay->tile, TT_SPACE_L1, event.addr, sizeof bytes, bytes);
    event.value = load_u32(bytes);
    report(firmware, &event);
}

void firmware_order_popped(struct firmware *firmware, const struct core_act *act)
{
    const struct ttcap_event event = {
        .kind = TTCAP_MMIO,
        .thread = -1,
        .addr = act->addr,
        .value = act->value,
        .has_pc = true,
        .core = act->core,
        .pc = act->pc,
    };
    if (firmware->order.stored)
        report(firmware, &event);
}
