/* SPDX-License-Identifier: Apache-2.0 */
/* zstd_seekable_compression_format.md of the Zstandard project, version 0.1.0, without checksums in the table: the
 * frames have their own. */

#include "capture/file/chunk.h"

enum { ENTRY_BYTES = 8, FOOTER_BYTES = 9 };
static const uint32_t SEEK_TABLE_MAGIC = 0x8F92EAB1;

bool seek_table_add(struct byte_buffer *entries, uint32_t packed_bytes, uint32_t raw_bytes)
{
    return buffer_u32(entries, packed_bytes) && buffer_u32(entries, raw_bytes);
}

bool seek_table_write(struct byte_buffer *out, const struct byte_buffer *entries)
{
    return buffer_u32(out, FRAME_SEEK_TABLE) && buffer_u32(out, (uint32_t)(entries->size + FOOTER_BYTES)) &&
           buffer_append(out, entries->data, entries->size) &&
           buffer_u32(out, (uint32_t)(entries->size / ENTRY_BYTES)) && buffer_u8(out, 0) &&
           buffer_u32(out, SEEK_TABLE_MAGIC);
}

bool seek_table_tail(const uint8_t *tail, size_t count, uint64_t *table_bytes, uint32_t *last_bytes)
{
    if (count < ENTRY_BYTES + FOOTER_BYTES)
        return false;
    const uint8_t *footer = tail + count - FOOTER_BYTES;
    if (load_u32(footer + 5) != SEEK_TABLE_MAGIC || footer[4] != 0 || load_u32(footer) == 0)
        return false;
    *table_bytes = SKIPPABLE_HEAD + FOOTER_BYTES + (uint64_t)load_u32(footer) * ENTRY_BYTES;
    *last_bytes = load_u32(footer - ENTRY_BYTES);
    return true;
}
