/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/mcp/mcp.h"

#include "base/search.h"
#include "base/text/text.h"
#include "cli/options.h"

#include <cjson/cJSON.h>
#include <limits.h>

static const struct mcp_tool TOOLS[] = {
    {"explain",
     "What is wrong with a run (a capture, a dump bundle's folder or a database), on one screen: verdict, cause with "
     "its evidence, what was searched, faults of the program, stale state, other orders. Begin here.",
     "replay with -o for a database, then diff, audit, why"},
    {"info", "What a capture holds: chip, events, checkpoints, which bytes are known.", "explain, dump"},
    {"replay",
     "Replays a capture on the emulated tile and compares it with what the device held. With output it leaves a "
     "database for diff, audit, why, sql and report.",
     "diff, audit, why, sql"},
    {"diff", "Where a run differs from what the device held, or from an array: data tiles, datums, writers, stages.",
     "audit of the instruction named, why of the place named"},
    {"why", "What a byte, datum, cell or register came from, instruction by instruction, back to the operands.",
     "audit"},
    {"bisect", "Where a replay first goes wrong, and the one change that explains all of it, with what was searched.",
     "replay with the change as set, audit"},
    {"audit", "One instruction: settings by name, every stage side by side; with lint the faults of the whole run.",
     "why"},
    {"dump", "Events of a capture disassembled, registers by name, memory.", "audit"},
    {"config", "Configuration fields that differ between two points of a run.", "replay with set"},
    {"schedules", "Whether another legal order of the threads leaves other bytes in L1.", "dump of the events named"},
    {"residue", "State that a run read and had not written, and whether it decides an output.", "dump, config"},
    {"census", "An instruction over every operand, against exact mathematics.", "precision"},
    {"precision", "What each unit and stage adds to the error of a run.", "audit"},
    {"sql",
     "One reading statement of SQL over a run; v_datum, v_stage, v_instruction, v_access and the other views are "
     "listed in docs/formats/results.md.",
     "audit, why"},
    {"report", "A run as one HTML page, written beneath the root.", "resources/read of the page"},
    {"disasm", "Instruction words as text.", "asm"},
    {"asm", "Instruction words from their text.", "disasm"},
};

enum { TOOL_COUNT = sizeof TOOLS / sizeof TOOLS[0], NUMBER_MAX = 32 };

const struct mcp_tool *mcp_tool_at(size_t i)
{
    return i < TOOL_COUNT ? &TOOLS[i] : NULL;
}

const struct mcp_tool *mcp_tool_find(const char *name)
{
    return FIND(TOOLS, TOOL_COUNT, strcmp(item->verb, name) == 0);
}

/* ---- files ---- */

static bool mcp_has_parent(const char *text)
{
    for (const char *at = text; (at = strstr(at, "..")) != NULL; at += 2)
        if ((at == text || at[-1] == '/') && (at[2] == '/' || at[2] == '\0'))
            return true;
    return false;
}

/* Where the part of a name that exists already stands: of one that is to be made, its folder. */
static bool mcp_is_real_beneath(char *name, const char *root)
{
    char real[PATH_MAX];
    const size_t length = strcmp(root, "/") == 0 ? 0 : strlen(root);
    while (!realpath(*name ? name : ".", real)) {
        char *slash = strrchr(name, '/');
        if (!*name)
            return false;
        *(slash ? slash : name) = '\0';
    }
    return strncmp(real, root, length) == 0 && (real[length] == '\0' || real[length] == '/');
}

/* A word may be, or hold behind a '=' or ',', the name of a file: none of another place than beneath the root. */
static bool mcp_is_beneath(const char *text, const char *root)
{
    for (const char *at = text; at; at = strpbrk(at, "=,") ? strpbrk(at, "=,") + 1 : NULL) {
        char part[PATH_MAX];
        (void)snprintf(part, sizeof part, "%s", at);
        if (strlen(at) >= sizeof part || *at == '/' || *at == '~' || mcp_has_parent(at))
            return false;
        const size_t end = strcspn(part, "=,");
        if (at != text || part[end] == '\0')
            part[end] = '\0';
        if (!mcp_is_real_beneath(part, root))
            return false;
    }
    return true;
}

/* ---- words ---- */

static enum tt_status mcp_add(struct texts *words, const struct mcp_tool *tool, const char *option, const char *value,
                              const char *root, struct tt_error *err)
{
    REFUSE_IF(value && root && !mcp_is_beneath(value, root), err,
              "%s: expected a name beneath the server's root, found '%s'", option ? option : tool->verb, value);
    const size_t size = strlen(option ? option : "") + strlen(value ? value : "") + sizeof "--=";
    char *word = mem_alloc(size);
    NEED(word, err, "no memory");
    (void)snprintf(word, size, "%s%s%s%s", option ? "--" : "", option ? option : "", option && value ? "=" : "",
                   value ? value : "");
    cli_texts_add(words, word);
    mem_free(word);
    return TT_OK;
}

/* The second word of `sql` is its statement, no file. */
static const char *mcp_root_for(const struct mcp_tool *tool, const char *option, int nth, const char *root)
{
    return !option && nth > 0 && strcmp(tool->verb, "sql") == 0 ? NULL : root;
}

/* A text or a number, as it is typed: up to 2^53 whole numbers stay whole. Null: it is neither. */
static const char *mcp_value_text(const cJSON *value, char number[static NUMBER_MAX])
{
    if (cJSON_IsString(value))
        return value->valuestring;
    return cJSON_IsNumber(value) ? text_print(number, NUMBER_MAX, "%.17g", value->valuedouble) : NULL;
}

static enum tt_status mcp_add_value(struct texts *words, const struct mcp_tool *tool, const char *option,
                                    const cJSON *value, const char *root, struct tt_error *err)
{
    char number[NUMBER_MAX];
    const char *text = mcp_value_text(value, number);
    const cJSON *item;
    enum tt_status status = TT_OK;
    if (text)
        return mcp_add(words, tool, option, text, root, err);
    if (cJSON_IsBool(value))
        return option && cJSON_IsTrue(value) ? mcp_add(words, tool, option, NULL, root, err) : TT_OK;
    REFUSE_IF(!cJSON_IsArray(value), err, "%s: expected a text, a number, true or a list of texts",
              value->string);
    int nth = 0;
    cJSON_ArrayForEach(item, value)
    {
        const char *within = mcp_root_for(tool, option, nth++, root);
        text = mcp_value_text(item, number);
        if (!status && !text)
            status = tt_fail(err, TT_BAD_INPUT, "%s: expected a list of texts", value->string);
        status = status ?: mcp_add(words, tool, option, text, within, err);
    }
    return status;
}

static enum tt_status mcp_no_argument(const struct mcp_tool *tool, const char *name, const cJSON *properties,
                                      struct tt_error *err)
{
    char all[512] = "";
    size_t at = 0;
    const cJSON *property;
    cJSON_ArrayForEach(property, properties)
    {
        if (at < sizeof all && strcmp(property->string, "json") != 0)
            at += (size_t)snprintf(all + at, sizeof all - at, "%s%s", at ? ", " : "", property->string);
    }
    return tt_fail(err, TT_BAD_INPUT, "%s has no argument '%s', expected of: %s", tool->verb, name, all);
}

enum tt_status mcp_tool_words(struct texts *words, const struct mcp_tool *tool, const struct cJSON *schema,
                              const struct cJSON *arguments, const char *root, struct tt_error *err)
{
    const cJSON *properties = cJSON_GetObjectItemCaseSensitive(schema, "properties"), *argument;
    enum tt_status status = TT_OK;
    REFUSE_IF(arguments && !cJSON_IsObject(arguments), err, "%s: expected an object of arguments by name", tool->verb);
    cli_texts_add(words, "tt-replay");
    cli_texts_add(words, tool->verb);
    for (int is_plain = 0; is_plain < 2; is_plain++) {
        if (is_plain && cJSON_GetObjectItemCaseSensitive(properties, "json"))
            cli_texts_add(words, "--json");
        if (is_plain && cJSON_GetObjectItemCaseSensitive(properties, "no-run"))
            cli_texts_add(words, "--no-run");
        if (is_plain)
            cli_texts_add(words, "--");
        cJSON_ArrayForEach(argument, arguments)
        {
            const cJSON *property = cJSON_GetObjectItemCaseSensitive(properties, argument->string);
            if (status || strcmp(argument->string, "cursor") == 0)
                continue;
            if (!property || strcmp(argument->string, "json") == 0)
                return mcp_no_argument(tool, argument->string, properties, err);
            const bool has_position = cJSON_HasObjectItem(property, "x-position");
            if (has_position == (is_plain == 1))
                status = mcp_add_value(words, tool, is_plain ? NULL : argument->string, argument, root, err);
        }
    }
    return status;
}
