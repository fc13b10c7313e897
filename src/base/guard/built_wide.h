/* SPDX-License-Identifier: Apache-2.0 */
/* A function of loops that compilers make vectors of, built from one text for any machine, for one with AVX2, and for
 * one with AVX-512 (x86-64-v4). The loader takes what the machine has. Where a compiler or a loader knows nothing of
 * that there is one build. */
#pragma once

#include "base/guard/sanitized.h"

#include <stdint.h> /* __GLIBC__, also where this header comes first */

#if !defined(__x86_64__) || !defined(__GLIBC__) || defined(__clang__) || IS_SANITIZED || defined(TTR_BUILT_ONCE)
#define BUILT_WIDE
#elif __GNUC__ < 12 /* does not know x86-64-v4 there */
#define BUILT_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define BUILT_WIDE __attribute__((target_clones("arch=x86-64-v4", "avx2", "default")))
#endif
