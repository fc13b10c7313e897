/* SPDX-License-Identifier: Apache-2.0 */
/* Stores to what is not memory (R20, R21): reported to the host, who applies those that concern the coprocessor.
 * docs/semantics/firmware.md#map */
#include "base/little.h"
#include "isa/cores.h"
#include "tile/riscv/cores_internal.h"

static enum riscv_step unknown(struct core_port *port, uint32_t addr)
{
    return riscv_refuse(&port->bus, "nothing is known to stand at %#010x for a store of core %s (R20)", (unsigned)addr,
                        core_name(port->id));
}

/* Reports an event with the address. */
static enum riscv_step report(struct core_port *port, uint32_t addr, uint32_t value)
{
    core_acts(port, CORE_MMIO, addr, value);
    return RISCV_DONE;
}

static enum riscv_step reported_if_done(struct core_port *port, enum riscv_step step, uint32_t addr, uint32_t value)
{
    return step == RISCV_DONE ? report(port, addr, value) : step;
}

/* Core B's registers of other threads go by address: as its own register an event would name the wrong core. */
static enum riscv_step store_gpr(struct core_port *port, uint32_t addr, uint32_t offset, uint32_t value)
{
    const uint32_t reg = offset / 4;
    const bool is_b = core_thread(port->id) < 0;
    if (reg >= (is_b ? THREADS * GPRS : GPRS))
        return unknown(port, addr);
    if (is_b)
        return report(port, addr, value);
    core_acts(port, CORE_GPRW, reg, value);
    return RISCV_DONE;
}

static void store_cfg_word(struct core_port *port, unsigned state, uint32_t word, uint32_t value)
{
    struct core_act act = core_act(port, CORE_CFGW, word, value);
    act.index = (uint8_t)state;
    core_report(port, &act);
}

/* State 0, state 1, and on Blackhole both at once; the thread words behind cannot be stored (F32). */
static enum riscv_step store_cfg(struct core_port *port, uint32_t addr, uint32_t offset, uint32_t value)
{
    const struct chip *chip = port->cores->tile->chip;
    const uint32_t window = offset / 4 / chip->cfg_words, word = offset / 4 % chip->cfg_words;
    const bool is_both = chip->cfg_window_has_both && window == CFG_STATES;
    if (window >= CFG_STATES && !is_both)
        return riscv_refuse(&port->bus, "configuration at %#010x cannot be stored by a core (F32)", (unsigned)addr);
    if (!is_both) {
        store_cfg_word(port, window, word, value);
        return RISCV_DONE;
    }
    for (unsigned state = 0; state < CFG_STATES; state++)
        store_cfg_word(port, state, word, value);
    return RISCV_DONE;
}

/* A request that leaves the tile has nobody to answer it: the core stops there, and no loop that waits for the answer
 * is taken for a fault of the program (R58). */
static enum riscv_step store_noc(struct core_port *port, uint32_t addr, uint32_t value)
{
    struct noc_refusal refusal;
    const struct cores_host *host = &port->cores->host;
    if (tile_noc_refuses(port->cores->tile, addr, value, &refusal) &&
        !(refusal.is_plain && host->serve && host->serve(host->user, &refusal)))
        return riscv_refuse(&port->bus, NOC_REFUSAL_FORMAT, NOC_REFUSAL_WORDS(&refusal));
    return report(port, addr, value);
}

static enum riscv_step store_word(struct core_port *port, uint32_t addr, const struct map_found *found, uint32_t value)
{
    const int thread = core_thread(port->id);
    switch (found->place) {
    case PLACE_TDMA:
    case PLACE_PIPE_DRY: /* dropped, but recordings have it: the load behind it waits (R20) */
    case PLACE_MACRO_OP_IDLE:
        return report(port, addr, value);
    case PLACE_DEBUG:
        return reported_if_done(port, debug_store(port, found->offset, value), addr, value);
    case PLACE_STREAM:
        return report(port, addr, value);
    case PLACE_NOC:
        return store_noc(port, addr, value);
    case PLACE_MOP_CFG:
        core_acts(port, CORE_MOPW, found->offset / 4, value);
        return RISCV_DONE;
    case PLACE_GPR:
        return store_gpr(port, addr, found->offset, value);
    case PLACE_PUSH:
        return core_push(port, thread < 0 ? found->value : (unsigned)thread, value);
    case PLACE_PCBUF:
        return reported_if_done(port, pcbuf_store(port, found->value, value), addr, value);
    case PLACE_SEMAPHORE:
        core_acts(port, CORE_SEMW, found->offset / 4, value & 1);
        return RISCV_DONE;
    case PLACE_MAILBOX:
        return reported_if_done(port, mailbox_store(port, found->offset, value), addr, value);
    case PLACE_CFG:
        return store_cfg(port, addr, found->offset, value);
    case PLACE_PC_SNAPSHOT:
    case PLACE_OTHER_LOCAL:
    case PLACE_DST:
    case PLACE_NONE:
        break;
    }
    return unknown(port, addr);
}

enum riscv_step core_mmio_store(struct core_port *port, uint32_t addr, unsigned bytes, uint32_t value)
{
    const struct map_found found = map_find(port->bus.chip, port->id, addr);
    if (found.place == PLACE_OTHER_LOCAL) {
        store_number(&port->cores->port[found.value].local[found.offset], bytes, value);
        port->cores->changes++;
        return RISCV_DONE;
    }
    if (found.place == PLACE_DST)
        return dst_window_store(port, addr, found.offset, bytes, value);
    if (found.place != PLACE_NONE && bytes != 4)
        return riscv_refuse(&port->bus, "a store of %u bytes to %#010x: only whole words reach it (R21)", bytes,
                            (unsigned)addr);
    return store_word(port, addr, &found, value);
}
