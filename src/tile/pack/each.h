/* SPDX-License-Identifier: Apache-2.0 */
/* A conversion of one datum as a loop over many. The function is a constant where this is called, so the compiler makes
 * a plain loop of it. */
#pragma once

#include <stdint.h>

static inline void each(uint32_t *values, uint32_t count, uint32_t (*convert)(uint32_t))
{
    for (uint32_t i = 0; i < count; i++)
        values[i] = convert(values[i]);
}
