/* SPDX-License-Identifier: Apache-2.0 */
/* The loops of straight.h for AVX2, where compiler and machine have it. */
#define STRAIGHT_TARGET __attribute__((target("avx2")))

#if defined(__x86_64__)
#include "tile/unpack/fast/straight_loops.h"

const struct straight_loops *straight_loops_avx2(void)
{
    return __builtin_cpu_supports("avx2") ? &loops : NULL;
}
#else
#include "tile/unpack/fast/straight.h"

const struct straight_loops *straight_loops_avx2(void)
{
    return NULL;
}
#endif
