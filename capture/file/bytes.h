/* SPDX-License-Identifier: Apache-2.0 */
/* Bytes that grow while they are written, and bytes that are checked while they are read. */
#pragma once

#include "base/little.h"

struct byte_buffer {
    uint8_t *data;
    size_t size, capacity;
};

void buffer_clear(struct byte_buffer *buffer); /* frees the bytes; the buffer is empty then */

/* Makes the buffer `count` bytes long, whose values are not defined. Without memory it returns false and leaves the
 * buffer empty. */
bool buffer_room(struct byte_buffer *buffer, size_t count);

/* Each appends to the buffer. Without memory it returns false, and the buffer is as it was. */
bool buffer_append(struct byte_buffer *buffer, const void *bytes, size_t count);
bool buffer_u8(struct byte_buffer *buffer, uint8_t value);
bool buffer_u32(struct byte_buffer *buffer, uint32_t value); /* little-endian */
bool buffer_u64(struct byte_buffer *buffer, uint64_t value);
bool buffer_varint(struct byte_buffer *buffer, uint64_t value); /* 7 bits a byte, low first */

/* Reading past the end, or a varint beyond 64 bits or longer than it need be, sets is_bad and gives zeros from there
 * on: one test after the last field is enough. */
struct byte_reader {
    const uint8_t *at, *end;
    bool is_bad;
};

struct byte_reader byte_reader(const uint8_t *bytes, size_t count);
uint8_t read_u8(struct byte_reader *reader);
uint64_t read_u64(struct byte_reader *reader);
uint64_t read_varint(struct byte_reader *reader);
/* The next `count` bytes, borrowed from the input; null, with is_bad set, where fewer are left. */
const uint8_t *read_bytes(struct byte_reader *reader, uint64_t count);

/* From signed numbers to unsigned ones, so that small magnitudes become small numbers: 0, -1, 1, -2 become 0, 1, 2,
 * 3. */
uint64_t zigzag(int64_t value);
int64_t unzigzag(uint64_t value);
