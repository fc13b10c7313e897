/* SPDX-License-Identifier: Apache-2.0 */
/* Stores that come from the cores, the network or the host, as a capture records them (docs/formats/bundle.md). */
#include "tile/core.h"

enum { NO_THREAD = THREADS }; /* what the probe gets where the thread is not known */

/* The probe gets a store as it gets an instruction: a begin and an end, so that what is reported in between has the
 * store's number. */
static struct probe_insn begin(struct tile *tile, uint64_t seq, int thread)
{
    const struct probe_insn store = {seq,  0,   (uint8_t)(thread < 0 ? NO_THREAD : thread), TT_UNIT_CORE, false,
                                     NULL, NULL};
    tile->seq = seq;
    if (tile_probed(tile, PROBE_INSN))
        tile->probe->insn_begin(tile->probe->user, &store);
    return store;
}

static void end(struct tile *tile, const struct probe_insn *store)
{
    if (tile_probed(tile, PROBE_INSN))
        tile->probe->insn_end(tile->probe->user, store);
}

void core_put_gpr(struct tile *tile, enum tt_unit unit, unsigned thread, uint32_t reg, uint32_t value)
{
    if (thread < THREADS && reg < GPRS)
        tile_write_gpr(tile, unit, thread, reg, value);
    else
        tile_finding(tile, FINDING_CORE_STORE_OUT_OF_RANGE, unit, 0, "scalar register %u of thread %u does not exist",
                     (unsigned)reg, thread);
}

void core_put_mop_cfg(struct tile *tile, enum tt_unit unit, unsigned thread, uint32_t word, uint32_t value)
{
    const uint32_t words = sizeof tile->state.small.mop_cfg[0] / sizeof(uint32_t);
    if (thread < THREADS && word < words)
        tile_write_small(tile, unit, &tile->state.small.mop_cfg[thread][word], value);
    else
        tile_finding(tile, FINDING_CORE_STORE_OUT_OF_RANGE, unit, 0,
                     "macro-op configuration word %u of thread %u does not exist", (unsigned)word, thread);
}

/* Posting stops at 15 whatever the maximum, getting at 0 (F18, F20; C37). */
void core_put_semaphore(struct tile *tile, enum tt_unit unit, uint32_t index, bool is_post)
{
    if (index >= sizeof tile->state.small.sem / sizeof *tile->state.small.sem) {
        tile_finding(tile, FINDING_CORE_STORE_OUT_OF_RANGE, unit, 0, "semaphore %u does not exist", (unsigned)index);
        return;
    }
    core_step_semaphore(tile, unit, index, is_post);
}

void tile_core_cfg(struct tile *tile, uint64_t seq, unsigned state, uint32_t word, uint32_t value)
{
    const struct probe_insn store = begin(tile, seq, -1);
    if (state < CFG_STATES)
        tile_write_cfg(tile, TT_UNIT_CORE, state, word, value, UINT32_MAX);
    else
        tile_finding(tile, FINDING_CORE_STORE_OUT_OF_RANGE, TT_UNIT_CORE, 0, "configuration state %u does not exist",
                     state);
    end(tile, &store);
}

void tile_core_gpr(struct tile *tile, uint64_t seq, unsigned thread, uint32_t reg, uint32_t value)
{
    const struct probe_insn store = begin(tile, seq, (int)thread);
    core_put_gpr(tile, TT_UNIT_CORE, thread, reg, value);
    end(tile, &store);
}

void tile_core_l1(struct tile *tile, uint64_t seq, uint32_t addr, const uint8_t *bytes, uint32_t count)
{
    const struct probe_insn store = begin(tile, seq, -1);
    const struct l1_writer who = {.unit = TT_UNIT_CORE};
    tile_write_l1(tile, &who, addr, bytes, count);
    end(tile, &store);
}

void tile_core_mop_cfg(struct tile *tile, uint64_t seq, unsigned thread, uint32_t word, uint32_t value)
{
    const struct probe_insn store = begin(tile, seq, (int)thread);
    core_put_mop_cfg(tile, TT_UNIT_CORE, thread, word, value);
    end(tile, &store);
}

void tile_core_semaphore(struct tile *tile, uint64_t seq, unsigned index, bool is_post)
{
    const struct probe_insn store = begin(tile, seq, -1);
    core_put_semaphore(tile, TT_UNIT_CORE, index, is_post);
    end(tile, &store);
}

void tile_core_mmio(struct tile *tile, uint64_t seq, int thread, uint32_t addr, uint32_t value)
{
    const struct probe_insn store = begin(tile, seq, thread);
    mmio_store(tile, TT_UNIT_CORE, thread, addr, value);
    end(tile, &store);
}

void tile_host_mark(struct tile *tile, uint64_t seq)
{
    const struct probe_insn store = begin(tile, seq, -1);
    end(tile, &store);
}
