/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files of export: the file that is written, and the parts that write. */
#pragma once

#include "ask/run/address.h"
#include "ask/run/value_text.h"
#include "isa/isa.h"
#include "show/export/export.h"

struct exporter {
    struct results *results;
    const struct export_request *request;
    struct export_summary *summary;
    enum export_file kind;
    FILE *out;
    struct tt_error *err;
};

enum tt_status export_stage_write(struct exporter *exporter);
enum tt_status export_region_write(struct exporter *exporter);
enum tt_status export_trace_write(struct exporter *exporter);
enum tt_status export_vcd_write(struct exporter *exporter);

/* ---- export_array.c ---- */

/* The type of a NumPy array (numpy.lib.format, version 1.0). */
enum npy_type { NPY_U1, NPY_U2, NPY_U4, NPY_U8, NPY_I1, NPY_I2, NPY_I4, NPY_F4, NPY_F8, NPY_TYPES };
enum { ARRAY_BUFFER = 1 << 12 };

/* The type that holds every value of a format, but for blocks that reach beyond float32 (npy_is_beyond), and the least
 * that holds its bits. */
enum npy_type npy_type_of(enum format format);
enum npy_type npy_raw_type(unsigned bits);
/* Whether a block datum, its shared exponent in bits 15:8, is finite and takes float64. */
bool npy_is_beyond(enum format format, uint32_t bits);

struct array_file {
    struct exporter *exporter;
    uint64_t elements;
    uint8_t buffer[ARRAY_BUFFER];
    size_t used;
};

void array_begin(struct array_file *file);
/* An element: bits, the value that bits of a format stand for, or a number. */
void array_put_bits(struct array_file *file, enum npy_type type, uint64_t bits);
void array_put_value(struct array_file *file, enum npy_type type, enum format format, uint32_t bits);
void array_put_number(struct array_file *file, enum npy_type type, double number);
/* In rows of `row` elements (0: one dimension), of `side` by `side` each if that is not 0. Says in the summary what
 * there is. */
enum tt_status array_end(struct array_file *file, enum npy_type type, uint64_t row, uint64_t side);

/* ---- export_csv.c ----
 * Rows of a table of values as text. Most parts of a row are the same as in a row before, and are copied. */

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
