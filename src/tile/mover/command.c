/* SPDX-License-Identifier: Apache-2.0 */
/* The TDMA's command register at FFB11010h (F40). Its queue is always empty: a command is done as it is stored. */
#include "tile/mover/mover.h"

#include "base/little.h"

#include "tdma_findings.h"

enum { COMMAND_MOVE = 0x40, COMMAND_WAIT = 0x46, COMMAND_STORE = 0x66, COMMAND_NOP = 0x89 };
enum { PARAMETER_SOURCE, PARAMETER_DESTINATION, PARAMETER_SIZE, PARAMETER_DIRECTION };

/* Bit 31: everything in the command itself, counted from a base; bit 30 the direction. */
static struct mover_job packed_job(const struct tdma_state *tdma, unsigned user, uint32_t command)
{
    return (struct mover_job){
        .src = (tdma->move_bases[user] + (command >> 8 & 0xFF)) << 4,
        .dst = (command >> 16 & 0xFF) << 4,
        .bytes = (command >> 24 & 0x3F) << 4,
        .mode = command >> 30 & 1 ? MOVER_L1_TO_L1 : MOVER_L1_TO_L0,
    };
}

static struct mover_job plain_job(const struct tdma_state *tdma)
{
    return (struct mover_job){
        .src = tdma->parameters[PARAMETER_SOURCE] << 4,
        .dst = tdma->parameters[PARAMETER_DESTINATION] << 4,
        .bytes = (tdma->parameters[PARAMETER_SIZE] & 0xFFFF) << 4,
        .mode = tdma->parameters[PARAMETER_DIRECTION] & 3,
    };
}

/* 32 or 64 bits to L1, at a byte address. Short, without the bits that a store has, or beyond L1 it is undefined. */
static bool command_store_l1(struct tile *tile, uint32_t command)
{
    enum { IS_LONG = 1 << 8, IS_STORE = 3 << 9 };
    const uint32_t *parameters = tile->state.tdma.parameters;
    const uint32_t addr = parameters[PARAMETER_SOURCE], count = command & IS_LONG ? 8 : 4;
    const struct l1_writer who = {.unit = TT_UNIT_MOVER};
    uint8_t bytes[8];
    if (command >> 31 || (command & IS_STORE) != IS_STORE || addr % count || addr >= tile->chip->l1_bytes)
        return false;
    store_u32(bytes, parameters[PARAMETER_SIZE]);
    store_u32(bytes + 4, parameters[PARAMETER_DIRECTION]);
    tile_write_l1(tile, &who, addr, bytes, count);
    return true;
}

static void command_refuse(struct tile *tile, enum tt_unit unit, uint32_t command)
{
    tile_finding(tile, FINDING_TDMA_COMMAND, unit, 0, "command %#x; nothing is done", (unsigned)command);
}

void mover_command(struct tile *tile, enum tt_unit unit, unsigned user, uint32_t command)
{
    const struct mover_job job =
        command >> 31 ? packed_job(&tile->state.tdma, user, command) : plain_job(&tile->state.tdma);
    switch (command & 0xFF) {
    case COMMAND_MOVE:
        mover_run(tile, &job);
        break;
    case COMMAND_WAIT: /* nothing is ever under way */
    case COMMAND_NOP:
        break;
    case COMMAND_STORE:
        if (command_store_l1(tile, command))
            tile_finding(tile, FINDING_TDMA_NOT_RECORDED, unit, 0, "command %#x stores to L1", (unsigned)command);
        else
            command_refuse(tile, unit, command);
        break;
    default:
        command_refuse(tile, unit, command);
        break;
    }
}
