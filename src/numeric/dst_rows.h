/* SPDX-License-Identifier: Apache-2.0 */
/* From a logical row of Dst to the physical one: F-3.4 to F-3.6. Remap and swizzle: Blackhole only. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { DST_LOW_HALF = 8 /* rows from the upper cell of a 32-bit value down to its lower one */ };
enum { DST_ROWS_TOGETHER = 4 /* no order touches the two lowest bits of a row's number */ };

/* row: 0 to 1023. Bits r9..r0 become r9 r8 r7 r6 r3 r5 r4 r2 r1 r0 under remap_addrs. */
static inline uint32_t dst_adj16(uint32_t row, bool remap)
{
    return remap ? (row & 0x3C7) | (row & 8) << 2 | (row & 0x30) >> 1 : row;
}

/* The row of the upper half; the lower stands DST_LOW_HALF below. Bits 9 and 8 are ORed together: of 1024 rows 512
 * are distinct. */
static inline uint32_t dst_adj32(uint32_t row, bool remap, bool swizzle)
{
    uint32_t r = dst_adj16(row, remap);
    if (swizzle) {
        r = (r & 0x3F3) | ((r >> 1 ^ r << 1) & 8) | (r & 8) >> 1;
    }
    return (r & 0x1F8) << 1 | (r & 0x207);
}

/* Where 16 bits stand: in the row itself, or in the upper half of 32 (M9x). */
static inline uint32_t dst_row16(uint32_t row, bool remap, bool swizzle, bool is_upper)
{
    return is_upper ? dst_adj32(row, remap, swizzle) : dst_adj16(row, remap);
}
