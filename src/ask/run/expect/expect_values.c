/* SPDX-License-Identifier: Apache-2.0 */
/* Elements as patterns of the format, in the order of the space. */
#include "ask/run/expect/expect_internal.h"

#include "base/little.h"
#include "isa/spaces.h"
#include "numeric/nearest.h"

static struct value_parts value_at(const struct reading *reading, uint64_t index)
{
    const uint8_t *item = reading->items + index * reading->item_bytes;
    uint64_t bits = reading->item_bytes == 8 ? load_u64(item) : load_number(item, (unsigned)reading->item_bytes);
    if (reading->npy.is_float)
        return reading->item_bytes == 8   ? value_of_ieee(bits, 11, 52)
               : reading->item_bytes == 4 ? value_of_ieee(bits, 8, 23)
                                          : value_of_ieee(bits, 5, 10);
    const unsigned above = 64 - (unsigned)reading->item_bytes * 8;
    const bool is_negative = bits >> (63 - above) & 1;
    if (is_negative) /* two's complement, carried up to 64 bits */
        bits = 0 - (above ? bits | UINT64_MAX << (64 - above) : bits);
    return value_of_integer(bits, is_negative);
}

static enum tt_status refuse_value(const struct reading *reading, uint64_t index, const struct value_parts *value)
{
    const char *sign = value->is_negative ? "-" : "", *format = expect_format_name(reading->expect);
    REFUSE_IF(value->kind != VALUE_FINITE, reading->err, "element %llu is %s%s, which %s cannot represent",
              (unsigned long long)index, sign, value->kind == VALUE_NAN ? "nan" : "inf", format);
    return tt_fail(reading->err, TT_BAD_INPUT, "element %llu is %s%llu, which %s cannot hold",
                   (unsigned long long)index, sign, (unsigned long long)value->significand, format);
}

static enum tt_status round_block(struct reading *reading, uint32_t first)
{
    struct expect *expect = reading->expect;
    struct value_parts values[BFP_GROUP];
    uint32_t datums[BFP_GROUP], shared;
    for (uint32_t i = 0; i < BFP_GROUP; i++) {
        const uint64_t index = expect_index(expect, first + i);
        values[i] = value_at(reading, index);
        if (!is_of_block(&values[i]))
            return refuse_value(reading, index, &values[i]);
    }
    (void)nearest_block(expect->form.lattice, values, datums, &shared);
    for (uint32_t i = 0; i < BFP_GROUP; i++)
        expect->wanted[first + i] = datums[i] | shared << 8;
    return TT_OK;
}

static enum tt_status round_one(struct reading *reading, uint32_t nth)
{
    struct expect *expect = reading->expect;
    const uint64_t index = expect_index(expect, nth);
    const struct value_parts value = value_at(reading, index);
    const bool is_of_ten = expect->form.lattice != expect->form.format && expect->form.format == FORMAT_INT8;
    enum { TEN_BITS = 0x3FF };
    if (!nearest_datum(expect->form.lattice, &value, &expect->wanted[nth]) ||
        (is_of_ten && value.significand > TEN_BITS))
        return refuse_value(reading, index, &value);
    return TT_OK;
}

/* The bytes of a data tile: exponents, then datums. */
static void take_block_bits(struct reading *reading, uint32_t nth)
{
    struct expect *expect = reading->expect;
    const struct expect_place place = expect_place(expect, nth);
    const uint32_t mask = (1u << expect->form.cell_bits) - 1;
    expect->wanted[nth] = (reading->items[place.at] >> place.shift & mask) | (uint32_t)reading->items[place.exponent_at]
                                                                                 << 8;
}

/* A source drops the low bits of FP32, and ten bits of INT8 are not fifteen: such bits would be nowhere the same. */
static enum tt_status take_bits(struct reading *reading, uint32_t nth)
{
    struct expect *expect = reading->expect;
    const struct cell_form *form = &expect->form;
    const uint64_t index = expect_index(expect, nth);
    const uint32_t bits = load_number(reading->items + index * reading->item_bytes, (unsigned)reading->item_bytes);
    expect->wanted[nth] = bits;
    if (form->lattice == FORMAT_COUNT || cell_pattern(form, cell_of_pattern(form, bits)) == bits)
        return TT_OK;
    return tt_fail(reading->err, TT_BAD_INPUT, "element %llu has the bits %x, which a cell of %s cannot hold as %s",
                   (unsigned long long)index, bits, space_name(expect->space), expect_format_name(expect));
}

enum tt_status expect_take_all(struct reading *reading)
{
    struct expect *expect = reading->expect;
    for (uint32_t nth = 0; nth < expect->count; nth += expect->is_block && expect->is_values ? BFP_GROUP : 1)
        if (expect->is_values && expect->is_block)
            TRY(round_block(reading, nth));
        else if (expect->is_values)
            TRY(round_one(reading, nth));
        else if (expect->has_exponent_bytes)
            take_block_bits(reading, nth);
        else
            TRY(take_bits(reading, nth));
    return TT_OK;
}
