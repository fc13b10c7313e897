/* SPDX-License-Identifier: Apache-2.0 */
/* Order between cores that only L1 or a mailbox makes. Nothing of it is an event, so that a recording replayed in
 * program order would let a core run ahead of the one it waited for. A recording therefore keeps the read: an event of
 * no thread, with its core, at an address where a store has no effect (docs/semantics/program-order.md#cores).
 * docs/semantics/firmware.md#events */
#include "base/little.h"
#include "order/firmware.h"

enum { CORE_BITS = 3, CORE_MASK = (1 << CORE_BITS) - 1, STORES_MAX = INT32_MAX >> CORE_BITS };
enum { STREAM_WORDS = (MMIO_STREAM_END - MMIO_STREAM) / 4 };

bool firmware_order_init(struct firmware *firmware)
{
    const struct replay *replay = firmware->program.replay;
    if (!REPLAY_HAS(replay, happened))
        return true;
    firmware->order.stored = mem_calloc(chip_get(replay->info->chip)->l1_bytes, sizeof *firmware->order.stored);
    firmware->order.seen = mem_calloc((size_t)TT_CORE_COUNT * STREAM_WORDS, sizeof *firmware->order.seen);
    return firmware->order.stored && firmware->order.seen;
}

void firmware_order_clear(struct firmware *firmware)
{
    mem_free(firmware->order.stored);
    mem_free(firmware->order.seen);
    firmware->order.stored = firmware->order.seen = NULL;
}

void firmware_order_stored(struct firmware *firmware, enum tt_core core, uint32_t addr, uint32_t bytes)
{
    struct firmware_order *order = &firmware->order;
    if (!order->stored)
        return;
    if (order->now < STORES_MAX) /* beyond it, all stores count as the newest */
        order->now++;
    for (uint32_t byte = addr; byte < addr + bytes; byte++)
        order->stored[byte] = order->now << CORE_BITS | core;
}

static bool is_stream(uint32_t addr)
{
    return addr >= MMIO_STREAM && addr < MMIO_STREAM_END;
}

/* How many stores of a stream's register a core has seen. */
static uint32_t *firmware_order_seen_of(struct firmware_order *order, enum tt_core core, uint32_t addr)
{
    return &order->seen[(size_t)core * STREAM_WORDS + (addr - MMIO_STREAM) / 4];
}

void firmware_order_stored_register(struct firmware *firmware, enum tt_core core, uint32_t addr)
{
    if (firmware->order.stored && is_stream(addr))
        *firmware_order_seen_of(&firmware->order, core, addr) =
            tile_register_stores(firmware->program.replay->tile, addr);
}

/* Another core or a pipe has stored to a stream's register since this core last read or wrote it. The core's work from
 * here on may depend on that store, so the read is recorded as an event that waits for it. */
static void see_register(struct firmware *firmware, enum tt_core core, uint32_t addr)
{
    const struct tile *tile = firmware->program.replay->tile;
    uint32_t *seen = firmware_order_seen_of(&firmware->order, core, addr);
    const uint32_t stores = tile_register_stores(tile, addr);
    if (*seen == stores)
        return;
    *seen = stores;
    firmware_keep_read(firmware, core);
    firmware_end_wait(firmware, core);
    const bool is_t_core = core >= TT_CORE_T0 && core <= TT_CORE_T2;
    const struct ttcap_event event = {
        .kind = TTCAP_SEMR,
        .thread = (int8_t)(is_t_core ? (int)core - (int)TT_CORE_T0 : -1),
        .addr = addr,
        .value = tile_register(tile, addr),
        .has_pc = true,
        .core = core,
        .pc = cores_core(firmware->cores, core)->pc,
    };
    replay_report_event(firmware->program.replay, &event);
}

/* A core is about to read a byte that another one stored, and does not come behind that store yet. */
static void see_byte(struct firmware *firmware, enum tt_core core, uint32_t addr)
{
    const uint32_t stored = firmware->order.stored[addr];
    uint32_t *ordered = &firmware->order.ordered[core][stored & CORE_MASK];
    if (stored >> CORE_BITS <= *ordered || (stored & CORE_MASK) == core)
        return;
    *ordered = stored >> CORE_BITS < STORES_MAX ? stored >> CORE_BITS : STORES_MAX - 1;
    uint8_t bytes[sizeof(uint32_t)];
    struct ttcap_event event = {
        .kind = TTCAP_MMIO,
        .thread = -1,
        .addr = addr,
        .has_pc = true,
        .core = core,
        .pc = cores_core(firmware->cores, core)->pc,
    };
    tile_load(firmware->program.replay->tile, TT_SPACE_L1, addr & ~3u, sizeof bytes, bytes);
    event.value = load_u32(bytes);
    replay_report_event(firmware->program.replay, &event);
}

void firmware_order_before(struct firmware *firmware, enum tt_core core)
{
    const uint32_t l1_bytes = chip_get(firmware->program.replay->info->chip)->l1_bytes;
    uint32_t addr;
    if (!firmware->order.stored || !cores_reads(firmware->cores, core, &addr))
        return;
    if (is_stream(addr))
        see_register(firmware, core, addr & ~3u);
    /* bytes of a word may be of several cores, as where each says for itself that it is done */
    for (unsigned i = 0; i < cores_read_bytes(firmware->cores, core) && addr + i < l1_bytes; i++)
        see_byte(firmware, core, addr + i);
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
    if (firmware->order.stored) /* it orders two cores alone: reads of what others stored are recorded still */
        replay_report_event(firmware->program.replay, &event);
}
