/* SPDX-License-Identifier: Apache-2.0 */
/* ADDDMAREG, SUBDMAREG, MULDMAREG, BITWOPDMAREG, SHIFTDMAREG, CMPDMAREG: arithmetic on scalar registers
 * (F35). Recorded are addition and multiplication of two registers; the rest is from the page alone. */
#include "tile/tile_internal.h"

#include "scalar_insns.h"

enum { BITWISE_AND, BITWISE_OR, BITWISE_XOR };
enum { SHIFT_LEFT, SHIFT_RIGHT };
enum { COMPARE_GREATER, COMPARE_LESS, COMPARE_EQUAL };

/* The operands, as every one of these instructions names them: b is a register, or itself a constant of 6 bits. */
struct operands {
    uint32_t a, b;
};

TILE_INLINE struct operands fetch(struct tile *tile, unsigned thread, uint32_t a, uint32_t b, uint32_t b_is_constant)
{
    struct operands operands = {.a = tile_read_gpr(tile, TT_UNIT_SCALAR, thread, a), .b = b};
    if (b_is_constant)
        tile_stage_word(tile, TT_UNIT_SCALAR, STAGE_OPERANDS, b);
    else
        operands.b = tile_read_gpr(tile, TT_UNIT_SCALAR, thread, b);
    return operands;
}

TILE_INLINE enum tile_step commit(struct tile *tile, unsigned thread, uint32_t reg, uint32_t value)
{
    tile_write_gpr(tile, TT_UNIT_SCALAR, thread, reg % GPRS, value);
    return TILE_DONE;
}

enum tile_step insn_adddmareg(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_adddmareg f = isa_decode_adddmareg(tile->chip->id, word);
    const struct operands in = fetch(tile, thread, f.op_a_reg_index, f.op_b_reg_index, f.op_b_is_const);
    return commit(tile, thread, f.result_reg_index, in.a + in.b);
}

enum tile_step insn_subdmareg(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_subdmareg f = isa_decode_subdmareg(tile->chip->id, word);
    const struct operands in = fetch(tile, thread, f.op_a_reg_index, f.op_b_reg_index, f.op_b_is_const);
    return commit(tile, thread, f.result_reg_index, in.a - in.b);
}

enum tile_step insn_muldmareg(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_muldmareg f = isa_decode_muldmareg(tile->chip->id, word);
    const struct operands in = fetch(tile, thread, f.op_a_reg_index, f.op_b_reg_index, f.op_b_is_const);
    return commit(tile, thread, f.result_reg_index, (in.a & 0xFFFF) * (in.b & 0xFFFF));
}

enum tile_step insn_bitwopdmareg(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_bitwopdmareg f = isa_decode_bitwopdmareg(tile->chip->id, word);
    const struct operands in = fetch(tile, thread, f.op_a_reg_index, f.op_b_reg_index, f.op_b_is_const);
    switch (f.op_sel) {
    case BITWISE_AND:
        return commit(tile, thread, f.result_reg_index, in.a & in.b);
    case BITWISE_OR:
        return commit(tile, thread, f.result_reg_index, in.a | in.b);
    case BITWISE_XOR:
        return commit(tile, thread, f.result_reg_index, in.a ^ in.b);
    default:
        return TILE_DONE; /* no such operation: nothing is written */
    }
}

enum tile_step insn_shiftdmareg(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_shiftdmareg f = isa_decode_shiftdmareg(tile->chip->id, word);
    const struct operands in = fetch(tile, thread, f.op_a_reg_index, f.op_b_reg_index, f.op_b_is_const);
    switch (f.op_sel) {
    case SHIFT_LEFT:
        return commit(tile, thread, f.result_reg_index, in.a << in.b % 32);
    case SHIFT_RIGHT:
        return commit(tile, thread, f.result_reg_index, in.a >> in.b % 32);
    default:
        return TILE_DONE; /* no such operation: nothing is written */
    }
}

enum tile_step insn_cmpdmareg(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_cmpdmareg f = isa_decode_cmpdmareg(tile->chip->id, word);
    const struct operands in = fetch(tile, thread, f.op_a_reg_index, f.op_b_reg_index, f.op_b_is_const);
    switch (f.op_sel) {
    case COMPARE_GREATER:
        return commit(tile, thread, f.result_reg_index, in.a > in.b);
    case COMPARE_LESS:
        return commit(tile, thread, f.result_reg_index, in.a < in.b);
    case COMPARE_EQUAL:
        return commit(tile, thread, f.result_reg_index, in.a == in.b);
    default:
        return TILE_DONE; /* no such operation: nothing is written */
    }
}
