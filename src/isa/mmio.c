/* SPDX-License-Identifier: Apache-2.0 */
/* From an address to the device that stands there. */
#include "isa/mmio.h"

#include "isa/cores.h"
#include "isa/tables.h"

enum { MAILBOX_BYTES = 0x1000 };

/* The register `offset` bytes behind the beginning of a place; null where the chip has none. *index: which of several
 * alike. */
static const struct mmio_register *mmio_register_find(enum tt_chip chip, enum map_place place, uint32_t offset,
                                                      uint32_t *index)
{
    for (unsigned i = 0; i < isa_mmio_register_count; i++) {
        const struct mmio_register *reg = &isa_mmio_registers[i];
        if (reg->place != place || reg->at[chip] == UINT32_MAX || offset < reg->at[chip])
            continue;
        const uint32_t each = reg->count > 1 ? reg->each[chip] : UINT32_MAX, away = offset - reg->at[chip];
        if (away % each == 0 && away / each < reg->count) {
            *index = away / each;
            return reg;
        }
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

/* State 0, state 1, on Blackhole both at once (for stores alone), then the threads' words: packed on Blackhole, 16
 * bytes apart on Wormhole (F32). */
static void mmio_decode_cfg(const struct chip *chip, struct mmio_target *at)
{
    const uint32_t word = at->offset / 4, behind = (CFG_STATES + chip->cfg_window_has_both) * chip->cfg_words;
    at->block = (uint16_t)(word / chip->cfg_words);
    at->index = word % chip->cfg_words;
    if (word >= behind) {
        const uint32_t each = chip->cfg_window_has_both ? 1 : 4;
        at->block = MMIO_CFG_OF_THREADS;
        at->index = (word - behind) % each ? UINT32_MAX : (word - behind) / each;
    } else if (at->block == CFG_STATES) {
        at->block = MMIO_CFG_BOTH;
    }
}

static struct mmio_target mmio_decode_in(enum tt_chip chip, const struct mmio_window *window, int thread, uint32_t addr)
{
    const uint32_t offset = addr - window->lo;
    struct mmio_target at = {addr, window->place, window->value, offset, offset / 4, NULL};
    switch (window->place) {
    case PLACE_STREAM:
        at.block = (uint16_t)(offset / MMIO_STREAM_BYTES);
        at.reg = mmio_register_find(chip, PLACE_STREAM, offset % MMIO_STREAM_BYTES, &at.index);
        break;
    case PLACE_NOC:
    case PLACE_DEBUG:
    case PLACE_TDMA:
        at.reg = mmio_register_find(chip, window->place, offset, &at.index);
        break;
    case PLACE_CFG:
        mmio_decode_cfg(chip_get(chip), &at);
        break;
    case PLACE_GPR: /* a T core sees its own 64 registers, core B all of them, 100h apart (F34) */
        at.block = (uint16_t)(thread < 0 ? at.index / GPRS : (unsigned)thread);
        at.index = thread < 0 ? at.index % GPRS : at.index;
        break;
    case PLACE_MAILBOX:
        at.block = (uint16_t)(offset / MAILBOX_BYTES);
        break;
    case PLACE_PUSH:
    case PLACE_PCBUF:
    case PLACE_MOP_CFG:
    case PLACE_DST:
        at.block = thread < 0 ? at.block : (uint16_t)thread;
        break;
    case PLACE_PC_SNAPSHOT:
    case PLACE_OTHER_LOCAL:
    case PLACE_PIPE_DRY:
    case PLACE_MACRO_OP_IDLE:
    case PLACE_SEMAPHORE:
    case PLACE_NONE:
        break;
    }
    return at;
}

/* The first window that ends behind an address; they stand in order. */
static unsigned mmio_first_behind(uint32_t addr)
{
    unsigned first = 0, end = isa_mmio_window_count;
    while (first < end) {
        const unsigned middle = (first + end) / 2;
        if (addr >= isa_mmio_windows[middle].hi)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

/* cores, chips: a bit each whose windows count. */
static struct mmio_target mmio_decode_for(enum tt_chip chip, unsigned cores, unsigned chips, int thread, uint32_t addr)
{
    for (unsigned i = mmio_first_behind(addr); i < isa_mmio_window_count && addr >= isa_mmio_windows[i].lo; i++)
        if ((isa_mmio_windows[i].cores & cores) && (isa_mmio_windows[i].chips & chips))
            return mmio_decode_in(chip, &isa_mmio_windows[i], thread, addr);
    return (struct mmio_target){.addr = addr};
}

struct mmio_target mmio_decode(enum tt_chip chip, enum tt_core core, uint32_t addr)
{
    return mmio_decode_for(chip, 1u << core, 1u << chip, core_thread(core), addr);
}

struct mmio_target mmio_decode_any(enum tt_chip chip, int thread, uint32_t addr)
{
    return mmio_decode_for(chip, UINT32_MAX, UINT32_MAX, thread, addr);
}
