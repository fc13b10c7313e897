/* SPDX-License-Identifier: Apache-2.0 */
/* Which stage is which number: the units' own lists, by name. */
#include "precision/precision_internal.h"

static const struct {
    enum tt_unit unit;
    const char *name;
} named[STAGE_NAMES] = {
    [UNPACK_ADDRESS] = {TT_UNIT_UNPACK0, "input_address"},
    [UNPACK_WALK] = {TT_UNIT_UNPACK0, "row_walk"},
    [UNPACK_FETCH] = {TT_UNIT_UNPACK0, "exponent_fetch"},
    [UNPACK_CONVERT] = {TT_UNIT_UNPACK0, "convert"},
    [UNPACK_WRITE] = {TT_UNIT_UNPACK0, "write"},
    [MATRIX_A] = {TT_UNIT_MATRIX, "operand_a"},
    [MATRIX_B] = {TT_UNIT_MATRIX, "operand_b"},
    [MATRIX_PHASE] = {TT_UNIT_MATRIX, "phase"},
    [MATRIX_PRODUCT] = {TT_UNIT_MATRIX, "product"},
    [MATRIX_GROUP] = {TT_UNIT_MATRIX, "group_sum"},
    [MATRIX_ALIGNED] = {TT_UNIT_MATRIX, "aligned"},
    [MATRIX_SUM] = {TT_UNIT_MATRIX, "sum"},
    [MATRIX_STORED] = {TT_UNIT_MATRIX, "stored"},
    [VECTOR_LANES] = {TT_UNIT_VECTOR, "lanes"},
    [VECTOR_A] = {TT_UNIT_VECTOR, "operand_a"},
    [VECTOR_B] = {TT_UNIT_VECTOR, "operand_b"},
    [VECTOR_C] = {TT_UNIT_VECTOR, "operand_c"},
    [VECTOR_RESULT] = {TT_UNIT_VECTOR, "result"},
    [VECTOR_FLAGS] = {TT_UNIT_VECTOR, "flags"},
    [VECTOR_SCHEDULED] = {TT_UNIT_VECTOR, "scheduled"},
    [PACK_READ] = {TT_UNIT_PACK, "read"},
    [PACK_EDGE] = {TT_UNIT_PACK, "edge_mask"},
    [PACK_RELU] = {TT_UNIT_PACK, "relu"},
    [PACK_ASSEMBLE] = {TT_UNIT_PACK, "bfp_assemble"},
    [PACK_ACCUMULATE] = {TT_UNIT_PACK, "l1_accumulate"},
};

static uint8_t precision_stages_find(enum tt_unit unit, const char *name)
{
    unsigned count, i = 0;
    const struct stage_info *stages = unit_stages(unit, &count);
    while (i < count && strcmp(stages[i].name, name) != 0)
        i++;
    assert(i < count && i < LOG_STAGES);
    return (uint8_t)i;
}

void stages_find(struct shadowing *run)
{
    for (unsigned i = 0; i < STAGE_NAMES; i++)
        run->stage[i] = precision_stages_find(named[i].unit, named[i].name);
}

const struct logged_stage *stage_of(const struct shadowing *run, enum stage_name name, unsigned instance)
{
    return insn_log_stage_of(run->log, named[name].unit, instance, run->stage[name]);
}
