/* SPDX-License-Identifier: Apache-2.0 */
/* The windows of riscv.md R20, and who reaches them. */
#include "tile/riscv/map.h"

#include "isa/chip.h"

#include <stdbool.h>

#define CORE(name) (1u << TT_CORE_##name)

enum {
    T_CORES = CORE(T0) | CORE(T1) | CORE(T2),
    ALL_CORES = T_CORES | CORE(B) | CORE(NC),
};

/* What a chip must have for the window to be there. */
enum need { ANY_CHIP, SEES_CORES, SEES_DST };

static const struct {
    uint32_t lo, hi;
    uint8_t cores, need;
    enum map_place place;
    uint8_t value;
} windows[] = {
    {0xFFB11000, 0xFFB12000, T_CORES | CORE(B), ANY_CHIP, PLACE_TDMA, 0},
    {0xFFB12000, 0xFFB13000, ALL_CORES, ANY_CHIP, PLACE_DEBUG, 0},
    {0xFFB13138, 0xFFB1314C, ALL_CORES, SEES_CORES, PLACE_PC_SNAPSHOT, 0},
    {0xFFB14000, 0xFFB16000, ALL_CORES, SEES_CORES, PLACE_OTHER_LOCAL, TT_CORE_B},
    {0xFFB16000, 0xFFB18000, ALL_CORES, SEES_CORES, PLACE_OTHER_LOCAL, TT_CORE_NC},
    {0xFFB18000, 0xFFB19000, ALL_CORES, SEES_CORES, PLACE_OTHER_LOCAL, TT_CORE_T0},
    {0xFFB1A000, 0xFFB1B000, ALL_CORES, SEES_CORES, PLACE_OTHER_LOCAL, TT_CORE_T1},
    {0xFFB1C000, 0xFFB1D000, ALL_CORES, SEES_CORES, PLACE_OTHER_LOCAL, TT_CORE_T2},
    {0xFFB20000, 0xFFB80000, ALL_CORES, ANY_CHIP, PLACE_INERT, 0},
    {0xFFB80000, 0xFFB80024, T_CORES, ANY_CHIP, PLACE_MOP_CFG, 0},
    {0xFFBD8000, 0xFFBE0000, T_CORES, SEES_DST, PLACE_DST, 0},
    {0xFFE00000, 0xFFE01000, T_CORES | CORE(B), ANY_CHIP, PLACE_GPR, 0},
    {0xFFE40000, 0xFFE50000, T_CORES | CORE(B), ANY_CHIP, PLACE_PUSH, 0},
    {0xFFE50000, 0xFFE60000, CORE(B), ANY_CHIP, PLACE_PUSH, 1},
    {0xFFE60000, 0xFFE70000, CORE(B), ANY_CHIP, PLACE_PUSH, 2},
    {0xFFE80000, 0xFFE80004, T_CORES | CORE(B), ANY_CHIP, PLACE_PCBUF, 0},
    {0xFFE80004, 0xFFE80008, T_CORES, ANY_CHIP, PLACE_PIPE_DRY, 0},
    {0xFFE80008, 0xFFE8000C, T_CORES, ANY_CHIP, PLACE_MACRO_OP_IDLE, 0},
    {0xFFE80020, 0xFFE80040, T_CORES, ANY_CHIP, PLACE_SEMAPHORE, 0},
    {0xFFE90000, 0xFFE90004, CORE(B), ANY_CHIP, PLACE_PCBUF, 1},
    {0xFFEA0000, 0xFFEA0004, CORE(B), ANY_CHIP, PLACE_PCBUF, 2},
    {0xFFEC0000, 0xFFEC4000, T_CORES | CORE(B), ANY_CHIP, PLACE_MAILBOX, 0},
    {0xFFEF0000, 0xFFF00000, T_CORES | CORE(B), ANY_CHIP, PLACE_CFG, 0},
};

static bool has(const struct chip *chip, uint8_t need)
{
    return need == ANY_CHIP || (need == SEES_CORES ? chip->cores_see_each_other : chip->t_cores_see_dst);
}

struct map_found map_find(enum tt_chip chip, enum tt_core core, uint32_t addr)
{
    for (unsigned i = 0; i < sizeof windows / sizeof *windows; i++) {
        if (addr < windows[i].lo || addr >= windows[i].hi)
            continue;
        const bool is_there = windows[i].cores >> core & 1 && has(chip_get(chip), windows[i].need);
        return (struct map_found){is_there ? windows[i].place : PLACE_NONE, addr - windows[i].lo, windows[i].value};
    }
    return (struct map_found){PLACE_NONE, 0, 0};
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
