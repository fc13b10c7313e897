/* SPDX-License-Identifier: Apache-2.0 */
/* The mover: copies and zero-fills, started by XMOV or through the TDMA registers (F38 to F40).
 * docs/semantics/mover.md */
#pragma once

#include "tile/tile_internal.h"

/* The codes of the instruction and of the register alike. "L0" is what lies behind the window: configuration. */
enum mover_mode { MOVER_ZERO_TO_L1, MOVER_L1_TO_L0, MOVER_ZERO_TO_L0, MOVER_L1_TO_L1 };

struct mover_job {
    uint32_t src, dst; /* byte addresses */
    uint32_t bytes;    /* whole 16-byte units */
    uint32_t mode;     /* enum mover_mode; others raise a finding */
};

/* Takes effect at once. */
void mover_run(struct tile *tile, const struct mover_job *job);

/* A store to the TDMA's command register; the parameters stand in the registers before it. user: enum tdma_user. */
void mover_command(struct tile *tile, enum tt_unit unit, unsigned user, uint32_t command);
