/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by LOADIND and STOREIND: the offset in a half register, and the widths of an access. */
#pragma once

#include "scalar_insns.h"
#include "tile/tile_internal.h"

enum scalar_width { WIDTH_16_BYTES, WIDTH_4_BYTES, WIDTH_2_BYTES, WIDTH_1_BYTE };

/* A half register: h & 1 says which half of GPR h / 2 (F34). */
uint32_t scalar_half(struct tile *tile, unsigned thread, uint32_t half);

/* Adds 0, 2, 4 or 16 to it; the other half stays. */
void scalar_step_half(struct tile *tile, unsigned thread, uint32_t half, uint32_t increment_code);

/* STOREIND's form that writes source registers. */
enum tile_step scalar_store_src(struct tile *tile, unsigned thread, const struct insn_storeind *f);
