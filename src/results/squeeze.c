/* SPDX-License-Identifier: Apache-2.0 */
/* Believes nothing of what it reads: a database may come from anywhere. */
#include "results/squeeze.h"

#include <zstd.h>

enum {
    AS_IT_IS = 0,        /* else the width of the numbers */
    LEAST_BYTES = 64,    /* of what is worth a frame */
    LEVEL = -3,          /* quick: the thread that inserts compresses, too */
    BYTES_MAX = 1 << 26, /* no part of a page, and no block, is near it */
};

void squeezer_clear(struct squeezer *squeezer)
{
    (void)ZSTD_freeCCtx(squeezer->compressor);
    (void)ZSTD_freeDCtx(squeezer->decompressor);
    bytes_clear(&squeezer->planes);
    *squeezer = (struct squeezer){0};
}

static void split_2(const uint8_t *restrict from, size_t count, uint8_t *restrict to)
{
    for (size_t i = 0; i < count; i++) {
        to[i] = from[2 * i];
        to[count + i] = from[2 * i + 1];
    }
}

static void split_4(const uint8_t *restrict from, size_t count, uint8_t *restrict to)
{
    for (size_t i = 0; i < count; i++) {
        to[i] = from[4 * i];
        to[count + i] = from[4 * i + 1];
        to[2 * count + i] = from[4 * i + 2];
        to[3 * count + i] = from[4 * i + 3];
    }
}

static void join_2(const uint8_t *restrict from, size_t count, uint8_t *restrict to)
{
    for (size_t i = 0; i < count; i++) {
        to[2 * i] = from[i];
        to[2 * i + 1] = from[count + i];
    }
}

static void join_4(const uint8_t *restrict from, size_t count, uint8_t *restrict to)
{
    for (size_t i = 0; i < count; i++) {
        to[4 * i] = from[i];
        to[4 * i + 1] = from[count + i];
        to[4 * i + 2] = from[2 * count + i];
        to[4 * i + 3] = from[3 * count + i];
    }
}

static int append_form(struct bytes *out, uint8_t form)
{
    return bytes_append(out, &form, 1);
}

static int put_as_it_is(const void *bytes, size_t size, struct bytes *out)
{
    out->used = 0;
    return append_form(out, AS_IT_IS) || bytes_append(out, bytes, size) ? -1 : 0;
}

int squeeze(struct squeezer *squeezer, const void *bytes, size_t size, unsigned width, struct bytes *out)
{
    const bool is_split = width > 1 && size % width == 0;
    struct bytes *planes = &squeezer->planes;
    if (size < LEAST_BYTES || size > BYTES_MAX)
        return put_as_it_is(bytes, size, out);
    planes->used = out->used = 0;
    if (!squeezer->compressor && !(squeezer->compressor = ZSTD_createCCtx()))
        return -1;
    if ((is_split && bytes_make_room(planes, size)) || append_form(out, (uint8_t)(is_split ? width : 1)) ||
        bytes_make_room(out, ZSTD_compressBound(size)))
        return -1;
    if (is_split && width == 2)
        split_2(bytes, size / 2, planes->data);
    else if (is_split)
        split_4(bytes, size / 4, planes->data);
    const size_t packed = ZSTD_compressCCtx(squeezer->compressor, (uint8_t *)out->data + 1, out->capacity - 1,
                                            is_split ? planes->data : bytes, size, LEVEL);
    if (ZSTD_isError(packed))
        return -1;
    if (packed >= size)
        return put_as_it_is(bytes, size, out);
    out->used = 1 + packed;
    return 0;
}

bool unsqueezed_size(const void *blob, size_t size, size_t *bytes)
{
    const uint8_t *from = blob;
    *bytes = 0;
    if (!size)
        return true;
    if (*from == AS_IT_IS) {
        *bytes = size - 1;
        return true;
    }
    const unsigned long long content = ZSTD_getFrameContentSize(from + 1, size - 1);
    if ((*from != 1 && *from != 2 && *from != 4) || content > BYTES_MAX || content % *from ||
        ZSTD_findFrameCompressedSize(from + 1, size - 1) != size - 1)
        return false;
    *bytes = (size_t)content;
    return true;
}

enum tt_status unsqueeze(struct squeezer *squeezer, const void *blob, size_t size, void *to, size_t bytes)
{
    const uint8_t *from = blob;
    const unsigned width = size ? *from : AS_IT_IS;
    struct bytes *planes = &squeezer->planes;
    if (width == AS_IT_IS) {
        if (bytes)
            memcpy(to, from + 1, bytes);
        return TT_OK;
    }
    planes->used = 0;
    if (!squeezer->decompressor && !(squeezer->decompressor = ZSTD_createDCtx()))
        return TT_NO_MEMORY;
    if (width > 1 && bytes_make_room(planes, bytes + 1))
        return TT_NO_MEMORY;
    void *const frame = width > 1 ? planes->data : to;
    if (ZSTD_decompressDCtx(squeezer->decompressor, frame, bytes, from + 1, size - 1) != bytes)
        return TT_BAD_INPUT;
    if (width == 2)
        join_2(frame, bytes / 2, to);
    else if (width == 4)
        join_4(frame, bytes / 4, to);
    return TT_OK;
}

enum tt_status unsqueeze_append(struct squeezer *squeezer, const void *blob, size_t size, struct bytes *out)
{
    size_t bytes;
    if (!unsqueezed_size(blob, size, &bytes))
        return TT_BAD_INPUT;
    if (bytes_make_room(out, bytes + 1))
        return TT_NO_MEMORY;
    const enum tt_status status = unsqueeze(squeezer, blob, size, (uint8_t *)out->data + out->used, bytes);
    out->used += status ? 0 : bytes;
    return status;
}
