/* SPDX-License-Identifier: Apache-2.0 */
/* Values of a table as a NumPy array, a .npy. */
#pragma once

#include "show/export/export_internal.h"

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
