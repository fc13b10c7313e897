/* SPDX-License-Identifier: Apache-2.0 */
/* The packer as the rest of the tile sees it: docs/semantics/pack.md. Handlers of its instructions (insn_pacr,
 * insn_pacr_setreg, insn_clrexphist) are declared by the generated tile_dispatch.h. */
#pragma once

#include "tile/probe.h"
#include "tile/tile.h"

struct pack_cache;

/* By mem_free(); null without memory. A new cache is stale: the first PACR decodes. */
struct pack_cache *pack_cache_new(void);

/* The packer's stages in the order data flows: what unit_stages(TT_UNIT_PACK) hands out. */
const struct stage_info *pack_stages(unsigned *count);

/* Sideband of a packer (0 to 3), as SETDMAREG's special sources read it (F36; not recorded). */

/* Source 0: AccTileSize of this thread << 16 | LastTileSize; the latter only if the thread closed the last tile. */
uint32_t pack_tile_size(const struct tile *tile, unsigned packer, unsigned thread);
/* Source 1, and bit 0 of source 8. */
uint32_t pack_zero_flags(const struct tile *tile, unsigned packer);
/* Sources 2 to 5: the tile header that software stores, without its word 1, which is configuration. */
void pack_tile_header(const struct tile *tile, unsigned packer, unsigned thread, uint32_t header[static 4]);
/* Sources 6 and 7: bins 0..15 (half 0) or 16..31 (half 1) of the exponent histogram. */
void pack_histogram(const struct tile *tile, unsigned packer, unsigned half, uint32_t bins[static 4]);
/* Source 9. */
uint32_t pack_histogram_maximum(const struct tile *tile, unsigned packer);
/* Source 8's side effect: AccTileSize of this thread back to 0 for the packers in the mask. */
void pack_clear_acc_tile_size(struct tile *tile, unsigned packer_mask, unsigned thread);
/* P-9.5: the offset that Add_l1_dest_addr_offset adds, in 16-byte units. A store to ACC_PACKED_SIZE sets it. */
void pack_set_l1_offset(struct tile *tile, unsigned packer, uint32_t offset_x16);

/* The packer's queue of closed tiles, which the TDMA-RISC shows (P-11.2): whether it is empty or full; of its first
 * entry, 0 without one; off with it. */
enum { PACK_QUEUE_EMPTY = 1, PACK_QUEUE_FULL = 2 };
unsigned pack_queue_state(const struct tile *tile, unsigned packer);
uint32_t pack_queued_size(const struct tile *tile, unsigned packer);
uint32_t pack_queued_flags(const struct tile *tile, unsigned packer);
void pack_dequeue(struct tile *tile, unsigned packer);
