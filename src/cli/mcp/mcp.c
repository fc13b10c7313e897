/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay mcp: a server of the Model Context Protocol on standard input and output, a message a line
 * (modelcontextprotocol.io, transport stdio). Each call is a verb in a process of its own, under its own limits and
 * sandbox. docs/how-to/agents.md */
#include "cli/mcp/mcp.h"
#include "base/number.h"
#include "capture/json/json.h"
#include "cli/options.h"
#include "cli/verbs.h"
#include "show/said_tree.h"
#include "verdict/verdict.h"

#include <cjson/cJSON.h>
#include <limits.h>
#include <poll.h>
#include <unistd.h>

enum {
    PARSE_ERROR = -32700,
    INVALID_REQUEST = -32600,
    NO_METHOD = -32601,
    NO_RESOURCE = -32002,
    INVALID_PARAMS = -32602,
    ANSWER_MAX = 40000
};
enum { TOOLS_MAX = 32 };

static const char NEWEST[] = "2025-06-18";
static const char *const VERSIONS[] = {"2024-11-05", "2025-03-26", NEWEST};

struct mcp_arguments {
    const char *root;
};

struct mcp {
    char root[PATH_MAX];
    struct mcp_lines lines;
    cJSON *schemas[TOOLS_MAX];         /* of the tools, as they are asked */
    struct text last_words, last_text; /* the answer that a cursor goes on with */
    int last_status;
    const cJSON *request; /* that is being answered */
};

static const struct cli_option options[] = {
    {"root", 0, "FOLDER", "the folder beneath which files may be named and written (default: the current one)",
     INTO(struct mcp_arguments, root)},
    {0},
};

/* ---- messages ---- */

static void mcp_send(cJSON *message)
{
    char *text = cJSON_PrintUnformatted(message);
    if (text) {
        (void)fputs(text, stdout);
        (void)fputc('\n', stdout);
        (void)fflush(stdout);
    }
    cJSON_free(text);
    cJSON_Delete(message);
}

static cJSON *mcp_message(const cJSON *request)
{
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(request, "id");
    cJSON *message = said_object(SAY("jsonrpc", "2.0"));
    (void)cJSON_AddItemToObject(message, "id", id ? cJSON_Duplicate(id, true) : cJSON_CreateNull());
    return message;
}

static void mcp_answer(const cJSON *request, cJSON *result)
{
    cJSON *message = mcp_message(request);
    (void)cJSON_AddItemToObject(message, "result", result);
    mcp_send(message);
}

static void mcp_refuse(const cJSON *request, int code, const char *text)
{
    cJSON *message = mcp_message(request);
    (void)cJSON_AddItemToObject(message, "error", said_object(SAY("code", code), SAY("message", text)));
    mcp_send(message);
}

/* ---- what the server is ---- */

static void mcp_initialize(const cJSON *request, const cJSON *params)
{
    const char *asked = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(params, "protocolVersion"));
    const char *version = NEWEST;
    for (size_t i = 0; asked && i < sizeof VERSIONS / sizeof VERSIONS[0]; i++)
        if (strcmp(VERSIONS[i], asked) == 0)
            version = VERSIONS[i];
    cJSON *result = said_object(SAY("protocolVersion", version));
    cJSON *capabilities = cJSON_AddObjectToObject(result, "capabilities");
    (void)cJSON_AddObjectToObject(capabilities, "tools");
    (void)cJSON_AddObjectToObject(capabilities, "resources");
    (void)cJSON_AddItemToObject(result, "serverInfo",
                                said_object(SAY("name", "tt-replay"), SAY("version", TTR_VERSION)));
    static const char instructions[] =
        "Replays of Tensix tiles (Tenstorrent Blackhole, Wormhole B0), bit for bit. Begin with explain on a capture, a "
        "dump folder or a database. Each answer has the verb's exit status: 0 same, 1 differs or hangs, 2 trouble, 3 "
        "no verdict. A cause is one only where the answer says so; its members searched, in part and not searched say "
        "what was looked at. An answer that is cut has a cursor: call again with it.";
    mcp_answer(request, said_into(result, SAY("instructions", (const char *)instructions)));
}

static bool mcp_never_cancels(void *user, const char *line)
{
    (void)user, (void)line;
    return false;
}

static void mcp_add_property(cJSON *schema, const char *name, const char *type, const char *description)
{
    (void)cJSON_AddItemToObject(cJSON_GetObjectItemCaseSensitive(schema, "properties"), name,
                                said_object(SAY("type", type), SAY("description", description)));
}

/* The verb's words as JSON Schema, asked of the verb itself. Null: it cannot be asked. */
static const cJSON *mcp_schema(struct mcp *mcp, size_t i)
{
    const struct mcp_tool *tool = mcp_tool_at(i);
    if (mcp->schemas[i])
        return mcp->schemas[i];
    char name[] = "tt-replay", schema[] = "--schema", verb[32];
    (void)snprintf(verb, sizeof verb, "%s", tool->verb);
    char *const words[] = {name, verb, schema, NULL};
    struct mcp_child child;
    mcp_child_run(&child, words, &mcp->lines, &(struct mcp_watch){mcp_never_cancels, NULL, NULL});
    if (child.status == EXIT_SAME)
        mcp->schemas[i] = cJSON_ParseWithLength(child.out.bytes, child.out.count);
    mcp_add_property(mcp->schemas[i], "max-time", "integer",
                     "seconds, behind which it ends with what it has found, if it can");
    const cJSON *properties = cJSON_GetObjectItemCaseSensitive(mcp->schemas[i], "properties");
    if (verb_find(tool->verb)->how & VERB_TAKES_TILE && !cJSON_HasObjectItem(properties, "tile"))
        mcp_add_property(mcp->schemas[i], "tile", "string", "X,Y: of a program, a folder: the capture of that tile");
    mcp_child_clear(&child);
    return mcp->schemas[i];
}

static void mcp_list(struct mcp *mcp, const cJSON *request)
{
    cJSON *result = cJSON_CreateObject(), *tools = cJSON_AddArrayToObject(result, "tools");
    for (size_t i = 0; mcp_tool_at(i); i++) {
        cJSON *schema = cJSON_Duplicate(mcp_schema(mcp, i), true);
        cJSON *properties = cJSON_GetObjectItemCaseSensitive(schema, "properties");
        cJSON_DeleteItemFromObjectCaseSensitive(properties, "json");
        mcp_add_property(schema, "cursor", "string", "of an answer that was cut: goes on behind it");
        cJSON *tool = said_item(tools, SAY("name", mcp_tool_at(i)->verb), SAY("description", mcp_tool_at(i)->doc));
        (void)cJSON_AddItemToObject(tool, "inputSchema", schema ? schema : cJSON_CreateObject());
    }
    mcp_answer(request, result);
}

/* ---- calls ---- */

static const char *mcp_status_text(int status)
{
    static const char *const texts[] = {"same, or done", "differs, or hangs", "trouble",
                                        "no verdict, or unsupported work"};
    return status >= 0 && status <= EXIT_NO_VERDICT ? texts[status] : "ended by a signal or a limit";
}

static void mcp_add_text(cJSON *content, const char *text, size_t count)
{
    struct text copy = {0};
    text_add_bytes(&copy, text, count);
    (void)said_item(content, SAY("type", "text"), SAY("text", text_of(&copy)));
    text_clear(&copy);
}

/* At most ANSWER_MAX bytes from an offset on, whole characters. */
static size_t mcp_piece(const char *text, size_t from)
{
    const size_t rest = strlen(text + from);
    size_t count = rest < ANSWER_MAX ? rest : ANSWER_MAX;
    while (count && count < rest && ((unsigned char)text[from + count] & 0xC0) == 0x80)
        count--;
    return count;
}

static void mcp_answer_text(struct mcp *mcp, const struct mcp_tool *tool, size_t from)
{
    cJSON *result = cJSON_CreateObject(), *content = cJSON_AddArrayToObject(result, "content");
    const char *text = text_of(&mcp->last_text);
    char cursor[24] = "";
    from = from <= strlen(text) ? from : strlen(text);
    const size_t count = mcp_piece(text, from);
    mcp_add_text(content, text + from, count);
    (void)said_into(result, SAY("isError", (bool)(mcp->last_status == EXIT_TROUBLE || mcp->last_status < 0)));
    if (text[from + count])
        (void)snprintf(cursor, sizeof cursor, "%zu", from + count);
    cJSON *more = said_object(SAY("exit_status", mcp->last_status), SAY("means", mcp_status_text(mcp->last_status)),
                              SAY("next", tool->next), SAY_OR_NULL("cursor", cursor[0], (const char *)cursor));
    (void)cJSON_AddItemToObject(result, "structuredContent", more);
    char *summary = cJSON_PrintUnformatted(more);
    if (summary)
        mcp_add_text(content, summary, strlen(summary));
    cJSON_free(summary);
    mcp_answer(mcp->request, result);
}

static void mcp_answer_error(const struct mcp *mcp, const char *text)
{
    cJSON *result = cJSON_CreateObject(), *content = cJSON_AddArrayToObject(result, "content");
    mcp_add_text(content, text, strlen(text));
    mcp_answer(mcp->request, said_into(result, SAY("isError", (bool)true)));
}

/* Whether a line is the client's notification that it no longer wants the answer to the request at hand. */
static bool mcp_cancels(void *user, const char *line)
{
    const struct mcp *mcp = user;
    cJSON *message = cJSON_Parse(line);
    const char *method = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(message, "method"));
    const cJSON *params = cJSON_GetObjectItemCaseSensitive(message, "params");
    const bool is_it = method && strcmp(method, "notifications/cancelled") == 0 &&
                       cJSON_Compare(cJSON_GetObjectItemCaseSensitive(params, "requestId"),
                                     cJSON_GetObjectItemCaseSensitive(mcp->request, "id"), true);
    cJSON_Delete(message);
    return is_it;
}

/* A client that gave a token hears each second that the call goes on. */
static void mcp_goes_on(void *user, unsigned seconds)
{
    const struct mcp *mcp = user;
    const cJSON *params = cJSON_GetObjectItemCaseSensitive(mcp->request, "params");
    const cJSON *meta = cJSON_GetObjectItemCaseSensitive(params, "_meta");
    const cJSON *token = cJSON_GetObjectItemCaseSensitive(meta, "progressToken");
    char text[64];
    if (!cJSON_IsString(token) && !cJSON_IsNumber(token))
        return;
    cJSON *message = said_object(SAY("jsonrpc", "2.0"), SAY("method", "notifications/progress"));
    cJSON *progress = cJSON_AddObjectToObject(message, "params");
    (void)cJSON_AddItemToObject(progress, "progressToken", cJSON_Duplicate(token, true));
    (void)snprintf(text, sizeof text, "works since %u s", seconds);
    (void)said_into(progress, SAY("progress", seconds), SAY("message", (const char *)text));
    mcp_send(message);
}

static struct mcp_watch mcp_watches(struct mcp *mcp)
{
    return (struct mcp_watch){mcp_cancels, mcp_goes_on, mcp};
}

/* The answer that a cursor may go on with; of a call that was cancelled it is a part, and no answer. */
static void mcp_keep(struct mcp *mcp, struct mcp_child *child, struct text *key)
{
    text_clear(&mcp->last_text);
    text_clear(&mcp->last_words);
    mcp->last_status = child->status;
    mcp->last_text = child->out;
    child->out = (struct text){0};
    if (child->error.count)
        text_add_bytes(&mcp->last_text, child->error.bytes, child->error.count);
    for (size_t i = 0; i < mcp->last_text.count; i++)
        mcp->last_text.bytes[i] = mcp->last_text.bytes[i] ? mcp->last_text.bytes[i] : ' ';
    if (!child->is_cancelled) {
        mcp->last_words = *key;
        *key = (struct text){0};
    }
}

static void mcp_run(struct mcp *mcp, const struct mcp_tool *tool, struct texts *words, size_t from)
{
    const struct mcp_watch watch = mcp_watches(mcp);
    struct mcp_child child = {.status = -1};
    struct text key = {0}; /* all words, by which a later call with a cursor finds the answer */
    char **argv = mem_calloc(words->count + 1, sizeof *argv);
    for (size_t i = 0; argv && i < words->count; i++) {
        argv[i] = (char *)(uintptr_t)words->items[i];
        text_add(&key, "%s\n", argv[i]);
    }
    if (argv && !(from && text_is_same(key.bytes, mcp->last_words.bytes))) {
        mcp_child_run(&child, argv, &mcp->lines, &watch);
        mcp_keep(mcp, &child, &key);
    }
    if (!child.is_cancelled)
        mcp_answer_text(mcp, tool, from);
    mcp_child_clear(&child);
    mem_free(argv);
    text_clear(&key);
}

static void mcp_call(struct mcp *mcp, const cJSON *params)
{
    const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(params, "name"));
    const cJSON *arguments = cJSON_GetObjectItemCaseSensitive(params, "arguments");
    const cJSON *cursor = cJSON_GetObjectItemCaseSensitive(arguments, "cursor");
    const struct mcp_tool *tool = name ? mcp_tool_find(name) : NULL;
    struct texts words = {0};
    struct tt_error err;
    uint64_t from = 0;
    if (!tool) {
        mcp_refuse(mcp->request, INVALID_PARAMS, "no such tool: tools/list names them");
        return;
    }
    if (cursor && (!cJSON_IsString(cursor) || !number_read(cursor->valuestring, 10, SIZE_MAX / 2, &from))) {
        mcp_answer_error(mcp, "cursor: expected that of the answer before");
        return;
    }
    const cJSON *schema = mcp_schema(mcp, (size_t)(tool - mcp_tool_at(0)));
    if (mcp_tool_words(&words, tool, schema, arguments, mcp->root, &err))
        mcp_answer_error(mcp, err.text);
    else
        mcp_run(mcp, tool, &words, (size_t)from);
    texts_clear(&words);
}

/* ---- resources ---- */

static void mcp_read_resource(struct mcp *mcp, const cJSON *params)
{
    const char *uri = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(params, "uri"));
    const struct mcp_watch watch = mcp_watches(mcp);
    cJSON *result = uri ? mcp_resource_read(uri, mcp->root, &mcp->lines, &watch) : NULL;
    if (result)
        mcp_answer(mcp->request, result);
    else
        mcp_refuse(mcp->request, NO_RESOURCE,
                   "no such resource: expected tt-replay:help/PAGE, or file:NAME of a page beneath the root");
}

/* ---- the loop ---- */

static void mcp_take_request(struct mcp *mcp, const cJSON *request, const char *method)
{
    const cJSON *params = cJSON_GetObjectItemCaseSensitive(request, "params");
    mcp->request = request;
    if (strcmp(method, "initialize") == 0)
        mcp_initialize(request, params);
    else if (strcmp(method, "ping") == 0)
        mcp_answer(request, cJSON_CreateObject());
    else if (strcmp(method, "tools/list") == 0)
        mcp_list(mcp, request);
    else if (strcmp(method, "tools/call") == 0)
        mcp_call(mcp, params);
    else if (strcmp(method, "resources/list") == 0)
        mcp_answer(request, mcp_resource_list(mcp->root));
    else if (strcmp(method, "resources/templates/list") == 0)
        mcp_answer(request, mcp_resource_templates());
    else if (strcmp(method, "resources/read") == 0)
        mcp_read_resource(mcp, params);
    else
        mcp_refuse(request, NO_METHOD, "this server has tools and resources, and no such method");
    mcp->request = NULL;
}

static void mcp_take_line(struct mcp *mcp, const char *line)
{
    if (line[strspn(line, " \t\r")] == '\0')
        return;
    struct tt_error err;
    cJSON *request;
    const enum tt_status status = json_parse_line(&request, line, strlen(line), &err);
    const char *method = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(request, "method"));
    if (status)
        mcp_refuse(NULL, PARSE_ERROR, err.text);
    else if (!method)
        mcp_refuse(request, INVALID_REQUEST, "a request has a method");
    else if (cJSON_HasObjectItem(request, "id")) /* else a notification, of which none wants anything here */
        mcp_take_request(mcp, request, method);
    cJSON_Delete(request);
}

static enum tt_status mcp_serve(struct mcp *mcp, struct tt_error *err)
{
    for (char *line; !mcp->lines.is_ended;) {
        struct pollfd input = {STDIN_FILENO, POLLIN, 0};
        if (poll(&input, 1, -1) < 0 && errno != EINTR)
            break;
        if (input.revents)
            mcp_lines_read(&mcp->lines);
        while ((line = mcp_lines_take(&mcp->lines)) != NULL) {
            mcp_take_line(mcp, line);
            mem_free(line);
        }
    }
    return mcp->lines.is_too_long ? tt_fail(err, TT_BAD_INPUT, "a message has more than %d bytes", MCP_LINE_MAX)
                                  : TT_OK;
}

static void mcp_clear(struct mcp *mcp)
{
    for (size_t i = 0; i < TOOLS_MAX; i++)
        cJSON_Delete(mcp->schemas[i]);
    text_clear(&mcp->last_text);
    text_clear(&mcp->last_words);
    mcp_lines_clear(&mcp->lines);
}

static enum tt_status mcp_do(void *words, int *code, struct tt_error *err)
{
    const struct mcp_arguments *arguments = words;
    struct mcp *mcp OWNED(mem_free_at) = mem_calloc(1, sizeof *mcp);
    NEED(mcp, err, "no memory");
    (void)code;
    if (!realpath(arguments->root, mcp->root) || chdir(mcp->root) < 0)
        return tt_fail(err, TT_IO, "%s: cannot be the root: %s", arguments->root, strerror(errno));
    const enum tt_status status = mcp_serve(mcp, err);
    mcp_clear(mcp);
    return status;
}

int verb_mcp(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        "",
        "A server of the Model Context Protocol on standard input and output: an agent's client starts it, and calls "
        "explain, replay, diff, why, bisect and others as tools. It ends with its input.\v"
        "Exit status: 0 the client has gone, 2 trouble.\n\n"
        "Example:\n"
        "  tt-replay mcp --root captures/",
        options, NULL};
    struct mcp_arguments arguments = {.root = "."};
    return cli_do(&syntax, argc, argv, &arguments, mcp_do);
}
