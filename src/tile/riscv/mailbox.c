/* SPDX-License-Identifier: Apache-2.0 */
/* Values from core to core: mailboxes between B, T0, T1 and T2, and the PCBufs from B to each T core (R20). */
#include "tile/riscv/cores_internal.h"

enum { MAILBOX_ASKS = 4 /* bit of a load's address: whether there is anything */ };

/* Mailboxes are numbered as the cores are: B, T0, T1, T2. */
enum riscv_step mailbox_load(struct core_port *port, const struct mmio_target *at, uint32_t *value)
{
    struct core_queue *queue = &port->cores->mailbox[at->block][port->id];
    if (at->offset & MAILBOX_ASKS) {
        *value = queue->count != 0;
        return RISCV_DONE;
    }
    if (queue->count == 0)
        return core_waits(port, CORE_WAITS_MAILBOX_EMPTY, (enum tt_core)at->block);
    *value = queue_pop(queue);
    core_acts(port, CORE_POP, at->addr, *value);
    return RISCV_DONE;
}

enum riscv_step mailbox_store(struct core_port *port, unsigned reader, uint32_t value)
{
    uint32_t in_all = 0;
    for (unsigned i = 0; i < MAILBOX_CORES; i++)
        in_all += port->cores->mailbox[port->id][i].count;
    if (in_all >= MAILBOX_DEPTH || !queue_push(&port->cores->mailbox[port->id][reader], MAILBOX_DEPTH, value))
        return core_waits(port, CORE_WAITS_MAILBOX_FULL, (enum tt_core)reader);
    return RISCV_DONE;
}

/* A T core pops. Core B waits until nothing is left of what it gave that core to do. */
enum riscv_step pcbuf_load(struct core_port *port, const struct mmio_target *at, uint32_t *value)
{
    const unsigned thread = at->block;
    struct cores *cores = port->cores;
    struct core_queue *queue = &cores->pcbuf[thread];
    if (port->id != TT_CORE_B) {
        if (queue->count == 0)
            return core_waits(port, CORE_WAITS_PCBUF_EMPTY, TT_CORE_B);
        *value = queue_pop(queue);
        core_acts(port, CORE_POP, at->addr, *value);
        return RISCV_DONE;
    }
    const enum tt_core t_core = (enum tt_core)(TT_CORE_T0 + thread);
    const bool is_done = queue->count == 0 && cores->port[t_core].waiting.wait == CORE_WAITS_PCBUF_EMPTY &&
                         cores->host.pipe_is_dry(cores->host.user, thread);
    if (!is_done)
        return core_waits(port, CORE_WAITS_T_CORE, t_core);
    *value = 0;
    return RISCV_DONE;
}

enum riscv_step pcbuf_store(struct core_port *port, unsigned thread, uint32_t value)
{
    if (port->id != TT_CORE_B) /* a T core's is dropped */
        return RISCV_DONE;
    if (!queue_push(&port->cores->pcbuf[thread], PCBUF_DEPTH, value))
        return core_waits(port, CORE_WAITS_PCBUF_FULL, (enum tt_core)(TT_CORE_T0 + thread));
    return RISCV_DONE;
}
