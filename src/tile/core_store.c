/* SPDX-License-Identifier: Apache-2.0 */
/* Stores that come from the cores, the network or the host, as a capture records them (docs/formats/bundle.md). */
#include "tile/bus.h"

enum { NO_THREAD = THREADS }; /* what the probe gets where the thread is not known */

/* The probe gets a store as it gets an instruction: a begin and an end, so that what is reported in between has the
 * store's number. */
static struct probe_insn core_store_begin(struct tile *tile, uint64_t seq, int thread)
{
    const struct probe_insn store = {seq,  0,   (uint8_t)(thread < 0 ? NO_THREAD : thread), TT_UNIT_CORE, false,
                                     NULL, NULL};
    tile->seq = seq;
    if (tile_probed(tile, PROBE_INSN))
        tile->probe->insn_begin(tile->probe->user, &store);
    return store;
}

static void core_store_end(struct tile *tile, const struct probe_insn *store)
{
    if (tile_probed(tile, PROBE_INSN))
        tile->probe->insn_end(tile->probe->user, store);
}

void tile_core_store(struct tile *tile, uint64_t seq, int thread, const struct mmio_target *at, uint32_t value)
{
    const struct probe_insn seen = core_store_begin(tile, seq, thread);
    const struct bus_access store = {TT_UNIT_CORE, thread, *at, value};
    bus_store(tile, &store);
    core_store_end(tile, &seen);
}

void tile_core_l1(struct tile *tile, uint64_t seq, uint32_t addr, const uint8_t *bytes, uint32_t count)
{
    const struct probe_insn seen = core_store_begin(tile, seq, -1);
    const struct l1_writer who = {.unit = TT_UNIT_CORE};
    tile_write_l1(tile, &who, addr, bytes, count);
    core_store_end(tile, &seen);
}

void tile_host_mark(struct tile *tile, uint64_t seq)
{
    const struct probe_insn seen = core_store_begin(tile, seq, -1);
    core_store_end(tile, &seen);
}
