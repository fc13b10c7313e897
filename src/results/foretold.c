/* SPDX-License-Identifier: Apache-2.0 */
/* M25 to M31 and M36 to M41, for patterns of FP32; fp32_of() of tile/matrix/stages.c. */
#include "results/foretold.h"

#include "base/little.h"
#include "base/memory.h"
#include "numeric/format.h"

#include <string.h>

enum {
    SIDE = FORETOLD_SIDE,
    FACE = FORETOLD_FACE,
    HIDDEN = 0x400,
    GROUPS = 2,
    ONE = 1 << 23,
    PRODUCT_SHIFT = 13,
    CELLS = FORETOLD_CELLS,
    FAR_BELOW = -8192,
    SLICED = 4096,
    TOP = 255,
    MANTISSA_BITS = 23,
    FIRST_BIT = 10
};

/* An operand of an instruction as the unit multiplies it. */
struct slices {
    uint16_t mantissa[FACE];
    uint8_t sign[FACE], exponent[FACE]; /* exponent 0: the operand counts as zero */
    int16_t height[FACE];               /* the exponent; FAR_BELOW: likewise */
};

/* Of a product of mantissas: those of FP32, and by how much the exponent is less. */
struct products {
    uint32_t fraction[SLICED];
    uint8_t less[SLICED];
};

/* What foretells an instruction. */
struct work {
    struct slices a, b;
    int32_t moved, lower; /* the latter by the phase of the instruction */
    int32_t rebias;       /* of what has exponents of five bits */
    bool is_wide;
    size_t stored;          /* values of Dst that instructions before have */
    struct products *table; /* of those stages that look at products one by one */
    uint32_t *held;         /* words of FP32, by cell; null where nobody asks */
};

static void fill_table(struct products *table)
{
    for (uint32_t product = 1; product < SLICED; product++) {
        const unsigned top = 31 - (unsigned)__builtin_clz(product);
        table->fraction[product] = (product << (MANTISSA_BITS - top)) & ((UINT32_C(1) << MANTISSA_BITS) - 1);
        table->less[product] = (uint8_t)(FIRST_BIT + 1 - top); /* top is at most FIRST_BIT + 1 */
    }
}

static void foretold_slice(struct slices *slices, const struct foretold_stage *stage, size_t at, uint32_t count,
                           bool is_b, bool takes_low)
{
    const struct format_info *format = format_get((enum format)stage->format);
    const unsigned bits = format ? format->mantissa_bits : 0, exponents = format ? format->exponent_bits : 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t value = number_at(stage->values, stage->width, at + i);
        const uint32_t mantissa = HIDDEN | ((value & ((1u << bits) - 1)) << (FIRST_BIT - bits));
        const uint32_t exponent = value >> bits & ((1u << exponents) - 1);
        const uint32_t high = is_b ? mantissa >> 4 : mantissa >> 6;
        const uint32_t low = is_b ? (mantissa & 0xF) << 3 : mantissa >> 1 & 0x1F;
        slices->mantissa[i] = (uint16_t)(exponent ? (takes_low ? low : high) : 0);
        slices->sign[i] = (uint8_t)(value >> (bits + exponents) & 1);
        slices->exponent[i] = (uint8_t)exponent;
        slices->height[i] = (int16_t)(exponent ? (int32_t)exponent : FAR_BELOW);
    }
}

static inline uint32_t product_of(const struct work *work, uint32_t a, uint32_t b)
{
    const uint32_t mantissa = (uint32_t)work->a.mantissa[a] * work->b.mantissa[b];
    const uint32_t sign = (uint32_t)(work->a.sign[a] ^ work->b.sign[b]) << 31;
    const int32_t exponent =
        work->a.exponent[a] + work->b.exponent[b] + work->moved - work->lower - work->table->less[mantissa];
    if (!work->a.exponent[a] || !work->b.exponent[b])
        return 0;
    if (!mantissa || exponent <= 0)
        return sign;
    return exponent >= TOP ? sign | (uint32_t)TOP << MANTISSA_BITS
                           : sign | (uint32_t)exponent << MANTISSA_BITS | work->table->fraction[mantissa];
}

static inline uint32_t foretold_exponent_of(const struct work *work, uint32_t a, uint32_t b)
{
    const int32_t exponent = work->a.exponent[a] + work->b.exponent[b] + work->moved - work->lower;
    return work->a.exponent[a] && work->b.exponent[b] && exponent > 0 ? (uint32_t)exponent : 0;
}

/* What multiplies value i of an instruction: rows of SrcB times a face of SrcA, sixteen values an element, or datum by
 * datum. */
static inline void find_pair(bool is_sum, uint32_t i, uint32_t *a, uint32_t *b)
{
    *a = is_sum ? i % SIDE * SIDE + i / SIDE % SIDE : i;
    *b = is_sum ? i / FACE * SIDE + i % SIDE : i;
}

/* Where an instruction's operands begin, and how its values come of them. */
struct place {
    size_t a, b;
    bool is_sum;
};

/* How many values an instruction of so many elements has at a stage. */
static uint32_t values_of(unsigned stage, bool is_sum, uint32_t elements)
{
    switch (stage) {
    case FORETOLD_GROUP_SUM:
        return is_sum ? GROUPS * elements : elements;
    case FORETOLD_ALIGNED:
        return is_sum ? (GROUPS + 1) * elements : 2 * elements;
    default:
        return is_sum ? SIDE * elements : elements;
    }
}

/* Takes in the operands of instruction i, unless what comes of them is there. False: nothing is foretold of such. */
static bool begin_insn(struct work *work, unsigned stage, const struct foretold_from *from, size_t i, uint32_t count,
                       struct place *place)
{
    const struct foretold_stage *a = &from->stages[FORETOLD_OPERAND_A], *b = &from->stages[FORETOLD_OPERAND_B],
                                *phase = &from->stages[FORETOLD_PHASE];
    const uint32_t of_a = a->counts[i], of_b = b->counts[i];
    place->is_sum = of_a == FACE && of_b % SIDE == 0 && of_b <= FACE && count == values_of(stage, true, of_b);
    if (phase->counts[i] != 1 ||
        (!place->is_sum && (of_a != of_b || count != values_of(stage, false, of_b) || of_a > FACE)))
        return false;
    const uint32_t slices = number_at(phase->values, phase->width, i);
    work->lower = foretold_lower(slices);
    if (!from->has_terms) {
        foretold_slice(&work->a, a, place->a, of_a, false, slices & FORETOLD_A_LOW);
        foretold_slice(&work->b, b, place->b, of_b, true, slices & FORETOLD_B_LOW);
    }
    place->a += of_a;
    place->b += of_b;
    return true;
}

static bool is_sliced(const struct foretold_stage *stage)
{
    const struct format_info *format = format_get((enum format)stage->format);
    return format && format->exponent_bits && format->exponent_bits <= 8 && format->mantissa_bits <= FIRST_BIT &&
           !format->is_block;
}

static void work_free(struct work *work)
{
    if (work) {
        mem_free(work->table);
        mem_free(work->held);
    }
    mem_free(work);
}

static enum tt_status work_new(struct work **work, unsigned stage, const struct foretold_from *from, int32_t moved)
{
    *work = NULL;
    if (!from->insns || !is_sliced(&from->stages[FORETOLD_OPERAND_A]) || !is_sliced(&from->stages[FORETOLD_OPERAND_B]))
        return TT_UNSUPPORTED;
    const bool has_products = stage == FORETOLD_PRODUCT, has_cells = stage == FORETOLD_ALIGNED && from->cells;
    struct work *made = *work = mem_calloc(1, sizeof *made);
    if (!made)
        return TT_NO_MEMORY;
    made->moved = moved;
    made->table = has_products ? mem_calloc(1, sizeof *made->table) : NULL;
    made->held = has_cells ? mem_calloc(CELLS, sizeof *made->held) : NULL;
    if ((has_products && !made->table) || (has_cells && !made->held))
        return TT_NO_MEMORY;
    if (has_products)
        fill_table(made->table);
    return TT_OK;
}

/* ---- sums ---- */

static int32_t foretold_exponent_at(const struct work *work, uint32_t a, uint32_t b)
{
    return work->a.height[a] + work->b.height[b] + work->moved - work->lower - 1 - work->rebias;
}

/* M28, M29: half a row of SrcB times the columns of SrcA, `half` 0 or 1. A product that is zero stands far below. */
static void sum_half(const struct work *work, uint32_t row, uint32_t half, struct foretold_term *terms)
{
    enum { GROUP = SIDE / GROUPS, FARTHEST = 30 };
    const int16_t *const b = &work->b.height[row * SIDE + half * GROUP];
    const uint16_t *const mantissas = &work->b.mantissa[row * SIDE + half * GROUP];
    int16_t largest[SIDE];
    int32_t sums[SIDE] = {0};
    memset(largest, 0x80, sizeof largest);
    for (uint32_t k = 0; k < GROUP; k++) {
        const int16_t *const a = &work->a.height[(half * GROUP + k) * SIDE];
        for (uint32_t i = 0; i < SIDE; i++)
            largest[i] = (int16_t)(a[i] + b[k]) > largest[i] ? (int16_t)(a[i] + b[k]) : largest[i];
    }
    for (uint32_t k = 0; k < GROUP; k++) {
        const uint32_t from = (half * GROUP + k) * SIDE;
        const uint8_t sign = work->b.sign[row * SIDE + half * GROUP + k];
        for (uint32_t i = 0; i < SIDE; i++) {
            const int32_t apart = largest[i] - work->a.height[from + i] - b[k];
            const uint32_t shift = (uint32_t)(apart < FARTHEST ? apart : FARTHEST);
            const uint32_t product = (uint32_t)work->a.mantissa[from + i] * mantissas[k];
            const int32_t aligned = (int32_t)(((product << 1) + (UINT32_C(1) << shift)) >> (shift + 1));
            const int32_t turn = -(int32_t)(work->a.sign[from + i] ^ sign);
            sums[i] += (aligned ^ turn) - turn;
        }
    }
    for (uint32_t i = 0; i < SIDE; i++) {
        const int32_t exponent = largest[i] + work->moved - work->lower - 1 - work->rebias, sum = sums[i];
        terms[i * GROUPS + half] =
            exponent <= 0
                ? (struct foretold_term){0, 0, 0}
                : (struct foretold_term){sum < 0, (uint32_t)(sum < 0 ? -sum : sum) << PRODUCT_SHIFT, exponent};
    }
}

/* M31 */
static struct foretold_term product_term(const struct work *work, uint32_t i)
{
    const int32_t exponent = foretold_exponent_at(work, i, i);
    if (exponent <= 0)
        return (struct foretold_term){0, 0, 0};
    return (struct foretold_term){(uint32_t)(work->a.sign[i] ^ work->b.sign[i]),
                                  (uint32_t)work->a.mantissa[i] * work->b.mantissa[i] << PRODUCT_SHIFT, exponent};
}

/* GROUPS terms of each element of an instruction; of one that only multiplies the first counts. */
static void fill_terms(const struct work *work, const struct place *place, uint32_t elements,
                       struct foretold_term *terms)
{
    for (uint32_t i = 0; !place->is_sum && i < elements; i++)
        terms[i * GROUPS] = product_term(work, i);
    for (uint32_t i = 0; place->is_sum && i < elements; i += SIDE) {
        for (uint32_t half = 0; half < GROUPS; half++)
            sum_half(work, i / SIDE, half, &terms[(size_t)i * GROUPS]);
    }
}

static uint32_t pattern_of(const struct work *work, const struct foretold_term *term)
{
    if (!term->mantissa)
        return term->sign << 31;
    const int32_t left = __builtin_clz(term->mantissa) - (31 - MANTISSA_BITS);
    const int32_t exponent = term->exponent + work->rebias - left;
    const uint32_t mantissa = left < 0 ? term->mantissa >> -left : term->mantissa << left;
    if (exponent <= 0)
        return term->sign << 31;
    return exponent >= TOP ? term->sign << 31 | (uint32_t)TOP << MANTISSA_BITS
                           : term->sign << 31 | (uint32_t)exponent << MANTISSA_BITS | (mantissa & (ONE - 1));
}

/* M37 to M39 */
static void align(const struct work *work, struct foretold_term *term, int32_t exponent, uint32_t borrow)
{
    enum { SHIFT_MAX = 31, LOW_MASK = 0x1FFF, LOW_HALF = 0x1000 };
    const int32_t shift = exponent - term->exponent;
    if (shift >= SHIFT_MAX)
        term->mantissa = 0;
    else if (shift > 0)
        term->mantissa = (term->mantissa + (UINT32_C(1) << (shift - 1)) - borrow) >> shift;
    term->exponent = exponent;
    if (!work->is_wide)
        term->mantissa = (term->mantissa + LOW_HALF - borrow) & ~(uint32_t)LOW_MASK;
}

uint32_t foretold_word(uint8_t format, uint32_t bits)
{
    if (format == FORMAT_BF16)
        return bits << 16;
    return format == FORMAT_FP16 ? (bits >> 15) << 31 | (bits & 0x7FFF) << 13 : bits;
}

/* An element's terms and what Dst held, at their common exponent. */
static void foretold_put_aligned(const struct work *work, const struct foretold_term *terms, unsigned count,
                                 uint32_t held, uint32_t *into)
{
    const int32_t of_dst = (int32_t)(held >> MANTISSA_BITS & TOP);
    struct foretold_term all[GROUPS + 1];
    int32_t exponent = of_dst;
    for (unsigned i = 0; i < count; i++) {
        all[i] = terms[i];
        exponent = terms[i].exponent > exponent ? terms[i].exponent : exponent;
    }
    all[count] = (struct foretold_term){held >> 31, of_dst ? (uint32_t)ONE | (held & (ONE - 1)) : 0, of_dst};
    for (unsigned i = 0; i <= count; i++) {
        if (exponent > 0)
            align(work, &all[i], exponent, i < count ? all[i].sign : 0);
        into[i] = pattern_of(work, &all[i]);
    }
}

/* What the instructions before left in Dst, as far as they are of the group. False: of no such format. */
static bool take_stored(struct work *work, const struct foretold_from *from)
{
    const uint8_t format = from->stages[FORETOLD_STORED].format;
    work->is_wide = format == FORMAT_FP32;
    work->rebias = foretold_rebias(format);
    return format == FORMAT_FP32 || format == FORMAT_FP16 || format == FORMAT_BF16;
}

static void put_all_aligned(struct work *work, const struct foretold_from *from, unsigned terms_each, uint32_t elements,
                            const struct foretold_term *terms, uint32_t *into)
{
    const struct foretold_stage *stored = &from->stages[FORETOLD_STORED];
    const uint16_t *cells = from->cells ? from->cells + work->stored : NULL;
    for (uint32_t i = 0; i < elements; i++, into += terms_each + 1)
        foretold_put_aligned(work, &terms[i * GROUPS], terms_each,
                             from->held                  ? from->held[work->stored + i]
                             : cells && cells[i] < CELLS ? work->held[cells[i]]
                                                         : 0,
                             into);
    for (uint32_t i = 0; cells && i < elements; i++)
        if (cells[i] < CELLS)
            work->held[cells[i]] =
                foretold_word(stored->format, number_at(stored->values, stored->width, work->stored + i));
}

/* Sums of groups, and aligned. False: what was stored has another number of elements. */
static bool fill_sums(struct work *work, unsigned stage, const struct place *place, const struct foretold_from *from,
                      size_t insn, uint32_t count, uint32_t *into)
{
    struct foretold_term own[FACE * GROUPS];
    struct foretold_term *const terms = from->terms ? from->terms + work->stored * GROUPS : own;
    const unsigned each = place->is_sum ? GROUPS : 1;
    const uint32_t elements = from->stages[FORETOLD_STORED].counts[insn];
    if (elements > FACE || (uint64_t)elements * (stage == FORETOLD_ALIGNED ? each + 1 : each) != count)
        return false;
    if (!from->has_terms)
        fill_terms(work, place, elements, terms);
    if (stage == FORETOLD_ALIGNED)
        put_all_aligned(work, from, each, elements, terms, into);
    else
        for (uint32_t i = 0; i < elements; i++)
            for (unsigned k = 0; k < each; k++)
                *into++ = pattern_of(work, &terms[i * GROUPS + k]);
    work->stored += elements;
    return true;
}

/* A sum is what was stored of it, where that has 16 bits. */
static enum tt_status foretell_sums(const struct foretold_from *from, const uint32_t *counts, uint32_t *into)
{
    const struct foretold_stage *stored = &from->stages[FORETOLD_STORED];
    const uint32_t bias = stored->format == FORMAT_FP16 ? (uint32_t)(127 - 15) << MANTISSA_BITS : 0;
    size_t at = 0;
    if (stored->format != FORMAT_BF16 && stored->format != FORMAT_FP16)
        return TT_UNSUPPORTED;
    for (size_t insn = 0; insn < from->insns; insn++) {
        if (counts[insn] != stored->counts[insn])
            return TT_UNSUPPORTED;
        for (uint32_t i = 0; i < counts[insn]; i++, at++) {
            const uint32_t word = foretold_word(stored->format, number_at(stored->values, stored->width, at));
            into[at] = word + (word << 1 ? bias : 0);
        }
    }
    return TT_OK;
}

/* ---- instructions ---- */

/* What an instruction's values are, where they are sums of sixteen products: a row of SrcB by a column of SrcA. */
static void fill_products(const struct work *work, unsigned stage, uint32_t count, uint32_t *into)
{
    for (uint32_t row = 0; row < count / FACE; row++) {
        for (uint32_t column = 0; column < SIDE; column++) {
            for (uint32_t k = 0; k < SIDE; k++) {
                const uint32_t a = k * SIDE + column, b = row * SIDE + k;
                *into++ = stage == FORETOLD_PRODUCT ? product_of(work, a, b) : foretold_exponent_of(work, a, b);
            }
        }
    }
}

static bool fill_insn(struct work *work, unsigned stage, const struct place *place, const struct foretold_from *from,
                      size_t insn, uint32_t count, uint32_t *into)
{
    if (stage == FORETOLD_ALIGNED || stage == FORETOLD_GROUP_SUM)
        return fill_sums(work, stage, place, from, insn, count, into);
    if (place->is_sum)
        fill_products(work, stage, count, into);
    for (uint32_t i = 0; !place->is_sum && i < count; i++)
        into[i] = stage == FORETOLD_PRODUCT ? product_of(work, i, i) : foretold_exponent_of(work, i, i);
    return true;
}

enum tt_status foretell(unsigned stage, const struct foretold_from *from, const uint32_t *counts, int32_t moved,
                        uint32_t *into)
{
    struct work *work;
    struct place place = {0};
    if (stage == FORETOLD_SUM)
        return foretell_sums(from, counts, into);
    const enum tt_status status = work_new(&work, stage, from, moved);
    bool is_good = !status && (stage < FORETOLD_GROUP_SUM || take_stored(work, from));
    for (size_t insn = 0; insn < from->insns && is_good; insn++) {
        is_good = begin_insn(work, stage, from, insn, counts[insn], &place);
        if (is_good)
            is_good = fill_insn(work, stage, &place, from, insn, counts[insn], into);
        into += counts[insn];
    }
    work_free(work);
    return status ? status : is_good ? TT_OK : TT_UNSUPPORTED;
}

enum tt_status foretold_moved(unsigned stage, const struct foretold_from *from, const struct foretold_stage *actual,
                              int32_t *moved)
{
    struct work *work;
    struct place place = {0};
    struct foretold_from whole = *from;
    const enum tt_status status = work_new(&work, stage, from, 0);
    bool is_good = !status, is_found = false;
    size_t at = 0;
    *moved = 0;
    whole.has_terms = false; /* operands are what it looks at */
    for (size_t insn = 0; insn < from->insns && is_good && !is_found; insn++) {
        is_good = begin_insn(work, stage, &whole, insn, actual->counts[insn], &place);
        for (uint32_t i = 0, a, b; is_good && !is_found && i < actual->counts[insn]; i++, at++) {
            find_pair(place.is_sum, i, &a, &b);
            const uint32_t value = number_at(actual->values, actual->width, at);
            const uint32_t exponent = stage == FORETOLD_PRODUCT ? value >> MANTISSA_BITS & TOP : value;
            const uint32_t product = (uint32_t)work->a.mantissa[a] * work->b.mantissa[b];
            is_found = product && exponent > 0 && (stage == FORETOLD_EXPONENT || exponent < TOP);
            if (is_found)
                *moved = (int32_t)exponent - work->a.exponent[a] - work->b.exponent[b] + work->lower +
                         (stage == FORETOLD_PRODUCT ? work->table->less[product] : 0);
        }
    }
    work_free(work);
    is_good = is_good && *moved >= -FORETOLD_MOVED_MAX && *moved <= FORETOLD_MOVED_MAX;
    return status ? status : is_good ? TT_OK : TT_UNSUPPORTED;
}

/* The words are packed to the front as they are read: what is written stands before what is still to be read, or takes
 * its place. */
static void turn_1(const uint8_t *restrict image, size_t count, const uint32_t *words, uint8_t *to)
{
    for (size_t i = 0; i < count; i++)
        to[i] = (uint8_t)(image[i] ^ words[i]);
}

static void turn_2(const uint8_t *restrict image, size_t count, const uint32_t *words, uint8_t *to)
{
    for (size_t i = 0; i < count; i++)
        store_u16(to + 2 * i, (uint16_t)(load_u16(image + 2 * i) ^ words[i]));
}

static void turn_4(const uint8_t *restrict image, size_t count, uint32_t *restrict words)
{
    for (size_t i = 0; i < count; i++) {
        const uint32_t word = load_u32(image + 4 * i) ^ words[i];
        store_u32(&words[i], word);
    }
}

void foretold_turn(const uint8_t *image, unsigned width, size_t count, uint32_t *words)
{
    if (width == 4)
        turn_4(image, count, words);
    else
        (width == 2 ? turn_2 : turn_1)(image, count, words, (uint8_t *)words);
}
