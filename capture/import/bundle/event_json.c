/* SPDX-License-Identifier: Apache-2.0 */
/* The thorough reader of an event line: any JSON, every message. docs/formats/bundle.md#events */
#include "base/number.h"
#include "capture/import/bundle/event_internal.h"
#include "capture/json/json.h"

#include <cjson/cJSON.h>

static enum tt_status event_json_read_bytes(const cJSON *item, struct event_bytes *bytes, uint32_t *count,
                                            struct tt_error *err)
{
    const char *text;
    TRY(json_string(item, "h", &text, err));
    size_t digits = strlen(text);
    REFUSE_IF(digits == 0 || digits % 2 || digits / 2 > UINT32_MAX, err,
              "h has %zu digits, expected two for each of one or more bytes", digits);
    NEED(!mem_grow(&bytes->items, &bytes->capacity, digits / 2, 1), err, "no memory");
    const size_t good = hex_pairs(text, digits / 2, bytes->items);
    REFUSE_IF(2 * good != digits, err, "h has something at digit %zu that is not hexadecimal",
              2 * good + (hex_digit(text[2 * good]) >= 0));
    *count = (uint32_t)(digits / 2);
    return TT_OK;
}

static enum tt_status event_json_read_value(const cJSON *item, enum event_key key, struct event_line *line,
                                            struct event_bytes *bytes, struct tt_error *err)
{
    int64_t number = 0;
    unsigned chosen = 0;
    if (key == KEY_H)
        return event_json_read_bytes(item, bytes, &line->byte_count, err);
    if (event_key_choices[key])
        TRY(json_choose(item, event_key_names[key], event_key_choices[key], &chosen, err));
    else
        TRY(json_number(item, event_key_names[key], 0, (int64_t)event_key_max[key], &number, err));
    line->number[key] = (uint64_t)number + chosen;
    return TT_OK;
}

static enum tt_status event_json_read_tree(const cJSON *tree, struct event_line *line, struct event_bytes *bytes,
                                           struct tt_error *err)
{
    const cJSON *found[KEY_COUNT];
    TRY(json_members(tree, "", event_key_names, KEY_COUNT, found, err));
    /* The kind first, which decides the other members. */
    TRY(event_json_read_value(found[KEY_K], KEY_K, line, bytes, err));
    line->kind = (enum ttcap_kind)line->number[KEY_K];
    for (int key = 0; key < KEY_COUNT; key++)
        line->seen |= found[key] ? 1u << key : 0;
    TRY(event_keys_fail(line->kind, line->seen, err));
    for (int key = 0; key < KEY_COUNT; key++)
        if (found[key] && key != KEY_K)
            TRY(event_json_read_value(found[key], (enum event_key)key, line, bytes, err));
    return TT_OK;
}

enum tt_status event_parse_json(const char *line, size_t count, enum tt_chip chip, struct event_bytes *bytes,
                                struct ttcap_event *event, struct tt_error *err)
{
    struct event_line parts = {0};
    cJSON *tree OWNED(json_free_at) = NULL;
    TRY(json_parse_line(&tree, line, count, err));
    TRY(event_json_read_tree(tree, &parts, bytes, err));
    return event_make(&parts, chip, bytes, event, err);
}

enum tt_status event_parse(const char *line, size_t count, enum tt_chip chip, struct event_bytes *bytes,
                           struct ttcap_event *event, struct tt_error *err)
{
    struct event_line parts;
    if (event_scan(line, &parts, bytes))
        return event_make(&parts, chip, bytes, event, err);
    return event_parse_json(line, count, chip, bytes, event, err);
}
