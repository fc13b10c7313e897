/* SPDX-License-Identifier: Apache-2.0 */
/* The thorough reader of an event line: any JSON, every message. docs/formats/bundle.md#events */
#include "base/memory.h"
#include "base/number.h"
#include "capture/import/bundle/event_internal.h"
#include "capture/import/json.h"
#include "isa/cores.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

static enum tt_status event_json_read_kind(const cJSON *item, enum ttcap_kind *kind, struct tt_error *err)
{
    const char *name;
    enum tt_status status = json_string(item, "k", &name, err);
    if (status)
        return status;
    for (int i = 0; i < TTCAP_KIND_COUNT; i++) {
        if (strcmp(name, ttcap_kind_name((enum ttcap_kind)i)) == 0) {
            *kind = (enum ttcap_kind)i;
            return TT_OK;
        }
    }
    char list[96] = "", plain[JSON_SHOWN_MAX];
    for (int i = 0; i < TTCAP_KIND_COUNT; i++) {
        size_t n = strlen(list);
        (void)snprintf(list + n, sizeof list - n, "%s%s", i ? ", " : "", ttcap_kind_name((enum ttcap_kind)i));
    }
    return tt_fail(err, TT_BAD_INPUT, "kind \"%s\" is not one of %s", json_plain(name, plain), list);
}

static enum tt_status event_json_read_bytes(const cJSON *item, struct event_bytes *bytes, uint32_t *count,
                                            struct tt_error *err)
{
    const char *text;
    enum tt_status status = json_string(item, "h", &text, err);
    if (status)
        return status;
    size_t digits = strlen(text);
    if (digits == 0 || digits % 2 || digits / 2 > UINT32_MAX)
        return tt_fail(err, TT_BAD_INPUT, "h has %zu digits, expected two for each of one or more bytes", digits);
    if (mem_grow(&bytes->items, &bytes->capacity, digits / 2, 1) < 0)
        return tt_fail(err, TT_NO_MEMORY, "no memory");
    const size_t good = hex_pairs(text, digits / 2, bytes->items);
    if (2 * good != digits)
        return tt_fail(err, TT_BAD_INPUT, "h has something at digit %zu that is not hexadecimal",
                       2 * good + (hex_digit(text[2 * good]) >= 0));
    *count = (uint32_t)(digits / 2);
    return TT_OK;
}

static enum tt_status event_json_read_op(const cJSON *item, uint64_t *op, struct tt_error *err)
{
    const char *name;
    char plain[JSON_SHOWN_MAX];
    enum tt_status status = json_string(item, "op", &name, err);
    if (status)
        return status;
    *op = strcmp(name, "get") == 0;
    if (!*op && strcmp(name, "post") != 0)
        return tt_fail(err, TT_BAD_INPUT, "op is \"%s\", expected post or get", json_plain(name, plain));
    return TT_OK;
}

static enum tt_status read_core(const cJSON *item, uint64_t *core, struct tt_error *err)
{
    const char *name;
    char plain[JSON_SHOWN_MAX];
    enum tt_status status = json_string(item, "core", &name, err);
    if (status)
        return status;
    *core = core_find(name);
    if (*core == TT_CORE_COUNT)
        return tt_fail(err, TT_BAD_INPUT, "core is \"%s\", expected b, nc, t0, t1 or t2", json_plain(name, plain));
    return TT_OK;
}

static enum tt_status event_json_read_value(const cJSON *item, enum event_key key, struct event_line *line,
                                            struct event_bytes *bytes, struct tt_error *err)
{
    switch (key) {
    case KEY_K:
        return event_json_read_kind(item, &line->kind, err);
    case KEY_H:
        return event_json_read_bytes(item, bytes, &line->byte_count, err);
    case KEY_OP:
        return event_json_read_op(item, &line->number[KEY_OP], err);
    case KEY_CORE:
        return read_core(item, &line->number[KEY_CORE], err);
    case KEY_PC:
    case KEY_I:
    case KEY_T:
    case KEY_W:
    case KEY_A:
    case KEY_V:
    case KEY_S:
    case KEY_COUNT:
        break;
    }
    int64_t number;
    enum tt_status status = json_number(item, event_key_names[key], 0, (int64_t)event_key_max[key], &number, err);
    line->number[key] = (uint64_t)number;
    return status;
}

static enum tt_status event_json_read_tree(const cJSON *tree, struct event_line *line, struct event_bytes *bytes,
                                           struct tt_error *err)
{
    const cJSON *found[KEY_COUNT];
    enum tt_status status = json_members(tree, "", event_key_names, KEY_COUNT, found, err);
    if (status)
        return status;
    /* The kind first, which decides the other members. */
    status = event_json_read_kind(found[KEY_K], &line->kind, err);
    if (status)
        return status;
    for (int key = 0; key < KEY_COUNT; key++)
        line->seen |= found[key] ? 1u << key : 0;
    status = event_keys_fail(line->kind, line->seen, err);
    for (int key = 0; key < KEY_COUNT && status == TT_OK; key++) {
        if (found[key])
            status = event_json_read_value(found[key], (enum event_key)key, line, bytes, err);
    }
    return status;
}

enum tt_status event_parse_json(const char *line, size_t count, enum tt_chip chip, struct event_bytes *bytes,
                                struct ttcap_event *event, struct tt_error *err)
{
    struct event_line parts = {0};
    cJSON *tree;
    enum tt_status status = json_parse_line(&tree, line, count, err);
    if (status)
        return status;
    status = event_json_read_tree(tree, &parts, bytes, err);
    cJSON_Delete(tree);
    return status ? status : event_make(&parts, chip, bytes, event, err);
}

enum tt_status event_parse(const char *line, size_t count, enum tt_chip chip, struct event_bytes *bytes,
                           struct ttcap_event *event, struct tt_error *err)
{
    struct event_line parts;
    if (event_scan(line, &parts, bytes))
        return event_make(&parts, chip, bytes, event, err);
    return event_parse_json(line, count, chip, bytes, event, err);
}
