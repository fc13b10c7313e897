/* SPDX-License-Identifier: Apache-2.0 */
/* The chips of schemas/chips.json. */
#include "isa/chip.h"
#include "isa/tables.h"

const struct chip *chip_get(enum tt_chip id)
{
    return &isa_chips[id];
}

enum tt_chip chip_find(const char *name)
{
    enum tt_chip chip = 0;
    while (chip < TT_CHIP_COUNT && strcmp(name, isa_chips[chip].name) != 0)
        chip++;
    return chip;
}
