/* SPDX-License-Identifier: Apache-2.0 */
/* Columns of a table as NumPy arrays of one .npz: a ZIP archive whose members are stored as they are, so that numpy
 * reads each as a file. */
#pragma once

#include "show/export/export_internal.h"

enum { NPZ_ARRAYS = 12, NPZ_BUFFER = 1 << 16 };

struct npz_member {
    const char *name; /* name of the column */
    uint32_t at, bytes, crc;
};

struct npz {
    struct exporter *exporter;
    struct npz_member members[NPZ_ARRAYS];
    unsigned count;
    /* the array that is being written */
    uint64_t elements, bytes; /* bytes that were written so far */
    uint32_t crc;
    uint8_t buffer[NPZ_BUFFER];
    size_t used;
};

/* Begin and end an array. Each column is written from its first element to its last before the next one begins. */
void npz_begin(struct npz *npz, const char *name);
void npz_put_bits(struct npz *npz, enum npy_type type, uint64_t bits);
void npz_put_value(struct npz *npz, enum npy_type type, enum format format, uint32_t bits);
void npz_put_number(struct npz *npz, enum npy_type type, double number);
/* row: as npy_shape. A .npz has no place for more than 4 GiB here: TT_UNSUPPORTED. */
enum tt_status npz_end(struct npz *npz, enum npy_type type, uint64_t row);
/* Writes the archive's list of members, and sets in the summary how many there are. */
enum tt_status npz_finish(struct npz *npz);
