/* SPDX-License-Identifier: Apache-2.0 */
/* Cells of every space as numbers: which bits of which element are the value. F-2 and F-3 */
#include "show/capture/capture_cells.h"

#include "ask/run/cell_form.h"
#include "base/search.h"
#include "base/text/text.h"
#include "isa/spaces.h"
#include "numeric/bfp.h"
#include "numeric/dst_rows.h"

#include <math.h>

struct space_layout space_layout(enum tt_chip chip, enum tt_space space)
{
    const struct chip *traits = chip_get(chip);
    const struct space_layout layouts[TT_SPACE_COUNT + 1] = {
        [TT_SPACE_CFG] = {traits->cfg_words, 8, 8, 1},
        [TT_SPACE_THREAD_CFG] = {traits->thread_words, 8, 4, 1},
        [TT_SPACE_GPR] = {GPRS, 8, 8, 1},
        [TT_SPACE_DST] = {DST_COLUMNS, DST_COLUMNS, 4, 2},
        [TT_SPACE_DST_VALID] = {0, 64, 1, 8},
        [TT_SPACE_SRCA] = {SRC_COLUMNS, 8, 5, 1},
        [TT_SPACE_SRCB] = {SRC_COLUMNS, 8, 5, 1},
        [TT_SPACE_LREG] = {LANES, 8, 8, 1},
    };
    return layouts[space].per_line ? layouts[space] : (struct space_layout){0, 16, 2, 1};
}

uint32_t space_row_bytes(enum tt_chip chip, enum tt_space space)
{
    struct space_layout layout = space_layout(chip, space);
    return (layout.row_elements ? layout.row_elements : layout.per_line) * space_element_bytes(space);
}

char *space_place(enum tt_chip chip, enum tt_space space, uint32_t at, char text[static SPACE_PLACE_MAX])
{
    uint32_t row_elements = space_layout(chip, space).row_elements;
    uint32_t row = row_elements ? at / row_elements : 0, column = row_elements ? at % row_elements : at;
    switch (space) {
    case TT_SPACE_CFG:
        return text_print(text, SPACE_PLACE_MAX, "%u.%-3u", row, column);
    case TT_SPACE_THREAD_CFG:
    case TT_SPACE_GPR:
        return text_print(text, SPACE_PLACE_MAX, "T%u.%-2u", row, column);
    case TT_SPACE_DST:
        return text_print(text, SPACE_PLACE_MAX, column ? "%4u.%-2u" : "%4u", row, column);
    case TT_SPACE_SRCA:
    case TT_SPACE_SRCB:
        return text_print(text, SPACE_PLACE_MAX, "%u.%02u.%-2u", row / SRC_ROWS, row % SRC_ROWS, column);
    case TT_SPACE_LREG:
        return text_print(text, SPACE_PLACE_MAX, "L%u.%-2u", row, column);
    case TT_SPACE_DST_VALID:
        return text_print(text, SPACE_PLACE_MAX, "%4u", at);
    case TT_SPACE_L1:
    case TT_SPACE_STATE:
    case TT_SPACE_COUNT:
        return text_print(text, SPACE_PLACE_MAX, "%06x", at);
    }
    return text;
}

bool space_takes_format(enum tt_space space, enum format format)
{
    struct cell_form form;
    return cell_form_make(&form, space, format);
}

/* A datum to show. */
struct datum {
    bool is_known;
    enum format format;
    uint32_t bits, shared;
};

static bool all_known(const struct space_image *image, uint32_t lo, uint32_t count)
{
    return !ANY(i, count, image->known[lo + i] != 0xFF);
}

/* An element of any space but L1. */
static struct datum cell_datum(const struct space_range *range, const struct space_image *image, uint32_t at)
{
    const uint32_t bytes = space_element_bytes(range->space);
    struct cell_form form;
    struct datum datum = {.format = range->format, .is_known = all_known(image, at * bytes, bytes)};
    if (!cell_form_make(&form, range->space, range->format))
        return (struct datum){.format = range->format};
    const uint8_t *cell = image->bytes + at * bytes, *low = form.is_pair ? cell + cell_low(&form) : NULL;
    if (form.is_pair)
        datum.is_known = datum.is_known && all_known(image, at * bytes + cell_low(&form), bytes);
    datum.format = cell_shown_as(&form);
    datum.bits = cell_pattern(&form, cell_load(&form, cell, low));
    return datum;
}

static struct datum capture_cells_l1_datum(enum format format, const struct space_image *image,
                                           const struct space_image *exponents, uint32_t at)
{
    unsigned width = format_get(format)->storage_bits;
    struct datum datum = {.format = format};
    uint32_t lo = (uint32_t)((uint64_t)at * width / 8), bytes = width < 8 ? 1 : width / 8;
    datum.is_known = all_known(image, lo, bytes);
    datum.bits = width < 8 ? bfp_load(image->bytes, at, width) : load_number(image->bytes + lo, bytes);
    if (format_get(format)->is_block) {
        datum.is_known = datum.is_known && all_known(exponents, at / BFP_GROUP, 1);
        datum.shared = exponents->bytes[at / BFP_GROUP];
    }
    return datum;
}

static struct datum datum_at(const struct space_range *range, const struct space_image *image,
                             const struct space_image *exponents, uint32_t at)
{
    return range->space == TT_SPACE_L1 ? capture_cells_l1_datum(range->format, image, exponents, at)
                                       : cell_datum(range, image, at);
}

/* As many digits as any two values of the format need to differ. */
static int capture_cells_digits_of(enum format format)
{
    int digits = 2 + (format_get(format)->mantissa_bits + 1) * 30103 / 100000;
    return digits < 9 ? digits : 9;
}

static char *datum_text(const struct datum *datum, char text[static VALUE_TEXT_MAX])
{
    if (!datum->is_known)
        return text_print(text, VALUE_TEXT_MAX, "?");
    struct value_parts parts = format_parts(datum->format, datum->bits, datum->shared);
    const char *sign = parts.is_negative ? "-" : "";
    if (parts.kind == VALUE_NAN)
        return text_print(text, VALUE_TEXT_MAX, "%snan", sign);
    if (parts.kind == VALUE_INFINITE)
        return text_print(text, VALUE_TEXT_MAX, "%sinf", sign);
    if (format_get(datum->format)->is_integer)
        return text_print(text, VALUE_TEXT_MAX, "%s%llu", sign, (unsigned long long)parts.significand);
    return text_print(text, VALUE_TEXT_MAX, "%s%.*g", sign, capture_cells_digits_of(datum->format),
                      ldexp((double)parts.significand, parts.exponent2));
}

char *space_value(const struct space_range *range, const struct space_image *image, const struct space_image *exponents,
                  uint32_t at, char text[static VALUE_TEXT_MAX])
{
    const struct datum datum = datum_at(range, image, exponents, at);
    return datum_text(&datum, text);
}

bool space_bits(const struct space_range *range, const struct space_image *image, const struct space_image *exponents,
                uint32_t at, enum format *format, uint32_t *bits)
{
    const struct datum datum = datum_at(range, image, exponents, at);
    *format = datum.format;
    *bits = datum.bits | datum.shared << 8;
    return datum.is_known;
}

bool space_is_value_row(const struct space_range *range, uint32_t row)
{
    struct cell_form form;
    return !cell_form_make(&form, range->space, range->format) || !form.is_pair || !(row & DST_LOW_HALF);
}

uint32_t space_value_count(const struct space_range *range)
{
    if (range->space != TT_SPACE_L1)
        return range->count / space_element_bytes(range->space);
    return (uint32_t)((uint64_t)range->count * 8 / format_get(range->format)->storage_bits);
}
