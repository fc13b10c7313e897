/* SPDX-License-Identifier: Apache-2.0 */
/* Bytes for the page's script: numbers and planes, deflated, in base64. */
#include "show/html/html_internal.h"

#include "base/memory.h"

#include <string.h>
#include <zlib.h>

static bool html_blob_reserve(struct blob *blob, size_t count)
{
    if (blob->is_failed || count > SIZE_MAX - blob->used ||
        mem_grow(&blob->data, &blob->capacity, blob->used + count, sizeof *blob->data)) {
        blob->is_failed = true;
        return false;
    }
    return true;
}

void blob_number(struct blob *blob, uint64_t number)
{
    enum { NUMBER_MAX = 10 };
    if (!html_blob_reserve(blob, NUMBER_MAX))
        return;
    for (; number > 0x7F; number >>= 7)
        blob->data[blob->used++] = (uint8_t)(number | 0x80);
    blob->data[blob->used++] = (uint8_t)number;
}

void blob_signed(struct blob *blob, int64_t number)
{
    blob_number(blob, number < 0 ? ~((uint64_t)number << 1) : (uint64_t)number << 1);
}

void blob_bytes(struct blob *blob, const void *bytes, size_t count)
{
    const uint8_t *from = bytes;
    if (!html_blob_reserve(blob, count))
        return;
    for (size_t i = 0; i < count; i++)
        blob->data[blob->used++] = from[i];
}

void blob_planes(struct blob *blob, const uint32_t *values, size_t count, unsigned width)
{
    if (!html_blob_reserve(blob, count * width))
        return;
    for (unsigned plane = 0; plane < width; plane++)
        for (size_t i = 0; i < count; i++)
            blob->data[blob->used++] = (uint8_t)(values[i] >> 8 * plane);
}

void blob_runs(struct blob *blob, const uint8_t *flags, uint32_t count, uint32_t size)
{
    struct blob runs = {0};
    uint64_t run_count = 0;
    for (uint32_t i = 0, last = 0; i < count; i++) {
        uint32_t length = 0;
        while (i + length < count && memchr(&flags[(i + length) * size], 1, size))
            length++;
        if (!length)
            continue;
        blob_number(&runs, i - last);
        blob_number(&runs, length);
        i += length;
        last = i;
        run_count++;
    }
    blob_number(blob, run_count);
    blob_bytes(blob, runs.data, runs.used);
    blob->is_failed |= runs.is_failed;
    blob_clear(&runs);
}

void blob_clear(struct blob *blob)
{
    mem_free(blob->data);
    *blob = (struct blob){0};
}

static void append_base64(struct blob *text, const struct blob *from)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    if (!html_blob_reserve(text, (from->used + 2) / 3 * 4 + 1))
        return;
    for (size_t i = 0; i < from->used; i += 3) {
        const size_t left = from->used - i;
        uint32_t bits = (uint32_t)from->data[i] << 16;
        if (left > 1)
            bits |= (uint32_t)from->data[i + 1] << 8;
        if (left > 2)
            bits |= from->data[i + 2];
        for (unsigned k = 0; k < 4; k++)
            text->data[text->used++] = k <= left ? (uint8_t)digits[bits >> (18 - 6 * k) & 63] : '=';
    }
    text->data[text->used++] = 0;
}

enum tt_status blob_deflate(const struct blob *blob, struct blob *text, struct tt_error *err)
{
    enum { RAW_WINDOW = -15, MEMORY_LEVEL = 9 };
    z_stream stream = {0};
    struct blob packed = {0};
    if (blob->is_failed || blob->used > UINT32_MAX ||
        deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, RAW_WINDOW, MEMORY_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK)
        return tt_fail(err, TT_NO_MEMORY, "no memory for the page");
    const size_t bound = deflateBound(&stream, (uLong)blob->used);
    int code = Z_MEM_ERROR;
    if (html_blob_reserve(&packed, bound)) {
        stream.next_in = blob->data;
        stream.avail_in = (uInt)blob->used;
        stream.next_out = packed.data;
        stream.avail_out = (uInt)bound;
        code = deflate(&stream, Z_FINISH);
        packed.used = stream.total_out;
    }
    (void)deflateEnd(&stream);
    append_base64(text, &packed);
    blob_clear(&packed);
    return code == Z_STREAM_END && !text->is_failed ? TT_OK : tt_fail(err, TT_NO_MEMORY, "no memory for the page");
}

enum tt_status blob_put(struct html *html, const char *key, const struct blob *blob)
{
    struct blob text = {0};
    enum tt_status status = blob_deflate(blob, &text, html->err);
    if (!status)
        report_say(&html->report, SAY(key, (const char *)text.data));
    blob_clear(&text);
    return status;
}
