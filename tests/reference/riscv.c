/* SPDX-License-Identifier: Apache-2.0 */
#include "reference/riscv.h"

#include "base/little.h"
#include "reference/vector_mad.h"

#include <math.h>
#include <string.h>

enum { OLD_NAN = 0x7FC00000, SIGN_BIT = 0x80000000 };

struct fields {
    uint32_t opcode, rd, funct3, rs1, rs2, funct7, rs3, funct12;
    int64_t i, s, b, j, u;
};

/* Bits high:low of word, as a number. */
static uint32_t cut(uint32_t word, int high, int low)
{
    uint32_t value = 0;
    for (int bit = high; bit >= low; bit--)
        value = value * 2 + ((word >> bit) & 1);
    return value;
}

static int64_t signed_of(uint64_t value, int width)
{
    const int64_t whole = (int64_t)1 << width;
    return (int64_t)value >= whole / 2 ? (int64_t)value - whole : (int64_t)value;
}

static struct fields take_apart(uint32_t w)
{
    struct fields f = {cut(w, 6, 0),
                       cut(w, 11, 7),
                       cut(w, 14, 12),
                       cut(w, 19, 15),
                       cut(w, 24, 20),
                       cut(w, 31, 25),
                       cut(w, 31, 27),
                       cut(w, 31, 20),
                       0,
                       0,
                       0,
                       0,
                       0};
    f.i = signed_of(cut(w, 31, 20), 12);
    f.s = signed_of((uint64_t)cut(w, 31, 25) * 32 + cut(w, 11, 7), 12);
    f.b =
        signed_of((uint64_t)cut(w, 31, 31) * 4096 + cut(w, 7, 7) * 2048 + cut(w, 30, 25) * 32 + cut(w, 11, 8) * 2, 13);
    f.j = signed_of(
        (uint64_t)cut(w, 31, 31) * 1048576 + cut(w, 19, 12) * 4096 + cut(w, 20, 20) * 2048 + cut(w, 30, 21) * 2, 21);
    f.u = (int64_t)cut(w, 31, 12) * 4096;
    return f;
}

static int64_t s32(uint32_t a)
{
    return signed_of(a, 32);
}

static uint32_t shift_right_arithmetic(uint32_t a, uint32_t by)
{
    int64_t value = s32(a);
    for (uint32_t i = 0; i < by; i++)
        value = value < 0 ? (value - 1) / 2 : value / 2;
    return (uint32_t)value;
}

static uint32_t rotate_right(uint32_t a, uint32_t by)
{
    for (uint32_t i = 0; i < by; i++)
        a = a / 2 + (a % 2) * SIGN_BIT;
    return a;
}

/* funct7 1. The upper halves by long multiplication of magnitudes. */
static uint32_t multiply_divide(uint32_t funct3, uint32_t a, uint32_t b)
{
    switch (funct3) {
    case 0:
        return (uint32_t)((uint64_t)a * b);
    case 1:
        return (uint32_t)((uint64_t)(s32(a) * s32(b)) >> 32);
    case 2:
        return (uint32_t)((uint64_t)(s32(a) * (int64_t)b) >> 32);
    case 3:
        return (uint32_t)((uint64_t)a * b >> 32);
    case 4:
        return b == 0 ? UINT32_MAX : (uint32_t)(s32(a) / s32(b));
    case 5:
        return b == 0 ? UINT32_MAX : a / b;
    case 6:
        return b == 0 ? a : (uint32_t)(s32(a) % s32(b));
    default:
        return b == 0 ? a : a % b;
    }
}

static bool base_register(uint32_t key, uint32_t a, uint32_t b, uint32_t *out)
{
    const uint32_t by = b % 32;
    switch (key) {
    case 0x000:
        *out = (uint32_t)((uint64_t)a + b);
        return true;
    case 0x200:
        *out = (uint32_t)(s32(a) - s32(b));
        return true;
    case 0x001:
        *out = (uint32_t)((uint64_t)a * ((uint64_t)1 << by));
        return true;
    case 0x002:
        *out = s32(a) < s32(b);
        return true;
    case 0x003:
        *out = a < b;
        return true;
    case 0x004:
        *out = (a | b) - (a & b);
        return true;
    case 0x005:
        *out = (uint32_t)((uint64_t)a / ((uint64_t)1 << by));
        return true;
    case 0x205:
        *out = shift_right_arithmetic(a, by);
        return true;
    case 0x006:
        *out = a + b - (a & b);
        return true;
    case 0x007:
        *out = a & b;
        return true;
    default:
        return false;
    }
}

/* Zba, Zbb, pack: funct7 and funct3 as one number, funct7 * 16 + funct3. */
static bool bit_register(uint32_t key, uint32_t a, uint32_t b, uint32_t *out)
{
    switch (key) {
    case 0x102:
    case 0x104:
    case 0x106:
        *out = (uint32_t)((uint64_t)a * (1u << (key & 7) / 2) + b);
        return true;
    case 0x204:
        *out = ~((a | b) - (a & b));
        return true;
    case 0x206:
        *out = a | (UINT32_MAX - b);
        return true;
    case 0x207:
        *out = a - (a & b);
        return true;
    case 0x054:
        *out = (uint32_t)(s32(a) < s32(b) ? s32(a) : s32(b));
        return true;
    case 0x055:
        *out = a < b ? a : b;
        return true;
    case 0x056:
        *out = (uint32_t)(s32(a) > s32(b) ? s32(a) : s32(b));
        return true;
    case 0x057:
        *out = a > b ? a : b;
        return true;
    case 0x301:
        *out = rotate_right(a, (32 - b % 32) % 32);
        return true;
    case 0x305:
        *out = rotate_right(a, b % 32);
        return true;
    case 0x044:
        *out = a % 65536 + b % 65536 * 65536;
        return true;
    default:
        return false;
    }
}

static bool bit_one(uint32_t funct12, uint32_t funct3, uint32_t a, uint32_t *out)
{
    uint32_t bytes[4] = {cut(a, 7, 0), cut(a, 15, 8), cut(a, 23, 16), cut(a, 31, 24)};
    *out = 0;
    if (funct3 == 1 && funct12 == 0x600) {
        for (int bit = 31; bit >= 0 && !cut(a, bit, bit); bit--)
            ++*out;
    } else if (funct3 == 1 && funct12 == 0x601) {
        for (int bit = 0; bit < 32 && !cut(a, bit, bit); bit++)
            ++*out;
    } else if (funct3 == 1 && funct12 == 0x602) {
        for (int bit = 0; bit < 32; bit++)
            *out += cut(a, bit, bit);
    } else if (funct3 == 1 && funct12 == 0x604) {
        *out = (uint32_t)signed_of(a % 256, 8);
    } else if (funct3 == 1 && funct12 == 0x605) {
        *out = (uint32_t)signed_of(a % 65536, 16);
    } else if (funct3 == 5 && funct12 == 0x287) {
        for (int i = 0; i < 4; i++)
            *out |= (bytes[i] ? 255u : 0u) << 8 * i;
    } else if (funct3 == 5 && funct12 == 0x698) {
        for (int i = 0; i < 4; i++)
            *out |= bytes[3 - i] << 8 * i;
    } else if (funct3 == 5 && funct12 == 0x687) {
        for (int bit = 0; bit < 32; bit++)
            *out |= cut(a, bit, bit) << (bit / 8 * 8 + 7 - bit % 8);
    } else {
        return false;
    }
    return true;
}

static bool do_register(struct ref_riscv *core, const struct fields *f, bool is_wormhole)
{
    const uint32_t a = core->x[f->rs1], b = core->x[f->rs2];
    if (f->funct7 == 1) {
        core->x[f->rd] = multiply_divide(f->funct3, a, b);
        return true;
    }
    uint32_t out = 0;
    const uint32_t key = f->funct7 * 16 + f->funct3;
    if (!base_register(key, a, b, &out) && (is_wormhole || !bit_register(key, a, b, &out)))
        return false;
    core->x[f->rd] = out;
    return true;
}

static bool do_immediate(struct ref_riscv *core, const struct fields *f, bool is_wormhole)
{
    const uint32_t a = core->x[f->rs1], by = f->rs2;
    uint32_t out = 0;
    bool known = true;
    if (f->funct3 != 1 && f->funct3 != 5)
        known = base_register(f->funct3, a, (uint32_t)f->i, &out);
    else if (f->funct7 == 0 || (f->funct7 == 0x20 && f->funct3 == 5))
        known = base_register(f->funct7 * 16 + f->funct3, a, by, &out);
    else if (is_wormhole)
        known = false;
    else if (f->funct7 == 0x30 && f->funct3 == 5)
        out = rotate_right(a, by);
    else
        known = bit_one(f->funct12, f->funct3, a, &out);
    if (known)
        core->x[f->rd] = out;
    return known;
}

static uint8_t *place(struct ref_riscv *core, uint32_t addr, uint32_t bytes)
{
    return addr % bytes == 0 && addr < core->bytes ? core->memory + addr : NULL;
}

static bool do_load(struct ref_riscv *core, const struct fields *f, bool is_float)
{
    const uint32_t bytes = 1u << f->funct3 % 4;
    if (f->funct3 == 3 || f->funct3 > 5 || (is_float && f->funct3 != 2))
        return false;
    const uint8_t *at = place(core, (uint32_t)(core->x[f->rs1] + (uint64_t)f->i), bytes);
    if (!at)
        return false;
    uint32_t value = 0;
    for (uint32_t i = 0; i < bytes; i++)
        value += (uint32_t)at[i] << 8 * i;
    if (f->funct3 < 2)
        value = (uint32_t)signed_of(value, (int)(8 * bytes));
    *(is_float ? &core->f[f->rd] : &core->x[f->rd]) = value;
    return true;
}

static bool do_store(struct ref_riscv *core, const struct fields *f, bool is_float)
{
    const uint32_t bytes = 1u << f->funct3 % 4;
    if (f->funct3 > 2 || (is_float && f->funct3 != 2))
        return false;
    uint8_t *at = place(core, (uint32_t)(core->x[f->rs1] + (uint64_t)f->s), bytes);
    if (!at)
        return false;
    const uint32_t value = is_float ? core->f[f->rs2] : core->x[f->rs2];
    for (uint32_t i = 0; i < bytes; i++)
        at[i] = (uint8_t)(value >> 8 * i);
    return true;
}

static bool do_branch(struct ref_riscv *core, const struct fields *f)
{
    const uint32_t a = core->x[f->rs1], b = core->x[f->rs2];
    const bool taken[8] = {a == b, a != b, false, false, s32(a) < s32(b), s32(a) >= s32(b), a < b, a >= b};
    if (f->funct3 == 2 || f->funct3 == 3)
        return false;
    if (taken[f->funct3])
        core->pc = (uint32_t)(core->pc + f->b - 4); /* the caller adds 4 */
    return true;
}

static bool do_atomic(struct ref_riscv *core, const struct fields *f)
{
    uint8_t *at = place(core, core->x[f->rs1], 4);
    if (f->funct3 != 2 || !at)
        return false;
    const uint32_t held = load_u32(at), b = core->x[f->rs2];
    uint32_t out;
    switch (f->rs3) {
    case 0:
        out = (uint32_t)((uint64_t)held + b);
        break;
    case 1:
        out = b;
        break;
    case 4:
        out = held ^ b;
        break;
    case 8:
        out = held | b;
        break;
    case 12:
        out = held & b;
        break;
    case 16:
        out = s32(held) < s32(b) ? held : b;
        break;
    case 20:
        out = s32(held) > s32(b) ? held : b;
        break;
    case 24:
        out = held < b ? held : b;
        break;
    case 28:
        out = held > b ? held : b;
        break;
    default:
        return false;
    }
    store_u32(at, out);
    core->x[f->rd] = held;
    return true;
}

static float number(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, 4);
    return value;
}

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, 4);
    return bits;
}

static uint32_t least_or_most(uint32_t a, uint32_t b, bool is_most)
{
    const float x = number(a), y = number(b);
    if (isnan(x) && isnan(y))
        return OLD_NAN;
    if (isnan(x) || isnan(y))
        return isnan(x) ? b : a;
    if (x == y)
        return (signbit(x) != 0) == is_most ? b : a;
    return (x < y) == is_most ? b : a;
}

static uint32_t classify(uint32_t a)
{
    const float x = number(a);
    const bool is_negative = signbit(x) != 0;
    if (isnan(x))
        return cut(a, 22, 22) ? 0x200 : 0x100;
    if (isinf(x))
        return is_negative ? 0x001 : 0x080;
    if (x == 0)
        return is_negative ? 0x008 : 0x010;
    if (fpclassify(x) == FP_SUBNORMAL)
        return is_negative ? 0x004 : 0x020;
    return is_negative ? 0x002 : 0x040;
}

static uint32_t to_integer(uint32_t a, double lowest, double highest)
{
    const double x = number(a), whole = nearbyint(x);
    if (isnan(x) || whole > highest)
        return (uint32_t)highest;
    return (uint32_t)(int64_t)(whole < lowest ? lowest : whole);
}

static uint32_t compare(uint32_t funct3, float x, float y)
{
    return funct3 == 2 ? x == y : funct3 == 1 ? x < y : x <= y;
}

/* OP-FP of single precision: funct7, and funct3 or rs2 where they choose. */
static bool do_single(struct ref_riscv *core, const struct fields *f)
{
    const uint32_t a = core->f[f->rs1], b = core->f[f->rs2], one = 0x3F800000;
    uint32_t *fd = &core->f[f->rd], *rd = &core->x[f->rd];
    switch (f->funct7) {
    case 0x00:
        *fd = ref_vector_mad(false, a, one, b);
        return true;
    case 0x04:
        *fd = ref_vector_mad(false, a, one, b ^ SIGN_BIT);
        return true;
    case 0x08:
        *fd = ref_vector_mad(false, a, b, (a ^ b) & SIGN_BIT);
        return true;
    case 0x10:
        if (f->funct3 > 2)
            return false;
        *fd = (a & ~(uint32_t)SIGN_BIT) | ((f->funct3 == 0 ? b : f->funct3 == 1 ? ~b : a ^ b) & SIGN_BIT);
        return true;
    case 0x14:
        if (f->funct3 > 1)
            return false;
        *fd = least_or_most(a, b, f->funct3 == 1);
        return true;
    case 0x50:
        if (f->funct3 > 2)
            return false;
        *rd = compare(f->funct3, number(a), number(b));
        return true;
    case 0x60:
        if (f->rs2 > 1)
            return false;
        *rd = f->rs2 ? to_integer(a, 0, 4294967295.0) : to_integer(a, -2147483648.0, 2147483647.0);
        return true;
    case 0x68:
        if (f->rs2 > 1)
            return false;
        *fd = bits_of(f->rs2 ? (float)core->x[f->rs1] : (float)s32(core->x[f->rs1]));
        return true;
    case 0x70:
        if (f->rs2 || f->funct3 > 1)
            return false;
        *rd = f->funct3 ? classify(a) : a;
        return true;
    case 0x78:
        if (f->rs2 || f->funct3)
            return false;
        *fd = core->x[f->rs1];
        return true;
    default:
        return false;
    }
}

static bool do_fused(struct ref_riscv *core, const struct fields *f, bool negates_product, bool negates_addend)
{
    if (f->funct7 % 4)
        return false;
    core->f[f->rd] = ref_vector_mad(false, core->f[f->rs1] ^ (negates_product ? SIGN_BIT : 0), core->f[f->rs2],
                                    core->f[f->rs3] ^ (negates_addend ? SIGN_BIT : 0));
    return true;
}

static bool do_jump(struct ref_riscv *core, const struct fields *f, uint64_t target)
{
    core->x[f->rd] = core->pc + 4;
    core->pc = (uint32_t)target - 4;
    return true;
}

static bool do_more(struct ref_riscv *core, const struct fields *f)
{
    switch (f->opcode) {
    case 0x07:
        return do_load(core, f, true);
    case 0x27:
        return do_store(core, f, true);
    case 0x2F:
        return do_atomic(core, f);
    case 0x43:
    case 0x47:
    case 0x4B:
    case 0x4F:
        return do_fused(core, f, f->opcode >= 0x4B, f->opcode == 0x47 || f->opcode == 0x4F);
    case 0x53:
        return do_single(core, f);
    default:
        return false;
    }
}

bool ref_riscv_step(struct ref_riscv *core, uint32_t word, bool is_wormhole)
{
    const struct fields f = take_apart(word);
    bool known;
    switch (f.opcode) {
    case 0x03:
        known = do_load(core, &f, false);
        break;
    case 0x0F:
        known = f.funct3 == 0;
        break;
    case 0x13:
        known = do_immediate(core, &f, is_wormhole);
        break;
    case 0x17:
        core->x[f.rd] = (uint32_t)(core->pc + f.u);
        known = true;
        break;
    case 0x23:
        known = do_store(core, &f, false);
        break;
    case 0x33:
        known = do_register(core, &f, is_wormhole);
        break;
    case 0x37:
        core->x[f.rd] = (uint32_t)f.u;
        known = true;
        break;
    case 0x63:
        known = do_branch(core, &f);
        break;
    case 0x67:
        known = f.funct3 == 0 && do_jump(core, &f, (core->x[f.rs1] + (uint64_t)f.i) / 2 * 2);
        break;
    case 0x6F:
        known = do_jump(core, &f, (uint64_t)(core->pc + f.j));
        break;
    default:
        known = !is_wormhole && do_more(core, &f);
    }
    core->x[0] = 0;
    core->pc += known ? 4 : 0;
    return known;
}
