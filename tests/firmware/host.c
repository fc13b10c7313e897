/* SPDX-License-Identifier: Apache-2.0 */
/* Programs of core B that need a host, or more than a tile: -DWHAT=1 waits for a store and answers it, 2 asks another
 * tile, 3 lets core T1 out of reset; 4 is what T1 does then. Data stands in local RAM, where start code of the vendor's
 * kind has it from __loader_init_start. */
#include "examples/add_pages/tile.h"

enum { ASKED = 0x15000, ANSWER = 0x15004, T1_CODE = 0x6000 };

static volatile uint32_t offset = 2;

int main(void)
{
#if WHAT == 1
    while (AT(ASKED) != 7) {
    }
    AT(ANSWER) = AT(ASKED) + offset;
    for (;;) {
        if (AT(ASKED) == 8)
            AT(ANSWER) = 1;
    }
#elif WHAT == 2
    AT(0xFFB20000) = 0x1000;     /* from there */
    AT(0xFFB20008) = 5 | 6 << 6; /* which is another tile */
    AT(0xFFB2000C) = 0x15000;    /* to here */
    AT(0xFFB20020) = 64 + 0 * offset;
    AT(0xFFB20040) = 1;
    while (AT(0xFFB20040) != 0) {
    }
#elif WHAT == 5
    for (uint32_t i = 0; i < 32; i += 4)
        AT(ASKED + i) = 0x01010101 * (offset + i);
    AT(0xFFB20800) = ASKED; /* a write, from buffer 1 */
    AT(0xFFB2080C) = 0x2000;
    AT(0xFFB20814) = 5 | 6 << 6;
    AT(0xFFB2081C) = 2 | 1 << 4;
    AT(0xFFB20820) = 32;
    AT(0xFFB20840) = 1;
    AT(0xFFB20000) = 0x2024; /* and a word in the request */
    AT(0xFFB20008) = 5 | 6 << 6;
    AT(0xFFB2001C) = 2 | 1 << 3;
    AT(0xFFB20020) = 0xFu << (0x2024 % 64 % 32);
    AT(0xFFB20024) = 0;
    AT(0xFFB20028) = 0x44434241;
    AT(0xFFB20020) = 0;
    AT(0xFFB20024) = 0xFu << (0x24 - 32);
    AT(0xFFB20040) = 1;
    while (AT(0xFFB20204) != 1) { /* acknowledged */
    }
#elif WHAT == 3
    AT(0xFFB1222C) = T1_CODE + 0 * offset; /* where T1 starts */
    AT(0xFFB12234) = 2;
    AT(0xFFB121B0) = AT(0xFFB121B0) & ~(1u << 13);
    while (AT(ANSWER) == 0) {
    }
#else
    AT(ANSWER) = offset;
#endif
    return 0;
}
