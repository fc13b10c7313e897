/* SPDX-License-Identifier: Apache-2.0 */
/* Vector registers of 32 lanes: read, written where enabled, reported (V1, V2, V13, V14); random numbers (V7). */
#include "numeric/format.h"
#include "tile/prng.h"
#include "tile/vector/vector_internal.h"

#include "vector_findings.h"

enum { WRITABLE = 8, INDEX_REGISTER = 7 };

static const struct stage_info stages[VECTOR_STAGE_COUNT] = {
    [VECTOR_LANES_ENABLED] = {"lanes", "1 where the lane is enabled"},
    [VECTOR_OPERAND_A] = {"operand_a", "factor, or what the lane of Dst held"},
    [VECTOR_OPERAND_B] = {"operand_b", "other factor, or the register's old value"},
    [VECTOR_OPERAND_C] = {"operand_c", "addend, or the operand"},
    [VECTOR_UNROUNDED] = {"unrounded", "result cut, before it is rounded"},
    [VECTOR_RESULT] = {"result", "result"},
    [VECTOR_FLAGS] = {"flags", "1 where the lane's flag is set"},
    [VECTOR_SCHEDULED] = {"scheduled", "by a macro: word, registers, cycles since it, cycles until the result"},
};

const struct stage_info *vector_stages(unsigned *count)
{
    *count = VECTOR_STAGE_COUNT;
    return stages;
}

void vector_report_values(const struct vector_job *job, enum vector_stage stage, const uint32_t values[static LANES])
{
    const struct probe_stage report = {
        .unit = TT_UNIT_VECTOR,
        .instance = (uint8_t)job->instance,
        .stage = (uint8_t)stage,
        .format = FORMAT_FP32, /* of an integer the bits are what counts */
        .value_bytes = 4,
        .count = LANES,
        .values = values,
        .origin = job->origin,
    };
    job->tile->probe->stage(job->tile->probe->user, &report);
}

void vector_report_bits(const struct vector_job *job, enum vector_stage stage, uint32_t mask)
{
    uint8_t values[LANES];
    for (unsigned lane = 0; lane < LANES; lane++)
        values[lane] = (uint8_t)(mask >> lane & 1);
    const struct probe_stage report = {
        .unit = TT_UNIT_VECTOR,
        .instance = (uint8_t)job->instance,
        .stage = (uint8_t)stage,
        .format = FORMAT_UINT8,
        .value_bytes = 1,
        .count = LANES,
        .values = values,
    };
    job->tile->probe->stage(job->tile->probe->user, &report);
}

static uint32_t *cells_of(const struct vector_job *job, unsigned reg)
{
    return reg == VECTOR_MACRO_REGISTER ? job->tile->state.vector.lreg16 : job->tile->state.lreg[reg];
}

void vector_report_cells(const struct vector_job *job, enum vector_stage stage, const uint32_t cells[static LANES],
                         bool is_32b)
{
    uint16_t narrow[LANES];
    if (!tile_probed(job->tile, PROBE_STAGE))
        return;
    for (unsigned lane = 0; lane < LANES; lane++)
        narrow[lane] = (uint16_t)cells[lane];
    const struct probe_stage report = {
        .unit = TT_UNIT_VECTOR,
        .instance = (uint8_t)job->instance,
        .stage = (uint8_t)stage,
        .format = is_32b ? FORMAT_INT32 : FORMAT_INT16, /* in Dst's own order: no number yet, or no longer */
        .value_bytes = is_32b ? 4 : 2,
        .count = LANES,
        .values = is_32b ? (const void *)cells : narrow,
        .origin = job->origin,
    };
    job->tile->probe->stage(job->tile->probe->user, &report);
}

void vector_saw_register_read(const struct vector_job *job, unsigned reg)
{
    const uint32_t row_bytes = sizeof job->tile->state.lreg[0];
    if (reg != VECTOR_MACRO_REGISTER)
        tile_saw_read(job->tile, TT_SPACE_LREG, TT_UNIT_VECTOR, job->instance, reg * row_bytes, (reg + 1) * row_bytes);
}

void vector_saw_dependence(const struct vector_job *job, unsigned reg)
{
    const uint32_t lo = reg * (uint32_t)sizeof job->tile->state.lreg[0];
    const struct probe_access access = {.space = TT_SPACE_LREG,
                                        .unit = TT_UNIT_VECTOR,
                                        .instance = (uint8_t)job->instance,
                                        .is_for_dependence = true,
                                        .lo = lo,
                                        .hi = lo + (uint32_t)sizeof job->tile->state.lreg[0]};
    if (reg != VECTOR_MACRO_REGISTER && tile_probed(job->tile, PROBE_ACCESS))
        job->tile->probe->access(job->tile->probe->user, &access);
}

void vector_read_indirect(const struct vector_job *job, uint32_t values[static LANES])
{
    const uint32_t *index = vector_read(job, INDEX_REGISTER);
    for (unsigned lane = 0; lane < LANES; lane++)
        values[lane] = vector_read(job, index[lane] & 15)[lane];
    vector_report(job, VECTOR_OPERAND_A, values);
}

static inline void merge(uint32_t to[static LANES], const uint32_t from[static LANES], uint32_t lanes)
{
    if (lanes == UINT32_MAX) {
        memcpy(to, from, LANES * sizeof *to);
        return;
    }
    for (unsigned lane = 0; lane < LANES; lane++)
        to[lane] = lanes >> lane & 1 ? from[lane] : to[lane];
}

void vector_write_constant(const struct vector_job *job, unsigned reg, const uint32_t values[static LANES],
                           uint32_t lanes)
{
    uint32_t *cells = cells_of(job, reg);
    if (job->tile->state.vector.macro.collects) {
        vector_land(job, reg, values, lanes);
        return;
    }
    if (tile_places_probed(job->tile) && reg != VECTOR_MACRO_REGISTER && lanes) {
        const uint32_t lo = reg * (uint32_t)sizeof job->tile->state.lreg[0];
        uint32_t after[LANES];
        memcpy(after, cells, sizeof after);
        merge(after, values, lanes);
        if (lanes != UINT32_MAX) /* unknown bits of the others stay so */
            vector_saw_dependence(job, reg);
        tile_saw_write(job->tile, TT_SPACE_LREG, TT_UNIT_VECTOR, lo, lo + (uint32_t)sizeof after, cells, after);
    }
    merge(cells, values, lanes);
}

void vector_write(const struct vector_job *job, unsigned reg, const uint32_t values[static LANES], uint32_t lanes)
{
    if (reg < WRITABLE || reg == VECTOR_MACRO_REGISTER)
        vector_write_constant(job, reg, values, lanes);
}

void vector_result(const struct vector_job *job, const uint32_t values[static LANES])
{
    vector_report(job, VECTOR_RESULT, values);
    vector_write(job, job->vd, values, job->lanes);
}

void vector_result_by(const struct vector_job *job, const uint32_t values[static LANES], bool is_indirect)
{
    if (!is_indirect) {
        vector_result(job, values);
        return;
    }
    uint32_t index[LANES];
    memcpy(index, vector_read(job, INDEX_REGISTER), sizeof index);
    vector_report(job, VECTOR_RESULT, values);
    for (unsigned reg = 0; reg < WRITABLE; reg++) {
        uint32_t named = 0;
        for (unsigned lane = 0; lane < LANES; lane++)
            named |= (uint32_t)((index[lane] & 15) == reg) << lane;
        vector_write(job, reg, values, job->lanes & named);
    }
}

void vector_advance_prng(const struct vector_job *job, uint32_t lanes, uint32_t values[static LANES])
{
    uint32_t *prng = job->tile->state.small.prng;
    const uint32_t lo = (uint32_t)((uint8_t *)prng - (uint8_t *)&job->tile->state.small);
    const uint32_t hi = lo + (uint32_t)sizeof job->tile->state.small.prng;
    uint32_t after[LANES];
    tile_saw_read(job->tile, TT_SPACE_STATE, TT_UNIT_VECTOR, job->instance, lo, hi);
    for (unsigned lane = 0; lane < LANES; lane++) {
        values[lane] = prng[lane];
        after[lane] = lanes >> lane & 1 ? prng_step(prng[lane]) : prng[lane];
    }
    tile_saw_write(job->tile, TT_SPACE_STATE, TT_UNIT_VECTOR, lo, hi, prng, after);
    memcpy(prng, after, sizeof after);
}

void vector_undefined(const struct vector_job *job, const char *why)
{
    tile_finding(job->tile, FINDING_VECTOR_UNDEFINED, TT_UNIT_VECTOR, job->instance, "word %08X: %s",
                 (unsigned)job->word, why);
}
