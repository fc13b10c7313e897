/* SPDX-License-Identifier: Apache-2.0 */
/* Resources that a client may read: pages that `report` wrote beneath the root, by file URIs relative to it, and the
 * pages and facts of `tt-replay help` (modelcontextprotocol.io, resources). */
#pragma once

struct cJSON;
struct mcp_lines;
struct mcp_watch;

/* The results of resources/list and resources/templates/list, to be given on. */
struct cJSON *mcp_resource_list(const char *root);
struct cJSON *mcp_resource_templates(void);

/* The result of resources/read, or null where nothing of that URI can be read. */
struct cJSON *mcp_resource_read(const char *uri, const char *root, struct mcp_lines *lines,
                                const struct mcp_watch *watch);
