/* SPDX-License-Identifier: Apache-2.0 */
/* One line of events.jsonl. There are two readers of one language: a quick one for the form that recorders write, and a
 * thorough one for all other forms and for every message. docs/formats/bundle.md#events */
#pragma once

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
