/* SPDX-License-Identifier: Apache-2.0 */
/* The events of a bundle, one after the other, from a file of any length in bounded memory. */
#pragma once

#include "capture/import/bundle/event.h"
#include "capture/import/bundle_file.h"

struct event_stream;

/* Opens the file `path`. */
enum tt_status event_stream_open(struct event_stream **out, const char *folder, const char *path, enum tt_chip chip,
                                 struct tt_error *err);

/* TT_END after the last. Errors name file and line; `i` is checked to count up by one from 0. The event's bytes are
 * borrowed until the next call. */
enum tt_status event_stream_next(struct event_stream *stream, struct ttcap_event *event, struct tt_error *err);
void event_stream_close(struct event_stream *stream); /* null is allowed */
