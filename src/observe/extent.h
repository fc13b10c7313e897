/* SPDX-License-Identifier: Apache-2.0 */
/* The bytes or rows between the first and the last that something happened to. */
#pragma once

#include "base/usual.h"

struct extent {
    uint32_t lo, hi; /* [lo, hi); alike: none */
};

static inline void extent_add(struct extent *extent, uint32_t lo, uint32_t hi)
{
    const bool is_first = extent->lo == extent->hi;
    extent->lo = is_first || lo < extent->lo ? lo : extent->lo;
    extent->hi = is_first || hi > extent->hi ? hi : extent->hi;
}
