/* SPDX-License-Identifier: Apache-2.0 */
/* What is alike in the targets of debuggers' protocols: two sessions, a stream out of the input's bytes, and the way
 * back to the start. */
#pragma once

#include "debug/session.h"
#include "debug/stream.h"
#include "base/text/text.h"

/* A stream that counts what is answered, up to so much. */
struct debug_input {
    const uint8_t *data;
    size_t size, at, answered;
};
struct stream debug_input_stream(struct debug_input *input);

/* Of the first bytes: bit 0 of the first chooses the capture; with bit 1 `make` puts the others into messages. The text
 * is the caller's to clear. */
struct session *debug_input_open(struct debug_input *input, const uint8_t *data, size_t size, struct text *made,
                                 void (*make)(struct text *made, const uint8_t *data, size_t size));

/* Without points and edits, at the first step. */
void debug_input_close(struct session *session, struct text *made);
