/* SPDX-License-Identifier: Apache-2.0 */
/* Other values of a place, the likeliest to show first: of a small field all, of a wide one and of registers zero, all
 * ones and each bit turned, of cells patterns. */
#include "ask/residue/residue_internal.h"

#include "base/little.h"
#include "base/mix.h"
#include "isa/effects.h"

enum { SMALL_BITS = 4, WORD_BITS = 32, SRC_BITS = 19, PATTERNS = 10, FLAGS = 2 };

/* ---- numbers ---- */

/* How many low bits of a word of the state are tried: as many as its range of values needs. */
static unsigned state_bits(unsigned what)
{
    enum { FLAG = 1, MUTEX = 2, SEMAPHORE = 4, FORMAT = 4, ROWS = 10, COUNTER = 13 };
    switch (what) {
    case WHAT_SRC_BANK_UNP_A:
    case WHAT_SRC_BANK_UNP_B:
    case WHAT_SRC_BANK_MATH_A:
    case WHAT_SRC_BANK_MATH_B:
    case WHAT_SRC_VALID_A:
    case WHAT_SRC_VALID_B:
    case WHAT_UNP_CONTEXT_0:
    case WHAT_UNP_CONTEXT_1:
        return FLAG;
    case WHAT_MUTEX:
        return MUTEX;
    case WHAT_SEM:
        return SEMAPHORE;
    case WHAT_SRC_FORMAT_A:
    case WHAT_SRC_FORMAT_B:
        return FORMAT;
    case WHAT_RWC:
        return ROWS;
    case WHAT_ADC_UNP0:
    case WHAT_ADC_UNP1:
    case WHAT_ADC_PACK:
        return COUNTER;
    default:
        return WORD_BITS;
    }
}

unsigned values_source_of(const struct residue_range *range)
{
    switch (range->space == TT_SPACE_STATE ? what_of_state(range->lo / 4) : WHAT_OUTSIDE) {
    case WHAT_SRC_BANK_UNP_A:
    case WHAT_SRC_BANK_MATH_A:
    case WHAT_SRC_VALID_A:
    case WHAT_SRC_FORMAT_A:
        return 1;
    case WHAT_SRC_BANK_UNP_B:
    case WHAT_SRC_BANK_MATH_B:
    case WHAT_SRC_VALID_B:
    case WHAT_SRC_FORMAT_B:
        return 2;
    default:
        return 0;
    }
}

/* Bits of the element in which the row's number stands; 0: it has none, it is cells. */
static uint32_t values_mask_of(const struct residue_row *row)
{
    const struct residue_range *range = &row->ranges[0];
    if (range->space == TT_SPACE_STATE && range->hi - range->lo == sizeof(uint32_t))
        return (uint32_t)((UINT64_C(1) << state_bits(what_of_state(range->lo / 4))) - 1);
    return row->has_value ? range->mask : 0;
}

static unsigned low_bit(uint32_t mask)
{
    return (unsigned)__builtin_ctz(mask);
}

/* The n-th other value than `is` of so many bits. */
static bool nth_number(uint32_t is, unsigned bits, unsigned nth, uint32_t *value)
{
    const uint32_t most = (uint32_t)((UINT64_C(1) << bits) - 1);
    const unsigned turned = nth < bits ? nth : 0;
    if (bits <= SMALL_BITS) {
        *value = (is + 1 + nth) & most;
        return nth < most;
    }
    *value = nth < bits ? is ^ UINT32_C(1) << turned : nth == bits ? ~is & most : nth == bits + 1 ? 0 : most;
    return nth <= bits + 2;
}

uint32_t values_number(const struct residue_row *row, const uint8_t *bytes)
{
    const struct residue_range *range = &row->ranges[0];
    const uint32_t mask = values_mask_of(row);
    return mask ? (load_number(bytes, range->hi - range->lo) & mask) >> low_bit(mask) : 0;
}

static bool put_number(const struct residue_row *row, unsigned nth, uint8_t *value)
{
    const struct residue_range *range = &row->ranges[0];
    const uint32_t mask = values_mask_of(row), width = range->hi - range->lo, all = load_number(value, width);
    const unsigned low = low_bit(mask), bits = WORD_BITS - (unsigned)__builtin_clz(mask) - low;
    uint32_t number;
    if (!nth_number((all & mask) >> low, bits, nth, &number))
        return false;
    for (unsigned i = 0; i < row->range_count; i++)
        store_number(value + i * (size_t)width, width, (all & ~mask) | (number << low & mask));
    return true;
}

/* ---- cells ---- */

static uint32_t pattern(unsigned nth, uint32_t is, uint32_t at, uint32_t most)
{
    enum { BITWISE = 1, TOP, ALL, ZERO, LARGE_ABOVE, LARGE_BELOW };
    const uint32_t random = (uint32_t)mix_bits((uint64_t)nth << WORD_BITS | at) & most;
    switch (nth) {
    case BITWISE:
        return is ^ (at & 1 ? 1 : most & ~(most >> 2));
    case TOP:
        return is ^ (most & ~(most >> 1));
    case ALL:
        return ~is & most;
    case ZERO:
        return 0;
    case LARGE_ABOVE: /* an exponent behind the sign, */
        return random | (most >> 1 & ~(most >> 7));
    case LARGE_BELOW: /* or in the lowest bits, as Dst has it */
        return random | 0x7C;
    default:
        return random;
    }
}

static void put_pattern(const struct residue_range *range, unsigned nth, uint8_t *value)
{
    const uint32_t width = range->space == TT_SPACE_L1 ? 1 : space_element_bytes(range->space);
    const bool is_src = range->space == TT_SPACE_SRCA || range->space == TT_SPACE_SRCB;
    const uint32_t most = (uint32_t)((UINT64_C(1) << (is_src ? SRC_BITS : 8 * width)) - 1);
    for (uint32_t at = 0; at + width <= range->hi - range->lo; at += width)
        store_number(value + at, width, pattern(nth, load_number(value + at, width), range->lo + at, most));
}

/* Cells of Dst with the flags that say whether they count; or the flags alone. */
static bool values_put_cells(const struct residue_row *row, unsigned nth, uint8_t *value)
{
    uint8_t *at = value;
    bool has_flags = false;
    for (unsigned i = 0; i < row->range_count; i++) {
        const struct residue_range *range = &row->ranges[i];
        const bool is_flags = range->space == TT_SPACE_DST_VALID;
        has_flags |= is_flags;
        if (is_flags)
            memset(at, nth == PATTERNS ? 0 : 1, range->hi - range->lo);
        else if (nth < PATTERNS)
            put_pattern(range, nth, at);
        at += range->hi - range->lo;
    }
    return nth < PATTERNS + (has_flags ? FLAGS : 0);
}

/* ---- */

uint32_t values_bytes(const struct residue_row *row)
{
    uint32_t bytes = 0;
    for (unsigned i = 0; i < row->range_count; i++)
        bytes += row->ranges[i].hi - row->ranges[i].lo;
    return bytes;
}

void values_load(const struct residue_row *row, const struct tile *tile, uint8_t *bytes)
{
    for (unsigned i = 0; i < row->range_count; i++) {
        const struct residue_range *range = &row->ranges[i];
        tile_load(tile, range->space, range->lo, range->hi - range->lo, bytes);
        bytes += range->hi - range->lo;
    }
}

void values_mask(const struct residue_row *row, const uint8_t *recorded, uint8_t *value)
{
    const uint32_t width = row->ranges[0].hi - row->ranges[0].lo;
    for (uint32_t i = 0; row->has_value && i < row->range_count * width; i++) {
        const uint8_t mask = (uint8_t)(row->ranges[0].mask >> 8 * (i % width));
        value[i] = (uint8_t)((recorded[i] & ~mask) | (value[i] & mask));
    }
}

bool values_nth(const struct residue_row *row, unsigned nth, const uint8_t *recorded, uint8_t *value)
{
    memcpy(value, recorded, values_bytes(row));
    return values_mask_of(row) ? put_number(row, nth, value) : values_put_cells(row, nth, value);
}

unsigned values_pokes(const struct residue_row *row, uint64_t event, const uint8_t *recorded, const uint8_t *value,
                      struct poke pokes[static RESIDUE_RANGES_MAX])
{
    for (unsigned i = 0; i < row->range_count; i++) {
        const struct residue_range *range = &row->ranges[i];
        const uint32_t mask = row->has_value ? range->mask : UINT32_MAX;
        pokes[i] = (struct poke){range->space, range->lo, range->hi, recorded, value, mask, event};
        recorded += range->hi - range->lo;
        value += range->hi - range->lo;
    }
    return row->range_count;
}
