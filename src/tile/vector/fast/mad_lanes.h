/* SPDX-License-Identifier: Apache-2.0 */
/* 32 multiply-adds at once, as mad_exact() gives them lane by lane. out is none of the operands. */
#pragma once

#include "tile/vector/mad.h"

void mad_lanes(const uint32_t x[static 32], const uint32_t y[static 32], const uint32_t z[static 32], bool leaks_nan,
               uint32_t out[static 32]);
