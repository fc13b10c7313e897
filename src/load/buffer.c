/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays that go through circular buffers: NumPy files in, pages of data tiles, NumPy files out. */
#include "load/load_internal.h"

#include "base/input.h"
#include "base/little.h"
#include "base/number.h"
#include "capture/import/npy.h"
#include "numeric/host_page.h"

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

/* "FILE:FORMAT[:PAGES]" behind the '=', from its end: a path may hold colons. FORMAT may be left out where `known` is
 * one. The text becomes the path. */
static bool buffer_take_parts(struct load_buffer *buffer, const char *text, const char *known)
{
    uint64_t pages;
    const char *equals = strchr(text, '=');
    buffer->path = equals ? mem_strdup(equals + 1) : NULL;
    char *colon = buffer->path ? strrchr(buffer->path, ':') : NULL;
    if (colon && number_read(colon + 1, 10, PAGES_MAX, &pages) && pages) {
        buffer->is_output = true;
        buffer->count = pages;
        *colon = '\0';
        colon = strrchr(buffer->path, ':');
    }
    const bool has_format = colon && buffer_take_format(buffer, colon + 1);
    if (!buffer->path || (!has_format && !buffer_take_format(buffer, known)))
        return false;
    if (has_format)
        *colon = '\0';
    buffer->is_between = !*buffer->path;
    return *buffer->path || buffer->count;
}

/* The last two dimensions are cut into tiles, row by row; those before count one after the other. */
static enum tt_status buffer_tilize(struct load_buffer *buffer, const struct npy *npy, const uint8_t *data,
                                    struct tt_error *err)
{
    char shape[NPY_SHAPE_MAX];
    const unsigned last = npy->dimensions;
    REFUSE_IF(last < 2 || npy->shape[last - 1] % HOST_SIDE || npy->shape[last - 2] % HOST_SIDE || npy->items == 0, err,
              "%s: of shape %s; its last two dimensions are to be multiples of %d", buffer->path,
              npy_shape_text(npy->shape, npy->dimensions, shape), HOST_SIDE);
    const uint64_t columns = npy->shape[last - 1], across = columns / HOST_SIDE;
    buffer->count = npy->items / HOST_DATUMS;
    buffer->pages = mem_calloc(buffer->count, buffer->page_bytes);
    NEED(buffer->pages, err, "%s: no memory", buffer->path);
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
    REFUSE_IF(bytes == 0 || bytes % buffer->page_bytes, err, "%s: %llu bytes do not fill whole pages of %u bytes",
              buffer->path, (unsigned long long)bytes, (unsigned)buffer->page_bytes);
    buffer->pages = mem_alloc(bytes);
    NEED(buffer->pages, err, "%s: no memory", buffer->path);
    memcpy(buffer->pages, data, bytes);
    return TT_OK;
}

static enum tt_status buffer_read_array(struct load_buffer *buffer, struct tt_error *err)
{
    uint8_t *bytes OWNED(mem_free_at) = NULL;
    size_t count = 0;
    struct npy npy = {.data_at = 0};
    TRY(input_whole(buffer->path, LOAD_FILE_MAX, &bytes, &count, err));
    const bool is_npy = npy_is(bytes, count);
    TRY(PLACED(is_npy ? npy_read(&npy, bytes, count, err) : TT_OK, err, "%s", buffer->path));
    if (buffer->is_raw)
        return buffer_take_raw(buffer, bytes + npy.data_at, count - npy.data_at, err);
    REFUSE_IF(!is_npy || !npy.is_float || npy.item_bytes != 4, err, "%s: %s, expected a NumPy file of float32",
              buffer->path, is_npy ? npy.dtype : "no NumPy file");
    return buffer_tilize(buffer, &npy, bytes + npy.data_at, err);
}

enum tt_status load_array_read(struct load_buffer *buffer, const char *option, const char *text, const char *known,
                               struct tt_error *err)
{
    REFUSE_IF(!buffer_take_parts(buffer, text, known), err,
              "--%s %s: expected N=FILE:FORMAT, N=FILE:FORMAT:PAGES or N=:FORMAT:PAGES, FORMAT one of bf16, "
              "fp16, fp32, bfp8_b, bfp4_b, bfp2_b, raw/BYTES (a multiple of 16)",
              option, text);
    if (buffer->is_between || !buffer->is_output)
        return buffer->is_between ? TT_OK : buffer_read_array(buffer, err);
    buffer->pages = mem_calloc(buffer->count, buffer->page_bytes);
    return buffer->pages ? TT_OK : tt_fail(err, TT_NO_MEMORY, "no memory");
}

/* The number in front of '=', or the number of the circular buffer that kernels call so. */
static bool buffer_take_number(const struct load_plan *plan, const char *text, unsigned *number)
{
    char name[LOAD_NAME_MAX];
    uint64_t value = 0;
    const size_t length = strcspn(text, "=");
    if (length == 0 || length >= sizeof name)
        return false;
    memcpy(name, text, length);
    name[length] = '\0';
    bool is_found = number_read(name, 10, LOAD_BUFFERS_MAX - 1, &value);
    for (size_t i = 0; i < plan->words->name_count && !is_found; i++) {
        const struct load_name *there = &plan->words->names[i];
        is_found =
            there->kind == LOAD_BUFFER_NAME && strcmp(there->text, name) == 0 && there->number < LOAD_BUFFERS_MAX;
        value = there->number;
    }
    *number = is_found ? (unsigned)value : 0;
    return is_found;
}

enum tt_status load_buffer_read(struct load_plan *plan, const char *text, struct tt_error *err)
{
    unsigned number = 0;
    REFUSE_IF(plan->buffer_count == LOAD_BUFFERS_MAX, err, "--cb %s: more than %d circular buffers", text,
              LOAD_BUFFERS_MAX);
    REFUSE_IF(!buffer_take_number(plan, text, &number), err,
              "--cb %s: expected the number of a circular buffer, or a name of a kernel's, in front of '='", text);
    struct load_buffer *buffer = &plan->buffers[plan->buffer_count++];
    const struct load_described *described = &plan->words->described[number];
    enum tt_status status = load_array_read(buffer, "cb", text, described->format, err);
    if (status && plan->words->builds.count && !described->format[0])
        return tt_fail(
            err, status,
            "--cb %s: its format is neither given nor found: looked for unpack_src_format, pack_dst_format and "
            "sizes of tiles in chlkc_descriptors.h (or chlkc_*_data_format.h and chlkc_*_tile_dims.h) of the "
            "compute kernel, and in launch.json",
            text);
    for (size_t i = 0; i + 1 < plan->buffer_count && !status; i++)
        REFUSE_IF(plan->buffers[i].number == number, err, "--cb %s: buffer %u has an array already", text, number);
    buffer->number = number;
    buffer->start = described->at;
    buffer->ring = described->pages;
    if (!status && buffer->is_between) { /* nothing comes or goes; its room is as given */
        buffer->ring = (uint32_t)buffer->count;
        buffer->count = 0;
        buffer->is_output = false;
    }
    return status;
}
