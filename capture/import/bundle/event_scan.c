/* SPDX-License-Identifier: Apache-2.0 */
/* The quick reader of an event line: for the form recorders write, and nothing else. It has no messages: it refuses a
 * line of another form, which the thorough reader (event_json.c) then reads. docs/formats/bundle.md#events */
#include "base/number.h"
#include "capture/import/bundle/event_internal.h"

/* The line ends in '\n', which nothing here takes, so that no step needs to look for the end. */

static inline bool event_scan_take(const char **at, const char *text)
{
    const char *p = *at;
    for (; *text; text++, p++) {
        if (*p != *text)
            return false;
    }
    *at = p;
    return true;
}

/* 1 to 16 digits, the first no zero unless alone: a longer number could be a rounded double. */
static inline bool event_scan_take_number(const char **at, uint64_t max, uint64_t *number)
{
    const char *p = *at;
    uint64_t n = 0;
    if (*p == '0' && p[1] >= '0' && p[1] <= '9')
        return false;
    for (; *p >= '0' && *p <= '9'; p++) {
        if (p - *at >= 16)
            return false;
        n = n * 10 + (uint64_t)(*p - '0');
    }
    if (p == *at || n > max)
        return false;
    *at = p;
    *number = n;
    return true;
}

/* A name of a list between quotes: its number. */
static inline bool event_scan_take_name(const char **at, json_choice *names, uint64_t *number)
{
    const char *name;
    for (size_t i = 0; **at == '"' && (name = names(i)); i++) {
        const char *p = *at + 1;
        if (event_scan_take(&p, name) && *p == '"') {
            *at = p + 1;
            *number = i;
            return true;
        }
    }
    return false;
}

static bool event_scan_take_bytes(const char **at, struct event_bytes *bytes, uint32_t *count)
{
    const char *p = *at;
    if (*p++ != '"')
        return false;
    size_t n = 0;
    for (;; n++, p += 2) {
        int high = hex_digit(p[0]);
        int low = high < 0 ? -1 : hex_digit(p[1]);
        if (low < 0)
            break;
        if (n == bytes->capacity && mem_grow(&bytes->items, &bytes->capacity, n + 1, 1) < 0)
            return false;
        bytes->items[n] = (uint8_t)(high << 4 | low);
    }
    if (*p != '"' || n == 0 || n > UINT32_MAX)
        return false;
    *at = p + 1;
    *count = (uint32_t)n;
    return true;
}

/* Most keys have one letter. */
static inline bool event_scan_take_key(const char **at, enum event_key *key)
{
    static const uint8_t by_letter[UINT8_MAX + 1] = {
        ['i'] = KEY_I, ['k'] = KEY_K,  ['t'] = KEY_T, ['w'] = KEY_W,    ['a'] = KEY_A, ['v'] = KEY_V,
        ['s'] = KEY_S, ['o'] = KEY_OP, ['h'] = KEY_H, ['c'] = KEY_CORE, ['p'] = KEY_PC};
    const char *p = *at;
    if (*p++ != '"')
        return false;
    *key = (enum event_key)by_letter[(unsigned char)*p];
    if (!event_scan_take(&p, event_key_names[*key]) || p[0] != '"' || p[1] != ':')
        return false;
    *at = p + 2;
    return true;
}

static inline bool event_scan_take_value(const char **at, enum event_key key, struct event_line *out,
                                         struct event_bytes *bytes)
{
    if (key == KEY_H)
        return event_scan_take_bytes(at, bytes, &out->byte_count);
    return event_key_choices[key] ? event_scan_take_name(at, event_key_choices[key], &out->number[key])
                                  : event_scan_take_number(at, event_key_max[key], &out->number[key]);
}

bool event_scan(const char *line, struct event_line *out, struct event_bytes *bytes)
{
    const char *p = line;
    *out = (struct event_line){.number[KEY_K] = TTCAP_KIND_COUNT};
    if (*p++ != '{')
        return false;
    for (;;) {
        enum event_key key;
        if (!event_scan_take_key(&p, &key) || out->seen & 1u << key || !event_scan_take_value(&p, key, out, bytes))
            return false;
        out->seen |= 1u << key;
        if (*p == '}')
            break;
        if (*p++ != ',')
            return false;
    }
    out->kind = (enum ttcap_kind)out->number[KEY_K];
    return p[1] == '\n' && out->kind != TTCAP_KIND_COUNT && event_keys_fit(out->kind, out->seen);
}
