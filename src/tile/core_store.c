/* SPDX-License-Identifier: Apache-2.0 */
/* Stores that come from the cores, the network or the host, as a capture records them (docs/formats/bundle.md). */
#include "tile/bus.h"

enum { NO_THREAD = THREADS }; /* the thread for the probe where it is not known */

/* The probe gets a store as it gets an instruction: a begin and an end, so that what is reported in between has the
 * store's number. */
static void core_store_report(struct tile *tile, int thread, bool is_end)
{
    const struct probe *probe = tile->probe;
    const struct probe_insn seen = {
        .seq = tile->seq, .thread = (uint8_t)(thread < 0 ? NO_THREAD : thread), .unit = TT_UNIT_CORE};
    (is_end ? probe->insn_end : probe->insn_begin)(probe->user, &seen);
}

static void core_store_begin(struct tile *tile, uint64_t seq, int thread)
{
    tile->seq = seq;
    tile->unknown_write.lo = tile->unknown_write.hi = 0;
    if (tile_probed(tile, PROBE_INSN))
        core_store_report(tile, thread, false);
}

static void core_store_end(struct tile *tile, int thread)
{
    if (tile_probed(tile, PROBE_INSN))
        core_store_report(tile, thread, true);
}

void tile_core_store(struct tile *tile, uint64_t seq, int thread, const struct mmio_target *at, uint32_t value)
{
    const struct bus_access store = {TT_UNIT_CORE, thread, at, value};
    core_store_begin(tile, seq, thread);
    bus_store(tile, &store);
    core_store_end(tile, thread);
}

void tile_core_gpr(struct tile *tile, uint64_t seq, unsigned thread, uint32_t index, uint32_t value)
{
    core_store_begin(tile, seq, (int)thread);
    bus_store_gpr(tile, TT_UNIT_CORE, thread, index, value);
    core_store_end(tile, (int)thread);
}

void tile_core_l1(struct tile *tile, uint64_t seq, uint32_t addr, const uint8_t *bytes, uint32_t count)
{
    const struct l1_writer who = {.unit = TT_UNIT_CORE};
    core_store_begin(tile, seq, -1);
    tile_write_l1(tile, &who, addr, bytes, count);
    core_store_end(tile, -1);
}

void tile_host_mark(struct tile *tile, uint64_t seq)
{
    core_store_begin(tile, seq, -1);
    core_store_end(tile, -1);
}
