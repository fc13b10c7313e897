/* SPDX-License-Identifier: Apache-2.0 */
/* Bytes to and from whoever debugs. */
#pragma once

#include "base/usual.h"

struct stream {
    void *user;
    /* At least one byte, at most `most`, waiting for it; 0: there will be none. */
    size_t (*read)(void *user, char *bytes, size_t most);
    bool (*write)(void *user, const char *bytes, size_t count); /* false: the other side has closed */
    bool (*has_more)(void *user); /* whether read() would not wait; null: it always might */
};

/* The bytes of a stream one by one. */
struct inbox {
    const struct stream *stream;
    char bytes[4096];
    size_t at, count;
    bool has_ended;
};

/* EOF: the stream has ended. */
static inline int inbox_next(struct inbox *inbox)
{
    if (inbox->at == inbox->count && !inbox->has_ended) {
        inbox->at = 0;
        inbox->count = inbox->stream->read(inbox->stream->user, inbox->bytes, sizeof inbox->bytes);
        inbox->has_ended = inbox->count == 0;
    }
    return inbox->has_ended ? EOF : (unsigned char)inbox->bytes[inbox->at++];
}

/* Whether the next byte, or the end, is there without waiting. */
static inline bool inbox_has_more(const struct inbox *inbox)
{
    return inbox->at < inbox->count || (inbox->stream->has_more && inbox->stream->has_more(inbox->stream->user));
}
