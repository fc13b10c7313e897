/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of a table of values as text. Most parts of a row are the same as in a row before, and are copied. */
#pragma once

#include "ask/run/address.h"
#include "ask/run/value_text.h"
#include "isa/isa.h"

#include <stdio.h>

enum { CSV_BUFFER = 1 << 16, CSV_VALUES = 1 << 16, CSV_DATUMS = 1024, CSV_NO_CELL = UINT16_MAX };

/* The cells of a row that hold a value: its bits, and the value as text. */
struct csv_value {
    uint32_t bits;
    uint8_t format, length; /* a length of 0: not made yet */
    char text[2 * VALUE_TEXT_MAX + 8];
};

struct csv_rows {
    FILE *out;
    enum tt_unit unit;
    enum format format;
    uint32_t tile;
    char head[80], format_cell[VALUE_TEXT_MAX + 8]; /* "pack,0,3,", "BF16," */
    size_t head_length, format_length;
    struct csv_value values[CSV_VALUES];       /* found by a hash of the bits */
    char places[CSV_DATUMS][ADDRESS_TEXT_MAX]; /* places of datums in their data tile, ":face0:r1:c2" */
    char buffer[CSV_BUFFER];
    size_t used;
};

/* rows is all zero but for out and unit. Writes the heading. */
void csv_rows_begin(struct csv_rows *rows);
/* All rows that follow have this format, instance and data tile. */
void csv_rows_of(struct csv_rows *rows, enum format format, unsigned instance, uint32_t tile);
/* Writes a row. cell: the datum's cell of Dst, or CSV_NO_CELL. */
void csv_rows_put(struct csv_rows *rows, uint32_t datum, uint64_t seq, uint16_t cell, uint32_t bits);
void csv_rows_end(struct csv_rows *rows);
