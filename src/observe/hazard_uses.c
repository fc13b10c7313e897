/* SPDX-License-Identifier: Apache-2.0 */
/* Which fields of the configuration a unit reads while it is at work, by the names of config-words.md; what it takes
 * when it is issued (thread words, counters, what belongs to a context) is none of them.
 * docs/semantics/program-order.md#hazards */
#include "observe/hazard.h"

#include "isa/registers.h"

#include <stddef.h>
#include <string.h>

struct used {
    enum tt_unit unit;
    const char *prefix;
};

static const struct used used[] = {
    {TT_UNIT_PACK, "PCK"},
    {TT_UNIT_PACK, "TILE_ROW_SET_MAPPING"},
    {TT_UNIT_PACK, "TILE_FACE_SET_MAPPING"},
    {TT_UNIT_PACK, "PACK_COUNTERS"},
    {TT_UNIT_PACK, "PACK_CONCAT_MASK"},
    {TT_UNIT_PACK, "THCON_SEC0_REG1_"},
    {TT_UNIT_PACK, "STACC_RELU"},
    {TT_UNIT_PACK, "INT_DESCALE"},
    {TT_UNIT_PACK, "DEST_TARGET_REG_CFG_PACK"},
    {TT_UNIT_PACK, "DEST_ACCESS_CFG_"},
    {TT_UNIT_PACK, "ALU_FORMAT_SPEC_REG_Dstacc"},
    {TT_UNIT_PACK, "ALU_FORMAT_SPEC_REG2_Dstacc"},
    {TT_UNIT_PACK, "ALU_ROUNDING_MODE_Gasket"},
    {TT_UNIT_PACK, "ALU_ROUNDING_MODE_Packer"},
    {TT_UNIT_MATRIX, "ALU_FORMAT_SPEC_REG0_Src"},
    {TT_UNIT_MATRIX, "ALU_FORMAT_SPEC_REG1_Src"},
    {TT_UNIT_MATRIX, "ALU_FORMAT_SPEC_REG_Src"},
    {TT_UNIT_MATRIX, "ALU_ROUNDING_MODE_Fpu"},
    {TT_UNIT_MATRIX, "ALU_ACC_CTRL_Fp32"},
    {TT_UNIT_MATRIX, "ALU_ACC_CTRL_INT8"},
    {TT_UNIT_MATRIX, "ALU_ACC_CTRL_Zero_Flag"},
    {TT_UNIT_MATRIX, "DEST_ACCESS_CFG_"},
    {TT_UNIT_MATRIX, "SRC_ACCESS_CFG_"},
    {TT_UNIT_VECTOR, "ALU_FORMAT_SPEC_REG1_SrcB"},
    {TT_UNIT_VECTOR, "ALU_FORMAT_SPEC_REG_SrcB"},
    {TT_UNIT_VECTOR, "ALU_ACC_CTRL_SFPU"},
    {TT_UNIT_VECTOR, "DEST_ACCESS_CFG_"},
    {TT_UNIT_UNPACK0, "UNP0_"},
    {TT_UNIT_UNPACK0, "THCON_SEC0_REG0_"},
    {TT_UNIT_UNPACK0, "THCON_SEC0_REG2_"},
    {TT_UNIT_UNPACK0, "DEST_ACCESS_CFG_"},
    {TT_UNIT_UNPACK1, "UNP1_"},
    {TT_UNIT_UNPACK1, "THCON_SEC1_REG0_"},
    {TT_UNIT_UNPACK1, "THCON_SEC1_REG2_"},
    {TT_UNIT_MOVER, "THCON_SEC0_REG6_"},
};

/* The other three packers' own; Blackhole has one. */
static const char *const packers_1_to_3[] = {"THCON_SEC0_REG8_", "THCON_SEC1_REG1_", "THCON_SEC1_REG8_"};

static bool has_prefix(const char *name, const char *prefix)
{
    return strncmp(name, prefix, strlen(prefix)) == 0;
}

/* Kernels free a context right behind UNPACR, without waiting for the unpacker, and move a packer's address on right
 * behind a tile's last PACR: such fields are taken at issue. */
static bool is_taken_at_issue(const char *field)
{
    return strstr(field, "cntx") || strstr(field, "CNTX") || strstr(field, "L1_Dest_addr");
}

bool hazard_uses_field(enum tt_chip chip, enum tt_unit unit, const char *field)
{
    if (is_taken_at_issue(field))
        return false;
    if (has_prefix(field, "THCON_SEC0_REG1_Unp_")) /* a bit of the unpacker among the packer's */
        return unit == TT_UNIT_UNPACK0;
    for (size_t i = 0; i < sizeof packers_1_to_3 / sizeof packers_1_to_3[0]; i++) {
        if (unit == TT_UNIT_PACK && chip_get(chip)->packers > 1 && has_prefix(field, packers_1_to_3[i]))
            return true;
    }
    for (size_t i = 0; i < sizeof used / sizeof used[0]; i++) {
        if (used[i].unit == unit && has_prefix(field, used[i].prefix))
            return true;
    }
    return false;
}

uint32_t hazard_used_bits(enum tt_chip chip, enum tt_unit unit, uint32_t word)
{
    enum reg_id ids[32];
    uint32_t bits = 0;
    const size_t count = reg_fields_of_word(chip, TT_SPACE_CFG, word, ids);
    for (size_t i = 0; i < count; i++) {
        const struct reg_field *field = reg_field_get(chip, ids[i]);
        if (hazard_uses_field(chip, unit, field->name))
            bits |= (uint32_t)(((UINT64_C(1) << field->bits) - 1) << field->shift);
    }
    return bits;
}

/* Of the matrix unit's words those that move counters and banks alone do not, of the vector unit's all but those that
 * load from or store to Dst. */
bool hazard_reads_cfg(enum tt_chip chip, uint32_t word)
{
    static const char *const without[] = {"SETRWC", "INCRWC", "CLEARDVALID", "GATESRCRST", "SETIBRWC", "CLREXPHIST"};
    const struct isa_insn *insn = isa_find(chip, word);
    if (!insn)
        return false;
    for (size_t i = 0; i < sizeof without / sizeof without[0]; i++) {
        if (strcmp(insn->mnemonic, without[i]) == 0)
            return false;
    }
    if (insn->unit == TT_UNIT_VECTOR)
        return strcmp(insn->mnemonic, "SFPLOAD") == 0 || strcmp(insn->mnemonic, "SFPSTORE") == 0 ||
               strcmp(insn->mnemonic, "SFPLOADMACRO") == 0;
    return insn->unit >= TT_UNIT_MOVER && insn->unit <= TT_UNIT_PACK;
}
