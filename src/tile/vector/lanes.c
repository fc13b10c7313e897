/* SPDX-License-Identifier: Apache-2.0 */
/* Which lanes take part: LaneConfig, row masks, flags (V3 to V5). */
#include "base/little.h"
#include "tile/vector/vector_internal.h"

#include "vector_findings.h"

static uint32_t lanes_word_of(const struct tile *tile, const void *member)
{
    return (uint32_t)((const uint8_t *)member - (const uint8_t *)&tile->state.small);
}

uint32_t vector_lane_config(const struct tile *tile, unsigned lane)
{
    return tile->state.small.lane_config ^ tile->state.vector.lane_config_xor[lane % VECTOR_COLUMNS];
}

void vector_set_lane_config(struct tile *tile, const uint32_t columns[static VECTOR_COLUMNS])
{
    uint32_t *shown = &tile->state.small.lane_config;
    const uint32_t lo = lanes_word_of(tile, shown);
    tile_saw_write(tile, TT_SPACE_STATE, TT_UNIT_VECTOR, lo, lo + 4, shown, &columns[0]);
    *shown = columns[0];
    tile->state.vector.lanes_differ = 0;
    for (unsigned i = 0; i < VECTOR_COLUMNS; i++) {
        tile->state.vector.lane_config_xor[i] = columns[i] ^ columns[0];
        tile->state.vector.lanes_differ |= columns[i] ^ columns[0];
    }
    if (tile->state.vector.lanes_differ)
        tile_finding(tile, FINDING_VECTOR_LANES_DIFFER, TT_UNIT_VECTOR, 0,
                     "LaneConfig differs between columns; a snapshot holds only that of column 0");
}

void vector_lane_config_stored(struct tile *tile)
{
    memset(tile->state.vector.lane_config_xor, 0, sizeof tile->state.vector.lane_config_xor);
    tile->state.vector.lanes_differ = 0;
}

uint32_t vector_lanes_each_with(const struct tile *tile, enum vector_lane_config bit)
{
    uint32_t mask = 0;
    for (unsigned lane = 0; lane < LANES; lane++)
        mask |= (vector_lane_config(tile, lane) >> bit & 1) << lane;
    return mask;
}

uint32_t vector_signs(const uint32_t values[static LANES])
{
    uint8_t bytes[LANES];
    uint32_t mask = 0;
    for (unsigned lane = 0; lane < LANES; lane++)
        bytes[lane] = (uint8_t)(values[lane] >> 31);
    for (unsigned lane = 0; lane < LANES; lane += 8) /* the factor brings bit 8 i to bit 56 + i */
        mask |= (uint32_t)(load_u64(&bytes[lane]) * UINT64_C(0x0102040810204080) >> 56) << lane;
    return mask;
}

static uint32_t masked_rows(const struct tile *tile)
{
    uint32_t mask = 0;
    for (unsigned lane = 0; lane < LANES; lane++)
        mask |= (vector_lane_config(tile, lane) >> (LANE_ROW_MASK + lane / VECTOR_COLUMNS) & 1) << lane;
    return mask;
}

static void saw_state_read(struct tile *tile, const uint32_t *member)
{
    const uint32_t lo = lanes_word_of(tile, member);
    tile_saw_read(tile, TT_SPACE_STATE, TT_UNIT_VECTOR, 0, lo, lo + 4);
}

uint32_t vector_enabled_lanes(struct tile *tile)
{
    const struct small_state *small = &tile->state.small;
    const uint32_t by_flag = small->cc.enabled ? small->cc.flags : UINT32_MAX;
    if (tile_probed(tile, PROBE_ACCESS)) {
        saw_state_read(tile, &small->cc.enabled);
        if (small->cc.enabled)
            saw_state_read(tile, &small->cc.flags);
        saw_state_read(tile, &small->lane_config);
    }
    if (!tile->state.vector.lanes_differ && !(small->lane_config >> LANE_ROW_MASK & 15))
        return by_flag;
    return by_flag & ~masked_rows(tile);
}

void vector_set_flags(const struct vector_job *job, uint32_t flags, uint32_t mask)
{
    uint32_t *held = &job->tile->state.small.cc.flags;
    const uint32_t after = (*held & ~mask) | (flags & mask);
    const uint32_t lo = lanes_word_of(job->tile, held);
    tile_saw_write(job->tile, TT_SPACE_STATE, TT_UNIT_VECTOR, lo, lo + 4, held, &after);
    *held = after;
    vector_report_mask(job, VECTOR_FLAGS, after);
}

void vector_saw_cc(const struct vector_job *job, const void *before)
{
    const struct small_state *small = &job->tile->state.small;
    const uint32_t lo = lanes_word_of(job->tile, &small->cc);
    tile_saw_write(job->tile, TT_SPACE_STATE, TT_UNIT_VECTOR, lo, lo + (uint32_t)sizeof small->cc, before, &small->cc);
    vector_report_mask(job, VECTOR_FLAGS, small->cc.flags);
}
