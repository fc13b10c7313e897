/* SPDX-License-Identifier: Apache-2.0 */
/* Values that change lanes: SFPTRANSP (V44), SFPSHFT2 (V43). */
#include "tile/vector/vector_internal.h"

enum { GROUPS = 4 };

void vector_sfptransp(struct vector_job *job)
{
    for (unsigned base = 0; base < 2 * GROUPS; base += GROUPS) {
        uint32_t before[GROUPS][LANES], after[GROUPS][LANES];
        for (unsigned i = 0; i < GROUPS; i++)
            memcpy(before[i], vector_read(job, base + i), sizeof before[i]);
        for (unsigned i = 0; i < GROUPS; i++) {
            for (unsigned lane = 0; lane < LANES; lane++)
                after[i][lane] = before[lane / VECTOR_COLUMNS][i * VECTOR_COLUMNS + lane % VECTOR_COLUMNS];
        }
        for (unsigned i = 0; i < GROUPS; i++)
            vector_write(job, base + i, after[i], job->lanes);
    }
}

/* ---- SFPSHFT2 ---- */

enum shift2_mode {
    SHIFT_REGISTERS,
    SHIFT_REGISTERS_DOWN,
    SHIFT_REGISTERS_ROTATE,
    ROTATE,
    SHIFT,
    BY_REGISTER,
    BY_CONSTANT
};

/* Each row of eight lanes by one; first: what enters, by row. */
static void shift_rows(const uint32_t from[static LANES], const uint32_t first[static GROUPS],
                       uint32_t to[static LANES])
{
    for (unsigned lane = 0; lane < LANES; lane++)
        to[lane] = lane % VECTOR_COLUMNS ? from[lane - 1] : first[lane / VECTOR_COLUMNS];
}

static void rotate_rows(const uint32_t from[static LANES], uint32_t to[static LANES])
{
    uint32_t first[GROUPS];
    for (unsigned group = 0; group < GROUPS; group++)
        first[group] = from[group * VECTOR_COLUMNS + VECTOR_COLUMNS - 1];
    shift_rows(from, first, to);
}

/* L0 takes L1, L1 L2, L2 L3, and L3 what is handed in. */
static void shift_registers(const struct vector_job *job, const uint32_t last[static LANES])
{
    for (unsigned reg = 0; reg < 3; reg++) {
        uint32_t next[LANES];
        memcpy(next, vector_read(job, reg + 1), sizeof next);
        vector_write(job, reg, next, job->lanes);
    }
    vector_write(job, 3, last, job->lanes);
    vector_report(job, VECTOR_RESULT, last);
}

static void shift_bits(const struct vector_job *job, uint32_t mode)
{
    const uint32_t *value = vector_operand(job, VECTOR_OPERAND_B, job->vb);
    const uint32_t *amounts = vector_operand(job, VECTOR_OPERAND_C, job->vc);
    const uint32_t constant = job->imm12 & 0x800 ? job->imm12 | 0xFFFFF000 : job->imm12;
    uint32_t result[LANES];
    for (unsigned lane = 0; lane < LANES; lane++) {
        const uint32_t amount = mode == BY_CONSTANT ? constant : amounts[lane];
        result[lane] = amount >> 31 ? value[lane] >> ((0u - amount) & 31) : value[lane] << (amount & 31);
    }
    vector_result(job, result);
}

/* Wormhole's fault: what enters is left over from the rotation before (C40). */
static void shift_lanes(const struct vector_job *job, const uint32_t from[static LANES])
{
    const uint32_t *stale = job->tile->state.vector.rotated;
    uint32_t first[GROUPS] = {0}, result[LANES];
    for (unsigned group = 0; job->traits->shift2_shows_stale && group < GROUPS; group++)
        first[group] = stale[group * VECTOR_COLUMNS + VECTOR_COLUMNS - 1];
    shift_rows(from, first, result);
    vector_result(job, result);
}

void vector_sfpshft2(struct vector_job *job)
{
    uint32_t result[LANES] = {0};
    if (job->mod > BY_CONSTANT) {
        vector_undefined(job, "SFPSHFT2 has no such mode; nothing is written");
        return;
    }
    if (job->mod == BY_REGISTER || job->mod == BY_CONSTANT) {
        shift_bits(job, job->mod);
        return;
    }
    uint32_t from[LANES];
    memcpy(from, vector_operand(job, VECTOR_OPERAND_C, job->mod == SHIFT_REGISTERS_DOWN ? 0 : job->vc), sizeof from);
    switch ((enum shift2_mode)job->mod) {
    case SHIFT_REGISTERS_DOWN:
        memcpy(result, from + VECTOR_COLUMNS, (LANES - VECTOR_COLUMNS) * sizeof *result);
        shift_registers(job, result);
        break;
    case SHIFT_REGISTERS_ROTATE:
        rotate_rows(from, result);
        shift_registers(job, result);
        break;
    case ROTATE:
        rotate_rows(from, result);
        vector_result(job, result);
        break;
    case SHIFT:
        shift_lanes(job, from);
        break;
    case SHIFT_REGISTERS:
    case BY_REGISTER:
    case BY_CONSTANT:
        shift_registers(job, result);
        break;
    }
    if (job->mod == SHIFT_REGISTERS_ROTATE || job->mod == ROTATE)
        memcpy(job->tile->state.vector.rotated, from, sizeof from);
}
