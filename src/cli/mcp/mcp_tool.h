/* SPDX-License-Identifier: Apache-2.0 */
/* The verbs that a client may call, and its arguments as their words. */
#pragma once

#include "base/error.h"
#include "base/text/texts.h"

#include <stddef.h>

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
