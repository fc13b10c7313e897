/* SPDX-License-Identifier: Apache-2.0 */
/* A stream into memory that reports when memory ran out: that of the C library then loses text silently. */
#pragma once

#include "base/usual.h"

struct text_stream {
    FILE *out; /* to write to */
    char *bytes;
    size_t size, capacity;
};

/* It must not move until it is closed. -1: no memory. */
int text_stream_open(struct text_stream *stream);

/* The text, which the caller frees with mem_free; null if there was no memory for all of it. */
char *text_stream_close(struct text_stream *stream);
