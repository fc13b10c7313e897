/* SPDX-License-Identifier: Apache-2.0 */
/* Loads of what is not memory (R20, R21). docs/semantics/firmware.md#map */
#include "base/little.h"
#include "isa/cores.h"
#include "tile/mover/tdma.h"
#include "tile/riscv/cores_internal.h"

static enum riscv_step unknown(struct core_port *port, uint32_t addr)
{
    return riscv_refuse(&port->bus, "nothing is known to stand at %#010x for a load of core %s (R20)", (unsigned)addr,
                        core_name(port->id));
}

/* A T core sees its own 64 registers, core B all of them, 100h apart (F34). */
static enum riscv_step load_gpr(struct core_port *port, uint32_t addr, uint32_t offset, uint32_t *value)
{
    const uint32_t reg = offset / 4;
    const int thread = core_thread(port->id);
    if (reg >= (thread < 0 ? THREADS * GPRS : GPRS))
        return unknown(port, addr);
    *value = tile_read_gpr(port->cores->tile, TT_UNIT_CORE, thread < 0 ? reg / GPRS : (unsigned)thread, reg % GPRS);
    return RISCV_DONE;
}

/* State 0, state 1, on Blackhole the window of both (stores alone), then the threads' words: packed on Blackhole, 16
 * bytes apart on Wormhole (F32). */
static enum riscv_step load_cfg(struct core_port *port, uint32_t addr, uint32_t offset, uint32_t *value)
{
    struct tile *tile = port->cores->tile;
    const bool has_both = tile->chip->cfg_window_has_both;
    const uint32_t word = offset / 4, words = tile->chip->cfg_words;
    const uint32_t thread_base = (CFG_STATES + has_both) * words;
    if (word < CFG_STATES * words) {
        *value = tile_read_cfg(tile, TT_UNIT_CORE, word / words, word % words);
        return RISCV_DONE;
    }
    if (word < thread_base)
        return unknown(port, addr);
    const uint32_t index = has_both ? word - thread_base : (word - thread_base) / 4;
    if (index >= THREADS * tile->chip->thread_words || (!has_both && (word - thread_base) % 4))
        return unknown(port, addr);
    const uint32_t lo = 2 * index;
    tile_saw_read(tile, TT_SPACE_THREAD_CFG, TT_UNIT_CORE, 0, lo, lo + 2);
    *value = tile->state.thread_cfg[index / tile->chip->thread_words][index % tile->chip->thread_words];
    return RISCV_DONE;
}

static enum riscv_step load_semaphore(struct core_port *port, uint32_t offset, uint32_t *value)
{
    const struct small_state *small = &port->cores->tile->state.small;
    const uint32_t index = offset / 4;
    *value = small->sem[index].value;
    const uint32_t lo = (uint32_t)((const uint8_t *)&small->sem[index] - (const uint8_t *)small);
    tile_saw_read(port->cores->tile, TT_SPACE_STATE, TT_UNIT_CORE, 0, lo, lo + 4);
    const uint64_t changes = port->cores->changes;
    core_acts(port, CORE_SEMR, index, *value);
    port->cores->changes = changes; /* a read: whoever polls changes nothing */
    return RISCV_DONE;
}

/* A load of the waits (FFE80004h, FFE80008h): both read 0 once they are over. */
static enum riscv_step load_wait(struct core_port *port, enum map_place place, uint32_t *value)
{
    const struct cores_host *host = &port->cores->host;
    const unsigned thread = (unsigned)core_thread(port->id);
    if (place == PLACE_PIPE_DRY && !host->pipe_is_dry(host->user, thread))
        return core_waits(port, CORE_WAITS_PIPE_DRY, port->id);
    if (place == PLACE_MACRO_OP_IDLE && !host->macro_op_is_idle(host->user, thread))
        return core_waits(port, CORE_WAITS_MACRO_OP, port->id);
    *value = 0;
    return RISCV_DONE;
}

static enum riscv_step load_pc(struct core_port *port, uint32_t offset, uint32_t *value)
{
    static const enum tt_core order[TT_CORE_COUNT] = {TT_CORE_B, TT_CORE_NC, TT_CORE_T0, TT_CORE_T1, TT_CORE_T2};
    *value = port->cores->port[order[offset / 4]].core.pc;
    return RISCV_DONE;
}

/* A load may take an entry off a packer's queue, and waits for one where it only looks (P-11.2). */
static enum riscv_step load_tdma(struct core_port *port, uint32_t addr, uint32_t *value)
{
    struct tile *tile = port->cores->tile;
    if (tdma_load_waits(tile, addr))
        return core_waits(port, CORE_WAITS_PACKED_TILE, port->id);
    (void)mmio_load(tile, tdma_user(TT_UNIT_CORE, core_thread(port->id)), addr, value);
    tdma_loaded(tile, TT_UNIT_CORE, addr);
    return RISCV_DONE;
}

static enum riscv_step load_word(struct core_port *port, uint32_t addr, const struct map_found *found, uint32_t *value)
{
    switch (found->place) {
    case PLACE_TDMA:
        return load_tdma(port, addr, value);
    case PLACE_NOC: /* what the tile holds, also for its own units */
    case PLACE_STREAM:
        (void)mmio_load(port->cores->tile, TDMA_USER_T0, addr, value);
        return RISCV_DONE;
    case PLACE_DEBUG:
        return debug_load(port, found->offset, value);
    case PLACE_PC_SNAPSHOT:
        return load_pc(port, found->offset, value);
    case PLACE_GPR:
        return load_gpr(port, addr, found->offset, value);
    case PLACE_PCBUF: {
        const int thread = core_thread(port->id);
        return pcbuf_load(port, addr, thread < 0 ? found->value : (unsigned)thread, value);
    }
    case PLACE_PIPE_DRY:
    case PLACE_MACRO_OP_IDLE:
        return load_wait(port, found->place, value);
    case PLACE_SEMAPHORE:
        return load_semaphore(port, found->offset, value);
    case PLACE_MAILBOX:
        return mailbox_load(port, addr, found->offset, value);
    case PLACE_CFG:
        return load_cfg(port, addr, found->offset, value);
    case PLACE_PUSH:
    case PLACE_MOP_CFG: /* write only (R20, R44) */
    case PLACE_OTHER_LOCAL:
    case PLACE_DST:
    case PLACE_NONE:
        break;
    }
    return unknown(port, addr);
}

enum riscv_step core_mmio_load(struct core_port *port, uint32_t addr, unsigned bytes, uint32_t *value)
{
    const struct map_found found = map_find(port->bus.chip, port->id, addr);
    *value = 0;
    if (found.place == PLACE_OTHER_LOCAL) {
        *value = load_number(&port->cores->port[found.value].local[found.offset], bytes);
        return RISCV_DONE;
    }
    if (found.place == PLACE_DST)
        return dst_window_load(port, found.offset, bytes, value);
    /* A narrow load gets its part of the word (R21). */
    const struct map_found word = {found.place, found.offset & ~3u, found.value};
    const enum riscv_step step = load_word(port, addr & ~3u, &word, value);
    *value >>= 8 * (addr & 3);
    return step;
}

bool cores_load(struct cores *cores, uint32_t addr, uint32_t *value)
{
    enum {
        SEEN = 1 << PLACE_TDMA | 1 << PLACE_NOC | 1 << PLACE_STREAM | 1 << PLACE_DEBUG | 1 << PLACE_PC_SNAPSHOT |
               1 << PLACE_GPR | 1 << PLACE_CFG
    };
    struct core_port *port = &cores->port[TT_CORE_B];
    const struct map_found found = map_find(port->bus.chip, port->id, addr);
    return (SEEN >> found.place & 1) && core_mmio_load(port, addr & ~3u, sizeof *value, value) == RISCV_DONE;
}

/* What takes something away, waits or is an event of a recording is left alone; so is a read of the clock's upper half,
 * which the read of the lower one retains. */
bool cores_peek(struct cores *cores, enum tt_core core, uint32_t addr, uint32_t *value)
{
    enum {
        PLAIN = 1 << PLACE_NOC | 1 << PLACE_STREAM | 1 << PLACE_DEBUG | 1 << PLACE_PC_SNAPSHOT | 1 << PLACE_GPR |
                1 << PLACE_CFG
    };
    struct core_port *port = &cores->port[core];
    const struct map_found found = map_find(port->bus.chip, core, addr & ~3u);
    const struct probe *probe = cores->tile->probe;
    const uint32_t clock_high = cores->clock_high;
    bool is_there = true;
    *value = 0;
    if (found.place == PLACE_SEMAPHORE)
        *value = cores->tile->state.small.sem[found.offset / 4].value;
    else if (found.place == PLACE_TDMA)
        is_there = !tdma_load_waits(cores->tile, addr & ~3u) &&
                   mmio_load(cores->tile, tdma_user(TT_UNIT_CORE, core_thread(core)), addr & ~3u, value);
    else if (found.place == PLACE_OTHER_LOCAL)
        *value = load_u32(&cores->port[found.value].local[found.offset]);
    else if (PLAIN >> found.place & 1) {
        tile_set_probe(cores->tile, NULL);
        is_there = load_word(port, addr & ~3u, &found, value) == RISCV_DONE;
        tile_set_probe(cores->tile, probe);
    } else
        is_there = false;
    cores->clock_high = clock_high;
    return is_there;
}
