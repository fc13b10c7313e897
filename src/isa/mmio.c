/* SPDX-License-Identifier: Apache-2.0 */
/* Look-ups in the map of addresses. */
#include "isa/mmio.h"

#include "isa_tables.h"

#include <stddef.h>

const struct mmio_window *mmio_find(enum tt_chip chip, enum tt_core core, uint32_t addr)
{
    for (unsigned i = 0; i < isa_mmio_window_count; i++) {
        const struct mmio_window *window = &isa_mmio_windows[i];
        if (addr >= window->lo && addr < window->hi && (window->cores >> core & window->chips >> chip & 1))
            return window;
    }
    return NULL;
}

/* Null where the chip has none `offset` bytes behind the beginning; *index: which of several alike. */
static const struct mmio_register *mmio_register_find(enum tt_chip chip, enum map_place place, uint32_t offset,
                                                      unsigned *index)
{
    for (unsigned i = 0; i < isa_mmio_register_count; i++) {
        const struct mmio_register *reg = &isa_mmio_registers[i];
        if (reg->place != place || reg->at[chip] == UINT32_MAX || offset < reg->at[chip])
            continue;
        const uint32_t each = reg->count > 1 ? reg->each[chip] : UINT32_MAX, away = offset - reg->at[chip];
        *index = away / each;
        if (away % each == 0 && *index < reg->count)
            return reg;
    }
    return NULL;
}

uint32_t mmio_register_offset(enum tt_chip chip, enum map_place place, unsigned cell)
{
    for (unsigned i = 0; i < isa_mmio_register_count; i++)
        if (isa_mmio_registers[i].place == place && isa_mmio_registers[i].cell == cell)
            return isa_mmio_registers[i].at[chip];
    return UINT32_MAX;
}

const struct mmio_register *mmio_register_at(enum tt_chip chip, uint32_t addr, unsigned *block, unsigned *index)
{
    *block = 0;
    if (addr >= MMIO_STREAM && addr < MMIO_STREAM_END) {
        *block = (addr - MMIO_STREAM) / MMIO_STREAM_BYTES;
        return mmio_register_find(chip, PLACE_STREAM, (addr - MMIO_STREAM) % MMIO_STREAM_BYTES, index);
    }
    if (addr >= MMIO_NOC && addr < MMIO_NOC_1_END) {
        *block = addr >= MMIO_NOC_1;
        return mmio_register_find(chip, PLACE_NOC, addr - (*block ? MMIO_NOC_1 : MMIO_NOC), index);
    }
    if (addr >= MMIO_DEBUG && addr < MMIO_DEBUG_END)
        return mmio_register_find(chip, PLACE_DEBUG, addr - MMIO_DEBUG, index);
    if (addr >= MMIO_TDMA && addr < MMIO_TDMA_END)
        return mmio_register_find(chip, PLACE_TDMA, addr - MMIO_TDMA, index);
    return NULL;
}

bool mmio_sends_request(enum tt_chip chip, uint32_t addr, uint32_t value)
{
    unsigned block, index;
    const struct mmio_register *reg = mmio_register_at(chip, addr, &block, &index);
    return reg && reg->act == MMIO_ACT_REQUESTS && (value & 1);
}
