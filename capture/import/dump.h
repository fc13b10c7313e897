/* SPDX-License-Identifier: Apache-2.0 */
/* A dump of one space of a tile: raw bytes, a NumPy array, or the JSON of the small state.
 * docs/how-to/capture-from-dumps.md */
#pragma once

#include "capture/import/source.h"

struct import_dump {
    enum tt_space space;
    uint32_t addr;  /* L1 only: byte address of the first */
    const char *id; /* of the checkpoint */
    const char *path;
};

/* Puts the file's bytes at the checkpoint. A name that ends in ".zst" is one Zstandard frame of the file. The chip must
 * be known. Messages begin with the path. */
enum tt_status import_dump(struct import_sink *sink, const struct import_dump *dump, struct tt_error *err);

/* The same from bytes. */
enum tt_status import_dump_bytes(struct import_sink *sink, const struct import_dump *dump, const uint8_t *bytes,
                                 size_t count, struct tt_error *err);
