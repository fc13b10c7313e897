/* SPDX-License-Identifier: Apache-2.0 */
/* Puts the hashes of a capture file right, so that what stands behind them is reached. */
#pragma once

#include "capture/file/chunk.h"

/* Sets the hash of the frame that follows into a chunk's head text; returns that frame's length. */
static size_t repair_text(uint8_t *text, size_t count, const uint8_t *frame, size_t left)
{
    struct byte_reader reader = byte_reader(text, count);
    (void)read_u8(&reader);
    uint64_t packed = read_varint(&reader);
    (void)read_varint(&reader);
    uint8_t *hash = text + (reader.at - text);
    if (!read_bytes(&reader, HASH_BYTES) || packed > left)
        return 0;
    uint64_t right = hash_bytes(frame, (size_t)packed);
    store_u32(hash, (uint32_t)right);
    store_u32(hash + 4, (uint32_t)(right >> 32));
    return (size_t)packed;
}

static void repair(uint8_t *bytes, size_t size)
{
    size_t at = 0;
    while (size - at >= SKIPPABLE_HEAD + HASH_BYTES) {
        uint64_t length = SKIPPABLE_HEAD + (uint64_t)load_u32(bytes + at + 4);
        if (length > size - at || length < SKIPPABLE_HEAD + HASH_BYTES)
            return;
        size_t end = at + (size_t)length;
        size_t packed = 0;
        if (load_u32(bytes + at) == FRAME_CHUNK)
            packed = repair_text(bytes + at + SKIPPABLE_HEAD, (size_t)length - SKIPPABLE_HEAD - HASH_BYTES, bytes + end,
                                 size - end);
        uint64_t right = hash_bytes(bytes + at, (size_t)length - HASH_BYTES);
        store_u32(bytes + end - 8, (uint32_t)right);
        store_u32(bytes + end - 4, (uint32_t)(right >> 32));
        at = end + packed;
    }
}
