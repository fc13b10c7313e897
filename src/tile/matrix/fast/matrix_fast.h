/* SPDX-License-Identifier: Apache-2.0 */
/* The matrix unit's fast path, as its datasheet knows it. A tile that takes none never comes here. */
#pragma once

#include "tile/matrix/compute.h"

/* Does the work of a computing instruction. False: nothing changed, and the numbered steps have to do it.
 * compute_rows.c */
bool matrix_fast_compute(struct tile *tile, const struct matrix_math *math, const struct matrix_job *job);
