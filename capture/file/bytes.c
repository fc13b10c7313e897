/* SPDX-License-Identifier: Apache-2.0 */
/* Little-endian fields and varints, as docs/formats/ttcap.md uses them. */
#include "capture/file/bytes.h"

#include "base/outside.h"

void buffer_clear(struct byte_buffer *buffer)
{
    mem_free(buffer->data);
    *buffer = (struct byte_buffer){0};
}

bool buffer_room(struct byte_buffer *buffer, size_t count)
{
    if (buffer->capacity < count) {
        buffer_clear(buffer);
        buffer->data = mem_alloc(count);
        if (!buffer->data)
            return false;
        buffer->capacity = count;
    }
    outside_unwritten(buffer->data, buffer->capacity);
    buffer->size = count;
    return true;
}

bool buffer_append(struct byte_buffer *buffer, const void *bytes, size_t count)
{
    if (count == 0)
        return true;
    if (buffer->capacity - buffer->size < count) {
        if (count > SIZE_MAX - buffer->size || mem_grow(&buffer->data, &buffer->capacity, buffer->size + count, 1))
            return false;
    }
    memcpy(buffer->data + buffer->size, bytes, count);
    buffer->size += count;
    return true;
}

bool buffer_u8(struct byte_buffer *buffer, uint8_t value)
{
    return buffer_append(buffer, &value, 1);
}

bool buffer_u32(struct byte_buffer *buffer, uint32_t value)
{
    uint8_t bytes[4];
    store_u32(bytes, value);
    return buffer_append(buffer, bytes, sizeof bytes);
}

bool buffer_u64(struct byte_buffer *buffer, uint64_t value)
{
    uint8_t bytes[8];
    store_u64(bytes, value);
    return buffer_append(buffer, bytes, sizeof bytes);
}

bool buffer_varint(struct byte_buffer *buffer, uint64_t value)
{
    uint8_t bytes[10];
    size_t n = 0;
    while (value >= 0x80) {
        bytes[n++] = (uint8_t)(value | 0x80);
        value >>= 7;
    }
    bytes[n++] = (uint8_t)value;
    return buffer_append(buffer, bytes, n);
}

struct byte_reader byte_reader(const uint8_t *bytes, size_t count)
{
    return (struct byte_reader){.at = bytes, .end = bytes + count};
}

const uint8_t *read_bytes(struct byte_reader *reader, uint64_t count)
{
    if (reader->is_bad || count > (uint64_t)(reader->end - reader->at)) {
        reader->is_bad = true;
        return NULL;
    }
    const uint8_t *bytes = reader->at;
    reader->at += count;
    return bytes;
}

uint8_t read_u8(struct byte_reader *reader)
{
    const uint8_t *bytes = read_bytes(reader, 1);
    return bytes ? bytes[0] : 0;
}

uint64_t read_u64(struct byte_reader *reader)
{
    const uint8_t *bytes = read_bytes(reader, 8);
    return bytes ? load_u64(bytes) : 0;
}

uint64_t read_varint(struct byte_reader *reader)
{
    if (!reader->is_bad && reader->at < reader->end && *reader->at < 0x80) /* nearly every one */
        return *reader->at++;
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        uint8_t byte = read_u8(reader);
        uint64_t bits = byte & 0x7Fu;
        if (shift == 63 && bits > 1)
            break;
        value |= bits << shift;
        if (byte < 0x80) {
            if (byte == 0 && shift > 0)
                break;
            return reader->is_bad ? 0 : value;
        }
    }
    reader->is_bad = true;
    return 0;
}

uint64_t zigzag(int64_t value)
{
    return value < 0 ? ~((uint64_t)value << 1) : (uint64_t)value << 1;
}

int64_t unzigzag(uint64_t value)
{
    int64_t half = (int64_t)(value >> 1);
    return value & 1 ? -half - 1 : half;
}
