/* SPDX-License-Identifier: Apache-2.0 */
/* What a core finds at an address (R20), and how much memory it has. */
#include "tile/riscv/map.h"

#include "isa/chip.h"

struct map_found map_find(enum tt_chip chip, enum tt_core core, uint32_t addr)
{
    const struct mmio_window *window = mmio_find(chip, core, addr);
    return window ? (struct map_found){window->place, addr - window->lo, window->value}
                  : (struct map_found){PLACE_NONE, 0, 0};
}

uint32_t map_local_bytes(enum tt_chip chip, enum tt_core core)
{
    const bool is_large = core == TT_CORE_B || core == TT_CORE_NC;
    return is_large ? chip_get(chip)->core_ram_bytes : chip_get(chip)->t_core_ram_bytes;
}

uint32_t map_iram_bytes(enum tt_chip chip, enum tt_core core)
{
    return core == TT_CORE_NC ? chip_get(chip)->nc_iram_bytes : 0;
}
