/* SPDX-License-Identifier: Apache-2.0 */
/* A verb in a process of its own: what it prints, and how it ends. */
#pragma once

#include "base/text/text.h"
#include "base/text/texts.h"
#include "base/usual.h"

enum { MCP_LINE_MAX = 1 << 20, MCP_LINES_MAX = 64 };

/* Lines of the client, as they come, also while a verb runs. Zero is empty. */
struct mcp_lines {
    struct text text;
    bool is_ended, is_too_long;
};

/* Reads what is there; waits for nothing. */
void mcp_lines_read(struct mcp_lines *lines);
/* The next whole line, without its newline, to be freed with mem_free; null: none is whole yet. */
char *mcp_lines_take(struct mcp_lines *lines);
void mcp_lines_clear(struct mcp_lines *lines);

struct mcp_child {
    struct text out, error;
    int status; /* of exit(); -1: it was ended by a signal, or could not begin */
    bool is_cancelled;
};

/* A request that comes while a verb runs. cancels: of each line that the client sends; other lines stay for later.
 * goes_on: once a second, or null. */
struct mcp_watch {
    bool (*cancels)(void *user, const char *line);
    void (*goes_on)(void *user, unsigned seconds);
    void *user;
};

/* Runs "tt-replay argv[0] ..." to its end, in the folder in which this process is. Clear it in any case. */
void mcp_child_run(struct mcp_child *child, char *const *argv, struct mcp_lines *lines, const struct mcp_watch *watch);
void mcp_child_clear(struct mcp_child *child);

/* ---- mcp_resource.c ----
 * Resources that a client may read: pages that `report` wrote beneath the root, by file URIs relative to it, and
 * the pages and facts of `tt-replay help` (modelcontextprotocol.io, resources). */

struct cJSON;
struct mcp_lines;
struct mcp_watch;

/* The results of resources/list and resources/templates/list, to be given on. */
struct cJSON *mcp_resource_list(const char *root);
struct cJSON *mcp_resource_templates(void);

/* The result of resources/read, or null where nothing of that URI can be read. */
struct cJSON *mcp_resource_read(const char *uri, const char *root, struct mcp_lines *lines,
                                const struct mcp_watch *watch);

/* ---- mcp_tool.c: the verbs that a client may call, and its arguments as their words ---- */

struct cJSON;

struct mcp_tool {
    const char *verb, *doc;
    const char *next; /* the verbs that usually follow */
};

/* Null behind the last. */
const struct mcp_tool *mcp_tool_at(size_t i);
const struct mcp_tool *mcp_tool_find(const char *name);

/* The words of the verb that an object of arguments means, by the verb's own schema: argv[0] to the null behind the
 * last, of texts. Words that name a file outside of `root` are refused. */
enum tt_status mcp_tool_words(struct texts *words, const struct mcp_tool *tool, const struct cJSON *schema,
                              const struct cJSON *arguments, const char *root, struct tt_error *err);
