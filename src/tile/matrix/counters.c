/* SPDX-License-Identifier: Apache-2.0 */
/* Row counters: stepped by address modifier sections, SETRWC and INCRWC (M10 to M14, M67, M68). */
#include "tile/matrix/matrix_internal.h"

#include "matrix_insns.h"

TILE_INLINE void step_src(uint32_t *counter, uint32_t *carry, const struct matrix_step *step)
{
    if (step->clears)
        *counter = *carry = 0;
    else if (step->carries)
        *counter = *carry = (*carry + step->increment) & SRC_ROW_MASK;
    else
        *counter = (*counter + step->increment) & SRC_ROW_MASK;
}

TILE_INLINE void step_dst(struct rwc *rwc, const struct matrix_addr_mod *mod)
{
    const uint32_t increment = mod->dst.increment;
    if (mod->dst.clears)
        rwc->dst = rwc->dst_cr = 0;
    else if (mod->dst_to_carry)
        rwc->dst = rwc->dst_cr = (rwc->dst + increment) & DST_ROW_MASK;
    else if (mod->dst.carries)
        rwc->dst = rwc->dst_cr = (rwc->dst_cr + increment) & DST_ROW_MASK;
    else
        rwc->dst = (rwc->dst + increment) & DST_ROW_MASK;
}

/* Counters change in place, and a copy is made only for a probe: copying 32 bytes right after some of them were stored
 * costs more than the instruction. */
static inline struct rwc *counters_begin(struct tile *tile, unsigned thread, struct rwc *before)
{
    struct rwc *rwc = &tile->state.small.rwc[thread];
    if (tile_probed(tile, PROBE_ACCESS | PROBE_WORDS))
        *before = *rwc;
    return rwc;
}

static inline void end(struct tile *tile, const struct rwc *rwc, const struct rwc *before)
{
    const uint32_t lo = (uint32_t)((const uint8_t *)rwc - (const uint8_t *)&tile->state.small);
    if (tile_probed(tile, PROBE_ACCESS))
        tile_saw_write(tile, TT_SPACE_STATE, TT_UNIT_MATRIX, lo, lo + (uint32_t)sizeof *rwc, before, rwc);
}

/* Of SETRWC and INCRWC as stages, too, as the other counters' instructions have them: SrcA, SrcB, Dst, fidelity phase,
 * bias; the first three have carry copies. */
static void counters_end_staged(struct tile *tile, const struct rwc *rwc, const struct rwc *before)
{
    end(tile, rwc, before);
    if (!tile_probed(tile, PROBE_WORDS))
        return;
    const uint32_t was[] = {before->srca, before->srcb, before->dst, before->fidelity, before->bias};
    const uint32_t is[] = {rwc->srca, rwc->srcb, rwc->dst, rwc->fidelity, rwc->bias};
    const uint32_t carries[] = {rwc->srca_cr, rwc->srcb_cr, rwc->dst_cr};
    tile_report_words(tile, TT_UNIT_ADC, STAGE_BEFORE, was, sizeof was / sizeof *was);
    tile_report_words(tile, TT_UNIT_ADC, STAGE_AFTER, is, sizeof is / sizeof *is);
    tile_report_words(tile, TT_UNIT_ADC, STAGE_CARRY, carries, sizeof carries / sizeof *carries);
}

/* Wormhole's two bits choose among four of the eight sections; which four, the bias bit or a thread word says (M12). */
static unsigned counters_section_of(const struct tile *tile, unsigned thread, const struct matrix_settings *set,
                                    uint32_t addr_mode)
{
    if (!tile->chip->matrix_addr_mods_are_banked)
        return addr_mode;
    const bool is_upper = tile->state.small.rwc[thread].bias || set->upper_sections;
    return addr_mode + (is_upper ? 4 : 0);
}

TILE_INLINE void take_step(struct rwc *rwc, const struct matrix_addr_mod *mod, bool steps_fidelity)
{
    step_src(&rwc->srca, &rwc->srca_cr, &mod->srca);
    step_src(&rwc->srcb, &rwc->srcb_cr, &mod->srcb);
    step_dst(rwc, mod);
    if (steps_fidelity)
        rwc->fidelity = mod->fidelity_clears ? 0 : (rwc->fidelity + mod->fidelity_increment) & FIDELITY_MASK;
    if (mod->bias_clears)
        rwc->bias = 0;
    else if (mod->bias_steps)
        rwc->bias ^= 1;
}

static void counters_step(struct tile *tile, unsigned thread, const struct matrix_settings *set, uint32_t addr_mode,
                          bool steps_fidelity)
{
    const unsigned section = counters_section_of(tile, thread, set, addr_mode);
    struct rwc before, *rwc = counters_begin(tile, thread, &before);
    const struct matrix_addr_mod *mod = matrix_addr_mod_get(tile, thread, section);
    if (tile_probed(tile, PROBE_SETTINGS))
        matrix_saw_addr_mod(tile, thread, section);
    take_step(rwc, mod, steps_fidelity);
    end(tile, rwc, &before);
}

enum tile_step matrix_step(struct tile *tile, unsigned thread, const struct matrix_settings *set, uint32_t addr_mode)
{
    counters_step(tile, thread, set, addr_mode, true);
    return TILE_DONE;
}

void matrix_step_counters_for_vector(struct tile *tile, unsigned thread, uint32_t addr_mode)
{
    counters_step(tile, thread, matrix_settings_get(tile, thread), addr_mode, false);
}

/* Bits of SETRWC's mask, and of both instructions' carry field. */
enum { COUNTS_A = 1, COUNTS_B = 2, COUNTS_DST = 4, COUNTS_FIDELITY = 8, CARRY_FROM_DST = 8 };

static void counters_set(struct rwc *rwc, const struct insn_setrwc *f)
{
    const uint32_t carries = f->rwc_cr;
    if (f->bit_mask & COUNTS_A)
        rwc->srca = rwc->srca_cr = (f->rwc_a + (carries & COUNTS_A ? rwc->srca_cr : 0)) & SRC_ROW_MASK;
    if (f->bit_mask & COUNTS_B)
        rwc->srcb = rwc->srcb_cr = (f->rwc_b + (carries & COUNTS_B ? rwc->srcb_cr : 0)) & SRC_ROW_MASK;
    if (f->bit_mask & COUNTS_DST || carries & CARRY_FROM_DST) {
        const uint32_t from = carries & CARRY_FROM_DST ? rwc->dst : carries & COUNTS_DST ? rwc->dst_cr : 0;
        rwc->dst = rwc->dst_cr = (f->rwc_d + from) & DST_ROW_MASK;
    }
    if (f->bit_mask & COUNTS_FIDELITY)
        rwc->fidelity = 0;
}

enum tile_step insn_setrwc(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_setrwc f = isa_decode_setrwc(tile->chip->id, word);
    struct rwc before, *rwc = counters_begin(tile, thread, &before);
    counters_set(rwc, &f);
    counters_end_staged(tile, rwc, &before);
    if (f.clear_ab_vld)
        matrix_hand_back(tile, matrix_settings_get(tile, thread), f.clear_ab_vld);
    return TILE_DONE;
}

TILE_INLINE void increment(uint32_t *counter, uint32_t *carry, uint32_t by, bool carries, uint32_t mask)
{
    if (carries)
        *counter = *carry = (*carry + by) & mask;
    else
        *counter = (*counter + by) & mask;
}

enum tile_step insn_incrwc(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_incrwc f = isa_decode_incrwc(tile->chip->id, word);
    struct rwc before, *rwc = counters_begin(tile, thread, &before);
    increment(&rwc->srca, &rwc->srca_cr, f.rwc_a, f.rwc_cr & COUNTS_A, SRC_ROW_MASK);
    increment(&rwc->srcb, &rwc->srcb_cr, f.rwc_b, f.rwc_cr & COUNTS_B, SRC_ROW_MASK);
    increment(&rwc->dst, &rwc->dst_cr, f.rwc_d, f.rwc_cr & COUNTS_DST, DST_ROW_MASK);
    counters_end_staged(tile, rwc, &before);
    return TILE_DONE;
}
