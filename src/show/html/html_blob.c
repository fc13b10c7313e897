/* SPDX-License-Identifier: Apache-2.0 */
/* Bytes for the page's script: numbers and planes, deflated, in base64. */
#include "show/html/html_internal.h"

#include <zlib.h>

void blob_signed(struct text *blob, int64_t number)
{
    text_add_varint(blob, number < 0 ? ~((uint64_t)number << 1) : (uint64_t)number << 1);
}

void blob_planes(struct text *blob, const uint32_t *values, size_t count, unsigned width)
{
    uint8_t bytes[1024];
    for (unsigned plane = 0; plane < width; plane++) {
        for (size_t lo = 0, some; lo < count; lo += some) {
            some = count - lo < sizeof bytes ? count - lo : sizeof bytes;
            for (size_t i = 0; i < some; i++)
                bytes[i] = (uint8_t)(values[lo + i] >> 8 * plane);
            text_add_bytes(blob, bytes, some);
        }
    }
}

void blob_runs(struct text *blob, const uint8_t *flags, uint32_t count, uint32_t size)
{
    struct text runs = {0};
    uint64_t run_count = 0;
    for (uint32_t i = 0, last = 0; i < count; i++) {
        uint32_t length = 0;
        while (i + length < count && memchr(&flags[(i + length) * size], 1, size))
            length++;
        if (!length)
            continue;
        text_add_varint(&runs, i - last);
        text_add_varint(&runs, length);
        i += length;
        last = i;
        run_count++;
    }
    text_add_varint(blob, run_count);
    text_add_bytes(blob, runs.bytes, runs.count);
    blob->has_failed |= runs.has_failed;
    text_clear(&runs);
}

enum tt_status blob_deflate(const struct text *blob, struct text *text, struct tt_error *err)
{
    enum { RAW_WINDOW = -15, MEMORY_LEVEL = 9 };
    z_stream stream = {0};
    if (blob->has_failed || blob->count > UINT32_MAX ||
        deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, RAW_WINDOW, MEMORY_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK)
        return tt_fail(err, TT_NO_MEMORY, "no memory for the page");
    const size_t bound = deflateBound(&stream, (uLong)blob->count);
    uint8_t *packed = mem_alloc(bound);
    int code = Z_MEM_ERROR;
    if (packed) {
        stream.next_in = (Bytef *)blob->bytes;
        stream.avail_in = (uInt)blob->count;
        stream.next_out = packed;
        stream.avail_out = (uInt)bound;
        code = deflate(&stream, Z_FINISH);
        text_add_base64(text, packed, stream.total_out);
        text_add_bytes(text, "", 1);
    }
    (void)deflateEnd(&stream);
    mem_free(packed);
    return code == Z_STREAM_END && !text->has_failed ? TT_OK : tt_fail(err, TT_NO_MEMORY, "no memory for the page");
}

enum tt_status blob_put(struct html *html, const char *key, const struct text *blob)
{
    struct text text OWNED(text_clear) = {0};
    TRY(blob_deflate(blob, &text, html->err));
    report_say(&html->report, SAY(key, (const char *)text.bytes));
    return TT_OK;
}
