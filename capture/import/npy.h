/* SPDX-License-Identifier: Apache-2.0 */
/* The header of a NumPy array file (.npy, versions 1 to 3), as far as a dump of a tile or a reference needs it.
 * https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html */
#pragma once

#include "base/usual.h"

enum { NPY_DIMENSIONS_MAX = 8 };

struct npy {
    char dtype[32];      /* "<u4" */
    uint32_t item_bytes; /* 1, 2, 4 or 8 */
    bool is_float;       /* whether an item's bits are taken as they are */
    bool is_signed;      /* whether items are integers in two's complement */
    bool is_bool;
    bool is_void; /* plain bytes: so numpy.save writes types that NumPy does not know, as bfloat16 */
    uint64_t shape[NPY_DIMENSIONS_MAX];
    unsigned dimensions; /* 0 where the array is one number */
    uint64_t items;      /* how many items there are in all */
    size_t data_at;      /* where its items start; they reach to the end of the bytes */
};

/* Whether the bytes begin as those of a NumPy array file do. */
bool npy_is(const uint8_t *bytes, size_t count);

/* Reads the header and holds it against the size of the file. Items stand in C order, little-endian. The sentence in
 * err has no file. */
enum tt_status npy_read(struct npy *npy, const uint8_t *bytes, size_t count, struct tt_error *err);

/* "(2, 64, 16)". Returns text. */
enum { NPY_SHAPE_MAX = 24 * NPY_DIMENSIONS_MAX };
char *npy_shape_text(const uint64_t *shape, unsigned dimensions, char text[static NPY_SHAPE_MAX]);
