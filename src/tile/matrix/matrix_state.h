/* SPDX-License-Identifier: Apache-2.0 */
/* State of the matrix unit that recordings do not show. */
#pragma once

#include "isa/chip.h"

/* How a physical row of Dst was written last: what M6 lays into one row or two. For a finding. */
enum dst_width { DST_WIDTH_UNKNOWN, DST_WIDTH_16, DST_WIDTH_UPPER, DST_WIDTH_LOWER };

struct matrix_state {
    uint32_t last_srca_row;      /* first SrcA row of the last instruction that computed one: SHIFTXA reads it (M64) */
    uint8_t dst_width[DST_ROWS]; /* enum dst_width; of all units */
};
