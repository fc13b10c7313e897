/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the two readers of an event line: the table of keys, and the checks behind both. */
#pragma once

#include "capture/import/bundle/event.h"
#include "capture/json/json.h"

enum event_key { KEY_I, KEY_K, KEY_T, KEY_W, KEY_A, KEY_V, KEY_S, KEY_OP, KEY_H, KEY_CORE, KEY_PC, KEY_COUNT };

/* A line taken apart; seen has a bit for each key that stood in it. */
struct event_line {
    unsigned seen;
    enum ttcap_kind kind;
    uint64_t number[KEY_COUNT]; /* i t w a v s pc; op: 0 post, 1 get; core: enum tt_core; k: as kind */
    uint32_t byte_count;        /* h */
};

extern const char *const event_key_names[KEY_COUNT];
extern const uint64_t event_key_max[KEY_COUNT];
extern json_choice *const event_key_choices[KEY_COUNT]; /* of those that are names; of others null */

/* Whether kind has these keys and no other. */
bool event_keys_fit(enum ttcap_kind kind, unsigned seen);

/* The line as an event; its addresses are held against the tables they index. */
enum tt_status event_make(const struct event_line *line, enum tt_chip chip, const struct event_bytes *bytes,
                          struct ttcap_event *event, struct tt_error *err);

/* Says which key is missing or too many. */
enum tt_status event_keys_fail(enum ttcap_kind kind, unsigned seen, struct tt_error *err);

/* The form recorders write: no spaces, plain decimal numbers, strings without escapes. False where the line is of any
 * other form, right or wrong. */
bool event_scan(const char *line, struct event_line *out, struct event_bytes *bytes);
