/* SPDX-License-Identifier: Apache-2.0 */
/* The TDMA's command register at FFB11010h (F40). */
#include "tile/mover/mover.h"

/* Words of struct tdma_state. */

enum { COMMAND_MOVE = 0x40, COMMAND_WAIT = 0x46, COMMAND_NOP = 0x89 };

/* Bit 31: everything in the command itself, counted from a base; bit 30 the direction. */
static struct mover_job packed_job(const struct tdma_state *tdma, uint32_t command)
{
    return (struct mover_job){
        .src = (tdma->words[TDMA_OFFSET_BASE / 4] + (command >> 8 & 0xFF)) << 4,
        .dst = (command >> 16 & 0xFF) << 4,
        .bytes = (command >> 24 & 0x3F) << 4,
        .mode = command >> 30 & 1 ? MOVER_L1_TO_L1 : MOVER_L1_TO_L0,
    };
}

static struct mover_job plain_job(const struct tdma_state *tdma)
{
    return (struct mover_job){
        .src = tdma->words[TDMA_OFFSET_SOURCE / 4] << 4,
        .dst = tdma->words[TDMA_OFFSET_DESTINATION / 4] << 4,
        .bytes = (tdma->words[TDMA_OFFSET_SIZE / 4] & 0xFFFF) << 4,
        .mode = tdma->words[TDMA_OFFSET_DIRECTION / 4],
    };
}

void mover_command(struct tile *tile, enum tt_unit unit, uint32_t command)
{
    const struct mover_job job = command >> 31 ? packed_job(&tile->state.tdma, command) : plain_job(&tile->state.tdma);
    switch (command & 0xFF) {
    case COMMAND_MOVE:
        mover_run(tile, &job);
        break;
    case COMMAND_WAIT: /* nothing is ever under way */
    case COMMAND_NOP:
        break;
    default:
        tile_finding(tile, FINDING_TDMA_COMMAND, unit, 0, "command %#x; nothing is done", (unsigned)command);
        break;
    }
}
