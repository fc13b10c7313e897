/* SPDX-License-Identifier: Apache-2.0 */
/* The loops of narrow.h for AVX2, where compiler and machine have it. */
#define NARROW_TARGET __attribute__((target("avx2")))

#if defined(__x86_64__)
#include "tile/pack/fast/narrow_loops.h"

const struct narrow_loops *narrow_loops_avx2(void)
{
    return __builtin_cpu_supports("avx2") ? &loops : NULL;
}
#else
#include "tile/pack/fast/narrow.h"

const struct narrow_loops *narrow_loops_avx2(void)
{
    return NULL;
}
#endif
