/* SPDX-License-Identifier: Apache-2.0 */
/* Requests of a core to other tiles for which nothing waited: an atomic to a tile may be done before a write to it is
 * in memory, what is read may not be there, what is written not have left. Requests are done whole here when they are
 * sent, which is the strongest order, so that a run does not show it. R58o */
#include "tile/registers/registers.h"
#include "tile/riscv/cores_internal.h"

#include "atomic_findings.h"
#include "noc_findings.h"

enum { OUTGOING = NOC_OUTSTANDING + NOC_TRANSACTIONS };

static bool open_reaches(const struct cores *cores, const struct noc_refusal *write, const struct noc_refusal *atomic)
{
    if (!write->is_multicast && !atomic->is_multicast)
        return write->x == atomic->x && write->y == atomic->y;
    const struct noc_refusal *const wide = write->is_multicast ? write : atomic, *const other = write->is_multicast
                                                                                                    ? atomic
                                                                                                    : write;
    unsigned x = other->x, y = other->y;
    grid_untranslate(cores->tile->chip, &x, &y);
    return noc_rectangle_has(cores->tile->chip, wide->noc, &wide->rectangle, x, y);
}

/* A flush says that the bytes have left; the same channel of one network then delivers them first. */
static bool open_is_ordered(const struct core_open_write *open, const struct noc_refusal *atomic)
{
    return open->is_flushed && open->request.noc == atomic->noc && open->request.channel == atomic->channel;
}

static void network_order_check(struct core_port *port, const struct noc_refusal *atomic)
{
    for (unsigned i = 0; i < port->open_count; i++) {
        const struct core_open_write *open = &port->open[i];
        if (open_is_ordered(open, atomic) || !open_reaches(port->cores, &open->request, atomic))
            continue;
        tile_finding(
            port->cores->tile, FINDING_ATOMIC_BEFORE_WRITE, TT_UNIT_CORE, 0,
            "core %s, pc %#x: an atomic to x %u, y %u, address %#x may be done before the write of %u bytes to "
            "address %#x over network %u is in memory",
            core_name(port->id), (unsigned)port->core.pc, (unsigned)atomic->x, (unsigned)atomic->y,
            (unsigned)atomic->addr, (unsigned)open->request.bytes, (unsigned)open->request.addr, open->request.noc);
        port->open_count = 0;
        return;
    }
}

/* The first of any core's open requests that has bytes of [lo, hi): said, and no longer open. */
static void network_order_meet(struct cores *cores, const char *who, uint32_t lo, uint32_t hi, bool is_write)
{
    for (struct core_port *port = cores->port; port < cores->port + TT_CORE_COUNT; port++) {
        for (unsigned i = 0; i < port->local_count; i++) {
            const struct core_open_local open = port->locals[i];
            if (open.is_read == is_write || open.lo >= hi || lo >= open.hi)
                continue;
            tile_finding(cores->tile, is_write ? FINDING_NOC_WRITE_NOT_AWAITED : FINDING_NOC_READ_NOT_AWAITED,
                         TT_UNIT_CORE, 0, "%s %s L1 %#x to %#x, which a %s of core %s over network %u may not have %s",
                         who, is_write ? "rewrites" : "reads", (unsigned)(lo > open.lo ? lo : open.lo),
                         (unsigned)(hi < open.hi ? hi : open.hi) - 1, is_write ? "write" : "read", core_name(port->id),
                         open.noc, is_write ? "taken yet" : "brought yet");
            port->locals[i] = port->locals[--port->local_count];
            return;
        }
    }
}

void cores_unit_touches(struct tile *tile, enum tt_unit unit, uint32_t lo, uint32_t hi, bool is_write)
{
    unsigned open = 0;
    for (unsigned i = 0; i < TT_CORE_COUNT; i++)
        open += tile->cores->port[i].local_count;
    if (open)
        network_order_meet(tile->cores, unit_name(unit), lo, hi, is_write);
}

/* Bytes that come by a read may overwrite those of a write; bytes that a write sends may not have come. */
static void network_order_local(struct core_port *port, const struct noc_refusal *request)
{
    const bool is_read = request->kind == NOC_READ;
    if (!is_read && request->kind != NOC_WRITE)
        return;
    network_order_meet(port->cores, is_read ? "a read of the network" : "a write of the network", request->local,
                       request->local + request->bytes, is_read);
    if (port->local_count == OPEN_LOCALS) {
        memmove(port->locals, port->locals + 1, (OPEN_LOCALS - 1) * sizeof *port->locals);
        port->local_count--;
    }
    port->locals[port->local_count++] =
        (struct core_open_local){request->local, request->local + request->bytes, (uint8_t)request->noc, is_read};
}

static void network_order_close(struct core_port *port, unsigned noc, bool closes_reads, bool closes_writes)
{
    unsigned left = 0;
    for (unsigned i = 0; i < port->local_count; i++) {
        const struct core_open_local open = port->locals[i];
        if (open.noc != noc || !(open.is_read ? closes_reads : closes_writes))
            port->locals[left++] = open;
    }
    port->local_count = left;
}

void network_order_sent(struct core_port *port, const struct noc_refusal *request)
{
    const bool is_write = request->kind == NOC_WRITE || request->kind == NOC_WRITE_INLINE;
    network_order_local(port, request);
    if (request->kind == NOC_ATOMIC)
        network_order_check(port, request);
    if (!is_write || request->addr >= port->cores->tile->chip->l1_bytes)
        return;
    if (port->open_count == OPEN_WRITES) { /* the oldest is the likeliest to be there */
        for (unsigned i = 1; i < OPEN_WRITES; i++)
            port->open[i - 1] = port->open[i];
        port->open_count--;
    }
    port->open[port->open_count++] = (struct core_open_write){*request, false};
}

void network_order_counted(struct core_port *port, unsigned noc, unsigned counter)
{
    const bool is_flush = counter == NOC_NP_WR_REQ || counter == NOC_P_WR_REQ || counter >= OUTGOING;
    const bool is_barrier = counter == NOC_WR_ACK || (counter >= NOC_OUTSTANDING && counter < OUTGOING);
    unsigned left = 0;
    if (counter >= NOC_RECEIVED)
        return;
    const bool is_by_id = counter >= NOC_OUTSTANDING && counter < OUTGOING;
    network_order_close(port, noc, counter == NOC_RD_RESP || is_by_id, is_flush || is_barrier);
    for (unsigned i = 0; i < port->open_count; i++) {
        struct core_open_write open = port->open[i];
        const bool is_here = open.request.noc == noc;
        open.is_flushed = open.is_flushed || (is_here && is_flush);
        if (!is_here || !is_barrier)
            port->open[left++] = open;
    }
    port->open_count = left;
}
