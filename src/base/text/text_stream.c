/* SPDX-License-Identifier: Apache-2.0 */
/* open_memstream() sets no error where its buffer cannot grow (glibc 2.36); a stream with a write function of ours
 * does. */
#include "base/text/text_stream.h"

#include <sys/types.h>

static ssize_t text_stream_append(void *cookie, const char *bytes, size_t count)
{
    struct text_stream *stream = cookie;
    if (mem_grow(&stream->bytes, &stream->capacity, stream->size + count + 1, 1))
        return 0; /* an error, to fopencookie() */
    memcpy(stream->bytes + stream->size, bytes, count);
    stream->size += count;
    stream->bytes[stream->size] = '\0';
    return (ssize_t)count;
}

int text_stream_open(struct text_stream *stream)
{
    const cookie_io_functions_t functions = {NULL, text_stream_append, NULL, NULL};
    *stream = (struct text_stream){0};
    stream->out = fopencookie(stream, "w", functions);
    return stream->out ? 0 : -1;
}

char *text_stream_close(struct text_stream *stream)
{
    const int has_failed = ferror(stream->out);
    if (fclose(stream->out) == 0 && !has_failed)
        return stream->bytes ? stream->bytes : mem_strdup("");
    mem_free(stream->bytes);
    return NULL;
}
