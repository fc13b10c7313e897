/* SPDX-License-Identifier: Apache-2.0 */
/* Which bytes a datum of the reference is, and which element of the array. */
#include "ask/run/expect/expect_internal.h"

#include "isa/spaces.h"
#include "numeric/bfp.h"
#include "numeric/dst_rows.h"

/* A data tile in L1: one exponent for sixteen datums, then the datums. A reference smaller than a data tile is one. */
struct block_tile {
    uint32_t datums, exponent_bytes, bytes;
};

static struct block_tile block_tile(const struct expect *expect)
{
    struct block_tile tile = {.datums = expect->count < EXPECT_TILE ? expect->count : EXPECT_TILE};
    tile.exponent_bytes = tile.datums / BFP_GROUP;
    tile.bytes = tile.exponent_bytes + tile.datums * expect->form.cell_bits / 8;
    return tile;
}

/* The row of Dst with the nth upper half from row 0 on, and back: eight upper halves, then eight lower ones. */
static uint32_t upper_row(uint32_t nth)
{
    return nth / DST_LOW_HALF * 2 * DST_LOW_HALF + nth % DST_LOW_HALF;
}

static uint32_t upper_number(uint32_t row)
{
    return row / (2 * DST_LOW_HALF) * DST_LOW_HALF + row % DST_LOW_HALF;
}

static struct expect_place pair_place(const struct expect *expect, uint32_t nth)
{
    const uint32_t cell = space_element_bytes(TT_SPACE_DST), first = expect->lo / cell;
    const uint32_t at = upper_number(first / DST_COLUMNS) * DST_COLUMNS + first % DST_COLUMNS + nth;
    const uint32_t element = upper_row(at / DST_COLUMNS) * DST_COLUMNS + at % DST_COLUMNS;
    return (struct expect_place){.at = element * cell - expect->lo,
                                 .bytes = cell,
                                 .has_low = true,
                                 .low_at = (element + DST_LOW_HALF * DST_COLUMNS) * cell - expect->lo};
}

struct expect_place expect_place(const struct expect *expect, uint32_t nth)
{
    const unsigned bits = expect->form.cell_bits;
    if (expect->form.is_pair)
        return pair_place(expect, nth);
    struct expect_place place = {.bytes = bits < 8 ? 1 : bits / 8};
    uint32_t from = 0, within = nth;
    if (expect->has_exponent_bytes && !expect->asked.has_exponents) {
        const struct block_tile tile = block_tile(expect);
        within = nth % tile.datums;
        from = nth / tile.datums * tile.bytes + tile.exponent_bytes;
        place.exponent_at = nth / tile.datums * tile.bytes + within / BFP_GROUP;
    } else if (expect->has_exponent_bytes) {
        place.exponent_at = nth / BFP_GROUP;
    }
    place.at = from + (uint32_t)((uint64_t)within * bits / 8);
    place.shift = within * bits % 8;
    return place;
}

/* Datum nth of a data tile, counted face by face, as row and column. */
static void tile_cell(uint32_t nth, uint32_t *row, uint32_t *column)
{
    const uint32_t face = nth / (EXPECT_FACE * EXPECT_FACE), within = nth % (EXPECT_FACE * EXPECT_FACE);
    *row = face / 2 * EXPECT_FACE + within / EXPECT_FACE;
    *column = face % 2 * EXPECT_FACE + within % EXPECT_FACE;
}

uint64_t expect_index(const struct expect *expect, uint32_t nth)
{
    return expect_index_by(expect, expect->asked.layout, nth);
}

uint64_t expect_index_by(const struct expect *expect, enum expect_layout layout, uint32_t nth)
{
    const uint64_t tile = nth / EXPECT_TILE;
    uint32_t row, column;
    if (layout == EXPECT_FACES)
        return nth;
    tile_cell(nth % EXPECT_TILE, &row, &column);
    if (layout == EXPECT_TILES)
        return tile * EXPECT_TILE + row * EXPECT_SIDE + column;
    const uint64_t across = expect->columns / EXPECT_SIDE, matrix_tiles = across * (expect->rows / EXPECT_SIDE);
    const uint64_t matrix = tile / matrix_tiles, within = tile % matrix_tiles;
    return (matrix * expect->rows + within / across * EXPECT_SIDE + row) * expect->columns +
           within % across * EXPECT_SIDE + column;
}

static enum tt_status refuse_beyond(const struct expect *expect, enum tt_chip chip, uint64_t bytes,
                                    struct tt_error *err)
{
    return tt_fail(err, TT_BAD_INPUT, "--at %s: %llu bytes from there on reach beyond %s, which has 0x%x",
                   expect->asked.at, (unsigned long long)bytes, space_name(expect->space),
                   space_all_bytes(chip, expect->space));
}

static enum tt_status add_part(struct expect *expect, uint32_t lo, uint32_t count, struct tt_error *err)
{
    const size_t i = expect->part_count++;
    expect->bytes[i] = mem_calloc(count, 1);
    expect->known[i] = mem_calloc(count, 1);
    expect->replayed[i] = mem_calloc(count, 1);
    expect->accepted[i] = mem_calloc(count, 1);
    expect->parts[i] = (struct ttcap_range){expect->space, lo, count, expect->bytes[i], expect->known[i]};
    return expect->bytes[i] && expect->known[i] && expect->replayed[i] && expect->accepted[i]
               ? TT_OK
               : tt_fail(err, TT_NO_MEMORY, "no memory for the reference");
}

/* Bytes from the first datum's to the last's. */
static uint64_t data_bytes(const struct expect *expect)
{
    const uint32_t last = expect->count - 1;
    if (expect->has_exponent_bytes && !expect->asked.has_exponents) {
        const struct block_tile tile = block_tile(expect);
        return (uint64_t)expect->count / tile.datums * tile.bytes;
    }
    if (expect->form.is_pair)
        return (uint64_t)pair_place(expect, last).low_at + space_element_bytes(expect->space);
    return ((uint64_t)expect->count * expect->form.cell_bits + 7) / 8;
}

enum tt_status expect_place_all(struct expect *expect, enum tt_chip chip, struct tt_error *err)
{
    const uint32_t all = space_all_bytes(chip, expect->space),
                   row = expect->lo / space_element_bytes(TT_SPACE_DST) / DST_COLUMNS;
    REFUSE_IF(expect->form.is_pair && row % (2 * DST_LOW_HALF) >= DST_LOW_HALF, err,
              "--at %s: row %u holds the lower halves of row %u, expected a row of upper halves", expect->asked.at, row,
              row - DST_LOW_HALF);
    const uint64_t data = data_bytes(expect), exponents = expect->asked.has_exponents ? expect->count / BFP_GROUP : 0;
    const uint64_t exponents_lo = expect->asked.exponents;
    if (expect->is_of_stage)
        return add_part(expect, 0, (uint32_t)data, err);
    if (data > all - expect->lo)
        return refuse_beyond(expect, chip, data, err);
    REFUSE_IF(exponents && (exponents_lo >= all || exponents > all - exponents_lo), err,
              "--exponents 0x%llx: %llu bytes from there on reach beyond l1", (unsigned long long)exponents_lo,
              (unsigned long long)exponents);
    REFUSE_IF(exponents && exponents_lo < expect->lo + data && expect->lo < exponents_lo + exponents, err,
              "--exponents 0x%llx: the exponents would overlap the datums", (unsigned long long)exponents_lo);
    const bool is_before = exponents && exponents_lo < expect->lo;
    TRY(is_before ? add_part(expect, (uint32_t)exponents_lo, (uint32_t)exponents, err) : TT_OK);
    expect->data_part = is_before;
    expect->exponent_part = exponents ? !is_before : 0;
    TRY(add_part(expect, expect->lo, (uint32_t)data, err));
    if (exponents && !is_before)
        TRY(add_part(expect, (uint32_t)exponents_lo, (uint32_t)exponents, err));
    return TT_OK;
}
