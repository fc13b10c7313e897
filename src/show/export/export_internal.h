/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files of export: a column of numbers on its way into a NumPy file, and the parts that write. */
#pragma once

#include "show/export/export.h"

#include <stdio.h>

/* The type of a NumPy array (numpy.lib.format, version 1.0). */
enum npy_type { NPY_U1, NPY_U2, NPY_U4, NPY_U8, NPY_I1, NPY_I2, NPY_I4, NPY_F4, NPY_F8, NPY_BOOL, NPY_TYPES };
enum { NPY_HEADER_BYTES = 128, NPY_ELEMENT_MAX = 8 };

/* The type that holds every value of a format, but for blocks that reach beyond float32 (npy_is_beyond), and the least
 * that holds its bits. */
enum npy_type npy_type_of(enum format format);
enum npy_type npy_raw_type(unsigned bits);
/* Whether a block datum, its shared exponent in bits 15:8, is finite and takes float64. */
bool npy_is_beyond(enum format format, uint32_t bits);

/* An element as bytes, and how many they are: bits, or the value that bits of a format stand for. */
size_t npy_encode_bits(uint8_t to[static NPY_ELEMENT_MAX], enum npy_type type, uint64_t bits);
size_t npy_encode_value(uint8_t to[static NPY_ELEMENT_MAX], enum npy_type type, enum format format, uint32_t bits);
size_t npy_encode_number(uint8_t to[static NPY_ELEMENT_MAX], enum npy_type type, double number);

/* Leaves room for the header; writes an element of a type: bits, or the value that bits of a format stand for. */
void npy_begin(FILE *out);
void npy_put_bits(FILE *out, enum npy_type type, uint32_t bits);
void npy_put_value(FILE *out, enum npy_type type, enum format format, uint32_t bits);
void npy_put_number(FILE *out, double number, enum npy_type type);
/* Goes back and writes the header: `count` elements, in rows of `row` (0: one dimension), of `side` by `side` each if
 * that is not 0. Says the shape in words. */
struct npy_shape {
    uint64_t count, row, side;
};
void npy_header(char header[static NPY_HEADER_BYTES], enum npy_type type, const struct npy_shape *shape);
struct exporter;
enum tt_status npy_finish(struct exporter *exporter, enum npy_type type, const struct npy_shape *shape);

/* Writes the end of a line of CSV (RFC 4180). */
void csv_end(FILE *out);

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
