/* SPDX-License-Identifier: Apache-2.0 */
/* The registers that cores, STOREREG, LOADREG, STREAMWRCFG, STREAMWAIT and the network reach: one memory for all.
 * docs/semantics/riscv.md#registers. Only files under tile/ include this. */
#pragma once

#include "tile/bus.h"

/* Of a tile in a request: x, and y behind it. */
enum { COORDINATE_BITS = 6, COORDINATE = (1 << COORDINATE_BITS) - 1, COORDINATES = 0xFFF };

/* A store to a stream, a network interface or a debug register. */
void registers_store(struct tile *tile, const struct bus_access *store);
/* The value that a load sees. False: it was not stored since the start, and what it held then is not known here. */
bool registers_load(const struct tile *tile, const struct mmio_target *at, uint32_t *value);

/* Of a stream, past its base where it has one: what STREAMWAIT compares. */
bool registers_stream(const struct tile *tile, unsigned stream, unsigned cell, uint32_t *value);

static inline uint32_t debug_word(const struct tile *tile, uint32_t offset)
{
    return tile->state.registers.debug[offset / 4];
}

/* ---- streams.c ---- */

void stream_store(struct tile *tile, const struct bus_access *store);
uint32_t stream_load(const struct tile *tile, const struct mmio_target *at);

/* ---- network.c ---- */

/* Counters by number (R59): those of what is sent, and NOC_RECEIVED further on, in the same order, those of what is
 * received; NOC_RD_STARTED and NOC_NP_ATOMIC_STARTED are of what is sent alone. */
enum {
    NOC_ATOMIC_RESP = 0,
    NOC_WR_ACK = 1,
    NOC_RD_RESP = 2,
    NOC_RD_DATA_WORD = 3,
    NOC_ACCEPTED = 4,
    NOC_RD_REQ = 5,
    NOC_NP_ATOMIC = 6,
    NOC_P_ATOMIC = 7,
    NOC_NP_WR_DATA_WORD = 8,
    NOC_P_WR_DATA_WORD = 9,
    NOC_NP_WR_REQ = 10,
    NOC_P_WR_REQ = 11,
    NOC_NP_WR_STARTED = 12,
    NOC_P_WR_STARTED = 13,
    NOC_RD_STARTED = 14,
    NOC_NP_ATOMIC_STARTED = 15,
    NOC_OUTSTANDING = 16,
    NOC_TRANSACTIONS = 16, /* each has a counter of its own */
    NOC_RECEIVED = 48,
};

void noc_store(struct tile *tile, const struct bus_access *store);

/* ---- transfer.c ---- */

/* The request of a command buffer. */
struct noc_request {
    enum noc_kind kind;
    bool is_answered; /* an answer is asked for */
    uint32_t src, dst, bytes, data;
    uint64_t enables; /* NOC_WRITE_INLINE: bytes of the network's word that are stored */
    uint32_t code;    /* NOC_ATOMIC */
    uint32_t recipients;
};

/* False: it cannot be done within this tile, and why. */
bool noc_decode(const struct tile *tile, unsigned noc, unsigned buffer, struct noc_request *request,
                struct noc_refusal *refusal);
void noc_transfer(struct tile *tile, enum tt_unit unit, const struct noc_request *request);

/* Where a multicast goes, and to how many tiles; multicast.c. */
struct noc_rectangle noc_rectangle_of(uint32_t first, uint32_t last, bool has_sender);
uint32_t noc_recipients(const struct tile *tile, unsigned noc, const struct noc_rectangle *rectangle);

/* In how many packets a request goes, network.c: one, but for a read or a write of more than 256 flits (R58a). */
uint32_t noc_packets(const struct tile *tile, const struct noc_request *request);
