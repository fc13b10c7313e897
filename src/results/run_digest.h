/* SPDX-License-Identifier: Apache-2.0 */
/* What a run ended in, as one number: by it a replay of the same capture knows that it computes the same. */
#pragma once

#include "tile/tile.h"

uint64_t run_digest(const struct tile *tile);
