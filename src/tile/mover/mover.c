/* SPDX-License-Identifier: Apache-2.0 */
/* The mover's four modes (F39). From the page alone; recorded is only a Wormhole copy into instruction RAM,
 * which the coprocessor does not see. */
#include "tile/mover/mover.h"

#include "base/little.h"
#include "tile/bus.h"

#include "mmio_findings.h"
#include "mover_findings.h"

enum { UNIT_BYTES = 16, CHUNK_BYTES = 4096 };

/* "L0" addresses (F39). */
enum { L0_CONFIG_END = 0x10000, L0_CORE_RAM = 0x40000, L0_CORE_RAM_END = 0x50000 };

/* Bytes of L1, or zeros. */
static void mover_fetch(struct tile *tile, uint32_t addr, uint32_t count, bool is_zero, uint8_t *bytes)
{
    const bool is_seen = tile_probed(tile, PROBE_WORDS);
    if (is_zero)
        memset(bytes, 0, count);
    else
        tile_read_l1(tile, TT_UNIT_MOVER, addr, bytes, count);
    if (is_seen && !is_zero)
        tile_report_bytes(tile, TT_UNIT_MOVER, STAGE_MOVER_READ, bytes, count);
    if (is_seen)
        tile_report_bytes(tile, TT_UNIT_MOVER, STAGE_MOVER_FORMAT, bytes, count);
}

/* count: of the bytes, those that have a place. */
static void mover_report_write(const struct tile *tile, const uint8_t *bytes, uint32_t count)
{
    if (tile_probed(tile, PROBE_WORDS))
        tile_report_bytes(tile, TT_UNIT_MOVER, STAGE_MOVER_WRITE, bytes, count);
}

static uint32_t l1_bytes_within(const struct tile *tile, uint32_t addr, uint32_t count)
{
    const uint32_t size = tile->chip->l1_bytes;
    return addr >= size ? 0 : count < size - addr ? count : size - addr;
}

/* Units go one after the other, so that a copy onto itself further on repeats what it wrote (F39x). */
static uint32_t chunk_of(const struct mover_job *job, bool is_zero)
{
    const bool repeats = !is_zero && job->dst > job->src && job->dst - job->src < job->bytes;
    return repeats ? UNIT_BYTES : CHUNK_BYTES;
}

static void move_to_l1(struct tile *tile, const struct mover_job *job, bool is_zero)
{
    const struct l1_writer who = {.unit = TT_UNIT_MOVER};
    const uint32_t chunk = chunk_of(job, is_zero);
    if (chunk == UNIT_BYTES)
        tile_finding(tile, FINDING_MOVER_OVERLAP, TT_UNIT_MOVER, 0, "%u bytes from %#x to %#x", (unsigned)job->bytes,
                     (unsigned)job->src, (unsigned)job->dst);
    uint8_t bytes[CHUNK_BYTES];
    for (uint32_t at = 0; at < job->bytes; at += chunk) {
        const uint32_t count = job->bytes - at < chunk ? job->bytes - at : chunk;
        mover_fetch(tile, job->src + at, count, is_zero, bytes);
        mover_report_write(tile, bytes, l1_bytes_within(tile, job->dst + at, count));
        tile_write_l1(tile, &who, job->dst + at, bytes, count);
    }
}

static void unit_to_l0(struct tile *tile, uint32_t dst, const uint8_t bytes[UNIT_BYTES])
{
    for (uint32_t i = 0; i < UNIT_BYTES; i += 4)
        bus_store_at(tile, TT_UNIT_MOVER, -1, MMIO_CFG + dst + i, load_u32(bytes + i));
}

/* Into the instruction RAM that Wormhole's core NC has. */
static bool fits_core_ram(const struct tile *tile, const struct mover_job *job)
{
    const uint32_t iram = tile->chip->nc_iram_bytes;
    return iram && job->dst >= L0_CORE_RAM && job->dst % UNIT_BYTES == 0 && job->bytes <= iram &&
           job->dst - L0_CORE_RAM <= iram - job->bytes;
}

/* Of a whole job once: what lies behind the configuration, and is no instruction RAM. */
static void warn_of_l0(struct tile *tile, const struct mover_job *job)
{
    const uint32_t last = job->dst + job->bytes - 1;
    if (job->dst >= L0_CORE_RAM && job->dst < L0_CORE_RAM_END && !fits_core_ram(tile, job))
        tile_finding(tile, FINDING_MOVER_CORE_RAM, TT_UNIT_MOVER, 0, "%u bytes to %#x", (unsigned)job->bytes,
                     (unsigned)job->dst);
    else if (job->bytes && last >= L0_CONFIG_END && !fits_core_ram(tile, job))
        tile_finding(tile, FINDING_MMIO_UNDEFINED, TT_UNIT_MOVER, 0,
                     "%u bytes to %#x of the mover's lower memory, where nothing is known: dropped",
                     (unsigned)job->bytes, (unsigned)job->dst);
}

static void move_to_l0(struct tile *tile, const struct mover_job *job, bool is_zero)
{
    uint8_t bytes[UNIT_BYTES];
    warn_of_l0(tile, job);
    for (uint32_t at = 0; at < job->bytes; at += UNIT_BYTES) {
        const uint32_t dst = job->dst + at;
        mover_fetch(tile, job->src + at, UNIT_BYTES, is_zero, bytes);
        mover_report_write(tile, bytes, dst < L0_CONFIG_END || fits_core_ram(tile, job) ? UNIT_BYTES : 0);
        if (dst < L0_CONFIG_END)
            unit_to_l0(tile, dst, bytes);
        else if (fits_core_ram(tile, job))
            memcpy(&tile->state.nc_iram[dst - L0_CORE_RAM], bytes, UNIT_BYTES);
    }
}

void mover_run(struct tile *tile, const struct mover_job *job)
{
    switch (job->mode) {
    case MOVER_ZERO_TO_L1:
    case MOVER_L1_TO_L1:
        move_to_l1(tile, job, job->mode == MOVER_ZERO_TO_L1);
        break;
    case MOVER_L1_TO_L0:
    case MOVER_ZERO_TO_L0:
        move_to_l0(tile, job, job->mode == MOVER_ZERO_TO_L0);
        break;
    default:
        tile_finding(tile, FINDING_MOVER_MODE, TT_UNIT_MOVER, 0, "mode %u; nothing is moved", (unsigned)job->mode);
        break;
    }
}
