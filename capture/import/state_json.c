/* SPDX-License-Identifier: Apache-2.0 */
/* Flattens the JSON of the "state" region into words by path. docs/formats/bundle.md#state */
#include "capture/import/state_json.h"

#include "capture/json/json.h"

#include <cjson/cJSON.h>

enum { PLACE_MAX = 96, NUMBER_MAX = 24 };

struct walk {
    struct state_words *state;
    uint32_t next; /* the word after the last one found: usually the next one asked for */
    struct tt_error *err;
};

/* One key or index more at the end of path; cut where it grows too long to name any word. */
static size_t path_add(char path[static PLACE_MAX], size_t length, const char *key)
{
    char plain[JSON_SHOWN_MAX];
    const char *name = json_plain(key, plain);
    size_t n = strlen(name);
    if (length > 0 && length < PLACE_MAX - 1)
        path[length++] = '.';
    if (n > PLACE_MAX - 1 - length)
        n = PLACE_MAX - 1 - length;
    memcpy(path + length, name, n);
    path[length + n] = '\0';
    return length + n;
}

/* The number as text, in place of the old text; states have hundreds of them. */
static const char *index_text(size_t index, char number[static NUMBER_MAX])
{
    char *at = number + NUMBER_MAX - 1;
    *at = '\0';
    do
        *--at = (char)('0' + index % 10);
    while ((index /= 10) > 0);
    return at;
}

static int32_t state_json_find_word(struct walk *walk, const char *path)
{
    char guess[STATE_PATH_MAX];
    if (walk->next < STATE_WORDS && state_path(walk->next, guess) && strcmp(guess, path) == 0)
        return (int32_t)walk->next;
    return state_find(path);
}

static enum tt_status state_json_put_word(struct walk *walk, const char *path, uint32_t value)
{
    int32_t word = state_json_find_word(walk, path);
    REFUSE_IF(word < 0, walk->err, "%s is not a key of the state", path);
    const struct isa_internal *internal = internal_of((uint32_t)word);
    REFUSE_IF(internal && value > internal->most, walk->err, "%s is %u, and at most %u is possible", path,
              (unsigned)value, (unsigned)internal->most);
    if (internal)
        walk->state->count = STATE_ALL_WORDS;
    REFUSE_IF(walk->state->known[word], walk->err, "%s is there twice", path);
    walk->state->value[word] = value;
    walk->state->known[word] = UINT32_MAX;
    walk->next = (uint32_t)word + 1;
    return TT_OK;
}

static enum tt_status put_leaf(struct walk *walk, const cJSON *item, const char *path)
{
    uint32_t value;
    const enum tt_status status = json_word(item, path, &value, walk->err);
    return status ? status : state_json_put_word(walk, path, value);
}

static enum tt_status flatten(struct walk *walk, const cJSON *item, char path[static PLACE_MAX], size_t length)
{
    if (!cJSON_IsArray(item) && !cJSON_IsObject(item))
        return put_leaf(walk, item, path);
    /* The depth of a stack is its length; its entries follow. */
    if (strcmp(path, "cc.stack") == 0) {
        size_t depth;
        TRY(json_array(item, path, &depth, walk->err));
        TRY(state_json_put_word(walk, "cc.depth", (uint32_t)depth));
    }
    size_t index = 0;
    for (const cJSON *child = item->child; child; child = child->next, index++) {
        char number[NUMBER_MAX];
        const char *key = cJSON_IsArray(item) ? index_text(index, number) : child->string;
        size_t longer = path_add(path, length, key);
        TRY(flatten(walk, child, path, longer));
        path[length] = '\0';
    }
    return TT_OK;
}

bool state_is_of_midrun(uint32_t word)
{
    static const char *const groups[] = {"replay_load.", "stall.", "unp_row.", "unp_context."};
    char path[STATE_PATH_MAX];
    (void)state_path(word, path);
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++)
        if (strncmp(path, groups[i], strlen(groups[i])) == 0)
            return true;
    const char *dot = strrchr(path, '.');
    return strncmp(path, "rwc.", 4) == 0 && dot && strcmp(dot, ".bias") == 0;
}

enum tt_status state_parse(struct state_words *state, const char *text, size_t count, bool is_start,
                           struct tt_error *err)
{
    char path[PLACE_MAX] = "";
    struct walk walk = {.state = state, .err = err};
    memset(state, 0, sizeof *state);
    state->count = STATE_WORDS;
    cJSON *tree OWNED(json_free_at) = NULL;
    TRY(json_parse(&tree, text, count, err));
    REFUSE_IF(!cJSON_IsObject(tree), err, "the outermost value is not an object");
    TRY(flatten(&walk, tree, path, 0));
    for (uint32_t word = 0; is_start && word < STATE_WORDS; word++)
        if (!state->known[word] && state_is_of_midrun(word))
            state->known[word] = UINT32_MAX;
    return TT_OK;
}
