/* SPDX-License-Identifier: Apache-2.0 */
/* How the formats of SrcA and SrcB are configured (M19), by whoever reads the fields. */
#pragma once

#include "tile/matrix/matrix_internal.h"

#include "matrix_regs.h"

typedef uint32_t matrix_field(struct tile *tile, unsigned thread, enum matrix_reg id);

void matrix_decode_formats(struct tile *tile, unsigned thread, matrix_field *field, struct matrix_settings *set);
