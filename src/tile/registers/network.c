/* SPDX-License-Identifier: Apache-2.0 */
/* A network interface: command buffers, and counters of what they sent. R58, R59 */
#include "tile/registers/registers.h"

/* Counters by number (R59). */
enum {
    ATOMIC_RESP = 0,
    WR_ACK = 1,
    RD_RESP = 2,
    RD_DATA_WORD = 3,
    CMD_ACCEPTED = 4,
    RD_REQ_SENT = 5,
    NP_ATOMIC_SENT = 6,
    P_ATOMIC_SENT = 7,
    NP_WR_DATA_WORD = 8,
    P_WR_DATA_WORD = 9,
    NP_WR_REQ_SENT = 10,
    P_WR_REQ_SENT = 11,
    NP_WR_STARTED = 12,
    P_WR_STARTED = 13,
    RD_STARTED = 14,
    NP_ATOMIC_STARTED = 15,
    OUTSTANDING = 16,
    TRANSACTIONS = 16,
    ATOMIC_RESP_SENT = 48,
    WR_ACK_SENT = 49,
    RD_RESP_SENT = 50,
    RD_DATA_WORD_SENT = 51,
    REQ_ACCEPTED = 52,
    RD_REQ_RECEIVED = 53,
    NP_ATOMIC_RECEIVED = 54,
    P_ATOMIC_RECEIVED = 55,
    NP_WR_DATA_WORD_RECEIVED = 56,
    P_WR_DATA_WORD_RECEIVED = 57,
    NP_WR_REQ_RECEIVED = 58,
    P_WR_REQ_RECEIVED = 59,
    NP_WR_REQ_STARTED = 60,
    P_WR_REQ_STARTED = 61,
};

enum { FLITS_MAX = 256 /* of a packet */ };

static uint32_t packet_bytes(const struct tile *tile)
{
    return FLITS_MAX * tile->chip->noc_flit_bytes;
}

uint32_t noc_packets(const struct tile *tile, const struct noc_request *request)
{
    const uint32_t most = packet_bytes(tile);
    return request->bytes ? request->bytes / most + (request->bytes % most != 0) : 1;
}

static void count(struct tile *tile, unsigned noc, unsigned counter, uint32_t by)
{
    tile->state.registers.noc[noc][NOC_CELL_COUNTER + counter] += by;
}

static void count_write(struct tile *tile, unsigned noc, bool is_answered, uint32_t packets, uint32_t flits)
{
    count(tile, noc, is_answered ? NP_WR_STARTED : P_WR_STARTED, packets);
    count(tile, noc, is_answered ? NP_WR_REQ_SENT : P_WR_REQ_SENT, packets);
    count(tile, noc, is_answered ? NP_WR_DATA_WORD : P_WR_DATA_WORD, flits);
    count(tile, noc, WR_ACK, is_answered ? packets : 0);
}

static uint32_t flits_of(const struct tile *tile, const struct noc_request *request)
{
    const uint32_t flit = tile->chip->noc_flit_bytes;
    return request->bytes / flit + (request->bytes % flit != 0);
}

/* As of a request that is answered at once: what is open goes up and down again. */
static void count_request(struct tile *tile, unsigned noc, const struct noc_request *request)
{
    const uint32_t packets = noc_packets(tile, request), flits = flits_of(tile, request);
    count(tile, noc, CMD_ACCEPTED, packets);
    switch (request->kind) {
    case NOC_READ:
        count(tile, noc, RD_STARTED, packets);
        count(tile, noc, RD_REQ_SENT, packets);
        count(tile, noc, RD_RESP, packets);
        count(tile, noc, RD_DATA_WORD, flits);
        return;
    case NOC_WRITE:
        count_write(tile, noc, request->is_answered, packets, flits);
        return;
    case NOC_WRITE_INLINE:
        count_write(tile, noc, request->is_answered, 1, 0);
        return;
    case NOC_ATOMIC:
        count(tile, noc, request->is_answered ? NP_ATOMIC_SENT : P_ATOMIC_SENT, 1);
        count(tile, noc, NP_ATOMIC_STARTED, request->is_answered);
        count(tile, noc, ATOMIC_RESP, request->is_answered);
        return;
    }
}

static void count_received_write(struct tile *tile, unsigned noc, bool is_answered, uint32_t packets, uint32_t flits)
{
    count(tile, noc, is_answered ? NP_WR_REQ_STARTED : P_WR_REQ_STARTED, packets);
    count(tile, noc, is_answered ? NP_WR_DATA_WORD_RECEIVED : P_WR_DATA_WORD_RECEIVED, flits);
    count(tile, noc, is_answered ? NP_WR_REQ_RECEIVED : P_WR_REQ_RECEIVED, packets);
    count(tile, noc, WR_ACK_SENT, is_answered ? packets : 0);
}

/* The other end's counters, of a request whose other end is the tile as well. A word in the request is a flit. */
static void count_received(struct tile *tile, unsigned noc, const struct noc_request *request)
{
    const uint32_t packets = noc_packets(tile, request), flits = flits_of(tile, request);
    count(tile, noc, REQ_ACCEPTED, packets);
    switch (request->kind) {
    case NOC_READ:
        count(tile, noc, RD_REQ_RECEIVED, packets);
        count(tile, noc, RD_RESP_SENT, packets);
        count(tile, noc, RD_DATA_WORD_SENT, flits);
        return;
    case NOC_WRITE:
        count_received_write(tile, noc, request->is_answered, packets, flits);
        return;
    case NOC_WRITE_INLINE:
        count_received_write(tile, noc, request->is_answered, 1, 1);
        return;
    case NOC_ATOMIC:
        count(tile, noc, request->is_answered ? NP_ATOMIC_RECEIVED : P_ATOMIC_RECEIVED, 1);
        count(tile, noc, ATOMIC_RESP_SENT, request->is_answered);
        return;
    }
}

/* A longer one goes packet by packet: the buffer shows the last of them. */
static void leave_last_packet(struct tile *tile, unsigned noc, unsigned buffer, const struct noc_request *request)
{
    uint32_t *cells = tile->state.registers.noc[noc];
    const uint32_t gone = (noc_packets(tile, request) - 1) * packet_bytes(tile);
    cells[NOC_CELL_AT_LEN_BE + buffer] -= gone;
    cells[NOC_CELL_TARG_ADDR_LO + buffer] += gone;
    cells[NOC_CELL_RET_ADDR_LO + buffer] += gone;
}

/* What leaves the tile is in a recording, if anywhere: its stores to L1 are events of their own. In firmware order a
 * core is stopped before it gets here (tile_noc_refuses). */
static void request(struct tile *tile, enum tt_unit unit, unsigned noc, unsigned buffer)
{
    struct noc_request request;
    struct noc_refusal refusal;
    const bool is_here = noc_decode(tile, noc, buffer, &request, &refusal);
    count_request(tile, noc, &request);
    if (is_here) {
        noc_transfer(tile, unit, &request);
        count_received(tile, noc, &request);
    } else {
        tile_finding(tile, FINDING_NOC_ELSEWHERE, unit, 0, NOC_REFUSAL_FORMAT, NOC_REFUSAL_WORDS(&refusal));
    }
    leave_last_packet(tile, noc, buffer, &request);
}

void noc_store(struct tile *tile, enum tt_unit unit, unsigned noc, const struct mmio_register *reg, unsigned index,
               uint32_t value)
{
    uint32_t *cells = tile->state.registers.noc[noc];
    switch ((unsigned)reg->act) {
    case MMIO_ACT_HOLDS:
    case MMIO_ACT_INERT:
        cells[reg->cell + index] = value & reg->mask[tile->chip->id];
        return;
    case MMIO_ACT_REQUESTS:
        if (value & 1)
            request(tile, unit, noc, index);
        return;
    case MMIO_ACT_CLEARS_OUTSTANDING:
        for (unsigned i = 0; i < TRANSACTIONS; i++)
            if (value >> i & 1)
                cells[NOC_CELL_COUNTER + OUTSTANDING + i] = 0;
        return;
    default:
        return;
    }
}

bool tile_noc_refuses(const struct tile *tile, uint32_t addr, uint32_t value, struct noc_refusal *refusal)
{
    unsigned noc, buffer = 0;
    struct noc_request request;
    const struct mmio_register *reg = mmio_register_at(tile->chip->id, addr, &noc, &buffer);
    return reg && reg->act == MMIO_ACT_REQUESTS && (value & 1) && !noc_decode(tile, noc, buffer, &request, refusal);
}
