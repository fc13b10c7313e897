/* SPDX-License-Identifier: Apache-2.0 */
/* The matrix unit as the rest of the tile sees it: docs/semantics/matrix.md. Handlers of its instructions are declared
 * by the generated matrix_insns.h. Only files under tile/ include this. */
#pragma once

#include "isa/isa.h"
#include "tile/probe.h"
#include "tile/tile.h"

struct matrix_cache;

/* By mem_free(); null without memory. A new cache is stale: the first instruction decodes. */
struct matrix_cache *matrix_cache_new(void);

/* The format that SrcA or SrcB is read by, as an instruction of the thread would find it now (M19): looked up for what
 * the instruction rests on, and no read of the unit. */
enum { MATRIX_NO_FORMAT = 0xFF };
uint32_t matrix_format_met(struct tile *tile, unsigned thread, insn_id id, bool is_srcb);

/* The unit's stages in the order data flows: what unit_stages(TT_UNIT_MATRIX) hands out. */
const struct stage_info *matrix_stages(unsigned *count);

/* Steps the thread's row counters by an address modifier section, after a load or store of the vector unit, which
 * leaves the fidelity phase alone (M12, M13). */
void matrix_step_counters_for_vector(struct tile *tile, unsigned thread, uint32_t addr_mode);
