/* SPDX-License-Identifier: Apache-2.0 */
/* M25 to M27, for patterns of FP32; fp32_of() of tile/matrix/stages.c. */
#include "results/foretold.h"

#include "base/little.h"
#include "base/memory.h"
#include "numeric/format.h"

#include <string.h>

enum { SIDE = 16, FACE = SIDE * SIDE, HIDDEN = 0x400, SLICED = 4096, TOP = 255, MANTISSA_BITS = 23, FIRST_BIT = 10 };
enum { A_LOW_SLICE = 1, B_LOW_SLICE = 2 }; /* of the phase */

/* An operand of an instruction as the unit multiplies it. */
struct slices {
    uint16_t mantissa[FACE];
    uint8_t sign[FACE], exponent[FACE]; /* exponent 0: the operand counts as zero */
};

/* What foretells an instruction. */
struct work {
    struct slices a, b;
    /* Of a product of mantissas: those of FP32, and by how much the exponent is less. */
    uint32_t fraction[SLICED];
    uint8_t less[SLICED];
    int32_t moved;
};

static void fill_tables(struct work *work)
{
    for (uint32_t product = 1; product < SLICED; product++) {
        unsigned top = 0;
        while (product >> (top + 1))
            top++;
        work->fraction[product] = (product << (MANTISSA_BITS - top)) & ((UINT32_C(1) << MANTISSA_BITS) - 1);
        work->less[product] = (uint8_t)(FIRST_BIT + 1 - top); /* top is at most FIRST_BIT + 1 */
    }
}

static void slice(struct slices *slices, const struct foretold_stage *stage, size_t at, uint32_t count, bool is_b,
                  bool takes_low)
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
    }
}

static inline uint32_t product_of(const struct work *work, uint32_t a, uint32_t b)
{
    const uint32_t mantissa = (uint32_t)work->a.mantissa[a] * work->b.mantissa[b];
    const uint32_t sign = (uint32_t)(work->a.sign[a] ^ work->b.sign[b]) << 31;
    const int32_t exponent = work->a.exponent[a] + work->b.exponent[b] + work->moved - work->less[mantissa];
    if (!work->a.exponent[a] || !work->b.exponent[b])
        return 0;
    if (!mantissa || exponent <= 0)
        return sign;
    return exponent >= TOP ? sign | (uint32_t)TOP << MANTISSA_BITS
                           : sign | (uint32_t)exponent << MANTISSA_BITS | work->fraction[mantissa];
}

static inline uint32_t exponent_of(const struct work *work, uint32_t a, uint32_t b)
{
    const int32_t exponent = work->a.exponent[a] + work->b.exponent[b] + work->moved;
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

/* Takes in the operands of instruction i. False: nothing is foretold of such. */
static bool begin_insn(struct work *work, const struct foretold_from *from, size_t i, uint32_t count,
                       struct place *place)
{
    const struct foretold_stage *a = &from->stages[FORETOLD_OPERAND_A], *b = &from->stages[FORETOLD_OPERAND_B],
                                *phase = &from->stages[FORETOLD_PHASE];
    const uint32_t of_a = a->counts[i], of_b = b->counts[i];
    place->is_sum = of_a == FACE && of_b % SIDE == 0 && of_b <= FACE && count == of_b * SIDE;
    if (phase->counts[i] != 1 || (!place->is_sum && (of_a != of_b || of_b != count || of_a > FACE)))
        return false;
    const uint32_t slices = number_at(phase->values, phase->width, i);
    slice(&work->a, a, place->a, of_a, false, slices & A_LOW_SLICE);
    slice(&work->b, b, place->b, of_b, true, slices & B_LOW_SLICE);
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

static enum tt_status work_new(struct work **work, const struct foretold_from *from, int32_t moved)
{
    *work = NULL;
    if (!from->insns || !is_sliced(&from->stages[FORETOLD_OPERAND_A]) || !is_sliced(&from->stages[FORETOLD_OPERAND_B]))
        return TT_UNSUPPORTED;
    *work = mem_calloc(1, sizeof **work);
    if (!*work)
        return TT_NO_MEMORY;
    fill_tables(*work);
    (*work)->moved = moved;
    return TT_OK;
}

/* What an instruction's values are, where they are sums of sixteen products: a row of SrcB by a column of SrcA. */
static void fill_sums(const struct work *work, unsigned stage, uint32_t count, uint32_t *into)
{
    for (uint32_t row = 0; row < count / FACE; row++) {
        for (uint32_t column = 0; column < SIDE; column++) {
            for (uint32_t k = 0; k < SIDE; k++) {
                const uint32_t a = k * SIDE + column, b = row * SIDE + k;
                *into++ = stage == FORETOLD_PRODUCT ? product_of(work, a, b) : exponent_of(work, a, b);
            }
        }
    }
}

enum tt_status foretell(unsigned stage, const struct foretold_from *from, const uint32_t *counts, int32_t moved,
                        uint32_t *into)
{
    struct work *work;
    struct place place = {0};
    const enum tt_status status = work_new(&work, from, moved);
    bool is_good = !status;
    for (size_t insn = 0; insn < from->insns && is_good; insn++) {
        is_good = begin_insn(work, from, insn, counts[insn], &place);
        if (is_good && place.is_sum)
            fill_sums(work, stage, counts[insn], into);
        for (uint32_t i = 0; is_good && !place.is_sum && i < counts[insn]; i++)
            into[i] = stage == FORETOLD_PRODUCT ? product_of(work, i, i) : exponent_of(work, i, i);
        into += counts[insn];
    }
    mem_free(work);
    return status ? status : is_good ? TT_OK : TT_UNSUPPORTED;
}

enum tt_status foretold_moved(unsigned stage, const struct foretold_from *from, const struct foretold_stage *actual,
                              int32_t *moved)
{
    struct work *work;
    struct place place = {0};
    const enum tt_status status = work_new(&work, from, 0);
    bool is_good = !status, is_found = false;
    size_t at = 0;
    *moved = 0;
    for (size_t insn = 0; insn < from->insns && is_good && !is_found; insn++) {
        is_good = begin_insn(work, from, insn, actual->counts[insn], &place);
        for (uint32_t i = 0, a, b; is_good && !is_found && i < actual->counts[insn]; i++, at++) {
            find_pair(place.is_sum, i, &a, &b);
            const uint32_t value = number_at(actual->values, actual->width, at);
            const uint32_t exponent = stage == FORETOLD_PRODUCT ? value >> MANTISSA_BITS & TOP : value;
            const uint32_t product = (uint32_t)work->a.mantissa[a] * work->b.mantissa[b];
            is_found = product && exponent > 0 && (stage == FORETOLD_EXPONENT || exponent < TOP);
            if (is_found)
                *moved = (int32_t)exponent - work->a.exponent[a] - work->b.exponent[b] +
                         (stage == FORETOLD_PRODUCT ? work->less[product] : 0);
        }
    }
    mem_free(work);
    is_good = is_good && *moved >= -FORETOLD_MOVED_MAX && *moved <= FORETOLD_MOVED_MAX;
    return status ? status : is_good ? TT_OK : TT_UNSUPPORTED;
}

void foretold_turn(const uint8_t *image, unsigned width, size_t count, uint32_t *words)
{
    uint8_t *to = (uint8_t *)words;
    for (size_t i = 0; i < count; i++) {
        const uint32_t word = words[i]; /* what is packed stands before it, or takes its place */
        switch (width) {
        case 1:
            to[i] = (uint8_t)(image[i] ^ word);
            break;
        case 2:
            store_u16(to + 2 * i, (uint16_t)(load_u16(image + 2 * i) ^ word));
            break;
        default:
            store_u32(to + 4 * i, load_u32(image + 4 * i) ^ word);
            break;
        }
    }
}
