/* SPDX-License-Identifier: Apache-2.0 */
/* The shortest way through words of the vector unit that somebody issued where nobody looks and no macro waits: flags
 * in place, and 32 lanes in one loop. What is not here, and every form that is seldom, is left to the datasheet. */
#include "tile/vector/fast/lanes.h"
#include "tile/vector/fast/short_way.h"
#include "tile/vector/fast/vector_fast.h"

#include "insn_ids.h"
#include "vector_insns.h"

enum { FP16_REBIAS = 112 };
enum { SIGN = 0x80000000, EXPONENT = 0x7F800000, MANTISSA = 0x7FFFFF, HIDDEN_ONE = 0x800000 };
static inline uint32_t operand(uint32_t word, struct vector_place place)
{
    return word >> place.low & place.mask;
}

enum tile_step by_datasheet(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct vector_insn *insn = vector_insn_of(tile->chip->id, word);
    const uint32_t vd = operand(word, insn->vd);
    if (insn->has_backdoor && vd >= TEMPLATES_FROM)
        return vector_issue(tile, thread, word);
    struct vector_job job = {
        .tile = tile,
        .insn = insn,
        .traits = vector_traits_of(tile),
        .thread = thread,
        .word = word,
        .mod = operand(word, insn->mod),
        .vd = vd,
        .vc = operand(word, insn->vc),
        .vb = operand(word, word & insn->other_vb_if ? insn->other_vb : insn->vb),
        .va = operand(word, insn->va),
        .imm12 = operand(word, insn->imm12),
        .lanes = enabled_lanes(tile),
    };
    insn->run(&job);
    return TILE_DONE;
}

/* ---- flags (V50); words that name a register or another form are seldom, and one test finds both ---- */

static enum tile_step encc(struct tile *tile, unsigned thread, uint32_t word)
{
    enum { SETS_USE = 2, TOGGLES_USE = 1, SETS_FLAG = 8 };
    const struct insn_sfpencc f = isa_decode_sfpencc(tile->chip->id, word);
    struct small_state *small = &tile->state.small;
    if (f.lreg_dest >= TEMPLATES_FROM)
        return by_datasheet(tile, thread, word);
    if (f.instr_mod1 & SETS_USE)
        small->cc.enabled = f.imm12_math & 1;
    else if (f.instr_mod1 & TOGGLES_USE)
        small->cc.enabled = !small->cc.enabled;
    small->cc.flags = !(f.instr_mod1 & SETS_FLAG) || f.imm12_math & 2 ? UINT32_MAX : 0;
    return done(tile);
}

static enum tile_step pushc(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_sfppushc f = isa_decode_sfppushc(tile->chip->id, word);
    struct small_state *small = &tile->state.small;
    if (f.lreg_dest | f.instr_mod1 || small->cc.depth >= VECTOR_STACK)
        return by_datasheet(tile, thread, word);
    small->cc.stack[small->cc.depth++] = (struct lane_flags){small->cc.enabled, small->cc.flags};
    return done(tile);
}

static enum tile_step popc(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_sfppopc f = isa_decode_sfppopc(tile->chip->id, word);
    struct small_state *small = &tile->state.small;
    if (f.lreg_dest | f.instr_mod1 || small->cc.depth - 1 >= VECTOR_STACK)
        return by_datasheet(tile, thread, word);
    struct lane_flags *top = &small->cc.stack[--small->cc.depth];
    small->cc.enabled = top->enabled;
    small->cc.flags = top->flags;
    *top = (struct lane_flags){0, 0};
    return done(tile);
}

static enum tile_step compc(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_sfpcompc f = isa_decode_sfpcompc(tile->chip->id, word);
    struct small_state *small = &tile->state.small;
    static const struct lane_flags all = {1, UINT32_MAX};
    if (f.lreg_dest || small->cc.depth > VECTOR_STACK)
        return by_datasheet(tile, thread, word);
    const struct lane_flags *top = small->cc.depth ? &small->cc.stack[small->cc.depth - 1] : &all;
    small->cc.flags = top->enabled && small->cc.enabled ? top->flags & ~small->cc.flags : 0;
    return done(tile);
}

/* A constant to the LaneConfig of all columns (V60). */
static enum tile_step config(struct tile *tile, unsigned thread, uint32_t word)
{
    enum { BY_CONSTANT = 1, OPERATION = 6, BY_MASK = 8, LANE_CONFIG = 15, UNCHANGED_BITS = 0x30000 };
    const struct insn_sfpconfig f = isa_decode_sfpconfig(tile->chip->id, word);
    struct small_state *small = &tile->state.small;
    const uint32_t by_flag = small->cc.enabled ? small->cc.flags : UINT32_MAX, columns = (1u << VECTOR_COLUMNS) - 1;
    const bool is_whole = (by_flag & columns) == columns && !tile->state.vector.lanes_differ;
    if (f.config_dest != LANE_CONFIG || (f.instr_mod1 & (BY_CONSTANT | OPERATION | BY_MASK)) != BY_CONSTANT ||
        !is_whole)
        return by_datasheet(tile, thread, word);
    small->lane_config = (f.imm16_math | (small->lane_config & UNCHANGED_BITS)) & ((1u << LANE_CONFIG_BITS) - 1);
    return done(tile);
}

/* ---- lanes ---- */

static enum tile_step lz(struct tile *tile, unsigned thread, uint32_t word)
{
    enum { SETS_FLAG = 2, WITHOUT_SIGN = 4, INVERTS_FLAG = 8 };
    const struct insn_sfplz f = isa_decode_sfplz(tile->chip->id, word);
    struct lane_work work;
    if (f.instr_mod1 & (SETS_FLAG | INVERTS_FLAG) ||
        !begin(tile, (struct operands){f.instr_mod1, f.lreg_dest, f.lreg_c, 0}, &work))
        return by_datasheet(tile, thread, word);
    work.constant = f.instr_mod1 & WITHOUT_SIGN ? INT32_MAX : UINT32_MAX;
    lane_loops_of(tile)->lz(&work);
    return done(tile);
}

static enum tile_step cast(struct tile *tile, unsigned thread, uint32_t word)
{
    enum { TO_NEAREST = 0, OTHER_SIGN = 3 };
    const struct insn_sfpcast f = isa_decode_sfpcast(tile->chip->id, word);
    const unsigned form = f.instr_mod1 & (vector_traits_of(tile)->cast_has_forms ? 3 : 1);
    struct lane_work work;
    if ((form != TO_NEAREST && form != OTHER_SIGN) ||
        !begin(tile, (struct operands){form, f.lreg_dest, f.lreg_src_c, 0}, &work))
        return by_datasheet(tile, thread, word);
    if (form == TO_NEAREST)
        lane_loops_of(tile)->cast_to_nearest(&work);
    else
        lane_loops_of(tile)->cast_other_sign(&work);
    return done(tile);
}

static uint32_t signed_12(uint32_t constant)
{
    return constant & 0x800 ? constant | 0xFFFFF000 : constant;
}

static enum tile_step shft(struct tile *tile, unsigned thread, uint32_t word)
{
    enum { BY_CONSTANT = 1, ARITHMETIC = 2, SHIFTS_C = 4 };
    const struct insn_sfpshft f = isa_decode_sfpshft(tile->chip->id, word);
    const uint32_t forms = vector_traits_of(tile)->shifts_have_forms ? f.instr_mod1 : f.instr_mod1 & BY_CONSTANT;
    const uint32_t value = (forms & BY_CONSTANT) && (forms & SHIFTS_C) ? f.lreg_c : f.lreg_dest;
    struct lane_work work;
    if (!begin(tile, (struct operands){forms, f.lreg_dest, f.lreg_c, value}, &work))
        return by_datasheet(tile, thread, word);
    work.constant = forms & BY_CONSTANT ? signed_12(f.imm12_math) : (forms & ARITHMETIC) != 0;
    work.other = (forms & ARITHMETIC) != 0;
    if (forms & BY_CONSTANT)
        lane_loops_of(tile)->shift_by_one(&work);
    else
        lane_loops_of(tile)->shift_by_lane(&work);
    return done(tile);
}

static enum tile_step shft2(struct tile *tile, unsigned thread, uint32_t word)
{
    enum { ROTATE = 3, SHIFT = 4, BY_REGISTER = 5 };
    const struct insn_sfpshft2 f = isa_decode_sfpshft2(tile->chip->id, word);
    const struct lane_loops *loops = lane_loops_of(tile);
    struct lane_work work;
    const bool is_stale = f.instr_mod1 == SHIFT && vector_traits_of(tile)->shift2_shows_stale;
    if (f.instr_mod1 < ROTATE || f.instr_mod1 > BY_REGISTER || is_stale ||
        !begin(tile, (struct operands){f.instr_mod1, f.lreg_dest, f.lreg_src_c, f.lreg_src_b}, &work))
        return by_datasheet(tile, thread, word);
    if (f.instr_mod1 == BY_REGISTER) {
        loops->shift_by_lane(&work);
    } else if (f.instr_mod1 == SHIFT) {
        loops->shift_rows(&work);
    } else {
        uint32_t from[LANES];
        memcpy(from, work.c, sizeof from);
        loops->rotate_rows(&work);
        memcpy(tile->state.vector.rotated, from, sizeof from);
    }
    return done(tile);
}

/* Of zero, and of what is too small to be a number, nothing is added. */
static bool has_addend(const uint32_t c[static LANES])
{
    uint32_t any = 0;
    for (unsigned lane = 0; lane < LANES; lane++)
        any |= c[lane];
    return any & 0x7F800000;
}

static enum tile_step mul24(struct tile *tile, unsigned thread, uint32_t word)
{
    enum { TAKES_HIGH = 1, BY_L7 = 12, ZERO_REGISTER = 9 };
    const struct insn_sfpmul24 f = isa_decode_sfpmul24(tile->chip->id, word);
    struct lane_work work;
    if (f.instr_mod1 & BY_L7 || f.lreg_src_c != ZERO_REGISTER || has_addend(tile->state.lreg[ZERO_REGISTER]) ||
        !begin(tile, (struct operands){f.instr_mod1, f.lreg_dest, f.lreg_src_c, f.lreg_src_b}, &work))
        return by_datasheet(tile, thread, word);
    work.a = tile->state.lreg[f.lreg_src_a];
    if (f.instr_mod1 & TAKES_HIGH)
        lane_loops_of(tile)->mul24_high(&work);
    else
        lane_loops_of(tile)->mul24_low(&work);
    return done(tile);
}

static enum tile_step arecip(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_sfparecip f = isa_decode_sfparecip(tile->chip->id, word);
    struct lane_work work;
    if (f.instr_mod1 || !begin(tile, (struct operands){0, f.lreg_dest, f.lreg_c, 0}, &work))
        return by_datasheet(tile, thread, word);
    lane_loops_of(tile)->reciprocal(&work);
    return done(tile);
}

/* ---- bits and parts ---- */

/* Of two registers; on Blackhole the first may be another one than VD. */
static enum tile_step both(struct tile *tile, unsigned thread, uint32_t word, lane_function *function)
{
    const struct insn_sfpand f = isa_decode_sfpand(tile->chip->id, word);
    const bool has_other = vector_insn_of(tile->chip->id, word)->other_vb_if & word;
    struct lane_work work;
    if (!begin(tile, (struct operands){0, f.lreg_dest, f.lreg_c, has_other ? f.lreg_src_b : f.lreg_dest}, &work))
        return by_datasheet(tile, thread, word);
    function(&work);
    return done(tile);
}

static enum tile_step bits_and(struct tile *tile, unsigned thread, uint32_t word)
{
    return both(tile, thread, word, lane_loops_of(tile)->bits_and);
}

static enum tile_step bits_or(struct tile *tile, unsigned thread, uint32_t word)
{
    return both(tile, thread, word, lane_loops_of(tile)->bits_or);
}

static enum tile_step bits_xor(struct tile *tile, unsigned thread, uint32_t word)
{
    return both(tile, thread, word, lane_loops_of(tile)->bits_xor);
}

/* Bits of C that stay, and a constant turned into them. */
static enum tile_step blend(struct tile *tile, unsigned thread, uint32_t word, uint32_t stay, uint32_t turn)
{
    const struct insn_sfpnot f = isa_decode_sfpnot(tile->chip->id, word);
    struct lane_work work;
    if (!begin(tile, (struct operands){0, f.lreg_dest, f.lreg_c, 0}, &work))
        return by_datasheet(tile, thread, word);
    work.constant = stay;
    work.other = turn;
    lane_loops_of(tile)->blend(&work);
    return done(tile);
}

static enum tile_step bits_not(struct tile *tile, unsigned thread, uint32_t word)
{
    return blend(tile, thread, word, UINT32_MAX, UINT32_MAX);
}

static enum tile_step exman(struct tile *tile, unsigned thread, uint32_t word)
{
    enum { WITHOUT_HIDDEN_ONE = 1 };
    const struct insn_sfpexman f = isa_decode_sfpexman(tile->chip->id, word);
    return blend(tile, thread, word, MANTISSA, f.instr_mod1 & WITHOUT_HIDDEN_ONE ? 0 : HIDDEN_ONE);
}

/* A part of C from VD, moved up, or from a constant that stands where it belongs. */
static enum tile_step set_part(struct tile *tile, unsigned thread, uint32_t word, uint32_t part, uint32_t up,
                               uint32_t constant)
{
    enum { BY_CONSTANT = 1 };
    const struct insn_sfpsetexp f = isa_decode_sfpsetexp(tile->chip->id, word);
    struct lane_work work;
    if (f.instr_mod1 & BY_CONSTANT)
        return blend(tile, thread, word, ~part, constant);
    if (!begin(tile, (struct operands){0, f.lreg_dest, f.lreg_c, f.lreg_dest}, &work))
        return by_datasheet(tile, thread, word);
    work.constant = ~part;
    work.other = up;
    lane_loops_of(tile)->insert(&work);
    return done(tile);
}

static enum tile_step setexp(struct tile *tile, unsigned thread, uint32_t word)
{
    enum { FROM_EXPONENT = 2, PLACE = 23 };
    const struct insn_sfpsetexp f = isa_decode_sfpsetexp(tile->chip->id, word);
    return set_part(tile, thread, word, EXPONENT, f.instr_mod1 & FROM_EXPONENT ? 0 : PLACE,
                    f.imm12_math << PLACE & EXPONENT);
}

static enum tile_step setman(struct tile *tile, unsigned thread, uint32_t word)
{
    return set_part(tile, thread, word, MANTISSA, 0, isa_decode_sfpsetman(tile->chip->id, word).imm12_math << 11);
}

static enum tile_step setsgn(struct tile *tile, unsigned thread, uint32_t word)
{
    return set_part(tile, thread, word, SIGN, 0, isa_decode_sfpsetsgn(tile->chip->id, word).imm12_math << 31);
}

static enum tile_step divp2(struct tile *tile, unsigned thread, uint32_t word)
{
    enum { ADDS = 1 };
    const struct insn_sfpdivp2 f = isa_decode_sfpdivp2(tile->chip->id, word);
    if (f.instr_mod1 & ADDS)
        return by_datasheet(tile, thread, word);
    return blend(tile, thread, word, ~(uint32_t)EXPONENT, f.imm12_math << 23 & EXPONENT);
}

static enum tile_step iadd(struct tile *tile, unsigned thread, uint32_t word)
{
    enum { BY_CONSTANT = 1, SUBTRACTS = 2, KEEPS_FLAG = 4, INVERTS_FLAG = 8 };
    const struct insn_sfpiadd f = isa_decode_sfpiadd(tile->chip->id, word);
    const bool sets = !(f.instr_mod1 & KEEPS_FLAG);
    uint32_t result[LANES];
    struct lane_work work;
    if (f.instr_mod1 & INVERTS_FLAG || !begin(tile, (struct operands){0, f.lreg_dest, f.lreg_c, f.lreg_dest}, &work))
        return by_datasheet(tile, thread, word);
    lane_function *function = lane_loops_of(tile)->add;
    if (f.instr_mod1 & BY_CONSTANT) {
        work.constant = signed_12(f.imm12_math);
        function = lane_loops_of(tile)->add_constant;
    } else {
        work.constant = f.instr_mod1 & SUBTRACTS ? UINT32_MAX : 0;
    }
    if (!sets) {
        function(&work);
        return done(tile);
    }
    struct lane_work whole = work;
    whole.to = result;
    whole.lanes = UINT32_MAX;
    function(&whole);
    work.c = result;
    lane_loops_of(tile)->copy(&work);
    return set_flags(tile, lane_loops_of(tile)->tests->negative(result), work.lanes);
}

static enum tile_step exexp(struct tile *tile, unsigned thread, uint32_t word)
{
    enum { BIASED = 1, SETS_FLAG = 2, INVERTS_FLAG = 8, BIAS = 127 };
    const struct insn_sfpexexp f = isa_decode_sfpexexp(tile->chip->id, word);
    struct lane_work work;
    if (f.instr_mod1 & (SETS_FLAG | INVERTS_FLAG) ||
        !begin(tile, (struct operands){0, f.lreg_dest, f.lreg_c, 0}, &work))
        return by_datasheet(tile, thread, word);
    work.constant = f.instr_mod1 & BIASED ? 0 : BIAS;
    lane_loops_of(tile)->exexp(&work);
    return done(tile);
}

static enum tile_step absolute(struct tile *tile, unsigned thread, uint32_t word)
{
    enum { IS_FLOAT = 1 };
    const struct insn_sfpabs f = isa_decode_sfpabs(tile->chip->id, word);
    struct lane_work work;
    if (!begin(tile, (struct operands){0, f.lreg_dest, f.lreg_c, 0}, &work))
        return by_datasheet(tile, thread, word);
    if (f.instr_mod1 & IS_FLOAT)
        lane_loops_of(tile)->abs_float(&work);
    else
        lane_loops_of(tile)->abs_int(&work);
    return done(tile);
}

/* Constants to all of a register or to a half (V27). */
static enum tile_step loadi(struct tile *tile, unsigned thread, uint32_t word)
{
    enum { TO_BF16, TO_FP16, TO_INTEGER, TO_SIGNED = 4, TO_HIGH_HALF = 8, TO_LOW_HALF = 10, HALF = 0xFFFF };
    const struct insn_sfploadi f = isa_decode_sfploadi(tile->chip->id, word);
    const bool is_high = f.instr_mod0 == TO_BF16 || f.instr_mod0 == TO_HIGH_HALF;
    enum {
        KNOWN = 1 << TO_BF16 | 1 << TO_FP16 | 1 << TO_INTEGER | 1 << TO_SIGNED | 1 << TO_HIGH_HALF | 1 << TO_LOW_HALF
    };
    const bool is_known = (unsigned)KNOWN >> f.instr_mod0 & 1;
    struct lane_work work;
    if (!is_known || !begin(tile, (struct operands){0, f.lreg_ind, f.lreg_ind, 0}, &work))
        return by_datasheet(tile, thread, word);
    work.constant = f.instr_mod0 == TO_HIGH_HALF ? HALF : f.instr_mod0 == TO_LOW_HALF ? ~(uint32_t)HALF : 0;
    work.other = is_high ? f.imm16 << 16 : f.instr_mod0 == TO_SIGNED ? (uint32_t)(int16_t)f.imm16 : f.imm16;
    if (f.instr_mod0 == TO_FP16)
        work.other = (f.imm16 & 0x8000) << 16 | ((f.imm16 & 0x7FFF) + (FP16_REBIAS << 10)) << 13;
    lane_loops_of(tile)->blend(&work);
    return done(tile);
}

/* ---- random numbers ---- */

static enum tile_step mov(struct tile *tile, unsigned thread, uint32_t word)
{
    enum { NEGATES = 1, IN_ALL_LANES = 2, SPECIAL = 8, PRNG = 9 };
    const struct insn_sfpmov f = isa_decode_sfpmov(tile->chip->id, word);
    const bool is_special = f.instr_mod1 & SPECIAL;
    struct lane_work work;
    uint32_t values[LANES];
    if ((is_special && f.lreg_c != PRNG) ||
        !begin(tile, (struct operands){f.instr_mod1, f.lreg_dest, f.lreg_c, 0}, &work))
        return by_datasheet(tile, thread, word);
    if (is_special) {
        lane_loops_of(tile)->prng(tile->state.small.prng, work.lanes, values);
        work.c = values;
        lane_loops_of(tile)->copy(&work);
        return done(tile);
    }
    if (f.instr_mod1 == IN_ALL_LANES)
        work.lanes = UINT32_MAX;
    work.constant = UINT32_MAX;
    work.other = f.instr_mod1 == NEGATES ? SIGN : 0;
    lane_loops_of(tile)->blend(&work);
    return done(tile);
}

/* Thresholds of the lanes, 23 bits (V42). */
static void draw_thresholds(struct tile *tile, unsigned how, uint32_t lanes, uint32_t thresholds[LANES])
{
    enum { STOCHASTIC = 1, TO_ZERO = 2, NEAREST = 0x400000, MOST = 0x7FFFFF };
    const bool is_cut = vector_traits_of(tile)->rounds_to_zero && how == TO_ZERO;
    const uint32_t drawn = how & STOCHASTIC && !is_cut ? MOST : 0, fixed = is_cut ? MOST : drawn ? 0 : NEAREST;
    lane_loops_of(tile)->prng(tile->state.small.prng, lanes, thresholds);
    for (unsigned lane = 0; lane < LANES; lane++)
        thresholds[lane] = (thresholds[lane] & drawn) | fixed;
}

static enum tile_step stoch_rnd(struct tile *tile, unsigned thread, uint32_t word)
{
    enum { TO_FP16, TO_BF16, TO_UINT8, TO_INT8, INT_TO_UINT8, INT_TO_INT8, TO_UINT16, TO_INT16 };
    static const uint32_t constants[] = {
        [TO_FP16] = 13, [TO_BF16] = 16, [TO_UINT8] = 255, [TO_INT8] = 127, [TO_UINT16] = 65535, [TO_INT16] = 32767};
    const struct insn_sfp_stoch_rnd f = isa_decode_sfp_stoch_rnd(tile->chip->id, word);
    const unsigned form = f.instr_mod1 & 7;
    struct lane_work work;
    uint32_t thresholds[LANES];
    if (form == INT_TO_UINT8 || form == INT_TO_INT8 ||
        !begin(tile, (struct operands){form, f.lreg_dest, f.lreg_src_c, 0}, &work))
        return by_datasheet(tile, thread, word);
    draw_thresholds(tile, f.rnd_mode, work.lanes, thresholds);
    work.b = thresholds;
    work.constant = constants[form];
    work.mod = form == TO_INT8 || form == TO_INT16;
    if (form <= TO_BF16)
        lane_loops_of(tile)->round_float(&work);
    else
        lane_loops_of(tile)->round_to_integer(&work);
    return done(tile);
}

/* ---- lanes that change places ---- */

static enum tile_step transp(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_sfptransp f = isa_decode_sfptransp(tile->chip->id, word);
    if (f.lreg_dest >= TEMPLATES_FROM || enabled_lanes(tile) != UINT32_MAX)
        return by_datasheet(tile, thread, word);
    lane_loops_of(tile)->transpose(&tile->state.lreg[0]);
    lane_loops_of(tile)->transpose(&tile->state.lreg[4]);
    return done(tile);
}

/* Values that are compared, and no indices with them (V45): which way equal values count shows in indices alone. */
static enum tile_step swap(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_sfpswap f = isa_decode_sfpswap(tile->chip->id, word);
    const bool takes_registers = f.lreg_dest < WRITABLE && f.lreg_src_c < WRITABLE && f.lreg_dest != f.lreg_src_c;
    if (!takes_registers || vector_lanes_with(tile, LANE_DEST_INDEX))
        return by_datasheet(tile, thread, word);
    if (!f.instr_mod1) {
        lane_loops_of(tile)->exchange(tile->state.lreg[f.lreg_src_c], tile->state.lreg[f.lreg_dest],
                                      enabled_lanes(tile));
        return done(tile);
    }
    lane_loops_of(tile)->swap(tile->state.lreg[f.lreg_src_c], tile->state.lreg[f.lreg_dest], enabled_lanes(tile),
                              vector_smaller_first(f.instr_mod1) ^ vector_lanes_with(tile, LANE_EXCHANGE));
    return done(tile);
}

/* ---- which ---- */

static enum tile_step nop(struct tile *tile, unsigned thread, uint32_t word)
{
    if (isa_decode_sfpnop(tile->chip->id, word).lreg_dest)
        return by_datasheet(tile, thread, word);
    return done(tile);
}

/* By instruction; each does the work of a word, or has the datasheet do it. */
static tile_handler *const short_ways[INSN_COUNT] = {
    [INSN_SFPAND] = bits_and,
    [INSN_SFPOR] = bits_or,
    [INSN_SFPXOR] = bits_xor,
    [INSN_SFPNOT] = bits_not,
    [INSN_SFPEXMAN] = exman,
    [INSN_SFPSETEXP] = setexp,
    [INSN_SFPSETMAN] = setman,
    [INSN_SFPSETSGN] = setsgn,
    [INSN_SFPDIVP2] = divp2,
    [INSN_SFPIADD] = iadd,
    [INSN_SFPEXEXP] = exexp,
    [INSN_SFPABS] = absolute,
    [INSN_SFPLOADI] = loadi,
    [INSN_SFPNOP] = nop,
    [INSN_SFPENCC] = encc,
    [INSN_SFPPUSHC] = pushc,
    [INSN_SFPPOPC] = popc,
    [INSN_SFPCOMPC] = compc,
    [INSN_SFPCONFIG] = config,
    [INSN_SFPLZ] = lz,
    [INSN_SFPCAST] = cast,
    [INSN_SFPSHFT] = shft,
    [INSN_SFPSHFT2] = shft2,
    [INSN_SFPMUL24] = mul24,
    [INSN_SFPARECIP] = arecip,
    [INSN_SFPMOV] = mov,
    [INSN_SFP_STOCH_RND] = stoch_rnd,
    [INSN_SFPSWAP] = swap,
    [INSN_SFPTRANSP] = transp,
    [INSN_SFPLOAD] = short_load,
    [INSN_SFPSTORE] = short_store,
    [INSN_SFPSETCC] = short_setcc,
    [INSN_SFPLE] = short_le,
    [INSN_SFPGT] = short_gt,
    [INSN_SFPLUTFP32] = short_lutfp32,
};

tile_handler *vector_way(const struct tile *tile, unsigned opcode)
{
    tile_handler *way = short_ways[isa_id(tile->chip->id, (uint32_t)opcode << 24)];
    if (!tile->fast)
        return vector_issue;
    return way ? way : by_datasheet;
}

enum tile_step vector_issue_at_once(struct tile *tile, unsigned thread, uint32_t word)
{
    if (tile->probe || vector_is_waiting(tile))
        return vector_issue(tile, thread, word);
    return tile->at_once[word >> 24](tile, thread, word);
}
