/* SPDX-License-Identifier: Apache-2.0 */
/* A program that runs for long: a function that is called, with a loop of many rounds, and a line behind it. */
#include <stdint.h>

#define RESULTS ((volatile uint32_t *)0x30000)

enum { ROUNDS = 300000 };

static __attribute__((noinline)) uint32_t count(uint32_t from)
{
    for (uint32_t i = 0; i < ROUNDS; i++)
        RESULTS[1] = from + i;
    return RESULTS[1];
}

int main(void)
{
    RESULTS[2] = 1;
    RESULTS[3] = count(5);
    RESULTS[4] = 2;
    return 0;
}
