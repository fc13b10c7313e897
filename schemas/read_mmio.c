/* SPDX-License-Identifier: Apache-2.0 */
/* schemas/mmio.json: what lies at the addresses that cores and stores of units reach beyond L1, and what cannot be true
 * of it. */
#include "base/memory.h"
#include "json.h"
#include "tables.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char *const core_names[TT_CORE_COUNT] = {"b", "t0", "t1", "t2", "nc"};

static enum tt_status parse_hex(const struct place *at, const char *text, uint32_t *out)
{
    char *end = NULL;
    *out = (uint32_t)strtoul(text, &end, 16);
    if (strncmp(text, "0x", 2) != 0 || !text[2] || *end)
        return refuse(at, "\"%s\" must be 0x and digits of base 16", text);
    return TT_OK;
}

static enum tt_status read_hex(const struct place *at, const cJSON *node, const char *key, uint32_t *out)
{
    const char *text = NULL;
    const enum tt_status status = json_text(at, node, key, &text);
    return status ? status : parse_hex(at, text, out);
}

static enum tt_status read_core(const struct place *at, const char *name, unsigned *core)
{
    for (*core = 0; *core < TT_CORE_COUNT; (*core)++) {
        if (strcmp(name, core_names[*core]) == 0)
            return TT_OK;
    }
    return refuse(at, "there is no core %s", name);
}

static enum tt_status read_cores(const struct place *at, const cJSON *node, unsigned *cores)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(node, "cores");
    enum tt_status status = list ? json_array(at, node, "cores", &list) : TT_OK;
    for (int i = 0; !status && i < cJSON_GetArraySize(list); i++) {
        const char *name = NULL;
        unsigned core = 0;
        status = json_text_at(at, list, i, &name);
        if (!status)
            status = read_core(at, name, &core);
        *cores |= 1u << core;
    }
    return status;
}

/* The chips that have the trait; all where none is needed. */
static enum tt_status read_needs(const struct place *at, const struct tables *tables, const cJSON *node,
                                 unsigned *chips)
{
    const char *trait = NULL;
    *chips = (1u << TT_CHIP_COUNT) - 1;
    if (!cJSON_GetObjectItemCaseSensitive(node, "needs"))
        return TT_OK;
    enum tt_status status = json_text(at, node, "needs", &trait);
    for (int chip = 0; !status && chip < TT_CHIP_COUNT; chip++) {
        const cJSON *value = cJSON_GetObjectItemCaseSensitive(tables->chips[chip].node, trait);
        if (!cJSON_IsBool(value))
            status = refuse(at, "needs \"%s\", which is no trait of chips.json", trait);
        else if (!cJSON_IsTrue(value))
            *chips &= ~(1u << chip);
    }
    return status;
}

static enum tt_status read_words(const struct place *at, const cJSON *node, struct table_window *window)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(node, "words");
    enum tt_status status = list ? json_array(at, node, "words", &list) : TT_OK;
    for (int i = 0; !status && i < cJSON_GetArraySize(list); i++) {
        const cJSON *row = cJSON_GetArrayItem(list, i);
        const char *offset = NULL;
        if (window->word_count == WINDOW_WORDS_MAX)
            return refuse(at, "more than %d words", WINDOW_WORDS_MAX);
        struct table_window_word *word = &window->words[window->word_count++];
        status = json_text_at(at, row, 0, &offset);
        if (!status)
            status = parse_hex(at, offset, &word->offset);
        if (!status)
            status = json_text_at(at, row, 1, &word->name);
        if (!status)
            status = json_text_at(at, row, 2, &word->doc);
        if (!status && (word->offset % 4 || word->offset >= window->bytes))
            status = refuse(at, "%s: offset 0x%x is no word of the window", word->name, word->offset);
    }
    return status;
}

static enum tt_status read_window(const struct place *file, const struct tables *tables, const cJSON *node,
                                  struct table_window *window)
{
    static const char *const keys[] = {"name",  "place", "of",  "value", "at", "bytes",
                                       "cores", "needs", "doc", "words", NULL};
    struct place at = *file;
    enum tt_status status = json_text(&at, node, "name", &window->name);
    if (status)
        return status;
    at.item = window->name;
    if (!is_identifier(window->name, isupper))
        return refuse(&at, "a window is named by letters, digits and underscores, the first a capital");
    status = json_only(&at, node, keys);
    window->place = window->name;
    if (!status && cJSON_GetObjectItemCaseSensitive(node, "place"))
        status = json_text(&at, node, "place", &window->place);
    if (!status && cJSON_GetObjectItemCaseSensitive(node, "value"))
        status = json_number(&at, node, "value", 255, &window->value);
    if (!status && cJSON_GetObjectItemCaseSensitive(node, "of")) {
        const char *core = NULL;
        status = json_text(&at, node, "of", &core);
        if (!status)
            status = read_core(&at, core, &window->value);
    }
    if (!status)
        status = read_hex(&at, node, "at", &window->lo);
    if (!status)
        status = read_hex(&at, node, "bytes", &window->bytes);
    if (!status && (window->bytes == 0 || UINT32_MAX - window->lo < window->bytes))
        status = refuse(&at, "%u bytes from 0x%x leave the 32 bits", window->bytes, window->lo);
    if (!status)
        status = json_text(&at, node, "doc", &window->doc);
    if (!status)
        status = read_cores(&at, node, &window->cores);
    if (!status)
        status = read_needs(&at, tables, node, &window->chips);
    return status ? status : read_words(&at, node, window);
}

/* Names stand once; what a core of a chip reaches does not overlap. */
static enum tt_status check_window(const struct place *file, const struct tables *tables,
                                   const struct table_window *window)
{
    const struct place at = {file->file, window->name, file->err};
    for (size_t i = 0; i < tables->window_count; i++) {
        const struct table_window *other = &tables->windows[i];
        if (strcmp(other->name, window->name) == 0)
            return refuse(&at, "there are two windows of this name");
        if ((other->cores & window->cores) && (other->chips & window->chips) && window->lo < other->lo + other->bytes &&
            other->lo < window->lo + window->bytes)
            return refuse(&at, "overlaps %s", other->name);
    }
    return TT_OK;
}

enum tt_status read_mmio(struct tables *tables, const char *dir, struct tt_error *err)
{
    cJSON *root = NULL;
    const cJSON *list = NULL, *node = NULL;
    const struct place at = {"mmio.json", NULL, err};
    enum tt_status status = tables_load(tables, dir, at.file, &root, err);
    if (!status)
        status = json_array(&at, root, "windows", &list);
    if (status)
        return status;
    tables->windows = mem_calloc((size_t)cJSON_GetArraySize(list), sizeof *tables->windows);
    if (!tables->windows)
        return tt_fail(err, TT_NO_MEMORY, "no memory for the map of addresses");
    cJSON_ArrayForEach(node, list)
    {
        struct table_window *window = &tables->windows[tables->window_count];
        status = read_window(&at, tables, node, window);
        if (!status)
            status = check_window(&at, tables, window);
        if (status)
            return status;
        tables->window_count++;
    }
    return TT_OK;
}
