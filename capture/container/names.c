/* SPDX-License-Identifier: Apache-2.0 */
/* The words of a capture for users of the installed library alone: the names of src/isa. */
#include "capture/ttcap.h"
#include "isa/cores.h"
#include "isa/spaces.h"

const char *ttcap_chip_name(enum tt_chip chip)
{
    return chip_get(chip)->name;
}

const char *ttcap_core_name(enum tt_core core)
{
    return core_name(core);
}

const char *ttcap_space_name(enum tt_space space)
{
    return space_name(space);
}

uint32_t ttcap_space_bytes(enum tt_chip chip, enum tt_space space)
{
    return space_bytes(chip, space);
}
