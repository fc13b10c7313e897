/* SPDX-License-Identifier: Apache-2.0 */
/* The cores of a tile by name. R1 */
#pragma once

#include "isa/chip.h"

const char *core_name(enum tt_core core); /* "b", "t0", "t1", "t2", "nc" */
enum tt_core core_find(const char *name); /* TT_CORE_COUNT when unknown */

/* The thread that a core feeds; -1 for cores B and NC. */
static inline int core_thread(enum tt_core core)
{
    return core >= TT_CORE_T0 && core <= TT_CORE_T2 ? (int)core - (int)TT_CORE_T0 : -1;
}

/* Bytes of a core's local RAM, and of the instruction RAM that core NC alone has (R1). */
static inline uint32_t core_local_bytes(enum tt_chip chip, enum tt_core core)
{
    return core_thread(core) < 0 ? chip_get(chip)->core_ram_bytes : chip_get(chip)->t_core_ram_bytes;
}

static inline uint32_t core_iram_bytes(enum tt_chip chip, enum tt_core core)
{
    return core == TT_CORE_NC ? chip_get(chip)->nc_iram_bytes : 0;
}
