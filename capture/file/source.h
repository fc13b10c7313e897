/* SPDX-License-Identifier: Apache-2.0 */
/* Where a capture is read from: a file, or bytes in memory. The bytes touched are counted. */
#pragma once

#include "capture/file/bytes.h"

struct source {
    const char *name; /* for messages; borrowed */
    int descriptor;   /* -1: in memory */
    const uint8_t *bytes;
    uint8_t *whole; /* the bytes of a small file, which is read at once; else null */
    uint64_t size;
    uint64_t bytes_read; /* so far */
};

enum tt_status source_open(struct source *source, const char *path, struct tt_error *err);
void source_from_bytes(struct source *source, const char *name, const uint8_t *bytes, size_t size);
void source_close(struct source *source);

/* Exactly count bytes at offset; the range must lie within the size. A file that has become shorter is TT_IO. */
enum tt_status source_read(struct source *source, uint64_t offset, void *into, size_t count, struct tt_error *err);
/* The same bytes where they stand in memory, or else read into buffer. Borrowed until the next use of buffer. */
enum tt_status source_view(struct source *source, uint64_t offset, size_t count, struct byte_buffer *buffer,
                           const uint8_t **bytes, struct tt_error *err);
