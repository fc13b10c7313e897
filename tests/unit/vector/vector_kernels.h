/* SPDX-License-Identifier: Apache-2.0 */
/* Public kernels with macros and without: which words they issue, row by row. */
#pragma once

#include "unit/vector/vector_tile.h"

enum { KERNEL_ROWS = 9 };

/* Which chips have it. */
enum { WORMHOLE = 1 << TT_WORMHOLE_B0, BLACKHOLE = 1 << TT_BLACKHOLE, BOTH = WORMHOLE | BLACKHOLE };

struct kernel {
    const char *name;
    unsigned chips; /* bit a chip */
    void (*prepare)(struct tile *tile, bool with_macros);
    void (*with_macros)(struct tile *tile, unsigned row);
    void (*drain)(struct tile *tile); /* null: nothing but SFPNOPs */
    unsigned nops;                    /* after the last row */
    void (*without)(struct tile *tile, unsigned row);
};

extern const struct kernel kernels_convert[], kernels_product[];
extern const size_t kernels_convert_count, kernels_product_count;
