/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays that go through circular buffers: NumPy files in, pages of data tiles, NumPy files out. */
#include "load/load_internal.h"

#include "base/input.h"
#include "base/little.h"
#include "base/memory.h"
#include "base/number.h"
#include "capture/import/npy.h"
#include "numeric/host_page.h"

#include <string.h>

enum { PAGES_MAX = 1 << 20, PAGE_MAX = 1 << 16 };

static bool buffer_take_format(struct load_buffer *buffer, const char *text)
{
    uint64_t bytes;
    const enum format format = format_find(text);
    const uint32_t page_bytes = format < FORMAT_COUNT ? host_page_bytes(format) : 0;
    if (page_bytes) {
        buffer->format = format;
        buffer->page_bytes = page_bytes;
        return true;
    }
    buffer->is_raw =
        strncmp(text, "raw/", 4) == 0 && number_read(text + 4, 0, PAGE_MAX, &bytes) && bytes && bytes % 16 == 0;
    if (buffer->is_raw)
        buffer->page_bytes = (uint32_t)bytes;
    return buffer->is_raw;
}

/* "N=FILE:FORMAT[:PAGES]", from behind: a path may hold colons. The parts are cut out of `path`. */
static bool buffer_take_parts(struct load_buffer *buffer, const char *text)
{
    uint64_t number, pages;
    buffer->path = mem_strdup(text);
    char *equals = buffer->path ? strchr(buffer->path, '=') : NULL;
    char *colon = equals ? strrchr(equals, ':') : NULL;
    if (!colon)
        return false;
    if (number_read(colon + 1, 10, PAGES_MAX, &pages) && pages) {
        buffer->is_output = true;
        buffer->count = pages;
        *colon = '\0';
        colon = strrchr(equals, ':');
    }
    if (!colon || !buffer_take_format(buffer, colon + 1))
        return false;
    *colon = '\0';
    *equals = '\0';
    const bool is_sound = number_read(buffer->path, 10, LOAD_BUFFERS_MAX - 1, &number) && (equals[1] || buffer->count);
    buffer->is_between = !equals[1];
    buffer->number = (unsigned)number;
    memmove(buffer->path, equals + 1, strlen(equals + 1) + 1);
    return is_sound;
}

/* The last two dimensions are cut into tiles, row by row; those before count one after the other. */
static enum tt_status buffer_tilize(struct load_buffer *buffer, const struct npy *npy, const uint8_t *data,
                                    struct tt_error *err)
{
    char shape[NPY_SHAPE_MAX];
    const unsigned last = npy->dimensions;
    if (last < 2 || npy->shape[last - 1] % HOST_SIDE || npy->shape[last - 2] % HOST_SIDE || npy->items == 0)
        return tt_fail(err, TT_BAD_INPUT, "%s: of shape %s; its last two dimensions are to be multiples of %d",
                       buffer->path, npy_shape_text(npy->shape, npy->dimensions, shape), HOST_SIDE);
    const uint64_t columns = npy->shape[last - 1], across = columns / HOST_SIDE;
    buffer->count = npy->items / HOST_DATUMS;
    buffer->pages = mem_calloc(buffer->count, buffer->page_bytes);
    if (!buffer->pages)
        return tt_fail(err, TT_NO_MEMORY, "%s: no memory", buffer->path);
    for (uint64_t page = 0; page < buffer->count; page++) {
        uint32_t values[HOST_DATUMS];
        const uint64_t corner = page / across * HOST_SIDE * columns + page % across * HOST_SIDE;
        for (uint32_t i = 0; i < HOST_DATUMS; i++)
            values[i] = load_u32(data + 4 * (corner + i / HOST_SIDE * columns + i % HOST_SIDE));
        host_page_encode(buffer->format, values, buffer->pages + page * buffer->page_bytes);
    }
    return TT_OK;
}

static enum tt_status buffer_take_raw(struct load_buffer *buffer, const uint8_t *data, uint64_t bytes,
                                      struct tt_error *err)
{
    buffer->count = bytes / buffer->page_bytes;
    if (bytes == 0 || bytes % buffer->page_bytes)
        return tt_fail(err, TT_BAD_INPUT, "%s: %llu bytes do not fill whole pages of %u bytes", buffer->path,
                       (unsigned long long)bytes, (unsigned)buffer->page_bytes);
    buffer->pages = mem_alloc(bytes);
    if (!buffer->pages)
        return tt_fail(err, TT_NO_MEMORY, "%s: no memory", buffer->path);
    memcpy(buffer->pages, data, bytes);
    return TT_OK;
}

static enum tt_status buffer_read_array(struct load_buffer *buffer, struct tt_error *err)
{
    uint8_t *bytes = NULL;
    size_t count = 0;
    struct npy npy = {.data_at = 0};
    enum tt_status status = input_whole(buffer->path, LOAD_FILE_MAX, &bytes, &count, err);
    const bool is_npy = !status && npy_is(bytes, count);
    if (is_npy) {
        status = npy_read(&npy, bytes, count, err);
        if (status)
            tt_error_prefix(err, "%s", buffer->path);
    }
    if (!status && buffer->is_raw)
        status = buffer_take_raw(buffer, bytes + npy.data_at, count - npy.data_at, err);
    else if (!status && (!is_npy || !npy.is_float || npy.item_bytes != 4))
        status = tt_fail(err, TT_BAD_INPUT, "%s: %s, expected a NumPy file of float32", buffer->path,
                         is_npy ? npy.dtype : "no NumPy file");
    else if (!status)
        status = buffer_tilize(buffer, &npy, bytes + npy.data_at, err);
    mem_free(bytes);
    return status;
}

enum tt_status load_buffer_read(struct load_plan *plan, const char *text, struct tt_error *err)
{
    if (plan->buffer_count == LOAD_BUFFERS_MAX)
        return tt_fail(err, TT_BAD_INPUT, "--cb %s: more than %d circular buffers", text, LOAD_BUFFERS_MAX);
    struct load_buffer *buffer = &plan->buffers[plan->buffer_count++];
    if (!buffer_take_parts(buffer, text))
        return tt_fail(
            err, TT_BAD_INPUT,
            "--cb %s: expected N=FILE:FORMAT, N=FILE:FORMAT:PAGES or N=:FORMAT:PAGES, FORMAT one of bf16, fp16, fp32, "
            "bfp8_b, bfp4_b, bfp2_b, raw/BYTES (a multiple of 16)",
            text);
    for (size_t i = 0; i + 1 < plan->buffer_count; i++)
        if (plan->buffers[i].number == buffer->number)
            return tt_fail(err, TT_BAD_INPUT, "--cb %s: buffer %u has an array already", text, buffer->number);
    if (buffer->is_between) { /* nothing comes or goes; its room is as given */
        buffer->ring = (uint32_t)buffer->count;
        buffer->count = 0;
        buffer->is_output = false;
        return TT_OK;
    }
    if (!buffer->is_output)
        return buffer_read_array(buffer, err);
    buffer->pages = mem_calloc(buffer->count, buffer->page_bytes);
    return buffer->pages ? TT_OK : tt_fail(err, TT_NO_MEMORY, "no memory");
}
