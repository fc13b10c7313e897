/* SPDX-License-Identifier: Apache-2.0 */
/* Requests of the network whose both ends are this tile: taken apart, and carried out at once. R58 */
#include "tile/registers/registers.h"

#include "base/little.h"
#include "isa/grid.h"

/* Bits of CTRL. */
enum {
    CTRL_KIND = 3,
    CTRL_KIND_ATOMIC = 1,
    CTRL_KIND_WRITE = 2,
    CTRL_BYTE_ENABLES = 1 << 2,
    CTRL_INLINE = 1 << 3,
    CTRL_ANSWERED = 1 << 4,
    CTRL_MULTICAST = 1 << 5,
    CTRL_STATIC = 1 << 7,
    CTRL_CHANNEL_SHIFT = 13,
    CTRL_CHANNEL = 7,
    CTRL_TO_SENDER = 1 << 17, /* of a multicast */
};

enum { WORMHOLE_HIGH_ADDRESS = 0xF, CHUNK = 1024 };
enum { BLOCK_BYTES = 16, WORD_ENABLES = 0xF, EXCLUDES = 1 << 22 };
enum { ATOMIC_CODE_SHIFT = 12, ATOMIC_CODE = 7, ATOMIC_WRAP_SHIFT = 2, ATOMIC_WRAP = 0x1F, ATOMIC_WORD = 3 };
enum { ATOMIC_ADDS = 1, ATOMIC_SWAPS_LANES = 3, ATOMIC_COMPARES = 4, ATOMIC_SWAPS = 6, ATOMIC_SWAPS_HIGH = 7 };

struct end {
    uint32_t addr, high; /* high: what lies above the address, but for the coordinates */
    uint32_t coordinates;
    uint32_t first; /* of a multicast: the other corner */
};

static uint32_t cell(const struct tile *tile, unsigned noc, unsigned first, unsigned buffer)
{
    return tile->state.registers.noc[noc][first + buffer];
}

/* Wormhole: 36 bits of address, then coordinates; Blackhole: coordinates in a word of their own. */
static struct end transfer_end_of(const struct tile *tile, unsigned noc, unsigned buffer, unsigned lo)
{
    enum { MID = NOC_CELL_TARG_ADDR_MID - NOC_CELL_TARG_ADDR_LO, HI = NOC_CELL_TARG_ADDR_HI - NOC_CELL_TARG_ADDR_LO };
    const uint32_t mid = cell(tile, noc, lo + MID, buffer);
    struct end end = {.addr = cell(tile, noc, lo, buffer)};
    if (tile->chip->noc_has_coordinate_word) {
        const uint32_t hi = cell(tile, noc, lo + HI, buffer);
        end.high = mid;
        end.coordinates = hi & COORDINATES;
        end.first = hi >> 2 * COORDINATE_BITS & COORDINATES;
    } else {
        end.high = mid & WORMHOLE_HIGH_ADDRESS;
        end.coordinates = mid >> 4 & COORDINATES;
        end.first = mid >> (4 + 2 * COORDINATE_BITS) & COORDINATES;
    }
    return end;
}

/* By either of the names that a tile has on a network; unless it was given any, it has none. */
static bool is_here(const struct tile *tile, unsigned noc, uint32_t coordinates)
{
    const uint32_t *cells = tile->state.registers.noc[noc];
    const uint32_t physical = cells[NOC_CELL_NODE_ID] & COORDINATES;
    const uint32_t logical = cells[NOC_CELL_NOC_ID_LOGICAL] & COORDINATES;
    return (physical && coordinates == physical) || (logical && coordinates == logical);
}

static const char *kind_name(const struct noc_request *request)
{
    static const char *const names[] = {
        [NOC_READ] = "read", [NOC_ATOMIC] = "atomic", [NOC_WRITE] = "write", [NOC_WRITE_INLINE] = "inline write"};
    return names[request->kind];
}

static bool is_memory(const struct tile *tile, uint32_t addr, uint32_t bytes)
{
    return addr < tile->chip->l1_bytes && bytes <= tile->chip->l1_bytes - addr;
}

static bool transfer_is_register(uint32_t addr)
{
    const bool is_network = addr >= MMIO_NOC && addr < MMIO_NOC_1_END; /* a request that sends itself has no end */
    return addr >= MMIO_TDMA && addr < MMIO_STREAM_END && !is_network && addr % 4 == 0;
}

static uint32_t transfer_block_of(const struct noc_request *request)
{
    return request->dst & ~(BLOCK_BYTES - 1u);
}

/* Which bytes of the sixteen around an address a request with a word in it stores, each of them the byte of the word
 * that the last two bits of its address choose. R58e */
static uint32_t enables_of_block(const struct tile *tile, const struct noc_request *request)
{
    const uint64_t enables = request->enables;
    if (tile->chip->noc_enables_fold)
        return (uint32_t)(enables | enables >> BLOCK_BYTES) & 0xFFFF;
    return (uint32_t)(enables >> transfer_block_of(request) % tile->chip->noc_flit_bytes) & 0xFFFF;
}

static unsigned word_in_block(const struct noc_request *request)
{
    return request->dst % BLOCK_BYTES & ~3u;
}

/* Of the word at the address alone. */
static unsigned enables_of_word(const struct tile *tile, const struct noc_request *request)
{
    return enables_of_block(tile, request) >> word_in_block(request) & WORD_ENABLES;
}

/* Whether all that is enabled lies in the sixteen bytes. */
static bool is_within_block(const struct tile *tile, const struct noc_request *request)
{
    const uint64_t of_block = (uint64_t)0xFFFF << transfer_block_of(request) % tile->chip->noc_flit_bytes;
    return tile->chip->noc_enables_fold || !(request->enables & ~of_block);
}

static bool is_within_word(const struct tile *tile, const struct noc_request *request)
{
    return is_within_block(tile, request) &&
           !(enables_of_block(tile, request) & ~((uint32_t)WORD_ENABLES << word_in_block(request)));
}

/* A register takes the whole word; what Wormhole's requests enable does not count for one. */
static bool is_register_word(const struct tile *tile, const struct noc_request *request)
{
    return transfer_is_register(request->dst) &&
           (tile->chip->noc_enables_fold || enables_of_word(tile, request) == WORD_ENABLES);
}

static bool is_atomic(uint32_t code);

static bool is_doable(const struct tile *tile, const struct noc_request *request)
{
    const bool is_word = request->bytes == 4;
    if (noc_packets(tile, request) > 1 && (request->src | request->dst) % BLOCK_BYTES)
        return false; /* the parts of a longer one must be aligned (R58a) */
    switch (request->kind) {
    case NOC_READ:
    case NOC_WRITE:
        return is_memory(tile, request->src, request->bytes) &&
               (is_memory(tile, request->dst, request->bytes) || (is_word && transfer_is_register(request->dst)));
    case NOC_WRITE_INLINE:
        return is_register_word(tile, request) ||
               (is_memory(tile, transfer_block_of(request), BLOCK_BYTES) && is_within_block(tile, request));
    case NOC_ATOMIC:
        return is_atomic(request->code) && is_memory(tile, transfer_block_of(request), BLOCK_BYTES) &&
               (!request->is_answered || is_memory(tile, request->src, 4));
    }
    return false;
}

/* Whether whoever has the other tile's memory can do it. */
static bool transfer_is_plain(const struct tile *tile, const struct noc_request *request, uint32_t ctrl,
                              bool is_answered_here)
{
    const bool is_copy = request->kind == NOC_READ || request->kind == NOC_WRITE;
    const uint32_t local = request->kind == NOC_READ ? request->dst : request->src;
    if (is_copy && (ctrl & CTRL_BYTE_ENABLES))
        return false;
    if ((ctrl & CTRL_MULTICAST) && request->kind == NOC_READ)
        return false;
    if (request->kind == NOC_ATOMIC)
        return is_atomic(request->code) && (!request->is_answered || (is_answered_here && is_memory(tile, local, 4)));
    return is_copy ? is_memory(tile, local, request->bytes) : is_within_word(tile, request);
}

static void transfer_fill(const struct tile *tile, unsigned noc, unsigned buffer, struct noc_request *request)
{
    const uint32_t ctrl = cell(tile, noc, NOC_CELL_CTRL, buffer);
    const uint32_t length = cell(tile, noc, NOC_CELL_AT_LEN_BE, buffer);
    *request = (struct noc_request){
        .kind = NOC_READ,
        .is_answered = (ctrl & CTRL_ANSWERED) != 0,
        .recipients = 1,
        .data = cell(tile, noc, NOC_CELL_AT_DATA, buffer),
    };
    if (ctrl & CTRL_INLINE) {
        request->kind = NOC_WRITE_INLINE;
        request->enables = length | (uint64_t)cell(tile, noc, NOC_CELL_AT_LEN_BE_1, buffer) << 32;
    } else if ((ctrl & CTRL_KIND) == CTRL_KIND_ATOMIC) {
        request->kind = NOC_ATOMIC;
        request->code = length;
    } else {
        request->kind = (ctrl & CTRL_KIND) == CTRL_KIND_WRITE ? NOC_WRITE : NOC_READ;
        const bool is_by_enables = request->kind == NOC_WRITE && (ctrl & CTRL_BYTE_ENABLES);
        request->bytes = is_by_enables ? (uint32_t)__builtin_popcount(length) : length;
    }
}

bool noc_decode(const struct tile *tile, unsigned noc, unsigned buffer, struct noc_request *request,
                struct noc_refusal *refusal)
{
    const uint32_t ctrl = cell(tile, noc, NOC_CELL_CTRL, buffer);
    const struct end targ = transfer_end_of(tile, noc, buffer, NOC_CELL_TARG_ADDR_LO);
    const struct end ret = transfer_end_of(tile, noc, buffer, NOC_CELL_RET_ADDR_LO);
    transfer_fill(tile, noc, buffer, request);
    /* A read and a write go from TARG to RET; a word in the request, and an atomic, to TARG. */
    const bool is_copy = request->kind == NOC_READ || request->kind == NOC_WRITE;
    const struct end *far = request->kind == NOC_WRITE ? &ret : &targ;
    request->src = is_copy ? targ.addr : ret.addr;
    request->dst = is_copy ? ret.addr : targ.addr;
    const struct noc_rectangle rectangle = noc_rectangle_of(far->first, far->coordinates, (ctrl & CTRL_TO_SENDER) != 0);
    const char *reason = NULL;
    if (far->high && grid_is_pcie(tile->chip, noc, far->coordinates & COORDINATE, far->coordinates >> COORDINATE_BITS))
        reason = "host memory (TT_METAL_SLOW_DISPATCH_MODE=1 avoids it)"; /* R71 */
    else if ((ctrl & CTRL_MULTICAST) && far->first != far->coordinates)
        reason = "a multicast reaches other tiles";
    else if (!is_here(tile, noc, far->coordinates))
        reason = "the other end is another tile";
    else if (far->high || !is_doable(tile, request) || (is_copy && (ctrl & CTRL_BYTE_ENABLES)))
        reason = "this form is not carried out here";
    if (!reason)
        return true;
    if (ctrl & CTRL_MULTICAST)
        request->recipients = noc_recipients(tile, noc, &rectangle);
    *refusal = (struct noc_refusal){
        .noc = noc,
        .kind = request->kind,
        .name = kind_name(request),
        .bytes = is_copy ? request->bytes : 4,
        .x = far->coordinates & COORDINATE,
        .y = far->coordinates >> COORDINATE_BITS,
        .addr = far->addr,
        .reason = reason,
        .is_plain = transfer_is_plain(tile, request, ctrl, is_here(tile, noc, ret.coordinates)) && !far->high &&
                    !(cell(tile, noc, NOC_CELL_BRCST_EXCLUDE, buffer) & EXCLUDES),
        .local = request->kind == NOC_READ ? request->dst : request->src,
        .data = request->data,
        .enables = enables_of_word(tile, request),
        .code = request->code,
        .channel = ctrl & CTRL_STATIC ? (uint8_t)(1 + (ctrl >> CTRL_CHANNEL_SHIFT & CTRL_CHANNEL)) : 0,
        .is_answered = request->is_answered,
        .is_multicast = (ctrl & CTRL_MULTICAST) != 0,
        .rectangle = rectangle,
    };
    return false;
}

/* As if all were read before any is written. */
static void transfer_copy(struct tile *tile, enum tt_unit unit, const struct noc_request *request)
{
    const struct l1_writer who = {.unit = unit};
    const bool is_backwards = request->dst > request->src;
    uint8_t bytes[CHUNK];
    if (request->bytes)
        tile_saw_read(tile, TT_SPACE_L1, unit, 0, request->src, request->src + request->bytes);
    for (uint32_t done = 0, piece; done < request->bytes; done += piece) {
        const uint32_t left = request->bytes - done;
        piece = left < CHUNK ? left : CHUNK;
        const uint32_t at = is_backwards ? left - piece : done;
        memcpy(bytes, &tile->state.l1[request->src + at], piece);
        tile_write_l1(tile, &who, request->dst + at, bytes, piece);
    }
}

static void put_enabled(struct tile *tile, enum tt_unit unit, const struct noc_request *request)
{
    const struct l1_writer who = {.unit = unit};
    const uint32_t block = transfer_block_of(request);
    uint8_t bytes[BLOCK_BYTES];
    for (uint32_t i = 0; i < BLOCK_BYTES; i += 4)
        store_u32(&bytes[i], request->data);
    for (uint32_t left = enables_of_block(tile, request); left;) {
        const unsigned first = (unsigned)__builtin_ctz(left), count = (unsigned)__builtin_ctz(~(left >> first));
        tile_write_l1(tile, &who, block + first, &bytes[first], count);
        left &= ~(((1u << count) - 1) << first);
    }
}

/* So many of its bits count; the others stay. */
static uint32_t atomic_sum(uint32_t word, uint32_t data, uint32_t code)
{
    const uint32_t mask = (uint32_t)((UINT64_C(2) << (code >> ATOMIC_WRAP_SHIFT & ATOMIC_WRAP)) - 1);
    return (word & ~mask) | ((word + data) & mask);
}

/* Of eight lanes those that are set take the half of the operand that is theirs. */
static void atomic_swap_lanes(uint8_t block[static NOC_BLOCK_BYTES], uint32_t data, uint32_t code)
{
    for (unsigned lane = 0; lane < 8; lane++)
        if (code >> (2 + lane) & 1) {
            const uint32_t half = data >> 16 * (lane % 2);
            block[2 * lane] = (uint8_t)half;
            block[2 * lane + 1] = (uint8_t)(half >> 8);
        }
}

bool noc_atomic_apply(uint8_t block[static NOC_BLOCK_BYTES], uint32_t data, uint32_t code, unsigned *first,
                      unsigned *count)
{
    const unsigned kind = code >> ATOMIC_CODE_SHIFT & ATOMIC_CODE;
    *first = 4 * (kind == ATOMIC_SWAPS_HIGH ? code >> 2 & ATOMIC_WORD : code & ATOMIC_WORD);
    *count = 4;
    const uint32_t word = load_u32(block + *first);
    switch (kind) {
    case ATOMIC_ADDS:
        store_u32(block + *first, atomic_sum(word, data, code));
        return true;
    case ATOMIC_COMPARES:
        if (word == (code >> 2 & 0xF))
            store_u32(block + *first, code >> 6 & 0xF);
        return true;
    case ATOMIC_SWAPS:
    case ATOMIC_SWAPS_HIGH:
        store_u32(block + *first, data);
        return true;
    case ATOMIC_SWAPS_LANES:
        *first = 0;
        *count = NOC_BLOCK_BYTES;
        atomic_swap_lanes(block, data, code);
        return true;
    default:
        return false;
    }
}

static bool is_atomic(uint32_t code)
{
    uint8_t block[NOC_BLOCK_BYTES] = {0};
    unsigned first, count;
    return noc_atomic_apply(block, 0, code, &first, &count);
}

/* Answered is the word at the address itself, as it was (R58a). */
static void transfer_atomic(struct tile *tile, enum tt_unit unit, const struct noc_request *request)
{
    const uint32_t at = transfer_block_of(request), own = request->dst & ~3u;
    uint8_t block[NOC_BLOCK_BYTES];
    unsigned first, count;
    for (uint32_t i = 0; i < NOC_BLOCK_BYTES; i += 4)
        store_u32(block + i, load_u32(&tile->state.l1[at + i]));
    const uint32_t answer = load_u32(block + (own - at));
    (void)noc_atomic_apply(block, request->data, request->code, &first, &count);
    for (uint32_t i = first; i < first + count; i += 4) {
        (void)tile_load_word(tile, unit, at + i);
        tile_store_word(tile, unit, at + i, load_u32(block + i));
    }
    if (request->is_answered && (own < at + first || own >= at + first + count))
        (void)tile_load_word(tile, unit, own);
    if (request->is_answered)
        tile_store_word(tile, unit, request->src, answer);
}

void noc_transfer(struct tile *tile, enum tt_unit unit, const struct noc_request *request)
{
    const bool is_register_store = transfer_is_register(request->dst);
    switch (request->kind) {
    case NOC_READ:
    case NOC_WRITE:
        if (is_register_store)
            bus_store_at(tile, unit, -1, request->dst, tile_load_word(tile, unit, request->src));
        else
            transfer_copy(tile, unit, request);
        return;
    case NOC_WRITE_INLINE:
        if (is_register_store)
            bus_store_at(tile, unit, -1, request->dst, request->data);
        else
            put_enabled(tile, unit, request);
        return;
    case NOC_ATOMIC:
        transfer_atomic(tile, unit, request);
        return;
    }
}
