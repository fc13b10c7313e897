/* SPDX-License-Identifier: Apache-2.0 */
/* Loads and stores of the cores beyond L1 and their own local RAM (R20, R21). The host applies a store to the
 * coprocessor, which is reported to it with its decoded target. docs/semantics/firmware.md#map */
#include "base/little.h"
#include "tile/mover/tdma.h"
#include "tile/riscv/cores_internal.h"

static enum riscv_step devices_unknown(struct core_port *port, const struct mmio_target *at, const char *what)
{
    return riscv_refuse(&port->bus, "nothing is known to stand at %#010x for a %s of core %s (R20)", (unsigned)at->addr,
                        what, core_name(port->id));
}

static struct bus_access devices_access(const struct core_port *port, const struct mmio_target *at)
{
    return (struct bus_access){TT_UNIT_CORE, core_thread(port->id), at, 0};
}

static void devices_report(struct core_port *port, enum core_act_kind kind, const struct mmio_target *at, uint32_t addr,
                           uint32_t value)
{
    struct core_act act = core_act(port, kind, addr, value);
    act.at = at;
    act.index = kind == CORE_CFGW ? (uint8_t)at->block : 0;
    core_report(port, &act);
}

/* A word of both states is an event for each. */
static void devices_report_cfg(struct core_port *port, const struct mmio_target *at, uint32_t value)
{
    for (unsigned state = 0; state < CFG_STATES; state++) {
        const struct mmio_target word = mmio_word(PLACE_CFG, state, at->index);
        if (at->block == state || at->block == MMIO_CFG_BOTH)
            devices_report(port, CORE_CFGW, &word, at->index, value);
    }
}

/* A request that leaves the tile has nobody to answer it: the core stops there, and no loop that waits for the answer
 * is taken for a fault of the program (R58). */
static enum riscv_step devices_request(struct core_port *port, const struct mmio_target *at, uint32_t value)
{
    struct noc_refusal refusal;
    const struct cores_host *host = &port->cores->host;
    if (!tile_noc_refuses(port->cores->tile, at, value, &refusal))
        return RISCV_DONE;
    if (!(refusal.is_plain && host->serve && host->serve(host->user, &refusal)))
        return riscv_refuse(&port->bus, NOC_REFUSAL_FORMAT, NOC_REFUSAL_WORDS(&refusal));
    network_order_sent(port, &refusal);
    return RISCV_DONE;
}

/* The effect of a store between the cores, and whether it has one at all. */
static enum riscv_step devices_accept(struct core_port *port, const struct mmio_target *at, uint32_t value)
{
    switch (at->place) {
    case PLACE_TDMA:
    case PLACE_STREAM:
    case PLACE_MOP_CFG:
    case PLACE_SEMAPHORE:
    case PLACE_PIPE_DRY: /* dropped, but recordings have it: the load behind it waits (R20) */
    case PLACE_MACRO_OP_IDLE:
        return RISCV_DONE;
    case PLACE_DEBUG:
        return at->offset == DEBUG_OFFSET_SOFT_RESET ? reset_store(port, value) : RISCV_DONE;
    case PLACE_NOC:
        return devices_request(port, at, value);
    case PLACE_PCBUF:
        return pcbuf_store(port, at->block, value);
    case PLACE_MAILBOX:
        return mailbox_store(port, at->block, value);
    case PLACE_GPR:
        return at->block < THREADS && at->index < GPRS ? RISCV_DONE : devices_unknown(port, at, "store");
    case PLACE_CFG:
        if (at->block != MMIO_CFG_OF_THREADS)
            return RISCV_DONE;
        return riscv_refuse(&port->bus, "configuration at %#010x cannot be stored by a core (F32)", (unsigned)at->addr);
    case PLACE_PUSH:
    case PLACE_PC_SNAPSHOT:
    case PLACE_OTHER_LOCAL:
    case PLACE_DST:
    case PLACE_NONE:
        break;
    }
    return devices_unknown(port, at, "store");
}

/* A store for each datum. */
static enum riscv_step devices_store_dst(struct core_port *port, const struct mmio_target *at, unsigned bytes,
                                         uint32_t value)
{
    unsigned width;
    const enum riscv_step step = dst_window_accept(port, at, bytes, &width);
    for (unsigned i = 0; step == RISCV_DONE && i < bytes; i += width) {
        struct mmio_target datum = *at;
        datum.addr += i;
        datum.offset += i;
        devices_report(port, CORE_MMIO, &datum, datum.addr, value >> 8 * i & UINT32_MAX >> (32 - 8 * width));
    }
    return step;
}

/* Stores to L1 come here to be reported; loads of it do not. */
enum riscv_step core_store(void *user, uint32_t addr, unsigned bytes, uint32_t value)
{
    struct core_port *port = user;
    if (addr < port->cores->tile->chip->l1_bytes) {
        struct core_act act = core_act(port, CORE_L1W, addr, value);
        act.bytes = (uint8_t)bytes;
        core_report(port, &act);
        return RISCV_DONE;
    }
    const struct mmio_target at = mmio_decode(port->bus.chip, port->id, addr);
    if (at.place == PLACE_OTHER_LOCAL) {
        store_number(&port->cores->port[at.block].local[at.offset], bytes, value);
        port->cores->changes++;
        return RISCV_DONE;
    }
    if (at.place != PLACE_NONE && at.place != PLACE_DST && bytes != 4)
        return riscv_refuse(&port->bus, "a store of %u bytes to %#010x: only whole words reach it (R21)", bytes,
                            (unsigned)addr);
    if (at.place == PLACE_PUSH)
        return core_push(port, at.block, value);
    if (at.place == PLACE_DST)
        return devices_store_dst(port, &at, bytes, value);
    const enum riscv_step step = devices_accept(port, &at, value);
    if (step != RISCV_DONE)
        return step;
    if (at.place == PLACE_CFG)
        devices_report_cfg(port, &at, value);
    else if (at.place == PLACE_MOP_CFG)
        devices_report(port, CORE_MOPW, &at, at.index, value);
    else if (at.place == PLACE_SEMAPHORE)
        devices_report(port, CORE_SEMW, &at, at.index, value & 1);
    else if (at.place == PLACE_GPR && core_thread(port->id) >= 0) /* of core B an event would name the wrong core */
        devices_report(port, CORE_GPRW, &at, at.index, value);
    else
        devices_report(port, CORE_MMIO, &at, addr, value);
    return RISCV_DONE;
}

static enum riscv_step devices_load_semaphore(struct core_port *port, const struct mmio_target *at, uint32_t *value)
{
    const struct bus_access load = devices_access(port, at);
    const uint64_t changes = port->cores->changes;
    (void)bus_load(port->cores->tile, &load, value);
    core_acts(port, CORE_SEMR, at->index, *value);
    port->cores->changes = changes; /* a read: whoever polls changes nothing */
    return RISCV_DONE;
}

/* A load of the waits (FFE80004h, FFE80008h): both read 0 once they are over. */
static enum riscv_step devices_load_wait(struct core_port *port, enum map_place place)
{
    const struct cores_host *host = &port->cores->host;
    const unsigned thread = (unsigned)core_thread(port->id);
    if (place == PLACE_PIPE_DRY && !host->pipe_is_dry(host->user, thread))
        return core_waits(port, CORE_WAITS_PIPE_DRY, port->id);
    if (place == PLACE_MACRO_OP_IDLE && !host->macro_op_is_idle(host->user, thread))
        return core_waits(port, CORE_WAITS_MACRO_OP, port->id);
    return RISCV_DONE;
}

static enum riscv_step devices_load_pc(struct core_port *port, uint32_t index, uint32_t *value)
{
    static const enum tt_core order[TT_CORE_COUNT] = {TT_CORE_B, TT_CORE_NC, TT_CORE_T0, TT_CORE_T1, TT_CORE_T2};
    *value = port->cores->port[order[index]].core.pc;
    return RISCV_DONE;
}

/* A load may take an entry off a packer's queue, and waits for one where it only looks (P-11.2). */
static enum riscv_step devices_load_tdma(struct core_port *port, const struct mmio_target *at, uint32_t *value)
{
    const struct bus_access load = devices_access(port, at);
    if (tdma_load_waits(port->cores->tile, at))
        return core_waits(port, CORE_WAITS_PACKED_TILE, port->id);
    (void)bus_load(port->cores->tile, &load, value);
    tdma_loaded(port->cores->tile, &load);
    return RISCV_DONE;
}

static enum riscv_step devices_load(struct core_port *port, const struct mmio_target *at, uint32_t *value)
{
    const struct bus_access load = devices_access(port, at);
    *value = 0;
    switch (at->place) {
    case PLACE_TDMA:
        return devices_load_tdma(port, at, value);
    case PLACE_NOC: /* the registers that the tile holds, also for its own units */
        if (at->reg && at->reg->cell == NOC_CELL_COUNTER)
            network_order_counted(port, at->block, at->index);
        (void)bus_load(port->cores->tile, &load, value);
        return RISCV_DONE;
    case PLACE_STREAM:
        (void)bus_load(port->cores->tile, &load, value);
        return RISCV_DONE;
    case PLACE_GPR:
    case PLACE_CFG:
        return bus_load(port->cores->tile, &load, value) ? RISCV_DONE : devices_unknown(port, at, "load");
    case PLACE_DEBUG:
        return debug_load(port, at->offset, value);
    case PLACE_PC_SNAPSHOT:
        return devices_load_pc(port, at->index, value);
    case PLACE_PCBUF:
        return pcbuf_load(port, at, value);
    case PLACE_PIPE_DRY:
    case PLACE_MACRO_OP_IDLE:
        return devices_load_wait(port, at->place);
    case PLACE_SEMAPHORE:
        return devices_load_semaphore(port, at, value);
    case PLACE_MAILBOX:
        return mailbox_load(port, at, value);
    case PLACE_PUSH:
    case PLACE_MOP_CFG: /* write only (R20, R44) */
    case PLACE_OTHER_LOCAL:
    case PLACE_DST:
    case PLACE_NONE:
        break;
    }
    return devices_unknown(port, at, "load");
}

enum riscv_step core_load(void *user, uint32_t addr, unsigned bytes, uint32_t *value)
{
    struct core_port *port = user;
    struct mmio_target at = mmio_decode(port->bus.chip, port->id, addr & ~3u);
    const uint32_t within = addr & 3;
    if (at.place == PLACE_OTHER_LOCAL) {
        *value = load_number(&port->cores->port[at.block].local[at.offset + within], bytes);
        return RISCV_DONE;
    }
    if (at.place == PLACE_DST) {
        at.offset += within;
        return dst_window_load(port, &at, bytes, value);
    }
    const enum riscv_step step = devices_load(port, &at, value);
    *value >>= 8 * within; /* a narrow load gets its part of the word (R21) */
    return step;
}

bool cores_load(struct cores *cores, uint32_t addr, uint32_t *value)
{
    enum {
        SEEN = 1 << PLACE_TDMA | 1 << PLACE_NOC | 1 << PLACE_STREAM | 1 << PLACE_DEBUG | 1 << PLACE_PC_SNAPSHOT |
               1 << PLACE_GPR | 1 << PLACE_CFG
    };
    struct core_port *port = &cores->port[TT_CORE_B];
    const struct mmio_target at = mmio_decode(port->bus.chip, port->id, addr & ~3u);
    return (SEEN >> at.place & 1) && devices_load(port, &at, value) == RISCV_DONE;
}

/* A load that takes something away, waits or is an event of a recording is left alone; so is a read of the clock's
 * upper half, which the read of the lower one retains. */
bool cores_peek(struct cores *cores, enum tt_core core, uint32_t addr, uint32_t *value)
{
    enum {
        PLAIN = 1 << PLACE_NOC | 1 << PLACE_STREAM | 1 << PLACE_DEBUG | 1 << PLACE_PC_SNAPSHOT | 1 << PLACE_GPR |
                1 << PLACE_CFG,
        HELD = 1 << PLACE_SEMAPHORE | 1 << PLACE_TDMA
    };
    struct core_port *port = &cores->port[core];
    const struct mmio_target at = mmio_decode(port->bus.chip, core, addr & ~3u);
    const struct bus_access load = devices_access(port, &at);
    const struct probe *probe = cores->tile->probe;
    const uint32_t clock_high = cores->clock_high;
    bool is_there = false;
    *value = 0;
    tile_set_probe(cores->tile, NULL);
    if (HELD >> at.place & 1)
        is_there = !tdma_load_waits(cores->tile, &at) && bus_load(cores->tile, &load, value);
    else if (PLAIN >> at.place & 1)
        is_there = devices_load(port, &at, value) == RISCV_DONE;
    else if (at.place == PLACE_OTHER_LOCAL) {
        *value = load_u32(&cores->port[at.block].local[at.offset]);
        is_there = true;
    }
    tile_set_probe(cores->tile, probe);
    cores->clock_high = clock_high;
    return is_there;
}
