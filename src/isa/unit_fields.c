/* SPDX-License-Identifier: Apache-2.0 */
/* The names of the fields that each unit reads. */
#include "isa/unit_fields.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Names start like this, in the order of the data's way through the packer; $S is the section's register group, $N its
 * number. */
static const char *const pack_prefixes[] = {
    "$S_In_data_format",
    "$S_Source_interface_selection",
    "$S_L1_source_addr",
    "PCK_DEST_RD_CTRL_",
    "PCK0_ADDR_BASE_REG_",
    "PCK0_ADDR_CTRL_",
    "DEST_TARGET_REG_CFG_PACK_SEC$N_",
    "DEST_ACCESS_CFG_remap_addrs",
    "DEST_ACCESS_CFG_swizzle_32b",
    "ADDR_MOD_PACK_SEC",
    "ALU_FORMAT_SPEC_REG_Dstacc",
    "ALU_FORMAT_SPEC_REG2_Dstacc",
    "ALU_ROUNDING_MODE_Gasket_srnd_en",
    "ALU_ROUNDING_MODE_Packer_srnd_en",
    "INT_DESCALE_",
    "PCK_EDGE_",
    "TILE_ROW_SET_MAPPING_",
    "TILE_FACE_SET_MAPPING_",
    "PACK_COUNTERS_SEC$N_",
    "STACC_RELU_",
    "ENABLE_ACC_STATS",
    "$S_",
    "PACK_CONCAT_MASK_SEC$N_",
};

/* $U is the unpacker's group of sections. */
static const char *const unpack_prefixes[] = {
    "UNPACK_MISC_CFG_",
    "$U_REG0_TileDescriptor",
    "$U_REG3_",
    "$U_REG4_",
    "$U_REG7_",
    "$U_REG5_",
    "$U_REG2_",
    "$U_REG10_Unpack_",
    "$U_REG1_Unp_",
    "$U_REG1_ovrd_default_throttle_mode",
    "UNP$N_",
    "ALU_FORMAT_SPEC_REG0_Src$LUnsigned",
    "SRC$L_SET_",
    "DEST_ACCESS_CFG_remap_addrs",
    "DEST_ACCESS_CFG_swizzle_32b",
};

static const char *const vector_prefixes[] = {
    "DEST_TARGET_REG_CFG_MATH_Offset",
    "ALU_ACC_CTRL_SFPU_Fp32_enabled",
    "ALU_FORMAT_SPEC_REG1_SrcB",
    "ALU_FORMAT_SPEC_REG_SrcB_",
    "SFPU_",
    "DEST_ACCESS_CFG_remap_addrs",
    "DEST_ACCESS_CFG_swizzle_32b",
};

static const char *const matrix_prefixes[] = {
    "ALU_FORMAT_SPEC_REG_Src",
    "ALU_FORMAT_SPEC_REG0_SrcA",
    "ALU_FORMAT_SPEC_REG1_SrcB",
    "DISABLE_IMPLIED_SRC",
    "ALU_ACC_CTRL_",
    "ALU_ROUNDING_MODE_Fpu_srnd_en",
    "FIDELITY_BASE_",
    "DEST_TARGET_REG_CFG_MATH_",
    "DEST_ACCESS_CFG_",
    "CLR_DVALID_",
    "ADDR_MOD_SET_",
    "ADDR_MOD_AB_",
    "ADDR_MOD_DST_",
    "ADDR_MOD_BIAS_",
};

enum { PREFIX_MAX = 64 };

static void expand_prefix(const char *pattern, unsigned section, char text[static PREFIX_MAX])
{
    const char *mark = strchr(pattern, '$');
    const int before = mark ? (int)(mark - pattern) : 0;
    if (!mark)
        (void)snprintf(text, PREFIX_MAX, "%s", pattern);
    else if (mark[1] == 'S')
        (void)snprintf(text, PREFIX_MAX, "THCON_SEC%u_REG%u%s", section / 2, section % 2 ? 8 : 1, mark + 2);
    else if (mark[1] == 'U')
        (void)snprintf(text, PREFIX_MAX, "THCON_SEC%u%s", section, mark + 2);
    else if (mark[1] == 'L')
        (void)snprintf(text, PREFIX_MAX, "%.*s%c%s", before, pattern, section ? 'B' : 'A', mark + 2);
    else
        (void)snprintf(text, PREFIX_MAX, "%.*s%u%s", before, pattern, section, mark + 2);
}

static bool is_taken(const enum reg_id *taken, size_t count, enum reg_id id)
{
    for (size_t i = 0; i < count; i++)
        if (taken[i] == id)
            return true;
    return false;
}

static const char *const *prefixes_of(enum tt_unit unit, size_t *count)
{
    *count = 0;
    if (unit == TT_UNIT_PACK) {
        *count = sizeof pack_prefixes / sizeof pack_prefixes[0];
        return pack_prefixes;
    }
    if (unit == TT_UNIT_MATRIX) {
        *count = sizeof matrix_prefixes / sizeof matrix_prefixes[0];
        return matrix_prefixes;
    }
    if (unit == TT_UNIT_VECTOR) {
        *count = sizeof vector_prefixes / sizeof vector_prefixes[0];
        return vector_prefixes;
    }
    if (unit == TT_UNIT_UNPACK0 || unit == TT_UNIT_UNPACK1)
        *count = sizeof unpack_prefixes / sizeof unpack_prefixes[0];
    return unpack_prefixes;
}

size_t unit_fields(enum tt_chip chip, enum tt_unit unit, unsigned section, enum reg_id out[static REG_COUNT])
{
    size_t patterns, count = 0;
    const char *const *prefixes = prefixes_of(unit, &patterns);
    for (size_t i = 0; i < patterns; i++) {
        char prefix[PREFIX_MAX];
        expand_prefix(prefixes[i], section, prefix);
        for (int field = 0; field < REG_COUNT; field++) {
            const char *name = reg_field_get(chip, (enum reg_id)field)->name;
            if (name && strncmp(name, prefix, strlen(prefix)) == 0 && !is_taken(out, count, (enum reg_id)field))
                out[count++] = (enum reg_id)field;
        }
    }
    return count;
}
