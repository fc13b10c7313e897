/* SPDX-License-Identifier: Apache-2.0 */
/* Comparisons in the total order of floats: SFPLE, SFPGT (V40, V45), SFPSWAP (V45, V46). */
#include "tile/vector/vector_internal.h"

#include "vector_findings.h"

enum { BY_INDEX_REGISTERS = 4 };

/* -NaN < -infinity < … < -0 < +0 < … < +NaN as signed integers (V45). */
static int32_t compare_order(uint32_t x)
{
    return (int32_t)(x >> 31 ? x ^ 0x7FFFFFFF : x);
}

static void compare(struct vector_job *job, bool wants_greater)
{
    enum { SETS_FLAG = 1, SETS_STACK = 2, STACK_OR = 4, SETS_REGISTER = 8 };
    const uint32_t *d = vector_operand(job, VECTOR_OPERAND_B, job->vb),
                   *x = vector_operand(job, VECTOR_OPERAND_C, job->vc);
    uint32_t result[LANES];
    for (unsigned lane = 0; lane < LANES; lane++)
        result[lane] = (compare_order(d[lane]) > compare_order(x[lane])) == wants_greater ? UINT32_MAX : 0;
    const uint32_t tests = vector_signs(result);
    if (job->mod & SETS_FLAG)
        vector_set_flags(job, tests, job->lanes);
    if (job->mod & SETS_STACK) {
        struct small_state *small = &job->tile->state.small;
        if (small->cc.depth == 0 || small->cc.depth > VECTOR_STACK) {
            vector_undefined(job, "a comparison into an empty flag stack; the stack stays");
        } else {
            uint8_t before[sizeof small->cc];
            memcpy(before, &small->cc, sizeof before);
            uint32_t *top = &small->cc.stack[small->cc.depth - 1].flags;
            const uint32_t after = job->mod & STACK_OR ? *top | tests : *top & tests;
            *top = (*top & ~job->doing) | (after & job->doing); /* enabled or not (V40x) */
            vector_saw_cc(job, before);
        }
    }
    if (job->mod & SETS_REGISTER)
        vector_result(job, result);
}

void vector_sfple(struct vector_job *job)
{
    compare(job, false);
}

void vector_sfpgt(struct vector_job *job)
{
    compare(job, true);
}

/* ---- SFPSWAP ---- */

/* Lanes in which VD takes the smaller value, by form. */
static const uint32_t smaller_first[16] = {0,          0xFFFFFFFF, 0x0000FFFF, 0x00FF00FF, 0xFF0000FF,
                                           0x000000FF, 0x0000FF00, 0x00FF0000, 0xFF000000};

static uint32_t swapping_lanes(const struct vector_job *job, const uint32_t c[static LANES],
                               const uint32_t d[static LANES])
{
    uint32_t is_less[LANES];
    if (job->mod == 0)
        return job->lanes;
    /* Of equal values only the indices show it: negative ones count as ordered (SL-047). */
    const bool orders_equal = tile_variant(job->tile, VARIANT_VECTOR_SWAP_EQUAL) == VECTOR_SWAP_EQUAL_CHIP;
    for (unsigned lane = 0; lane < LANES; lane++) {
        const bool is_equal_negative = orders_equal && c[lane] == d[lane] && c[lane] >> 31;
        is_less[lane] = compare_order(c[lane]) < compare_order(d[lane]) || is_equal_negative ? UINT32_MAX : 0;
    }
    const uint32_t exchanged = vector_lanes_with(job->tile, LANE_EXCHANGE);
    return job->lanes & ~(vector_signs(is_less) ^ smaller_first[job->mod] ^ exchanged);
}

/* The indices that go with the values change places with them. */
static void swap_indices(const struct vector_job *job, uint32_t lanes)
{
    const unsigned of_c = 4 + (job->vc & 3), of_d = 4 + (job->vd & 3);
    uint32_t c[LANES], d[LANES];
    memcpy(c, vector_read(job, of_c), sizeof c);
    memcpy(d, vector_read(job, of_d), sizeof d);
    vector_write(job, of_c, d, lanes);
    vector_write(job, of_d, c, lanes);
}

void vector_sfpswap(struct vector_job *job)
{
    uint32_t c[LANES], d[LANES];
    memcpy(c, vector_operand(job, VECTOR_OPERAND_C, job->vc), sizeof c);
    memcpy(d, vector_operand(job, VECTOR_OPERAND_B, job->vb), sizeof d);
    const uint32_t swaps = swapping_lanes(job, c, d), indexed = vector_lanes_with(job->tile, LANE_DEST_INDEX);
    if (job->vc == job->vd) {
        if (job->instance) { /* a macro's, with a VB of its own: VC's result is the one that stays (V66) */
            vector_report(job, VECTOR_RESULT, d);
            vector_write(job, job->vc, d, swaps);
        }
        return;
    }
    if (indexed && (job->vc >= BY_INDEX_REGISTERS || job->vd >= BY_INDEX_REGISTERS))
        tile_finding(job->tile, FINDING_VECTOR_FORM_NOT_RECORDED, TT_UNIT_VECTOR, job->instance,
                     "SFPSWAP of registers %u and %u with indices", (unsigned)job->vc, (unsigned)job->vd);
    vector_report(job, VECTOR_RESULT, c);
    vector_write(job, job->vc, d, swaps & (job->vc < BY_INDEX_REGISTERS ? UINT32_MAX : ~indexed));
    vector_write(job, job->vd, c, swaps & (job->vd < BY_INDEX_REGISTERS ? UINT32_MAX : ~indexed));
    if (swaps & indexed)
        swap_indices(job, swaps & indexed);
}
