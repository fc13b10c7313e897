/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of Dst that another thread rewrites while the packer may still read them. The units that compute in Dst are not
 * held against each other. docs/semantics/program-order.md#hazards */
#include "replay/hazard.h"

#include <stdio.h>

enum { ROW_BYTES = DST_COLUMNS * 2, PACK = TT_UNIT_PACK - TT_UNIT_MOVER };

static uint32_t blocks_of(uint32_t first_row, uint32_t last_row)
{
    const uint32_t first = first_row / HAZARD_DST_ROWS, last = last_row / HAZARD_DST_ROWS;
    return (uint32_t)(((UINT64_C(2) << last) - 1) & ~((UINT64_C(1) << first) - 1));
}

void hazard_hear(struct hazards *hazards, const struct probe_access *access)
{
    uint32_t *blocks = access->is_write ? &hazards->dst_written : &hazards->dst_read;
    if (access->unit == TT_UNIT_CORE || access->lo >= access->hi)
        return;
    if (access->space == TT_SPACE_DST)
        *blocks |= blocks_of(access->lo / ROW_BYTES, (access->hi - 1) / ROW_BYTES);
    else if (access->space == TT_SPACE_DST_VALID)
        *blocks |= blocks_of(access->lo, access->hi - 1);
}

static void tell_blocks(struct hazards *hazards, unsigned writer, uint32_t word, unsigned thread, uint32_t blocks,
                        uint32_t used_by)
{
    char rows[64];
    unsigned first = 0, last = HAZARD_DST_BLOCKS - 1;
    while (!(blocks >> first & 1))
        first++;
    while (!(blocks >> last & 1))
        last--;
    (void)snprintf(rows, sizeof rows, "Dst rows %u to %u", first * HAZARD_DST_ROWS, (last + 1) * HAZARD_DST_ROWS - 1);
    hazard_tell(hazards,
                &(struct hazard_pair){FINDING_DST_WHILE_IN_USE, writer, word, TT_UNIT_PACK, thread, used_by, rows});
}

static void check_reads(struct hazards *hazards, unsigned writer, uint32_t word, unsigned thread)
{
    const uint64_t done = hazards->agents[writer].done[PACK][thread];
    uint32_t blocks = 0, used_by = 0;
    for (unsigned i = 0; i < HAZARD_DST_BLOCKS; i++) {
        const struct hazard_use *read = &hazards->dst_reads[thread][i];
        if (!(hazards->dst_written >> i & 1) || read->time <= done)
            continue;
        blocks |= UINT32_C(1) << i;
        used_by = read->word;
    }
    if (blocks)
        tell_blocks(hazards, writer, word, thread, blocks, used_by);
}

void hazard_check_dst(struct hazards *hazards, unsigned thread, uint32_t word)
{
    if (isa_unit(hazards->chip, word) == TT_UNIT_PACK) {
        for (unsigned i = 0; i < HAZARD_DST_BLOCKS; i++) {
            if (hazards->dst_read >> i & 1)
                hazards->dst_reads[thread][i] = (struct hazard_use){hazards->time, word};
        }
        return;
    }
    for (unsigned i = 0; i < THREADS && hazards->dst_written; i++) {
        if (i != thread)
            check_reads(hazards, thread, word, i);
    }
}
