/* SPDX-License-Identifier: Apache-2.0 */
/* Elements of a space as rows, and as values of a format. */
#pragma once

#include "ask/run/value_text.h"
#include "show/capture/capture.h"
#include "show/capture/capture_image.h"

/* How a space is laid out in a dump. */
struct space_layout {
    uint32_t row_elements; /* of a row of Dst, a bank's row of a source, a register; 0 where the space has no rows */
    uint32_t per_line;
    unsigned digits; /* hexadecimal digits of an element */
    unsigned group;  /* elements between two spaces */
};

struct space_layout space_layout(enum tt_chip chip, enum tt_space space);

/* The label of a line that starts with element `at`: "0.12.8". Returns text. */
enum { SPACE_PLACE_MAX = 32 };
char *space_place(enum tt_chip chip, enum tt_space space, uint32_t at, char text[static SPACE_PLACE_MAX]);

/* The value of element `at` of an image as decimal text, "?" where it is not known. For 32-bit formats in Dst the image
 * must hold the cell eight rows below too; space_is_value_row() says which rows have values. */
char *space_value(const struct space_range *range, const struct space_image *image, const struct space_image *exponents,
                  uint32_t at, char text[static VALUE_TEXT_MAX]);
/* The same as bits of the format that they are in the end, a block datum's shared exponent in bits 15:8. False: not
 * known.
 */
bool space_bits(const struct space_range *range, const struct space_image *image, const struct space_image *exponents,
                uint32_t at, enum format *format, uint32_t *bits);
bool space_is_value_row(const struct space_range *range, uint32_t row);

/* How many values a range of bytes holds. */
uint32_t space_value_count(const struct space_range *range);
