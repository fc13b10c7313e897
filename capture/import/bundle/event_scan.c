/* SPDX-License-Identifier: Apache-2.0 */
/* The quick reader of an event line: for the form recorders write, and nothing else. It has no messages: it refuses a
 * line of another form, which the thorough reader (event_json.c) then reads. docs/formats/bundle.md#events */
#include "base/memory.h"
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

static inline bool take_kind(const char **at, enum ttcap_kind *kind)
{
    static const char *const quoted[TTCAP_KIND_COUNT] = {
        [TTCAP_PUSH] = "\"push\"", [TTCAP_EXEC] = "\"exec\"", [TTCAP_CFGW] = "\"cfgw\"",
        [TTCAP_MOPW] = "\"mopw\"", [TTCAP_GPRW] = "\"gprw\"", [TTCAP_SEMW] = "\"semw\"",
        [TTCAP_SEMR] = "\"semr\"", [TTCAP_L1W] = "\"l1w\"",   [TTCAP_MMIO] = "\"mmio\"",
    };
    for (int i = 0; i < TTCAP_KIND_COUNT; i++) {
        if (event_scan_take(at, quoted[i])) {
            *kind = (enum ttcap_kind)i;
            return true;
        }
    }
    return false;
}

static inline bool take_core(const char **at, uint64_t *core)
{
    static const char *const quoted[TT_CORE_COUNT] = {"\"b\"", "\"t0\"", "\"t1\"", "\"t2\"", "\"nc\""};
    for (int i = 0; i < TT_CORE_COUNT; i++) {
        if (event_scan_take(at, quoted[i])) {
            *core = (uint64_t)i;
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

static inline bool event_scan_take_key(const char **at, enum event_key *key)
{
    const char *p = *at;
    if (*p++ != '"')
        return false;
    switch (*p++) {
    case 'i':
        *key = KEY_I;
        break;
    case 'k':
        *key = KEY_K;
        break;
    case 't':
        *key = KEY_T;
        break;
    case 'w':
        *key = KEY_W;
        break;
    case 'a':
        *key = KEY_A;
        break;
    case 'v':
        *key = KEY_V;
        break;
    case 's':
        *key = KEY_S;
        break;
    case 'h':
        *key = KEY_H;
        break;
    case 'c':
        if (!event_scan_take(&p, "ore"))
            return false;
        *key = KEY_CORE;
        break;
    case 'p':
        if (*p++ != 'c')
            return false;
        *key = KEY_PC;
        break;
    case 'o':
        if (*p++ != 'p')
            return false;
        *key = KEY_OP;
        break;
    default:
        return false;
    }
    if (p[0] != '"' || p[1] != ':')
        return false;
    *at = p + 2;
    return true;
}

static inline bool event_scan_take_value(const char **at, enum event_key key, struct event_line *out,
                                         struct event_bytes *bytes)
{
    switch (key) {
    case KEY_K:
        return take_kind(at, &out->kind);
    case KEY_H:
        return event_scan_take_bytes(at, bytes, &out->byte_count);
    case KEY_OP:
        out->number[KEY_OP] = 0;
        if (event_scan_take(at, "\"post\""))
            return true;
        out->number[KEY_OP] = 1;
        return event_scan_take(at, "\"get\"");
    case KEY_CORE:
        return take_core(at, &out->number[KEY_CORE]);
    case KEY_PC:
    case KEY_I:
    case KEY_T:
    case KEY_W:
    case KEY_A:
    case KEY_V:
    case KEY_S:
        return event_scan_take_number(at, event_key_max[key], &out->number[key]);
    case KEY_COUNT:
        break;
    }
    return false;
}

bool event_scan(const char *line, struct event_line *out, struct event_bytes *bytes)
{
    const char *p = line;
    *out = (struct event_line){.kind = TTCAP_KIND_COUNT};
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
    return p[1] == '\n' && out->kind != TTCAP_KIND_COUNT && event_keys_fit(out->kind, out->seen);
}
