/* SPDX-License-Identifier: Apache-2.0 */
/* Columns of a table as NumPy arrays: the one of a .npy, or those of a .npz, a ZIP archive whose members are stored as
 * they are, so that numpy reads each as a file. */
#pragma once

#include "show/export/export_internal.h"

/* The type of a NumPy array (numpy.lib.format, version 1.0). */
enum npy_type { NPY_U1, NPY_U2, NPY_U4, NPY_U8, NPY_I1, NPY_I2, NPY_I4, NPY_F4, NPY_F8, NPY_BOOL, NPY_TYPES };
enum { ARRAYS_MAX = 12, ARRAY_BUFFER = 1 << 12 };

/* The type that holds every value of a format, but for blocks that reach beyond float32 (npy_is_beyond), and the least
 * that holds its bits. */
enum npy_type npy_type_of(enum format format);
enum npy_type npy_raw_type(unsigned bits);
/* Whether a block datum, its shared exponent in bits 15:8, is finite and takes float64. */
bool npy_is_beyond(enum format format, uint32_t bits);

struct array_file {
    struct exporter *exporter; /* kind: EXPORT_NPY or EXPORT_NPZ */
    struct {
        const char *name; /* of the column */
        uint32_t at, bytes, crc;
    } members[ARRAYS_MAX];
    unsigned count;
    /* the array that is being written */
    uint64_t elements, bytes; /* bytes that were written so far */
    uint32_t crc;
    uint8_t buffer[ARRAY_BUFFER];
    size_t used;
};

/* Begin and end an array: each is written from its first element to its last before the next one begins. */
void array_begin(struct array_file *file, const char *name);
/* An element: bits, the value that bits of a format stand for, or a number. */
void array_put_bits(struct array_file *file, enum npy_type type, uint64_t bits);
void array_put_value(struct array_file *file, enum npy_type type, enum format format, uint32_t bits);
void array_put_number(struct array_file *file, enum npy_type type, double number);
/* In rows of `row` elements (0: one dimension), of `side` by `side` each if that is not 0. A .npz has no place for more
 * than 4 GiB here: TT_UNSUPPORTED. */
enum tt_status array_end(struct array_file *file, enum npy_type type, uint64_t row, uint64_t side);
/* Says in the summary what there is. */
enum tt_status array_finish(struct array_file *file);
