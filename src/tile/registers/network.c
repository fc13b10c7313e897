/* SPDX-License-Identifier: Apache-2.0 */
/* A network interface: command buffers, and counters of what they sent. R58, R59 */
#include "tile/registers/registers.h"

#include "noc_findings.h"

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

/* One end's counters: the first of them, and how much a request makes them grow. */
struct counting {
    uint32_t *first;
    uint32_t packets, flits;
    uint32_t recipients; /* each answers */
    bool is_answered;
};

static void count(const struct counting *end, unsigned counter, uint32_t by)
{
    end->first[counter] += by;
}

static void count_read(const struct counting *end)
{
    count(end, NOC_RD_REQ, end->packets);
    count(end, NOC_RD_RESP, end->packets);
    count(end, NOC_RD_DATA_WORD, end->flits);
}

static void count_write(const struct counting *end)
{
    count(end, end->is_answered ? NOC_NP_WR_STARTED : NOC_P_WR_STARTED, end->packets);
    count(end, end->is_answered ? NOC_NP_WR_REQ : NOC_P_WR_REQ, end->packets);
    count(end, end->is_answered ? NOC_NP_WR_DATA_WORD : NOC_P_WR_DATA_WORD, end->flits);
    count(end, NOC_WR_ACK, end->is_answered ? end->packets * end->recipients : 0);
}

static void count_atomic(const struct counting *end)
{
    count(end, end->is_answered ? NOC_NP_ATOMIC : NOC_P_ATOMIC, 1);
    count(end, NOC_ATOMIC_RESP, end->is_answered ? end->recipients : 0);
}

/* As of a request that is answered at once: what is open goes up and down again. A word in the request is a flit where
 * it is received, and none where it is sent. */
static void count_end(struct tile *tile, unsigned noc, const struct noc_request *request, bool receives)
{
    const uint32_t flit = tile->chip->noc_flit_bytes;
    const struct counting end = {
        .first = &tile->state.registers.noc[noc][NOC_CELL_COUNTER + (receives ? NOC_RECEIVED : 0)],
        .packets = noc_packets(tile, request),
        .flits = request->kind == NOC_WRITE_INLINE ? receives : request->bytes / flit + (request->bytes % flit != 0),
        .recipients = receives ? 1 : request->recipients,
        .is_answered = request->is_answered,
    };
    count(&end, NOC_ACCEPTED, end.packets);
    if (request->kind == NOC_READ)
        count_read(&end);
    else if (request->kind == NOC_ATOMIC)
        count_atomic(&end);
    else
        count_write(&end);
    if (!receives && request->kind == NOC_READ)
        count(&end, NOC_RD_STARTED, end.packets);
    if (!receives && request->kind == NOC_ATOMIC)
        count(&end, NOC_NP_ATOMIC_STARTED, request->is_answered);
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

/* Requests that leave the tile are in a recording, if anywhere: their stores to L1 are events of their own. A core that
 * runs here has been served, or it was stopped before it gets here (tile_noc_refuses). */
static void noc_send(struct tile *tile, enum tt_unit unit, unsigned noc, unsigned buffer)
{
    struct noc_request request;
    struct noc_refusal refusal;
    const bool is_here = noc_decode(tile, noc, buffer, &request, &refusal);
    count_end(tile, noc, &request, false);
    if (is_here) {
        noc_transfer(tile, unit, &request);
        count_end(tile, noc, &request, true); /* the other end, which is the tile as well */
    } else if (unit != TT_UNIT_CORE || !tile->cores) {
        tile_finding(tile, FINDING_NOC_ELSEWHERE, unit, 0, NOC_REFUSAL_FORMAT, NOC_REFUSAL_WORDS(&refusal));
    }
    leave_last_packet(tile, noc, buffer, &request);
}

void noc_store(struct tile *tile, const struct bus_access *store)
{
    const struct mmio_register *reg = store->at->reg;
    const unsigned noc = store->at->block, index = store->at->index;
    const uint32_t value = store->value;
    uint32_t *cells = tile->state.registers.noc[noc];
    switch ((unsigned)reg->act) {
    case MMIO_ACT_HOLDS:
    case MMIO_ACT_INERT:
        cells[reg->cell + index] = value & reg->mask[tile->chip->id];
        return;
    case MMIO_ACT_REQUESTS:
        if (value & 1)
            noc_send(tile, store->unit, noc, index);
        return;
    case MMIO_ACT_CLEARS_OUTSTANDING:
        for (unsigned i = 0; i < NOC_TRANSACTIONS; i++)
            if (value >> i & 1)
                cells[NOC_CELL_COUNTER + NOC_OUTSTANDING + i] = 0;
        return;
    default:
        return;
    }
}

bool tile_noc_refuses(const struct tile *tile, const struct mmio_target *at, uint32_t value,
                      struct noc_refusal *refusal)
{
    struct noc_request request;
    return mmio_sends_request(at, value) && !noc_decode(tile, at->block, at->index, &request, refusal);
}
