/* SPDX-License-Identifier: Apache-2.0 */
/* State of an unpacker that recordings do not show. Plain data; all zero is the reset state. Row bases and
 * context counters stand in struct small_state. docs/semantics/unpack.md#state */
#pragma once

#include "base/usual.h"

struct unpack_state {
    uint32_t register_sum[2]; /* Wormhole: what UNPACR_NOP's register writes accumulate, 17 bits (U-8.7) */
};
