/* SPDX-License-Identifier: Apache-2.0 */
/* The TDMA-RISC: the registers at FFB11000h, which set the mover off, hold bases and scalers of PACR_SETREG and
 * UNPACR_NOP, and show what packers know of their tiles (F40). A row each: schemas/mmio_registers.json.
 * docs/semantics/tdma.md */
#pragma once

#include "tile/bus.h"

/* Cores have a base each for short commands; all others use that of core T0. */
static inline unsigned tdma_user(const struct bus_access *access)
{
    return access->unit == TT_UNIT_CORE ? (unsigned)(access->thread + 1) : TDMA_USER_T0;
}

void tdma_store(struct tile *tile, const struct bus_access *store);

/* The value that a load sees, without the load's effects. False: nothing is known to stand there. */
bool tdma_load(const struct tile *tile, const struct bus_access *load, uint32_t *value);
/* A load of an entry of an empty queue waits for a tile. */
bool tdma_load_waits(const struct tile *tile, const struct mmio_target *at);
/* The effects of a load: it takes an entry off a queue, and raises a finding for a register that was never recorded. */
void tdma_loaded(struct tile *tile, const struct bus_access *load);

/* Where PACR_SETREG and UNPACR_NOP store: bits 19:18 and 11:2 of the address, of one of two bases packed as in
 * SETREG_BASES. */
uint32_t tdma_base(uint32_t packed, unsigned which);
