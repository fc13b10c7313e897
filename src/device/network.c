/* SPDX-License-Identifier: Apache-2.0 */
/* Requests from tile to tile and to DRAM. Each is done whole when it is sent, which is the strongest of the orders that
 * the network allows; what is read is there in the sender's next round. docs/semantics/device.md#network */
#include "device/device_internal.h"

#include "base/little.h"

enum { REGISTERS = 0xFF000000 };

static bool runs(const struct place *place)
{
    return place && place_is_worker(place) && place->live;
}

/* Network 0 has the places of the grid, and names that the device translates are the same on both. Without translation
 * software names tiles on network 1 as on network 0, and DRAM by what network 1 counts, where one name may be a tile
 * and a bank. */
static struct place *network_find(struct device *device, const struct noc_refusal *request)
{
    struct place *const named = device_place(device, request->x, request->y);
    const struct host_traits *host = &device->chip->host;
    const bool is_beyond = request->x > host->noc_x_last || request->y > host->noc_y_last;
    if (request->noc == 0 || is_beyond || (device->is_translated && !device->chip->grid.workers_x))
        return named;
    struct place *const mirrored = device_place(device, host->noc_x_last - request->x, host->noc_y_last - request->y);
    if (device->is_translated)
        return mirrored;
    const bool may_be_dram = mirrored->kind == DEVICE_DRAM;
    if (may_be_dram && request->addr >= device->chip->l1_bytes && request->addr < REGISTERS)
        return mirrored;
    device->summary.ambiguous += runs(named) && (may_be_dram || runs(mirrored));
    return runs(named) ? named : mirrored;
}

static bool holds(const struct place *place, uint32_t addr, uint32_t count)
{
    const uint64_t bytes = place_bytes(place);
    return addr < bytes && count <= bytes - addr;
}

/* By whom, and from where. */
static struct device_transfer network_transfer(const struct place *by, const struct noc_refusal *request,
                                               enum device_way way, const struct place *from, uint32_t from_addr)
{
    return (struct device_transfer){.way = way,
                                    .noc = (uint8_t)request->noc,
                                    .by_x = by->x,
                                    .by_y = by->y,
                                    .by_step = live_step(by->live),
                                    .from_x = from->x,
                                    .from_y = from->y,
                                    .from_addr = from_addr,
                                    .from_step = place_step(from)};
}

/* Bytes under way, and a flag for each behind them; null: no memory. */
static uint8_t *network_load(const struct place *from, uint32_t addr, uint32_t count, const struct place *sender)
{
    uint8_t *bytes = mem_alloc(count ? 2 * (size_t)count : 1);
    if (!bytes)
        return NULL;
    place_read(from, addr, bytes, count);
    if (live_core_depends(sender->live))
        memset(bytes + count, 1, count);
    else
        (void)place_unknown(from, addr, count, bytes + count);
    return bytes;
}

/* True: it is served. An error then is a failure of ours, which ends the run behind this round. */
static bool network_put(struct place *to, struct device_transfer transfer, uint32_t addr, const uint8_t *bytes,
                        uint32_t count)
{
    struct device *device = to->device;
    transfer.to_addr = addr;
    transfer.count = count;
    if (!device->status)
        device->status = place_note(to, &transfer, &device->err);
    if (!device->status)
        device->status = place_write(to, addr, bytes, count, &device->err);
    if (!device->status)
        place_lose(to, addr, count, bytes + count);
    return true;
}

static bool network_arrives(struct place *place, struct device_transfer transfer, uint32_t addr,
                            const struct place *from, uint32_t count)
{
    if (place->arrival_count == ARRIVALS_MAX)
        return false;
    uint8_t *bytes = network_load(from, transfer.from_addr, count, place);
    if (!bytes)
        return false;
    transfer.to_addr = addr;
    transfer.count = count;
    place->arrivals[place->arrival_count++] = (struct arrival){transfer, bytes};
    return true;
}

enum tt_status network_arrive(struct place *place, struct tt_error *err)
{
    enum tt_status status = TT_OK;
    for (unsigned i = 0; i < place->arrival_count; i++) {
        struct arrival *arrival = &place->arrivals[i];
        const uint32_t addr = arrival->transfer.to_addr, count = arrival->transfer.count;
        status = status ?: place_note(place, &arrival->transfer, err);
        status = status ?: live_store_l1(place->live, addr, arrival->bytes, count, err);
        if (!status)
            live_lose(place->live, addr, count, arrival->bytes + count);
        mem_free(arrival->bytes);
    }
    place->arrival_count = 0;
    return status;
}

static bool network_write(struct place *from, struct place *to, const struct noc_refusal *request)
{
    if (!holds(to, request->addr, request->bytes))
        return false;
    uint8_t *bytes = network_load(from, request->local, request->bytes, from);
    if (!bytes)
        return false;
    const bool is_done = network_put(to, network_transfer(from, request, DEVICE_BY_WRITE, from, request->local),
                                     request->addr, bytes, request->bytes);
    mem_free(bytes);
    return is_done;
}

/* Bytes that are not enabled stay another writer's: each stretch of enabled ones is a transfer. */
static bool network_write_inline(struct place *from, struct place *to, const struct noc_refusal *request)
{
    const uint32_t addr = request->addr & ~(WORD - 1u);
    uint8_t word[WORD], bytes[2 * WORD];
    if (!holds(to, addr, WORD))
        return false;
    store_u32(word, request->data);
    for (unsigned first = 0, end; first < WORD; first = end + 1) {
        for (end = first; end < WORD && request->enables >> end & 1;)
            end++;
        if (end == first)
            continue;
        memcpy(bytes, word + first, end - first);
        memset(bytes + (end - first), live_core_depends(from->live), end - first);
        (void)network_put(to, network_transfer(from, request, DEVICE_BY_INLINE, from, 0), addr + first, bytes,
                          end - first);
    }
    return true;
}

static bool network_atomic(struct place *from, struct place *to, const struct noc_refusal *request)
{
    const uint32_t addr = request->addr & ~(NOC_BLOCK_BYTES - 1u), answered = request->addr & ~(WORD - 1u);
    unsigned first, count;
    if (to->kind == DEVICE_DRAM || !holds(to, addr, NOC_BLOCK_BYTES))
        return false;
    if (request->is_answered && !network_arrives(from, network_transfer(from, request, DEVICE_BY_ANSWER, to, answered),
                                                 request->local, to, WORD))
        return false;
    uint8_t *block = network_load(to, addr, NOC_BLOCK_BYTES, from);
    if (!block)
        return false;
    bool is_done = noc_atomic_apply(block, request->data, request->code, &first, &count);
    memmove(block, block + first, count); /* and the flags behind what is stored */
    memmove(block + count, block + NOC_BLOCK_BYTES + first, count);
    if (is_done)
        is_done =
            network_put(to, network_transfer(from, request, DEVICE_BY_ATOMIC, from, 0), addr + first, block, count);
    mem_free(block);
    return is_done;
}

/* A word to a register of another tile. */
static bool network_store(const struct place *from, struct place *to, const struct noc_refusal *request)
{
    struct tt_error err;
    uint8_t word[WORD];
    if (!runs(to) || request->addr % WORD)
        return false;
    if (request->kind == NOC_WRITE && request->bytes == WORD)
        tile_load(live_tile(from->live), TT_SPACE_L1, request->local, WORD, word);
    else if (request->kind == NOC_WRITE_INLINE)
        store_u32(word, request->data);
    else
        return false;
    *place_awake(to) = true;
    const bool is_inline = request->kind == NOC_WRITE_INLINE;
    struct device_transfer transfer = network_transfer(from, request, is_inline ? DEVICE_BY_INLINE : DEVICE_BY_WRITE,
                                                       from, is_inline ? 0 : request->local);
    transfer.to_addr = request->addr;
    transfer.count = WORD;
    if (!to->device->status)
        to->device->status = place_note(to, &transfer, &to->device->err);
    return live_store(to->live, request->addr, load_u32(word), &err) == TT_OK;
}

static bool network_do(struct place *from, struct place *to, const struct noc_refusal *request)
{
    if (request->addr >= REGISTERS && place_is_worker(to))
        return network_store(from, to, request);
    switch (request->kind) {
    case NOC_READ:
        return holds(to, request->addr, request->bytes) &&
               network_arrives(from, network_transfer(from, request, DEVICE_BY_READ, to, request->addr), request->local,
                               to, request->bytes);
    case NOC_WRITE:
        return network_write(from, to, request);
    case NOC_WRITE_INLINE:
        return network_write_inline(from, to, request);
    case NOC_ATOMIC:
        return network_atomic(from, to, request);
    }
    return false;
}

/* The answers of a multicast all go to one word: the last one stays. */
static void network_drop_answer(struct place *place, unsigned before)
{
    if (place->arrival_count > before)
        mem_free(place->arrivals[--place->arrival_count].bytes);
}

bool device_is_reached(const struct chip *chip, unsigned network, const uint8_t first[static 2],
                       const uint8_t last[static 2], unsigned x, unsigned y)
{
    const struct noc_rectangle rectangle = {first[0], first[1], last[0], last[1], false};
    return noc_rectangle_has(chip, network, &rectangle, x, y);
}

/* To each tile in turn; to the sender itself as what it reads. */
static bool network_multicast(struct place *from, const struct noc_refusal *request)
{
    struct device *device = from->device;
    const struct noc_rectangle *rectangle = &request->rectangle;
    const uint32_t bytes = request->kind == NOC_WRITE ? request->bytes : WORD;
    if (!holds(from, request->addr, bytes) || (rectangle->has_sender && request->kind != NOC_WRITE))
        return false;
    const unsigned before = from->arrival_count;
    bool is_done = true;
    for (unsigned y = 0; y <= device->chip->host.noc_y_last; y++)
        for (unsigned x = 0; x <= device->chip->host.noc_x_last && is_done; x++) {
            struct place *const to = device_place(device, x, y);
            if (!noc_rectangle_has(device->chip, request->noc, rectangle, x, y))
                continue;
            if (to != from && request->kind == NOC_ATOMIC)
                network_drop_answer(from, before);
            if (to != from)
                is_done = network_do(from, to, request);
            else if (rectangle->has_sender)
                is_done = network_arrives(from, network_transfer(from, request, DEVICE_BY_WRITE, from, request->local),
                                          request->addr, from, bytes);
        }
    return is_done;
}

static bool network_single(struct place *from, const struct noc_refusal *request)
{
    struct place *const to = network_find(from->device, request);
    return to && to != from && network_do(from, to, request);
}

bool network_serve(void *user, const struct noc_refusal *request)
{
    struct place *from = user;
    if (!(request->is_multicast ? network_multicast(from, request) : network_single(from, request)))
        return false;
    struct device_summary *summary = &from->device->summary;
    from->requests++;
    summary->reads += request->kind == NOC_READ;
    summary->writes += request->kind == NOC_WRITE || request->kind == NOC_WRITE_INLINE;
    summary->atomics += request->kind == NOC_ATOMIC;
    return true;
}
