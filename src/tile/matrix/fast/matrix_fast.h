/* SPDX-License-Identifier: Apache-2.0 */
/* What the matrix unit's datasheet knows of its fast paths. A tile that takes none never comes here. */
#pragma once

#include "tile/matrix/gmpool.h"

/* The work of a computing instruction; false, with nothing changed: the numbered steps have to do it. compute_rows.c */
bool matrix_fast_compute(struct tile *tile, const struct matrix_math *math, const struct matrix_job *job);

/* The maximum, of what recordings show: as gmpool_general() has it. pool.c */
void matrix_fast_pool(struct tile *tile, struct gmpool *pool);
