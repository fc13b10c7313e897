/* SPDX-License-Identifier: Apache-2.0 */
/* Whether an array can have the requested form: its type the format, its length the place, its shape the layout. */
#include "ask/run/address.h"
#include "ask/run/expect/expect.h"
#include "ask/run/expect/expect_internal.h"
#include "base/input.h"
#include "isa/spaces.h"
#include "numeric/bfp.h"

const char *expect_format_name(const struct expect *expect)
{
    return expect->asked.has_format ? format_get(expect->asked.format)->name : "plain bits";
}

/* ---- the meaning of an element ---- */

static enum tt_status refuse_dtype(const struct reading *reading, const char *expected)
{
    return tt_fail(reading->err, TT_BAD_INPUT, "dtype %s cannot be %s, expected %s", reading->npy.dtype,
                   expect_format_name(reading->expect), expected);
}

/* Without a format: the bits of elements as they stand in the space. */
static enum tt_status check_plain(struct reading *reading)
{
    struct expect *expect = reading->expect;
    const struct npy *npy = &reading->npy;
    const uint32_t bytes = space_element_bytes(expect->space);
    const bool is_fixed = expect->space != TT_SPACE_L1 && !expect->is_of_stage;
    reading->item_bytes = reading->is_array ? npy->item_bytes : bytes;
    REFUSE_IF(!reading->is_array && expect->is_of_stage, reading->err,
              "raw bytes of a stage: --format must name the format of its values");
    REFUSE_IF(reading->is_array && (npy->is_float || npy->is_signed), reading->err,
              "dtype %s holds values: --format must name the format that they have in %s", npy->dtype,
              space_name(expect->space));
    REFUSE_IF(reading->item_bytes > 4 || (is_fixed && reading->item_bytes != bytes), reading->err,
              "dtype %s, but %s has elements of %u byte%s", npy->dtype, space_name(expect->space), bytes,
              bytes == 1 ? "" : "s");
    expect->form =
        (struct cell_form){.space = expect->space,
                           .lattice = FORMAT_COUNT,
                           .cell_bits = expect->is_of_stage ? STAGED_CELL_BITS : (unsigned)reading->item_bytes * 8};
    return TT_OK;
}

/* The bits of a block format are its bytes as they stand, exponents and all. */
static enum tt_status check_block_bits(struct reading *reading)
{
    const struct expect *expect = reading->expect;
    reading->item_bytes = 1;
    if (reading->is_array && reading->npy.item_bytes != 1)
        return refuse_dtype(reading, "values as <f4, or its bytes as |u1");
    REFUSE_IF(expect->asked.has_exponents, reading->err,
              "bytes of %s have their exponents before the datums: --exponents goes with values",
              expect_format_name(expect));
    REFUSE_IF(expect->asked.layout != EXPECT_FACES, reading->err,
              "bytes of %s stand as in L1: --layout goes with values", expect_format_name(expect));
    return TT_OK;
}

static unsigned bytes_of_datum(const struct expect *expect)
{
    return expect->is_of_stage ? staged_bytes(expect->form.lattice)
                               : format_get(expect->form.lattice)->storage_bits / 8u;
}

static enum tt_status check_format(struct reading *reading)
{
    struct expect *expect = reading->expect;
    const struct npy *npy = &reading->npy;
    const struct format_info *info = format_get(expect->asked.format);
    REFUSE_IF(!cell_form_make(&expect->form, expect->space, expect->asked.format), reading->err,
              "--format %s: %s does not hold this format", info->name, space_name(expect->space));
    expect->is_block = info->is_block;
    expect->has_exponent_bytes = info->is_block && !expect->is_of_stage;
    const unsigned bytes = bytes_of_datum(expect);
    REFUSE_IF(expect->asked.has_exponents && !info->is_block, reading->err, "--exponents: %s has no shared exponents",
              info->name);
    expect->is_values = reading->is_array && (npy->is_float || npy->is_signed);
    reading->item_bytes = reading->is_array ? npy->item_bytes : bytes;
    if (reading->is_array && npy->is_bool)
        return refuse_dtype(reading, info->is_integer ? "<i1, <i2, <i4 or <i8" : "<f2, <f4 or <f8");
    if (expect->is_values && npy->is_float == info->is_integer)
        return refuse_dtype(reading, info->is_integer ? "values as |i1, <i2, <i4 or <i8, or unsigned bits"
                                                      : "values as <f2, <f4 or <f8, or unsigned bits");
    if (!expect->is_values && expect->has_exponent_bytes)
        return check_block_bits(reading);
    REFUSE_IF(!expect->is_values && reading->item_bytes != bytes, reading->err,
              "dtype %s cannot be %s: its bits are <u%u, and its values %s", npy->dtype, info->name, bytes,
              info->is_integer ? "signed integers" : "floats");
    return TT_OK;
}

/* ---- how many there are ---- */

static enum tt_status count_elements(struct reading *reading)
{
    const size_t bytes = reading->byte_count;
    reading->items = reading->bytes;
    if (reading->is_array) {
        reading->items += reading->npy.data_at;
        reading->count = reading->npy.items;
    } else if (bytes % reading->item_bytes) {
        return tt_fail(reading->err, TT_BAD_INPUT, "%zu bytes are not a whole number of elements of %zu bytes", bytes,
                       reading->item_bytes);
    } else {
        reading->count = bytes / reading->item_bytes;
    }
    REFUSE_IF(reading->count == 0, reading->err, "the file is empty");
    REFUSE_IF(!reading->expect->is_of_stage &&
                  reading->count > UINT64_C(4) * space_all_bytes(reading->chip, reading->expect->space),
              reading->err, "%llu elements, and %s has 0x%x bytes", (unsigned long long)reading->count,
              space_name(reading->expect->space), space_all_bytes(reading->chip, reading->expect->space));
    return TT_OK;
}

/* Datums of so many bytes of a block format: whole data tiles, or one that is smaller. */
static enum tt_status count_blocks(struct reading *reading)
{
    struct expect *expect = reading->expect;
    const uint32_t bits = expect->form.cell_bits, group = 1 + BFP_GROUP * bits / 8;
    const uint32_t tile = EXPECT_TILE / BFP_GROUP * group;
    if (reading->count % (reading->count < tile ? group : tile))
        return tt_fail(
            reading->err, TT_BAD_INPUT,
            "%llu bytes do not fill whole data tiles of %s, which take %u bytes each (exponents, then datums)",
            (unsigned long long)reading->count, expect_format_name(expect), tile);
    expect->count = (uint32_t)(reading->count / group * BFP_GROUP);
    return TT_OK;
}

static enum tt_status check_count(struct reading *reading)
{
    struct expect *expect = reading->expect;
    const bool in_tiles = expect->has_exponent_bytes && !expect->asked.has_exponents && reading->count > EXPECT_TILE;
    expect->count = (uint32_t)reading->count;
    if (expect->has_exponent_bytes && !expect->is_values)
        return count_blocks(reading);
    REFUSE_IF(expect->is_block && expect->is_values && reading->count % (in_tiles ? EXPECT_TILE : BFP_GROUP),
              reading->err, "%llu elements do not fill whole %s of %s", (unsigned long long)reading->count,
              in_tiles ? "data tiles" : "blocks", expect_format_name(expect));
    REFUSE_IF(expect->form.cell_bits < 8 && reading->count * expect->form.cell_bits % 8, reading->err,
              "%llu elements do not fill whole bytes", (unsigned long long)reading->count);
    return TT_OK;
}

static enum tt_status check_layout(struct reading *reading)
{
    struct expect *expect = reading->expect;
    const struct npy *npy = &reading->npy;
    char shape[NPY_SHAPE_MAX];
    const bool is_matrix = reading->is_array && npy->dimensions >= 2;
    const uint64_t rows = is_matrix ? npy->shape[npy->dimensions - 2] : 0;
    const uint64_t columns = is_matrix ? npy->shape[npy->dimensions - 1] : 0;
    if (rows % EXPECT_SIDE == 0 && columns % EXPECT_SIDE == 0) {
        expect->rows = rows;
        expect->columns = columns;
    }
    if (expect->asked.layout == EXPECT_FACES)
        return TT_OK;
    REFUSE_IF(expect->asked.layout == EXPECT_TILES && expect->count % EXPECT_TILE, reading->err,
              "--layout tiles: %u elements do not fill whole data tiles of 32 by 32", expect->count);
    if (expect->asked.layout == EXPECT_TILES)
        return TT_OK;
    REFUSE_IF(!is_matrix, reading->err, "--layout rows: expected an array (.npy) of two or more dimensions");
    REFUSE_IF(rows % EXPECT_SIDE || columns % EXPECT_SIDE, reading->err,
              "--layout rows: shape %s is not made of data tiles of 32 by 32",
              npy_shape_text(npy->shape, npy->dimensions, shape));
    return TT_OK;
}

/* ---- the place ---- */

static enum tt_status take_place(struct expect *expect, enum tt_chip chip, struct address_place *place,
                                 struct tt_error *err)
{
    const uint32_t held = 1u << TT_SPACE_L1 | 1u << TT_SPACE_DST | 1u << TT_SPACE_SRCA | 1u << TT_SPACE_SRCB |
                          1u << TT_SPACE_LREG | 1u << TT_SPACE_GPR;
    if (expect->asked.stage)
        return expect_take_stage(expect, place, err);
    REFUSE_IF(!expect->asked.at, err, "--expect needs --at PLACE, where its first datum stands, or --stage");
    TRY(PLACED(address_place_parse(place, chip, expect->asked.at, err), err, "--at"));
    REFUSE_IF(!(held >> place->space & 1), err, "--at %s: a reference is of l1, dst, srca, srcb, lreg or gpr",
              expect->asked.at);
    REFUSE_IF(place->has_every_bank, err, "--at %s: which bank? As srca:1,3,5", expect->asked.at);
    expect->space = place->space;
    expect->lo = place->lo;
    return TT_OK;
}

/* "l1:ADDR:LEN" says how long it is, too. */
static enum tt_status check_length(const struct expect *expect, const struct address_place *place, struct tt_error *err)
{
    const uint32_t has = expect->parts[expect->data_part].count;
    if (expect->is_of_stage || place->space != TT_SPACE_L1 || place->hi - place->lo == 1 ||
        place->hi - place->lo == has)
        return TT_OK;
    return tt_fail(err, TT_BAD_INPUT, "--at %s: the reference is of %u bytes", expect->asked.at, has);
}

static void expect_read_describe(struct reading *reading)
{
    struct expect *expect = reading->expect;
    char shape[NPY_SHAPE_MAX], where[EXPECT_WHERE_MAX];
    const char *at = expect_where(&expect->asked, where), *preposition = expect->is_of_stage ? "of" : "at";
    if (reading->is_array)
        (void)snprintf(expect->what, sizeof expect->what, "%s, shape %.60s, as %s %s %.80s", reading->npy.dtype,
                       npy_shape_text(reading->npy.shape, reading->npy.dimensions, shape), expect_format_name(expect),
                       preposition, at);
    else
        (void)snprintf(expect->what, sizeof expect->what, "%zu raw bytes, as %s %s %.80s", reading->byte_count,
                       expect_format_name(expect), preposition, at);
}

/* The values that the run has to have. */
static bool take_staged(struct expect *expect, const struct reading *reading)
{
    expect->staged.format = expect->asked.has_format ? expect->asked.format : FORMAT_COUNT;
    expect->staged.value_bytes = (uint8_t)(expect->asked.has_format ? bytes_of_datum(expect) : reading->item_bytes);
    return staged_init(&expect->staged, expect->count);
}

static enum tt_status read_array(struct reading *reading, const struct address_place *place)
{
    struct expect *expect = reading->expect;
    reading->is_array = npy_is(reading->bytes, reading->byte_count);
    if (reading->is_array)
        TRY(npy_read(&reading->npy, reading->bytes, reading->byte_count, reading->err));
    TRY(expect->asked.has_format ? check_format(reading) : check_plain(reading));
    TRY(count_elements(reading));
    TRY(check_count(reading));
    TRY(check_layout(reading));
    TRY(expect_place_all(expect, reading->chip, reading->err));
    TRY(check_length(expect, place, reading->err));
    if (expect->is_of_stage && !take_staged(expect, reading))
        return tt_fail(reading->err, TT_NO_MEMORY, "no memory");
    expect->wanted = mem_calloc(expect->count, sizeof *expect->wanted);
    expect_read_describe(reading);
    return expect->wanted ? expect_take_all(reading) : tt_fail(reading->err, TT_NO_MEMORY, "no memory");
}

enum tt_status expect_check_place(const struct expect_asked *asked, enum tt_chip chip, struct tt_error *err)
{
    struct address_place place;
    struct expect expect = {.asked = *asked};
    return take_place(&expect, chip, &place, err);
}

enum tt_status expect_read_bytes(struct expect *expect, const struct expect_asked *asked, enum tt_chip chip,
                                 const uint8_t *bytes, size_t count, struct tt_error *err)
{
    struct address_place place;
    struct reading reading = {.expect = expect, .chip = chip, .bytes = bytes, .byte_count = count, .err = err};
    *expect = (struct expect){.asked = *asked};
    TRY(take_place(expect, chip, &place, err));
    TRY(PLACED(read_array(&reading, &place), err, "%s", asked->path));
    expect_fill(expect);
    return TT_OK;
}

enum tt_status expect_read(struct expect *expect, const struct expect_asked *asked, enum tt_chip chip,
                           struct tt_error *err)
{
    uint8_t *bytes OWNED(mem_free_at) = NULL;
    size_t count = 0;
    *expect = (struct expect){.asked = *asked};
    TRY(expect_check_place(asked, chip, err));
    TRY(input_whole(asked->path, EXPECT_FILE_MAX, &bytes, &count, err));
    return expect_read_bytes(expect, asked, chip, bytes, count, err);
}
