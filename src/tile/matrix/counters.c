/* SPDX-License-Identifier: Apache-2.0 */
/* Row counters and the address modifier sections that step them (matrix.md M10-M14). */
#include "tile/matrix/matrix.h"

enum { SRC_ROW_MASK = SRC_ROWS - 1, DST_ROW_MASK = DST_ROWS - 1, FIDELITY_MASK = 3 };

/* A field of a section: the sections of a group lie equally far apart, as the first two do. */
static uint32_t section_field(const struct tile *tile, unsigned thread, unsigned section, enum reg_id first,
                              enum reg_id second_of_group, enum reg_id first_of_group)
{
    const enum tt_chip chip = tile->chip->id;
    const struct reg_field *field = reg_field_get(chip, first);
    const uint32_t pitch =
        (uint32_t)reg_field_get(chip, second_of_group)->word - reg_field_get(chip, first_of_group)->word;
    const uint32_t word = tile->state.thread_cfg[thread][field->word + section * pitch];
    return word >> field->shift & ((1u << field->bits) - 1);
}

static uint32_t ab(const struct tile *tile, unsigned thread, unsigned section, enum reg_id first)
{
    return section_field(tile, thread, section, first, REG_ADDR_MOD_AB_SEC1_SrcAIncr, REG_ADDR_MOD_AB_SEC0_SrcAIncr);
}

static uint32_t dst(const struct tile *tile, unsigned thread, unsigned section, enum reg_id first)
{
    return section_field(tile, thread, section, first, REG_ADDR_MOD_DST_SEC1_DestIncr, REG_ADDR_MOD_DST_SEC0_DestIncr);
}

static uint32_t bias(const struct tile *tile, unsigned thread, unsigned section, enum reg_id first)
{
    return section_field(tile, thread, section, first, REG_ADDR_MOD_BIAS_SEC1_BiasIncr,
                         REG_ADDR_MOD_BIAS_SEC0_BiasIncr);
}

static void step_src(uint32_t *counter, uint32_t *carry, uint32_t clears, uint32_t carries, uint32_t increment)
{
    if (clears)
        *counter = *carry = 0;
    else if (carries)
        *counter = *carry = (*carry + increment) & SRC_ROW_MASK;
    else
        *counter = (*counter + increment) & SRC_ROW_MASK;
}

static void step_dst(const struct tile *tile, unsigned thread, unsigned section, struct rwc *rwc)
{
    const uint32_t increment = dst(tile, thread, section, REG_ADDR_MOD_DST_SEC0_DestIncr);
    if (dst(tile, thread, section, REG_ADDR_MOD_DST_SEC0_DestClear))
        rwc->dst = rwc->dst_cr = 0;
    else if (dst(tile, thread, section, REG_ADDR_MOD_DST_SEC0_DestCToCR))
        rwc->dst = rwc->dst_cr = (rwc->dst + increment) & DST_ROW_MASK;
    else if (dst(tile, thread, section, REG_ADDR_MOD_DST_SEC0_DestCR))
        rwc->dst = rwc->dst_cr = (rwc->dst_cr + increment) & DST_ROW_MASK;
    else
        rwc->dst = (rwc->dst + increment) & DST_ROW_MASK;
}

static void step_fidelity_and_bias(const struct tile *tile, unsigned thread, unsigned section, struct rwc *rwc)
{
    if (dst(tile, thread, section, REG_ADDR_MOD_DST_SEC0_FidelityClear))
        rwc->fidelity = 0;
    else
        rwc->fidelity =
            (rwc->fidelity + dst(tile, thread, section, REG_ADDR_MOD_DST_SEC0_FidelityIncr)) & FIDELITY_MASK;
    if (bias(tile, thread, section, REG_ADDR_MOD_BIAS_SEC0_BiasClear))
        rwc->bias = 0;
    else if (bias(tile, thread, section, REG_ADDR_MOD_BIAS_SEC0_BiasIncr) & 3)
        rwc->bias ^= 1;
}

/* Wormhole's two bits choose among four of the eight sections; which four, the bias bit or a thread word says (M12). */
static unsigned section_of(const struct tile *tile, unsigned thread, uint32_t addr_mode)
{
    if (tile->chip->id == TT_BLACKHOLE)
        return addr_mode;
    const bool is_upper = tile->state.small.rwc[thread].bias || cfg_field(tile, thread, REG_ADDR_MOD_SET_Base);
    return addr_mode + (is_upper ? 4 : 0);
}

void matrix_step_counters(struct tile *tile, unsigned thread, uint32_t addr_mode)
{
    struct rwc *rwc = &tile->state.small.rwc[thread];
    const struct rwc before = *rwc;
    const unsigned section = section_of(tile, thread, addr_mode);
    step_src(&rwc->srca, &rwc->srca_cr, ab(tile, thread, section, REG_ADDR_MOD_AB_SEC0_SrcAClear),
             ab(tile, thread, section, REG_ADDR_MOD_AB_SEC0_SrcACR),
             ab(tile, thread, section, REG_ADDR_MOD_AB_SEC0_SrcAIncr));
    step_src(&rwc->srcb, &rwc->srcb_cr, ab(tile, thread, section, REG_ADDR_MOD_AB_SEC0_SrcBClear),
             ab(tile, thread, section, REG_ADDR_MOD_AB_SEC0_SrcBCR),
             ab(tile, thread, section, REG_ADDR_MOD_AB_SEC0_SrcBIncr));
    step_dst(tile, thread, section, rwc);
    step_fidelity_and_bias(tile, thread, section, rwc);

    const uint32_t lo = (uint32_t)((uint8_t *)rwc - (uint8_t *)&tile->state.small);
    tile_saw_write(tile, TT_SPACE_STATE, TT_UNIT_MATRIX, lo, lo + (uint32_t)sizeof *rwc, &before, rwc);
}

uint32_t matrix_dst_row(const struct tile *tile, unsigned thread, uint32_t row)
{
    const uint32_t offset = cfg_field(tile, thread, REG_DEST_TARGET_REG_CFG_MATH_Offset);
    return (row + tile->state.small.rwc[thread].dst + offset) & DST_ROW_MASK;
}

uint32_t matrix_srca_format(const struct tile *tile, unsigned thread)
{
    if (tile->chip->src_format_is_implied && !cfg_field(tile, thread, REG_DISABLE_IMPLIED_SRCA_FMT_Base))
        return tile->state.small.src_format.a[tile->state.small.src_bank.math_a & 1];
    if (cfg_field(tile, thread, REG_ALU_FORMAT_SPEC_REG_SrcA_override))
        return cfg_field(tile, thread, REG_ALU_FORMAT_SPEC_REG_SrcA_val);
    return cfg_field(tile, thread, REG_ALU_FORMAT_SPEC_REG0_SrcA);
}
