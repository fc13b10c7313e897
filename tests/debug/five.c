/* SPDX-License-Identifier: Apache-2.0 */
/* One program for each of the five cores: an inlined function in an inlined function, a store that says which core it
 * was, and from T1 a word into its pipe. */
#include <stdint.h>

#define RESULTS ((volatile uint32_t *)0x30000)
#define PUSH (*(volatile uint32_t *)0xFFE40000)

enum { SETADCXY_UNPACKERS = 0x5160014B };

static inline __attribute__((always_inline)) uint32_t twice(uint32_t value)
{
    return value * 2 + RESULTS[8];
}

static inline __attribute__((always_inline)) void leave(uint32_t value)
{
    RESULTS[CORE] = twice(value) + 1;
}

int main(void)
{
    leave(CORE + 100);
#if CORE == 2
    PUSH = SETADCXY_UNPACKERS;
#endif
    return 0;
}
