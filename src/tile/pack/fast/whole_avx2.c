/* SPDX-License-Identifier: Apache-2.0 */
/* The loops of whole.h for AVX2, where compiler and machine have it. */
#define WHOLE_TARGET __attribute__((target("avx2")))
#define WHOLE_LOOPS whole_loops_avx2

#if defined(__x86_64__)
#include "tile/pack/fast/whole_loops.h"
#endif
