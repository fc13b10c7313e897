/* SPDX-License-Identifier: Apache-2.0 */
/* The loops of blocks.h for AVX2, where compiler and machine have it. */
#define BLOCK_TARGET __attribute__((target("avx2")))
#define BLOCK_HAS_UNPACKING
#define BLOCK_LOOPS block_loops_avx2

#if defined(__x86_64__)
#include "tile/fast/avx2.h"
#include "tile/matrix/fast/block_loops.h"
#endif
