/* SPDX-License-Identifier: Apache-2.0 */
/* Positioned reads of a regular file, or of memory for tests and fuzzing. */
#include "capture/file/source.h"

#include "base/input.h"

#include <sys/stat.h>
#include <unistd.h>

/* To read as much costs as four small reads, and most captures are no longer. */
enum { WHOLE_MAX = 1 << 16 };

/* Bytes of the file, from its descriptor. */
static enum tt_status source_read_file(struct source *source, uint64_t offset, uint8_t *into, size_t count,
                                       struct tt_error *err)
{
    source->bytes_read += count;
    for (size_t done = 0; done < count;) {
        ssize_t n = pread(source->descriptor, into + done, count - done, (off_t)(offset + done));
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return tt_fail(err, TT_IO, "%s: byte %llu cannot be read: %s", source->name,
                           (unsigned long long)(offset + done), strerror(errno));
        if (n == 0)
            return tt_fail(err, TT_IO, "%s: the file ends at byte %llu; it was longer when it was opened", source->name,
                           (unsigned long long)(offset + done));
        done += (size_t)n;
    }
    return TT_OK;
}

static enum tt_status read_whole(struct source *source, struct tt_error *err)
{
    const size_t size = (size_t)source->size;
    uint8_t *whole = mem_alloc(size);
    NEED(whole, err, "%s: no memory", source->name);
    enum tt_status status = source_read_file(source, 0, whole, size, err);
    if (status) {
        mem_free(whole);
        return status;
    }
    source->bytes = source->whole = whole;
    (void)close(source->descriptor);
    source->descriptor = -1;
    return TT_OK;
}

enum tt_status source_open(struct source *source, const char *path, struct tt_error *err)
{
    *source = (struct source){.name = path, .descriptor = -1};
    enum tt_status found = input_open(&source->descriptor, path, err);
    if (found)
        return found;
    struct stat status;
    if (fstat(source->descriptor, &status) < 0) {
        found = tt_fail(err, TT_IO, "%s: cannot be read: %s", path, strerror(errno));
        source_close(source);
        return found;
    }
    source->size = (uint64_t)status.st_size;
    if (source->size == 0 || source->size > WHOLE_MAX)
        return TT_OK;
    found = read_whole(source, err);
    if (found)
        source_close(source);
    return found;
}

void source_from_bytes(struct source *source, const char *name, const uint8_t *bytes, size_t size)
{
    *source = (struct source){.name = name, .descriptor = -1, .bytes = bytes, .size = size};
}

void source_close(struct source *source)
{
    if (source->descriptor >= 0)
        (void)close(source->descriptor);
    source->descriptor = -1;
    mem_free(source->whole);
    source->whole = NULL;
}

enum tt_status source_read(struct source *source, uint64_t offset, void *into, size_t count, struct tt_error *err)
{
    assert(offset <= source->size && count <= source->size - offset);
    if (source->descriptor >= 0)
        return source_read_file(source, offset, into, count, err);
    if (count > 0)
        memcpy(into, source->bytes + offset, count);
    return TT_OK;
}

enum tt_status source_view(struct source *source, uint64_t offset, size_t count, struct byte_buffer *buffer,
                           const uint8_t **bytes, struct tt_error *err)
{
    assert(offset <= source->size && count <= source->size - offset);
    if (source->descriptor < 0) {
        *bytes = source->bytes + offset;
        return TT_OK;
    }
    NEED(buffer_room(buffer, count), err, "no memory to read %zu bytes", count);
    *bytes = buffer->data;
    return source_read_file(source, offset, buffer->data, count, err);
}
