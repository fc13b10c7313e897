/* SPDX-License-Identifier: Apache-2.0 */
/* SFPCONFIG: vector constants, LaneConfig and the tables of SFPLOADMACRO (V60). Written by columns of lanes:
 * what the first eight lanes of L0 hold, or a constant. */
#include "tile/vector/vector_internal.h"

#include "vector_findings.h"
#include "vector_insns.h"

enum { BY_CONSTANT = 1, BY_MASK = 8, FIRST_CONSTANT = 11, LAST_CONSTANT = 14 };
enum { TARGET_SEQUENCE = 4, TARGET_MISC = 8, TARGET_LANE_CONFIG = 15, MISC_BITS = 12, UNCHANGED_BITS = 0x30000 };

/* Bit a column that is written. */
static uint32_t columns_written(const struct vector_job *job)
{
    const struct insn_sfpconfig f = isa_decode_sfpconfig(job->tile->chip->id, job->word);
    const struct small_state *small = &job->tile->state.small;
    const uint32_t by_flag = small->cc.enabled ? small->cc.flags : UINT32_MAX;
    uint32_t columns = 0;
    for (unsigned column = 0; column < VECTOR_COLUMNS; column++) {
        const bool is_masked = job->mod & BY_MASK && !(f.imm16_math >> 2 * column & 1);
        columns |= (uint32_t)(!is_masked && by_flag >> column & 1) << column;
    }
    return columns;
}

/* Mod bits 2:1: assign, or, and, exclusive or. */
static uint32_t config_combined(uint32_t mod, uint32_t old, uint32_t value)
{
    switch (mod >> 1 & 3) {
    case 1:
        return old | value;
    case 2:
        return old & value;
    case 3:
        return old ^ value;
    default:
        return value;
    }
}

/* The value that the immediate form puts back. */
static uint32_t config_constant(const struct vector_job *job)
{
    enum { L12 = 12 };
    static const uint32_t constants[] = {0xBF800000, 0x3B000000, 0xBF2CC4C7, 0xBEB08FF9};
    const bool is_as_before = tile_variant(job->tile, VARIANT_VECTOR_CONSTANT_L12) != 0;
    return job->vd == L12 && is_as_before ? 0x37800000 : constants[job->vd - FIRST_CONSTANT];
}

static void write_constant(const struct vector_job *job, const uint32_t source[static VECTOR_COLUMNS], uint32_t columns)
{
    uint32_t values[LANES], lanes = 0;
    const uint32_t constant = job->mod & BY_CONSTANT ? config_constant(job) : 0;
    for (unsigned lane = 0; lane < LANES; lane++) {
        values[lane] = job->mod & BY_CONSTANT ? constant : source[lane % VECTOR_COLUMNS];
        lanes |= (columns >> lane % VECTOR_COLUMNS & 1) << lane;
    }
    vector_report(job, VECTOR_RESULT, values);
    vector_write_constant(job, job->vd, values, lanes);
}

static void write_lane_config(const struct vector_job *job, const uint32_t source[static VECTOR_COLUMNS],
                              uint32_t columns)
{
    enum { ALL_BITS = (1 << LANE_CONFIG_BITS) - 1, RECORDED = 1 << LANE_DEST_INDEX | 1 << LANE_EXCHANGE };
    uint32_t after[VECTOR_COLUMNS];
    for (unsigned column = 0; column < VECTOR_COLUMNS; column++) {
        const uint32_t old = vector_lane_config(job->tile, column);
        const uint32_t unchanged = job->mod & BY_CONSTANT ? old & UNCHANGED_BITS : 0;
        const uint32_t value = (config_combined(job->mod, old, source[column]) | unchanged) & ALL_BITS;
        after[column] = columns >> column & 1 ? value : old;
        if (after[column] & ~(uint32_t)RECORDED)
            tile_finding(job->tile, FINDING_VECTOR_FORM_NOT_RECORDED, TT_UNIT_VECTOR, job->instance,
                         "LaneConfig %05X in column %u", (unsigned)after[column], column);
    }
    const uint32_t before = vector_lanes_with(job->tile, LANE_DISABLE_BACKDOOR);
    vector_set_lane_config(job->tile, after);
    job->tile->state.vector.turned = before ^ vector_lanes_with(job->tile, LANE_DISABLE_BACKDOOR);
}

static void write_table(const struct vector_job *job, const uint32_t source[static VECTOR_COLUMNS], uint32_t columns)
{
    struct vector_state *unit = &job->tile->state.vector;
    for (unsigned lane = 0; lane < LANES; lane++) {
        const unsigned column = lane % VECTOR_COLUMNS;
        if (!(columns >> column & 1))
            continue;
        if (job->vd < TARGET_SEQUENCE) /* always from L0 */
            unit->templates[job->vd][lane] = job->tile->state.lreg[0][column];
        else if (job->vd < TARGET_MISC)
            unit->sequence[job->vd - TARGET_SEQUENCE][column] = source[column];
        else if (lane < VECTOR_COLUMNS)
            unit->misc[column] =
                config_combined(job->mod, unit->misc[column], source[column]) & ((1u << MISC_BITS) - 1);
    }
}

void vector_sfpconfig(struct vector_job *job)
{
    const struct insn_sfpconfig f = isa_decode_sfpconfig(job->tile->chip->id, job->word);
    const uint32_t *first = vector_operand(job, VECTOR_OPERAND_C, 0);
    const uint32_t columns = columns_written(job);
    uint32_t source[VECTOR_COLUMNS];
    for (unsigned column = 0; column < VECTOR_COLUMNS; column++)
        source[column] = job->mod & BY_CONSTANT ? f.imm16_math : first[column];
    if (job->vd <= TARGET_MISC)
        write_table(job, source, columns);
    else if (job->vd >= FIRST_CONSTANT && job->vd <= LAST_CONSTANT)
        write_constant(job, source, columns);
    else if (job->vd == TARGET_LANE_CONFIG)
        write_lane_config(job, source, columns);
}
