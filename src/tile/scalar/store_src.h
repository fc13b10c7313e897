/* SPDX-License-Identifier: Apache-2.0 */
/* STOREIND's form that writes source registers. */
#pragma once

#include "tile/tile_internal.h"

#include "scalar_insns.h"

enum tile_step scalar_store_src(struct tile *tile, unsigned thread, const struct insn_storeind *f);
