/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files around the cores. */
#pragma once

#include "isa/cores.h"
#include "tile/riscv/cores.h"
#include "tile/tile_internal.h"

enum {
    LOCAL_BYTES_MAX = 8192,
    MAILBOX_CORES = 4, /* B, T0, T1, T2 (R51) */
    MAILBOX_DEPTH = 4, /* of one, and of all that one core stores into (R20) */
    PCBUF_DEPTH = 16,
};

struct core_queue {
    uint32_t values[PCBUF_DEPTH];
    uint32_t first, count;
};

/* The registers from which a core may take the time. */
enum core_time { CORE_TIME_CYCLES, CORE_TIME_CLOCK };

enum { OPEN_WRITES = 8, OPEN_LOCALS = 32 };

/* A write to another tile that no barrier of the core has waited for. */
struct core_open_write {
    struct noc_refusal request;
    bool is_flushed; /* the core saw that it had left */
};

/* Bytes of L1 that a read of the network may not have brought yet, or a write not have taken: no counter that says so
 * was looked at. */
struct core_open_local {
    uint32_t lo, hi;
    uint8_t noc;
    bool is_read;
};

/* A core and the callbacks' way back to it. */
struct core_port {
    struct cores *cores;
    enum tt_core id;
    bool is_running, is_parked, is_halted;
    uint8_t said_times; /* bit a enum core_time: that this is a guess was said */
    struct core_waiting waiting;
    struct riscv_core core;
    struct riscv_bus bus;
    struct core_open_write open[OPEN_WRITES];
    unsigned open_count;
    struct core_open_local locals[OPEN_LOCALS];
    unsigned local_count;
    uint8_t local[LOCAL_BYTES_MAX];
};

struct core_mark {
    struct riscv_core core;
    uint8_t local[LOCAL_BYTES_MAX];
};

struct cores {
    struct tile *tile;
    struct cores_host host;
    struct core_port port[TT_CORE_COUNT];
    struct core_mark mark[TT_CORE_COUNT];
    uint64_t changes;
    unsigned released; /* bit a core: not reported yet */
    uint32_t soft_reset, clock_high;
    struct core_queue mailbox[MAILBOX_CORES][MAILBOX_CORES]; /* by writer, then reader */
    struct core_queue pcbuf[THREADS];
};

static inline bool queue_push(struct core_queue *queue, uint32_t depth, uint32_t value)
{
    if (queue->count >= depth)
        return false;
    queue->values[(queue->first + queue->count++) % PCBUF_DEPTH] = value;
    return true;
}

static inline uint32_t queue_pop(struct core_queue *queue)
{
    const uint32_t value = queue->values[queue->first];
    queue->first = (queue->first + 1) % PCBUF_DEPTH;
    queue->count--;
    return value;
}

/* The core reads a time, which is a guess: said once of each (R69). */
void core_reads_time(struct core_port *port, enum core_time time);
enum riscv_step core_waits(struct core_port *port, enum core_wait wait, enum tt_core who);
/* A store of a word, as it is reported to the host; and a store that others can see, reported. */
struct core_act core_act(const struct core_port *port, enum core_act_kind kind, uint32_t addr, uint32_t value);
void core_report(struct core_port *port, const struct core_act *act);
void core_acts(struct core_port *port, enum core_act_kind kind, uint32_t addr, uint32_t value);

/* ---- devices.c ---- */

/* A core's port is the user. */
enum riscv_step core_load(void *user, uint32_t addr, unsigned bytes, uint32_t *value);
enum riscv_step core_store(void *user, uint32_t addr, unsigned bytes, uint32_t value);
enum riscv_step core_push(struct core_port *port, unsigned thread, uint32_t word);

/* ---- mailbox.c ---- */

enum riscv_step mailbox_load(struct core_port *port, const struct mmio_target *at, uint32_t *value);
enum riscv_step mailbox_store(struct core_port *port, unsigned reader, uint32_t value);
enum riscv_step pcbuf_load(struct core_port *port, const struct mmio_target *at, uint32_t *value);
enum riscv_step pcbuf_store(struct core_port *port, unsigned thread, uint32_t value);

/* ---- network_order.c ---- */

/* The core has sent a request to another tile, or loads a counter of a network's interface. */
void network_order_sent(struct core_port *port, const struct noc_refusal *request);
void network_order_counted(struct core_port *port, unsigned noc, unsigned counter);

/* ---- reset.c ---- */

enum { SOFT_RESET_AT_START = 0x00047800 /* all five cores held (R10) */ };

enum riscv_step reset_store(struct core_port *port, uint32_t value);

/* ---- debug.c, debug_bus.c ---- */

enum riscv_step debug_load(struct core_port *port, uint32_t offset, uint32_t *value);
/* False for a selection that is not known. */
bool debug_bus_word(const struct tile *tile, uint32_t control, uint32_t *value);

/* ---- dst_window.c ---- */

enum riscv_step dst_window_load(struct core_port *port, const struct mmio_target *at, unsigned bytes, uint32_t *value);
/* width: of a datum. */
enum riscv_step dst_window_accept(struct core_port *port, const struct mmio_target *at, unsigned bytes,
                                  unsigned *width);
