/* SPDX-License-Identifier: Apache-2.0 */
/* The seek table of Zstandard's seekable format: the last frame of a capture, by which other tools find the frames. */
#pragma once

#include "capture/file/bytes.h"

/* An entry for the next frame. False without memory. */
bool seek_table_add(struct byte_buffer *entries, uint32_t packed_bytes, uint32_t raw_bytes);

/* Appends the frame with these entries to out. */
bool seek_table_write(struct byte_buffer *out, const struct byte_buffer *entries);

/* Reads the end of a table from the last bytes of a file: the size of its frame, and of the frame before it. False when
 * there is none. */
bool seek_table_tail(const uint8_t *tail, size_t count, uint64_t *table_bytes, uint32_t *last_bytes);
