/* SPDX-License-Identifier: Apache-2.0 */
/* The matrix unit's configuration as a thread sees it, decoded once (M11, M19). */
#include "tile/matrix/formats.h"

#include "matrix_findings.h"
#include "matrix_insns.h"
#include "matrix_regs.h"
#include "place_texts.h"

struct addr_mod_ids {
    enum matrix_reg srca_incr, srca_carry, srca_clear, srcb_incr, srcb_carry, srcb_clear;
    enum matrix_reg dst_incr, dst_carry, dst_clear, dst_to_carry, fidelity_incr, fidelity_clear, bias_incr, bias_clear;
};

/* clang-format off */
#define ADDR_MOD(N) { \
    .srca_incr = MATRIX_REG_ADDR_MOD_AB_SEC##N##_SrcAIncr, .srca_carry = MATRIX_REG_ADDR_MOD_AB_SEC##N##_SrcACR, \
    .srca_clear = MATRIX_REG_ADDR_MOD_AB_SEC##N##_SrcAClear, \
    .srcb_incr = MATRIX_REG_ADDR_MOD_AB_SEC##N##_SrcBIncr, .srcb_carry = MATRIX_REG_ADDR_MOD_AB_SEC##N##_SrcBCR, \
    .srcb_clear = MATRIX_REG_ADDR_MOD_AB_SEC##N##_SrcBClear, \
    .dst_incr = MATRIX_REG_ADDR_MOD_DST_SEC##N##_DestIncr, .dst_carry = MATRIX_REG_ADDR_MOD_DST_SEC##N##_DestCR, \
    .dst_clear = MATRIX_REG_ADDR_MOD_DST_SEC##N##_DestClear, .dst_to_carry = MATRIX_REG_ADDR_MOD_DST_SEC##N##_DestCToCR, \
    .fidelity_incr = MATRIX_REG_ADDR_MOD_DST_SEC##N##_FidelityIncr, \
    .fidelity_clear = MATRIX_REG_ADDR_MOD_DST_SEC##N##_FidelityClear, \
    .bias_incr = MATRIX_REG_ADDR_MOD_BIAS_SEC##N##_BiasIncr, .bias_clear = MATRIX_REG_ADDR_MOD_BIAS_SEC##N##_BiasClear, \
}

static const struct addr_mod_ids addr_mod_ids[MATRIX_ADDR_MODS] = {
    ADDR_MOD(0), ADDR_MOD(1), ADDR_MOD(2), ADDR_MOD(3), ADDR_MOD(4), ADDR_MOD(5), ADDR_MOD(6), ADDR_MOD(7),
};
/* clang-format on */

struct matrix_cache *matrix_cache_new(void)
{
    return mem_calloc(1, sizeof(struct matrix_cache));
}

static uint32_t settings_field(struct tile *tile, unsigned thread, enum matrix_reg id)
{
    return cfg_decode(tile, TT_UNIT_MATRIX, CFG_READ_BY_MATRIX, thread, (enum reg_id)id);
}

/* Of an address modifier section, which kernels set up once; apart, for there are many. */
static uint32_t mod_field(struct tile *tile, unsigned thread, enum matrix_reg id)
{
    return cfg_decode(tile, TT_UNIT_MATRIX, CFG_READ_BY_MATRIX_THREAD, thread, (enum reg_id)id);
}

static void decode_addr_mod(struct tile *tile, unsigned thread, const struct addr_mod_ids *ids,
                            struct matrix_addr_mod *mod)
{
    mod->srca =
        (struct matrix_step){(uint16_t)mod_field(tile, thread, ids->srca_incr),
                             mod_field(tile, thread, ids->srca_clear), mod_field(tile, thread, ids->srca_carry)};
    mod->srcb =
        (struct matrix_step){(uint16_t)mod_field(tile, thread, ids->srcb_incr),
                             mod_field(tile, thread, ids->srcb_clear), mod_field(tile, thread, ids->srcb_carry)};
    mod->dst = (struct matrix_step){(uint16_t)mod_field(tile, thread, ids->dst_incr),
                                    mod_field(tile, thread, ids->dst_clear), mod_field(tile, thread, ids->dst_carry)};
    mod->dst_to_carry = mod_field(tile, thread, ids->dst_to_carry);
    mod->fidelity_increment = (uint8_t)mod_field(tile, thread, ids->fidelity_incr);
    mod->fidelity_clears = mod_field(tile, thread, ids->fidelity_clear);
    mod->bias_steps = mod_field(tile, thread, ids->bias_incr) & 3; /* M13 */
    mod->bias_clears = mod_field(tile, thread, ids->bias_clear);
}

static bool has_fault(const struct tile *tile)
{
    enum { AS_CHIP, OFF };
    const unsigned choice = tile_variant(tile, VARIANT_MATRIX_CANCELLATION_FAULT);
    return choice == AS_CHIP ? tile->chip->matrix_has_cancellation_fault : choice != OFF;
}

/* A change of variants drops the cache. */
static void decode_variants(const struct tile *tile, struct matrix_settings *set)
{
    set->group_rounding = (enum matrix_rounding)tile_variant(tile, VARIANT_MATRIX_GROUP_ROUND);
    set->align_rounding = (enum matrix_rounding)tile_variant(tile, VARIANT_MATRIX_ALIGN_ROUND);
    set->final_rounding = (enum matrix_rounding)tile_variant(tile, VARIANT_MATRIX_FINAL_ROUND);
    set->rounds_as_device = set->group_rounding == ROUND_AS_DEVICE && set->align_rounding == ROUND_AS_DEVICE &&
                            set->final_rounding == ROUND_AS_DEVICE;
    set->masks_by_srca = tile_variant(tile, VARIANT_MATRIX_SRCB_MASK) != 0;        /* C2 */
    set->masks_like_fp16 = tile_variant(tile, VARIANT_MATRIX_MASK_LIKE_FP16) != 0; /* M23x */
    set->has_fault = has_fault(tile);
    set->adds_zero_unit = tile_variant(tile, VARIANT_MATRIX_ELWADD_ZERO_SRCB) == MATRIX_ELWADD_ZERO_SRCB_CHIP;
    set->zeroacc_half_by_sum = tile_variant(tile, VARIANT_MATRIX_ZEROACC_HALF) == MATRIX_ZEROACC_HALF_CHIP;
    set->moves_whole_fp32 =
        tile->chip->matrix_moves_whole_fp32 && tile_variant(tile, VARIANT_MATRIX_MOV_WIDTH) == MATRIX_MOV_WIDTH_CHIP;
    const unsigned exponent = tile_variant(tile, VARIANT_MATRIX_MOVA2D_EXPONENT);
    set->moves_wide_exponent = exponent != MATRIX_MOVA2D_EXPONENT_BY_FORMAT;
    set->moves_wide_integers = exponent == MATRIX_MOVA2D_EXPONENT_PAGE;
    set->masks_moves_by_operand = tile_variant(tile, VARIANT_MATRIX_MOVB2D_MASK) != MATRIX_MOVB2D_MASK_CHIP;
}

static void settings_decode(struct tile *tile, unsigned thread, struct matrix_settings *set)
{
    memset(set, 0, sizeof *set);
    decode_variants(tile, set);
    matrix_decode_formats(tile, thread, settings_field, set);
    set->is_int8 = settings_field(tile, thread, MATRIX_REG_ALU_ACC_CTRL_INT8_math_enabled);
    set->has_fp32_dst = settings_field(tile, thread, MATRIX_REG_ALU_ACC_CTRL_Fp32_enabled);
    set->has_32bit_rows = set->is_int8 || set->has_fp32_dst;
    set->forces_fp16 = settings_field(tile, thread, MATRIX_REG_FP16A_FORCE_Enable);
    if (set->forces_fp16)
        set->is_int8 = set->has_fp32_dst = false;
    set->has_32bit_dst = set->is_int8 || set->has_fp32_dst;
    set->ignores_dst_flags = settings_field(tile, thread, MATRIX_REG_ALU_ACC_CTRL_Zero_Flag_disabled_dst);
    set->keeps_zeros = settings_field(tile, thread, MATRIX_REG_ALU_ACC_CTRL_Zero_Flag_disabled_src);
    set->has_remap = settings_field(tile, thread, MATRIX_REG_DEST_ACCESS_CFG_remap_addrs);
    set->has_swizzle = settings_field(tile, thread, MATRIX_REG_DEST_ACCESS_CFG_swizzle_32b);
    set->narrow_is_upper = tile_narrow_is_upper(tile);
    set->zeroacc_is_absolute = settings_field(tile, thread, MATRIX_REG_DEST_ACCESS_CFG_zeroacc_absolute_tile_mode);
    set->keeps_valid[0] = settings_field(tile, thread, MATRIX_REG_CLR_DVALID_SrcA_Disable);
    set->keeps_valid[1] = settings_field(tile, thread, MATRIX_REG_CLR_DVALID_SrcB_Disable);
    set->dst_offset =
        cfg_thread_cell(tile, TT_UNIT_MATRIX, thread, (enum reg_id)MATRIX_REG_DEST_TARGET_REG_CFG_MATH_Offset);
    set->fidelity_base = settings_field(tile, thread, MATRIX_REG_FIDELITY_BASE_Phase);
    set->upper_sections = settings_field(tile, thread, MATRIX_REG_ADDR_MOD_SET_Base);
    set->rounds_stochastically = settings_field(tile, thread, MATRIX_REG_ALU_ROUNDING_MODE_Fpu_srnd_en);
    set->sees_banks_as_one = settings_field(tile, thread, MATRIX_REG_SRC_ACCESS_CFG_math_view_srca_as_one_bank) ||
                             settings_field(tile, thread, MATRIX_REG_SRC_ACCESS_CFG_math_view_srcb_as_one_bank);
    set->has_warnings = set->rounds_stochastically || set->overrides_srcb || set->sees_banks_as_one ||
                        set->forces_fp16 || set->ignores_dst_flags;
}

void matrix_saw_addr_mod(const struct tile *tile, unsigned thread, unsigned section)
{
    const struct addr_mod_ids *ids = &addr_mod_ids[section];
    cfg_saw_step(tile, thread, (enum reg_id)ids->srca_incr);
    cfg_saw_step(tile, thread, (enum reg_id)ids->dst_incr);
    cfg_saw_step(tile, thread, (enum reg_id)ids->bias_incr);
}

void matrix_addr_mod_refresh(struct tile *tile, unsigned thread, unsigned section)
{
    struct matrix_cache *cache = tile->matrix_cache;
    decode_addr_mod(tile, thread, &addr_mod_ids[section], &cache->addr_mods[thread][section]);
    cache->addr_mods_version[thread][section] = tile_cfg_version(tile, CFG_READ_BY_MATRIX_THREAD);
}

void matrix_settings_refresh(struct tile *tile, unsigned thread)
{
    struct matrix_cache *cache = tile->matrix_cache;
    settings_decode(tile, thread, &cache->settings[thread]);
    cache->math[thread].phase = MATRIX_UNRESOLVED;
    cache->version[thread] = tile_cfg_version(tile, CFG_READ_BY_MATRIX);
}

void matrix_check_forced(struct tile *tile, const struct matrix_settings *set)
{
    if (set->forces_fp16)
        tile_finding(tile, FINDING_MATRIX_FORM_NOT_RECORDED, TT_UNIT_MATRIX, 0,
                     FIELD_TEXT_FP16A_FORCE_Enable ": FP16 and 16-bit Dst, as documented");
}

void matrix_warn_of_settings(struct tile *tile, const struct matrix_settings *set)
{
    if (!set->has_warnings)
        return;
    if (set->rounds_stochastically)
        tile_finding(tile, FINDING_MATRIX_STOCHASTIC_ROUNDING, TT_UNIT_MATRIX, 0,
                     FIELD_TEXT_ALU_ROUNDING_MODE_Fpu_srnd_en " is set");
    if (set->overrides_srcb)
        tile_finding(tile, FINDING_MATRIX_FORM_NOT_RECORDED, TT_UNIT_MATRIX, 0,
                     FIELD_TEXT_ALU_FORMAT_SPEC_REG_SrcB_override " gives format %u", (unsigned)set->srcb_format);
    matrix_check_forced(tile, set);
    if (set->ignores_dst_flags)
        tile_finding(tile, FINDING_MATRIX_DST_FLAGS_DISABLED, TT_UNIT_MATRIX, 0,
                     FIELD_TEXT_ALU_ACC_CTRL_Zero_Flag_disabled_dst " is set");
    if (set->sees_banks_as_one)
        tile_finding(tile, FINDING_MATRIX_ONE_BANK_VIEW, TT_UNIT_MATRIX, 0, "math_view_src*_as_one_bank is set");
}
