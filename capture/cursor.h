/* SPDX-License-Identifier: Apache-2.0 */
/* Events where they were taken from the capture, for the code that walks many of them: without a copy, and without a
 * call for each. */
#pragma once

#include "capture/ttcap.h"

/* Its content is known to cursor.c alone. */
struct ttcap_cursor {
    const struct ttcap_event *at, *end; /* taken from the capture, and not yet read */
};

/* Takes at least one, where none is left. TT_END after the last. */
enum tt_status cursor_fill(struct ttcap_cursor *cursor, struct tt_error *err);

/* As ttcap_events_next(); the event is borrowed until the next call on the cursor. */
static inline enum tt_status cursor_next(struct ttcap_cursor *cursor, const struct ttcap_event **event,
                                         struct tt_error *err)
{
    if (cursor->at == cursor->end) {
        const enum tt_status status = cursor_fill(cursor, err);
        if (status)
            return status;
    }
    *event = cursor->at++;
    return TT_OK;
}

/* Of a cursor for the pushed or executed words of one thread up to the capture's end: so many of them where they lie
 * one behind the other, little-endian, without their events. TT_END after the last. Not together with cursor_next(). */
enum tt_status cursor_words(struct ttcap_cursor *cursor, const uint8_t **words, uint32_t *count, struct tt_error *err);
