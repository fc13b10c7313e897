/* SPDX-License-Identifier: Apache-2.0 */
/* What the vector unit's datasheet knows of its fast paths: all lanes at once. A tile that takes none never comes here.
 */
#pragma once

#include "tile/vector/vector_internal.h"

/* 32 multiply-adds. */
void vector_fast_multiply_add(const struct vector_job *job, const uint32_t x[static LANES],
                              const uint32_t y[static LANES], const uint32_t z[static LANES],
                              uint32_t out[static LANES]);

/* Cells of four rows of Dst from a physical row on, into lanes and back, where LaneConfig forces no odd columns and
 * nobody listens to what is written; a row that is not valid is read as it stands. */
void vector_fast_gather(const struct vector_job *job, const struct vector_access *at, uint32_t row,
                        uint32_t cells[static LANES]);
void vector_fast_scatter(const struct vector_job *job, const struct vector_access *at, uint32_t row,
                         const uint32_t cells[static LANES], uint32_t lanes);
