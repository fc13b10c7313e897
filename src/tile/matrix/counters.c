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
 * costs more than the instruction. Apart, or the compiler keeps the copy in registers on every way. */
static void __attribute__((noinline)) keep(const struct rwc *rwc, struct rwc *before)
{
    *before = *rwc;
}

static void __attribute__((noinline)) report(struct tile *tile, const struct rwc *rwc, const struct rwc *before)
{
    const uint32_t lo = (uint32_t)((const uint8_t *)rwc - (const uint8_t *)&tile->state.small);
    tile_saw_write(tile, TT_SPACE_STATE, TT_UNIT_MATRIX, lo, lo + (uint32_t)sizeof *rwc, before, rwc);
}

static inline struct rwc *begin(struct tile *tile, unsigned thread, struct rwc *before)
{
    struct rwc *rwc = &tile->state.small.rwc[thread];
    if (tile_probed(tile, PROBE_ACCESS))
        keep(rwc, before);
    return rwc;
}

static inline void end(struct tile *tile, const struct rwc *rwc, const struct rwc *before)
{
    if (tile_probed(tile, PROBE_ACCESS))
        report(tile, rwc, before);
}

/* Wormhole's two bits choose among four of the eight sections; which four, the bias bit or a thread word says (M12). */
static unsigned section_of(const struct tile *tile, unsigned thread, const struct matrix_settings *set,
                           uint32_t addr_mode)
{
    if (!tile->chip->matrix_addr_mods_are_banked)
        return addr_mode;
    const bool is_upper = tile->state.small.rwc[thread].bias || set->upper_sections;
    return addr_mode + (is_upper ? 4 : 0);
}

/* As stepping leaves them; a snapshot may say anything. */
TILE_INLINE bool are_in_range(const struct rwc *rwc)
{
    return !(((rwc->srca | rwc->srcb) & ~(uint32_t)SRC_ROW_MASK) | (rwc->dst & ~(uint32_t)DST_ROW_MASK) |
             (rwc->fidelity & ~(uint32_t)FIDELITY_MASK));
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

/* By a section that has to be decoded first, or where somebody listens. */
static __attribute__((noinline)) void step_seldom(struct tile *tile, unsigned thread, unsigned section,
                                                  bool steps_fidelity)
{
    struct rwc before, *rwc = begin(tile, thread, &before);
    const struct matrix_addr_mod *mod = matrix_addr_mod_get(tile, thread, section);
    if (tile_probed(tile, PROBE_SETTINGS))
        matrix_saw_addr_mod(tile, thread, section);
    take_step(rwc, mod, steps_fidelity);
    end(tile, rwc, &before);
}

/* Calls nothing on its common way, so that no register has to be saved. */
TILE_INLINE void step(struct tile *tile, unsigned thread, const struct matrix_settings *set, uint32_t addr_mode,
                      bool steps_fidelity)
{
    const unsigned section = section_of(tile, thread, set, addr_mode);
    if (tile->probe || !matrix_addr_mod_is_known(tile, thread, section)) {
        step_seldom(tile, thread, section, steps_fidelity);
        return;
    }
    struct rwc *rwc = &tile->state.small.rwc[thread];
    const struct matrix_addr_mod *mod = &tile->matrix_cache->addr_mods[thread][section];
    if (!mod->is_still || !are_in_range(rwc))
        take_step(rwc, mod, steps_fidelity);
}

enum tile_step matrix_step(struct tile *tile, unsigned thread, const struct matrix_settings *set, uint32_t addr_mode)
{
    step(tile, thread, set, addr_mode, true);
    return TILE_DONE;
}

void matrix_step_counters_for_vector(struct tile *tile, unsigned thread, uint32_t addr_mode)
{
    step(tile, thread, matrix_settings_get(tile, thread), addr_mode, false);
}

/* Bits of SETRWC's mask, and of both instructions' carry field. */
enum { COUNTS_A = 1, COUNTS_B = 2, COUNTS_DST = 4, COUNTS_FIDELITY = 8, CARRY_FROM_DST = 8 };

/* Apart, so that the common form saves no registers for it. */
static __attribute__((noinline)) enum tile_step hand_back(struct tile *tile, unsigned thread, uint32_t which)
{
    matrix_hand_back(tile, matrix_settings_get(tile, thread), which);
    return TILE_DONE;
}

TILE_INLINE void set(struct rwc *rwc, const struct insn_setrwc *f, uint32_t carries)
{
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

/* By carries: forms of their own, so that the common ones have few branches or none; of the word, or those would store
 * its fields for them. */
static __attribute__((noinline)) void set_by_carries(const struct tile *tile, struct rwc *rwc, uint32_t word)
{
    const struct insn_setrwc f = isa_decode_setrwc(tile->chip->id, word);
    set(rwc, &f, f.rwc_cr);
}

enum tile_step insn_setrwc(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_setrwc f = isa_decode_setrwc(tile->chip->id, word);
    struct rwc before, *rwc = begin(tile, thread, &before);
    if (f.rwc_cr)
        set_by_carries(tile, rwc, word);
    else
        set(rwc, &f, 0);
    end(tile, rwc, &before);
    return f.clear_ab_vld ? hand_back(tile, thread, f.clear_ab_vld) : TILE_DONE;
}

TILE_INLINE void increment(uint32_t *counter, uint32_t *carry, uint32_t by, bool carries, uint32_t mask)
{
    if (carries)
        *counter = *carry = (*carry + by) & mask;
    else
        *counter = (*counter + by) & mask;
}

static __attribute__((noinline)) void increment_by_carries(const struct tile *tile, struct rwc *rwc, uint32_t word)
{
    const struct insn_incrwc f = isa_decode_incrwc(tile->chip->id, word);
    increment(&rwc->srca, &rwc->srca_cr, f.rwc_a, f.rwc_cr & COUNTS_A, SRC_ROW_MASK);
    increment(&rwc->srcb, &rwc->srcb_cr, f.rwc_b, f.rwc_cr & COUNTS_B, SRC_ROW_MASK);
    increment(&rwc->dst, &rwc->dst_cr, f.rwc_d, f.rwc_cr & COUNTS_DST, DST_ROW_MASK);
}

enum tile_step insn_incrwc(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_incrwc f = isa_decode_incrwc(tile->chip->id, word);
    struct rwc before, *rwc = begin(tile, thread, &before);
    if (f.rwc_cr) {
        increment_by_carries(tile, rwc, word);
    } else {
        rwc->srca = (rwc->srca + f.rwc_a) & SRC_ROW_MASK;
        rwc->srcb = (rwc->srcb + f.rwc_b) & SRC_ROW_MASK;
        rwc->dst = (rwc->dst + f.rwc_d) & DST_ROW_MASK;
    }
    end(tile, rwc, &before);
    return TILE_DONE;
}
