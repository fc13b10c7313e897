/* SPDX-License-Identifier: Apache-2.0 */
/* What the matrix unit remembers and recordings do not show. */
#pragma once

#include <stdint.h>

struct matrix_state {
    uint32_t last_srca_row; /* first SrcA row of the last instruction that computed one: SHIFTXA reads it (M64) */
};
