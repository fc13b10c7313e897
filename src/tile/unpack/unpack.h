/* SPDX-License-Identifier: Apache-2.0 */
/* The unpackers as the rest of the tile sees them: docs/semantics/unpack.md. Handlers of their instructions
 * (insn_unpacr, insn_unpacr_nop, insn_setdvalid) are declared by the generated unpack_insns.h. */
#pragma once

#include "tile/probe.h"
#include "tile/tile.h"

struct unpack_cache;

/* By mem_free(); null without memory. A new cache is stale: the first UNPACR decodes. */
struct unpack_cache *unpack_cache_new(void);

/* The context whose configuration an UNPACR of the thread would use now. */
unsigned unpack_context_of(struct tile *tile, unsigned thread, uint32_t word);

/* The unpackers' stages in the order data flows: what unit_stages() hands out for either. */
const struct stage_info *unpack_stages(unsigned *count);
