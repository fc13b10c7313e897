/* SPDX-License-Identifier: Apache-2.0 */
/* The machine of the tests of one file, of either chip. */
#pragma once

#include "unit/cores/machine.h"

enum { CFG = 0xFFEF0000 }; /* the configuration, in a core's map */

static struct machine machine;

static void on_blackhole(void)
{
    machine_new(&machine, TT_BLACKHOLE);
}

static void on_wormhole(void)
{
    machine_new(&machine, TT_WORMHOLE_B0);
}

static void free_it(void)
{
    machine_free(&machine);
}
