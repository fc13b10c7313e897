/* SPDX-License-Identifier: Apache-2.0 */
/* From a file to what is wanted of each datum: whether its type can be the format, its elements as patterns, in the
 * order of the space. */
#include "ask/run/address.h"
#include "ask/run/expect.h"

#include "base/little.h"
#include "base/memory.h"
#include "capture/import/npy.h"
#include "isa/chip.h"
#include "isa/spaces.h"
#include "numeric/nearest.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { FILE_MAX = 64 * 1024 * 1024 };

/* A file at work. */
struct reading {
    struct expect *expect;
    enum tt_chip chip;
    uint8_t *file;
    size_t file_bytes;
    bool is_array; /* else raw bytes */
    struct npy npy;
    const uint8_t *items;
    size_t item_bytes; /* of the space's bits, where it is raw */
    uint64_t count;    /* elements */
    struct tt_error *err;
};

/* ---- the file ---- */

static enum tt_status read_file(struct reading *reading)
{
    const char *path = reading->expect->asked.path;
    FILE *file = fopen(path, "rb");
    if (!file)
        return tt_fail(reading->err, TT_IO, "cannot be opened: %s", strerror(errno));
    enum tt_status status = TT_OK;
    for (size_t room = 1 << 16; !status && !feof(file); room *= 2) {
        uint8_t *more = mem_realloc(reading->file, room, 1);
        if (!more) {
            status = tt_fail(reading->err, TT_NO_MEMORY, "no memory for the reference");
            break;
        }
        reading->file = more;
        reading->file_bytes += fread(more + reading->file_bytes, 1, room - reading->file_bytes, file);
        if (ferror(file))
            status = tt_fail(reading->err, TT_IO, "cannot be read: %s", strerror(errno));
        else if (reading->file_bytes > FILE_MAX)
            status =
                tt_fail(reading->err, TT_BAD_INPUT, "more than %d bytes, which is more than any space has", FILE_MAX);
    }
    (void)fclose(file);
    return status;
}

static const char *format_name(const struct expect *expect)
{
    return expect->asked.has_format ? format_get(expect->asked.format)->name : "plain bits";
}

/* ---- what an element is ---- */

static enum tt_status refuse_dtype(const struct reading *reading, const char *expected)
{
    return tt_fail(reading->err, TT_BAD_INPUT, "dtype %s cannot be %s, expected %s", reading->npy.dtype,
                   format_name(reading->expect), expected);
}

/* Without a format: the bits of elements as they stand in the space. */
static enum tt_status check_plain(struct reading *reading)
{
    struct expect *expect = reading->expect;
    const struct npy *npy = &reading->npy;
    const uint32_t bytes = space_element_bytes(expect->space);
    reading->item_bytes = reading->is_array ? npy->item_bytes : bytes;
    if (reading->is_array && (npy->is_float || npy->is_signed))
        return tt_fail(reading->err, TT_BAD_INPUT,
                       "dtype %s is of values: --format says which format %s has them in there", npy->dtype,
                       space_name(expect->space));
    if (reading->item_bytes > 4 || (expect->space != TT_SPACE_L1 && reading->item_bytes != bytes))
        return tt_fail(reading->err, TT_BAD_INPUT, "dtype %s, but %s has elements of %u byte%s", npy->dtype,
                       space_name(expect->space), bytes, bytes == 1 ? "" : "s");
    expect->form = (struct cell_form){
        .space = expect->space, .lattice = FORMAT_COUNT, .cell_bits = (unsigned)reading->item_bytes * 8};
    return TT_OK;
}

/* The bits of a block format are its bytes as they stand, exponents and all. */
static enum tt_status check_block_bits(struct reading *reading)
{
    const struct expect *expect = reading->expect;
    reading->item_bytes = 1;
    if (reading->is_array && reading->npy.item_bytes != 1)
        return refuse_dtype(reading, "values as <f4, or its bytes as |u1");
    if (expect->asked.has_exponents)
        return tt_fail(reading->err, TT_BAD_INPUT,
                       "bytes of %s have their exponents before the datums: --exponents goes with values",
                       format_name(expect));
    if (expect->asked.layout != EXPECT_FACES)
        return tt_fail(reading->err, TT_BAD_INPUT, "bytes of %s stand as in L1: --layout goes with values",
                       format_name(expect));
    return TT_OK;
}

static enum tt_status check_format(struct reading *reading)
{
    struct expect *expect = reading->expect;
    const struct npy *npy = &reading->npy;
    const struct format_info *info = format_get(expect->asked.format);
    if (!cell_form_make(&expect->form, expect->space, expect->asked.format))
        return tt_fail(reading->err, TT_BAD_INPUT, "--format %s: %s does not hold that", info->name,
                       space_name(expect->space));
    const unsigned bytes = format_get(expect->form.lattice)->storage_bits / 8;
    expect->is_block = info->is_block;
    if (expect->asked.has_exponents && !info->is_block)
        return tt_fail(reading->err, TT_BAD_INPUT, "--exponents: %s shares none", info->name);
    expect->is_values = reading->is_array && (npy->is_float || npy->is_signed);
    reading->item_bytes = reading->is_array ? npy->item_bytes : bytes;
    if (reading->is_array && npy->is_bool)
        return refuse_dtype(reading, info->is_integer ? "<i1, <i2, <i4 or <i8" : "<f2, <f4 or <f8");
    if (expect->is_values && npy->is_float == info->is_integer)
        return refuse_dtype(reading, info->is_integer ? "values as |i1, <i2, <i4 or <i8, or unsigned bits"
                                                      : "values as <f2, <f4 or <f8, or unsigned bits");
    if (!expect->is_values && info->is_block)
        return check_block_bits(reading);
    if (!expect->is_values && reading->item_bytes != bytes)
        return tt_fail(reading->err, TT_BAD_INPUT, "dtype %s cannot be %s: its bits are <u%u, and its values %s",
                       npy->dtype, info->name, bytes, info->is_integer ? "signed integers" : "floats");
    return TT_OK;
}

/* ---- how many there are ---- */

static enum tt_status count_elements(struct reading *reading)
{
    const size_t bytes = reading->file_bytes;
    reading->items = reading->file;
    if (reading->is_array) {
        reading->items += reading->npy.data_at;
        reading->count = reading->npy.items;
    } else if (bytes % reading->item_bytes) {
        return tt_fail(reading->err, TT_BAD_INPUT, "%zu bytes are no whole number of elements of %zu", bytes,
                       reading->item_bytes);
    } else {
        reading->count = bytes / reading->item_bytes;
    }
    if (reading->count == 0)
        return tt_fail(reading->err, TT_BAD_INPUT, "there is nothing in it");
    if (reading->count > UINT64_C(4) * space_bytes(reading->chip, reading->expect->space))
        return tt_fail(reading->err, TT_BAD_INPUT, "%llu elements, and %s has 0x%x bytes",
                       (unsigned long long)reading->count, space_name(reading->expect->space),
                       space_bytes(reading->chip, reading->expect->space));
    return TT_OK;
}

/* Datums of so many bytes of a block format: whole data tiles, or one that is smaller. */
static enum tt_status count_blocks(struct reading *reading)
{
    struct expect *expect = reading->expect;
    const uint32_t bits = expect->form.cell_bits, group = 1 + BFP_GROUP * bits / 8;
    const uint32_t tile = EXPECT_TILE / BFP_GROUP * group;
    if (reading->count % (reading->count < tile ? group : tile))
        return tt_fail(reading->err, TT_BAD_INPUT,
                       "%llu bytes are no whole data tiles of %s, which have %u each (exponents, then datums)",
                       (unsigned long long)reading->count, format_name(expect), tile);
    expect->count = (uint32_t)(reading->count / group * BFP_GROUP);
    return TT_OK;
}

static enum tt_status check_count(struct reading *reading)
{
    struct expect *expect = reading->expect;
    const bool in_tiles = expect->is_block && !expect->asked.has_exponents && reading->count > EXPECT_TILE;
    expect->count = (uint32_t)reading->count;
    if (expect->is_block && !expect->is_values)
        return count_blocks(reading);
    if (expect->is_block && reading->count % (in_tiles ? EXPECT_TILE : BFP_GROUP))
        return tt_fail(reading->err, TT_BAD_INPUT, "%llu elements are no whole %s of %s",
                       (unsigned long long)reading->count, in_tiles ? "data tiles" : "blocks", format_name(expect));
    if (expect->form.cell_bits < 8 && reading->count * expect->form.cell_bits % 8)
        return tt_fail(reading->err, TT_BAD_INPUT, "%llu elements are no whole bytes",
                       (unsigned long long)reading->count);
    return TT_OK;
}

static enum tt_status check_layout(struct reading *reading)
{
    struct expect *expect = reading->expect;
    const struct npy *npy = &reading->npy;
    char shape[NPY_SHAPE_MAX];
    if (expect->asked.layout == EXPECT_FACES)
        return TT_OK;
    if (expect->asked.layout == EXPECT_TILES && expect->count % EXPECT_TILE)
        return tt_fail(reading->err, TT_BAD_INPUT, "--layout tiles: %u elements are no whole data tiles of 32 by 32",
                       expect->count);
    if (expect->asked.layout == EXPECT_TILES)
        return TT_OK;
    if (!reading->is_array || npy->dimensions < 2)
        return tt_fail(reading->err, TT_BAD_INPUT, "--layout rows: expected an array (.npy) of two or more dimensions");
    expect->rows = npy->shape[npy->dimensions - 2];
    expect->columns = npy->shape[npy->dimensions - 1];
    if (expect->rows % EXPECT_SIDE || expect->columns % EXPECT_SIDE)
        return tt_fail(reading->err, TT_BAD_INPUT, "--layout rows: shape %s is not made of data tiles of 32 by 32",
                       npy_shape_text(npy->shape, npy->dimensions, shape));
    return TT_OK;
}

/* ---- values ---- */

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
    const char *sign = value->is_negative ? "-" : "", *format = format_name(reading->expect);
    if (value->kind != VALUE_FINITE)
        return tt_fail(reading->err, TT_BAD_INPUT, "element %llu is %s%s, which %s has not", (unsigned long long)index,
                       sign, value->kind == VALUE_NAN ? "nan" : "inf", format);
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

static enum tt_status take_all(struct reading *reading)
{
    struct expect *expect = reading->expect;
    enum tt_status status = TT_OK;
    for (uint32_t nth = 0; nth < expect->count && !status;
         nth += expect->is_block && expect->is_values ? BFP_GROUP : 1) {
        if (expect->is_values && expect->is_block)
            status = round_block(reading, nth);
        else if (expect->is_values)
            status = round_one(reading, nth);
        else if (expect->is_block)
            take_block_bits(reading, nth);
        else
            expect->wanted[nth] = load_number(reading->items + expect_index(expect, nth) * reading->item_bytes,
                                              (unsigned)reading->item_bytes);
    }
    return status;
}

/* ---- the place ---- */

static enum tt_status take_place(struct expect *expect, enum tt_chip chip, struct address_place *place,
                                 struct tt_error *err)
{
    const uint32_t held = 1u << TT_SPACE_L1 | 1u << TT_SPACE_DST | 1u << TT_SPACE_SRCA | 1u << TT_SPACE_SRCB |
                          1u << TT_SPACE_LREG | 1u << TT_SPACE_GPR;
    if (!expect->asked.at)
        return tt_fail(err, TT_BAD_INPUT, "--expect needs --at PLACE, where its first datum stands");
    enum tt_status status = address_place_parse(place, chip, expect->asked.at, err);
    if (status) {
        tt_error_prefix(err, "--at");
        return status;
    }
    if (!(held >> place->space & 1))
        return tt_fail(err, TT_BAD_INPUT, "--at %s: a reference is of l1, dst, srca, srcb, lreg or gpr",
                       expect->asked.at);
    if (place->has_every_bank)
        return tt_fail(err, TT_BAD_INPUT, "--at %s: which bank? As srca:1,3,5", expect->asked.at);
    expect->space = place->space;
    expect->lo = place->lo;
    return TT_OK;
}

/* "l1:ADDR:LEN" says how long it is, too. */
static enum tt_status check_length(const struct expect *expect, const struct address_place *place, struct tt_error *err)
{
    const uint32_t has = expect->parts[expect->data_part].count;
    if (place->space != TT_SPACE_L1 || place->hi - place->lo == 1 || place->hi - place->lo == has)
        return TT_OK;
    return tt_fail(err, TT_BAD_INPUT, "--at %s: the reference is of %u bytes", expect->asked.at, has);
}

static void describe(struct reading *reading)
{
    struct expect *expect = reading->expect;
    char shape[NPY_SHAPE_MAX];
    if (reading->is_array)
        (void)snprintf(expect->what, sizeof expect->what, "%s, shape %.60s, as %s at %.32s", reading->npy.dtype,
                       npy_shape_text(reading->npy.shape, reading->npy.dimensions, shape), format_name(expect),
                       expect->asked.at);
    else
        (void)snprintf(expect->what, sizeof expect->what, "%zu raw bytes, as %s at %.32s", reading->file_bytes,
                       format_name(expect), expect->asked.at);
}

static enum tt_status read_array(struct reading *reading, const struct address_place *place)
{
    struct expect *expect = reading->expect;
    enum tt_status status = read_file(reading);
    reading->is_array = !status && npy_is(reading->file, reading->file_bytes);
    if (reading->is_array)
        status = npy_read(&reading->npy, reading->file, reading->file_bytes, reading->err);
    if (!status)
        status = expect->asked.has_format ? check_format(reading) : check_plain(reading);
    if (!status)
        status = count_elements(reading);
    if (!status)
        status = check_count(reading);
    if (!status)
        status = check_layout(reading);
    if (!status)
        status = expect_place_all(expect, reading->chip, reading->err);
    if (!status)
        status = check_length(expect, place, reading->err);
    if (status)
        return status;
    expect->wanted = mem_calloc(expect->count, sizeof *expect->wanted);
    describe(reading);
    return expect->wanted ? take_all(reading) : tt_fail(reading->err, TT_NO_MEMORY, "no memory for the reference");
}

enum tt_status expect_read(struct expect *expect, const struct expect_asked *asked, enum tt_chip chip,
                           struct tt_error *err)
{
    struct address_place place;
    struct reading reading = {.expect = expect, .chip = chip, .err = err};
    *expect = (struct expect){.asked = *asked};
    enum tt_status status = take_place(expect, chip, &place, err);
    if (status)
        return status;
    status = read_array(&reading, &place);
    mem_free(reading.file);
    if (status)
        tt_error_prefix(err, "%s", asked->path);
    else
        expect_fill(expect);
    return status;
}
