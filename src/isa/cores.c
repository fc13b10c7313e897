/* SPDX-License-Identifier: Apache-2.0 */
/* The cores of a tile by name. R1 */
#include "isa/cores.h"

static const char *const names[TT_CORE_COUNT] = {"b", "t0", "t1", "t2", "nc"};

const char *core_name(enum tt_core core)
{
    return names[core];
}

enum tt_core core_find(const char *name)
{
    enum tt_core core = TT_CORE_B;
    while (core < TT_CORE_COUNT && strcmp(name, names[core]) != 0)
        core++;
    return core;
}
