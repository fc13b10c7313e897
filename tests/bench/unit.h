/* SPDX-License-Identifier: Apache-2.0 */
/* What the benchmarks of a tile's units share. */
#pragma once

#include "bench/bench.h"
#include "isa/registers.h"
#include "tile/tile.h"

/* Three rows: `work`, which does `datums` datums on the tile, against the calibration loop of as many datums; without a
 * probe, with one that wants nothing, with one that copies every stage. */
void bench_datums(struct tile *tile, const char *name, struct bench_work work, size_t datums);

/* Sets a configuration field of state 0 as a core would. */
void bench_set_field(struct tile *tile, enum reg_id id, uint32_t value);
