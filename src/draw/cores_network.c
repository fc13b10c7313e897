/* SPDX-License-Identifier: Apache-2.0 */
/* Requests of the network, as a data movement kernel makes them: both ends in this tile, or one in another tile where
 * whoever runs the program has its memory. docs/semantics/firmware.md, R58 */
#include "draw/code.h"

#include "isa/mmio.h"

enum { BUFFERS = 4, COORDINATE = 64, ABOVE_ADDRESS = 4, BYTES_MAX = 300 };
/* Bits of CTRL. */
enum { ATOMIC = 1, WRITE = 2, BYTE_ENABLES = 1 << 2, INLINE = 1 << 3, ANSWERED = 1 << 4 };
enum { ATOMIC_ADDS = 1 << 12 };

/* A request under construction: where its buffer stands, and whether it leaves the tile. */
struct request {
    uint32_t window, buffer;
    bool leaves;
};

static uint32_t offset_of(const struct draw_build *build, unsigned cell)
{
    return mmio_register_offset(build->program->chip, PLACE_NOC, cell);
}

static void cores_network_put_register(struct draw_build *build, unsigned cell, uint32_t value)
{
    code_put_constant(build, VALUE, value);
    code_put_s(build, "sw", VALUE, POINTS, offset_of(build, cell));
}

static uint32_t near(struct draw_build *build, uint32_t first, uint32_t bytes)
{
    return first + build_below(build, bytes);
}

static uint32_t source(struct draw_build *build)
{
    return near(build, DRAW_INPUT, DRAW_INPUT_BYTES - BYTES_MAX);
}

/* Of the core's own output, its first half. */
static uint32_t target(struct draw_build *build)
{
    return near(build, DRAW_OUTPUT, DRAW_OUTPUT_BYTES / 2 - BYTES_MAX);
}

/* A counter of a stream, as kernels have for pages of a circular buffer. */
static uint32_t target_register(struct draw_build *build)
{
    const uint32_t offset = mmio_register_offset(build->program->chip, PLACE_STREAM, STREAM_CELL_REMOTE_DEST_BUF_SIZE);
    return MMIO_STREAM + MMIO_STREAM_BYTES * build_below(build, MMIO_STREAMS) + offset;
}

/* The tile's own coordinates become NAME. The owner of a tile stores them; on a device that store has no effect. */
static void take_name(struct draw_build *build, const struct request *request)
{
    const uint32_t node = request->window + offset_of(build, NOC_CELL_NODE_ID);
    code_put_constant(build, POINTS, node);
    code_put_constant(build, VALUE,
                      1 + build_below(build, COORDINATE - 1) + COORDINATE * build_below(build, COORDINATE));
    code_put_s(build, "sw", VALUE, POINTS, 0);
    code_put_i(build, "lw", NAME, POINTS, 0);
}

/* Both ends have coordinates; of a request that leaves the tile the far one is another tile's. */
static void put_coordinates(struct draw_build *build, const struct request *request)
{
    const bool has_word = chip_get(build->program->chip)->noc_has_coordinate_word;
    static const unsigned mid[] = {NOC_CELL_TARG_ADDR_MID, NOC_CELL_RET_ADDR_MID};
    static const unsigned high[] = {NOC_CELL_TARG_ADDR_HI, NOC_CELL_RET_ADDR_HI};
    if (request->leaves)
        code_put_i(build, "xori", NAME, NAME, 1u << build_below(build, 6));
    if (!has_word)
        code_put_i(build, "slli", NAME, NAME, ABOVE_ADDRESS);
    for (unsigned end = 0; end < 2; end++) {
        code_put_s(build, "sw", has_word ? 0 : NAME, POINTS, offset_of(build, mid[end]));
        if (has_word)
            code_put_s(build, "sw", NAME, POINTS, offset_of(build, high[end]));
    }
}

/* From memory to memory, or a word into a register. */
static uint32_t copies(struct draw_build *build, bool leaves)
{
    const bool is_of_register = !leaves && build_below(build, 4) == 0;
    cores_network_put_register(build, NOC_CELL_TARG_ADDR_LO, source(build));
    cores_network_put_register(build, NOC_CELL_RET_ADDR_LO, is_of_register ? target_register(build) : target(build));
    cores_network_put_register(build, NOC_CELL_AT_LEN_BE, is_of_register ? 4 : build_below(build, BYTES_MAX));
    return build_below(build, 2) ? WRITE : 0;
}

/* Any of the sixteen bytes around an address, or all; of another tile those of the word alone. Where they stand in the
 * network's own word: R58e. */
static uint64_t enables(struct draw_build *build, uint32_t addr, bool is_whole, bool leaves)
{
    enum { BLOCK_BYTES = 16, WORD_OF_BLOCK = 0xF };
    const struct chip *chip = chip_get(build->program->chip);
    const uint32_t of_word = (uint32_t)WORD_OF_BLOCK << (addr % BLOCK_BYTES & ~3u),
                   drawn = (uint32_t)draw_random(&build->random);
    const uint32_t may = leaves ? of_word : 0xFFFF, of_block = is_whole ? may : drawn & may;
    if (chip->noc_enables_fold)
        return build_below(build, 2) ? of_block : (uint64_t)of_block << BLOCK_BYTES;
    return (uint64_t)of_block << addr / BLOCK_BYTES * BLOCK_BYTES % chip->noc_flit_bytes;
}

/* The word is in the request; it has no other end, whatever stands there. */
static uint32_t writes_inline(struct draw_build *build, bool leaves)
{
    const bool is_of_register = build_below(build, 4) == 0;
    const uint32_t addr = is_of_register ? target_register(build) : target(build);
    const uint64_t bits = enables(build, addr, is_of_register || build_below(build, 2), leaves);
    cores_network_put_register(build, NOC_CELL_TARG_ADDR_LO, addr);
    cores_network_put_register(build, NOC_CELL_RET_ADDR_LO,
                               build_below(build, 2) ? (uint32_t)draw_random(&build->random) : 0);
    cores_network_put_register(build, NOC_CELL_AT_LEN_BE, (uint32_t)bits);
    if (offset_of(build, NOC_CELL_AT_LEN_BE_1) != UINT32_MAX)
        cores_network_put_register(build, NOC_CELL_AT_LEN_BE_1, (uint32_t)(bits >> 32));
    return WRITE | INLINE | (build_below(build, 3) ? 0u : (uint32_t)BYTE_ENABLES);
}

static uint32_t adds(struct draw_build *build, bool leaves)
{
    (void)leaves;
    cores_network_put_register(build, NOC_CELL_TARG_ADDR_LO, target(build));
    cores_network_put_register(build, NOC_CELL_RET_ADDR_LO, target(build) & ~3u);
    cores_network_put_register(build, NOC_CELL_AT_LEN_BE, ATOMIC_ADDS | build_below(build, 128));
    return ATOMIC;
}

void cores_network(struct draw_build *build)
{
    static uint32_t (*const kinds[])(struct draw_build * build, bool leaves) = {copies, copies, writes_inline,
                                                                                writes_inline, adds};
    const bool is_second = build_below(build, 3) == 0;
    struct request request = {.window = is_second ? MMIO_NOC_1 : MMIO_NOC};
    const uint32_t first = offset_of(build, NOC_CELL_TARG_ADDR_LO);
    const uint32_t each = mmio_decode_any(build->program->chip, -1, MMIO_NOC + first).reg->each[build->program->chip];
    request.buffer = request.window + each * build_below(build, BUFFERS);
    request.leaves = build->free->has_other_tile && build_below(build, 2);
    const unsigned kind = build_below(build, request.leaves ? 4 : 5); /* another tile adds to memory that is not here */
    code_wait_for_pipe(build);
    take_name(build, &request);
    code_put_constant(build, POINTS, request.buffer);
    put_coordinates(build, &request);
    const uint32_t ctrl = kinds[kind](build, request.leaves);
    cores_network_put_register(build, NOC_CELL_AT_DATA, (uint32_t)draw_random(&build->random));
    cores_network_put_register(build, NOC_CELL_CTRL, ctrl | (build_below(build, 2) ? 0u : (uint32_t)ANSWERED));
    cores_network_put_register(build, NOC_CELL_CMD_CTRL, 1);
    code_put_i(build, "lw", code_any_operand(build), POINTS, offset_of(build, NOC_CELL_CMD_CTRL));
    build->program->requests += request.leaves;
}
