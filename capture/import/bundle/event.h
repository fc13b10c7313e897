/* SPDX-License-Identifier: Apache-2.0 */
/* One line of events.jsonl. There are two readers of one language: a quick one for the form that recorders write, and a
 * thorough one for all other forms and for every message. docs/formats/bundle.md#events */
#pragma once

#include "capture/import/bundle_file.h"
#include "capture/ttcap.h"

/* The bytes of an l1w event; the memory is retained from line to line. */
struct event_bytes {
    uint8_t *items;
    size_t capacity;
};

/* Reads the line [line, line + count), without its newline; line[count] must be readable and '\n'. Errors name the
 * place within the line. The event's bytes are borrowed until the next call. */
enum tt_status event_parse(const char *line, size_t count, enum tt_chip chip, struct event_bytes *bytes,
                           struct ttcap_event *event, struct tt_error *err);

/* The thorough reader alone; event_parse gives the same, only sooner. */
enum tt_status event_parse_json(const char *line, size_t count, enum tt_chip chip, struct event_bytes *bytes,
                                struct ttcap_event *event, struct tt_error *err);

/* ---- event_stream.c: the events of a bundle, one after the other, from a file of any length in bounded memory ---- */

struct event_stream;

/* Opens the file `path`. */
enum tt_status event_stream_open(struct event_stream **out, const char *folder, const char *path, enum tt_chip chip,
                                 struct tt_error *err);

/* TT_END after the last. Errors name file and line; `i` is checked to count up by one from 0. The event's bytes are
 * borrowed until the next call. */
enum tt_status event_stream_next(struct event_stream *stream, struct ttcap_event *event, struct tt_error *err);
void event_stream_close(struct event_stream *stream); /* null is allowed */
