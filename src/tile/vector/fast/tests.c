/* SPDX-License-Identifier: Apache-2.0 */
/* What a comparison of 32 lanes decides where nobody looks: flags (V50, V40), results of SFPLE and SFPGT, which entry
 * of SFPLUTFP32's tables counts (V33). */
#include "tile/vector/fast/short_way.h"
#include "tile/vector/fast/vector_fast.h"

#include "vector_insns.h"

enum tile_step short_setcc(struct tile *tile, unsigned thread, uint32_t word)
{
    enum { IS_CONSTANT = 1, IS_NOT_ZERO = 2, IS_POSITIVE = 4, CLEARS = 8 };
    const struct insn_sfpsetcc f = isa_decode_sfpsetcc(tile->chip->id, word);
    const struct lane_tests *tests = lane_loops_of(tile)->tests;
    const uint32_t *x = tile->state.lreg[f.lreg_c];
    if (f.lreg_dest >= TEMPLATES_FROM || !tile->state.small.cc.enabled || f.instr_mod1 & (CLEARS | IS_CONSTANT))
        return by_datasheet(tile, thread, word);
    const uint32_t flags = f.instr_mod1 & IS_NOT_ZERO ? tests->not_zero(x) : tests->negative(x);
    return set_flags(tile, f.instr_mod1 & IS_POSITIVE ? ~flags : flags, enabled_lanes(tile));
}

TILE_INLINE enum tile_step compare(struct tile *tile, unsigned thread, uint32_t word, bool wants_greater)
{
    enum { SETS_FLAG = 1, SETS_REGISTER = 8 };
    const struct insn_sfple f = isa_decode_sfple(tile->chip->id, word);
    const struct lane_loops *loops = lane_loops_of(tile);
    const uint32_t *d = tile->state.lreg[f.lreg_dest], *x = tile->state.lreg[f.lreg_c];
    if (f.lreg_dest >= WRITABLE || (f.instr_mod1 & ~(unsigned)SETS_REGISTER) > SETS_FLAG)
        return by_datasheet(tile, thread, word);
    const uint32_t lanes = enabled_lanes(tile);
    uint32_t result[LANES];
    const uint32_t tests = loops->tests->greater(d, x, wants_greater ? 0 : UINT32_MAX, result);
    if (f.instr_mod1 & SETS_FLAG)
        (void)set_flags(tile, tests, lanes);
    if (f.instr_mod1 & SETS_REGISTER)
        loops->copy(&(struct lane_work){.c = result, .to = tile->state.lreg[f.lreg_dest], .lanes = lanes});
    return done(tile);
}

enum tile_step short_le(struct tile *tile, unsigned thread, uint32_t word)
{
    return compare(tile, thread, word, false);
}

enum tile_step short_gt(struct tile *tile, unsigned thread, uint32_t word)
{
    return compare(tile, thread, word, true);
}

/* Entries of FP32, and two of FP16 in one register. */
enum tile_step short_lutfp32(struct tile *tile, unsigned thread, uint32_t word)
{
    enum { IS_FP16 = 2, KEEPS_SIGN = 4, RESULT_BY_L7 = 8, ENDS_AT_FOUR = 3, ARGUMENT = 3 };
    const struct insn_sfplutfp32 f = isa_decode_sfplutfp32(tile->chip->id, word);
    const struct lane_loops *loops = lane_loops_of(tile);
    const bool is_fp16 = f.instr_mod1 & IS_FP16;
    uint32_t a[LANES], b[LANES], c[LANES], result[LANES];
    if (f.lreg_dest >= WRITABLE || f.instr_mod1 & RESULT_BY_L7)
        return by_datasheet(tile, thread, word);
    struct vector_job job = {.tile = tile, .traits = vector_traits_of(tile)};
    (is_fp16 ? loops->tests->lut_fp16 : loops->tests->lut_fp32)(tile->state.lreg, (f.instr_mod1 & 3) == ENDS_AT_FOUR, a,
                                                                b, c);
    vector_fast_multiply_add(&job, a, b, c, result);
    const uint32_t lanes = enabled_lanes(tile);
    const struct lane_work work = {.b = tile->state.lreg[ARGUMENT],
                                   .c = result,
                                   .to = tile->state.lreg[f.lreg_dest],
                                   .lanes = lanes,
                                   .constant = ~(f.instr_mod1 & KEEPS_SIGN ? 0x80000000u : 0)};
    if (f.instr_mod1 & KEEPS_SIGN)
        loops->insert(&work);
    else
        loops->copy(&work);
    return done(tile);
}
