/* SPDX-License-Identifier: Apache-2.0 */

#include "base/input.h"
#include "base/path.h"
#include "cli/mcp/mcp.h"
#include "show/said_tree.h"
#include "verdict/verdict.h"

#include <cjson/cJSON.h>
#include <dirent.h>
#include <unistd.h>

enum { LISTED_MAX = 256, PAGE_MAX = 8 << 20, NAME_MAX_BYTES = 64 };

static const char HELP[] = "tt-replay:help/", FILES[] = "file:", HTML[] = "text/html", MARKDOWN[] = "text/markdown";

static cJSON *resource_add(cJSON *array, const char *member, const char *uri, const char *name, const char *type)
{
    return said_item(array, SAY(member, uri), SAY("name", name), SAY("mimeType", type));
}

static bool resource_is_page(const char *name)
{
    return name[0] != '.' && path_ending(name, ".html");
}

struct cJSON *mcp_resource_list(const char *root)
{
    cJSON *result = cJSON_CreateObject(), *array = cJSON_AddArrayToObject(result, "resources");
    char uri[sizeof FILES + 256];
    DIR *folder = opendir(root);
    const struct dirent *entry;
    (void)resource_add(array, "uri", "tt-replay:help/README", "the list of the pages of tt-replay", MARKDOWN);
    for (int listed = 0; folder && listed < LISTED_MAX && (entry = readdir(folder)) != NULL;) {
        if (!resource_is_page(entry->d_name))
            continue;
        (void)snprintf(uri, sizeof uri, "%s%s", FILES, entry->d_name);
        (void)resource_add(array, "uri", uri, entry->d_name, HTML);
        listed++;
    }
    if (folder)
        (void)closedir(folder);
    return result;
}

struct cJSON *mcp_resource_templates(void)
{
    cJSON *result = cJSON_CreateObject(), *array = cJSON_AddArrayToObject(result, "resourceTemplates");
    (void)said_into(resource_add(array, "uriTemplate", "tt-replay:help/{page}", "a page, a verb or a fact", MARKDOWN),
                    SAY("description", "as `tt-replay help` has it: bisect, results, P-6.9"));
    (void)said_into(resource_add(array, "uriTemplate", "file:{page}", "a page that report wrote", HTML),
                    SAY("description", "its name beneath the root, as run.html"));
    return result;
}

static cJSON *resource_text(const char *uri, const char *type, const char *text)
{
    cJSON *result = cJSON_CreateObject();
    (void)said_item(cJSON_AddArrayToObject(result, "contents"), SAY("uri", uri), SAY("mimeType", type),
                    SAY("text", text));
    return result;
}

/* A page is one word: no option, no path. */
static bool resource_is_help(const char *page)
{
    const size_t length = strlen(page);
    return length > 0 && length < NAME_MAX_BYTES && page[0] != '-' &&
           strspn(page, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._") == length;
}

static cJSON *resource_help(const char *uri, struct mcp_lines *lines, const struct mcp_watch *watch)
{
    char tool[] = "tt-replay", verb[] = "help", page[NAME_MAX_BYTES];
    struct mcp_child child;
    cJSON *result = NULL;
    if (!resource_is_help(uri + strlen(HELP)))
        return NULL;
    (void)snprintf(page, sizeof page, "%s", uri + strlen(HELP));
    char *const words[] = {tool, verb, page, NULL};
    mcp_child_run(&child, words, lines, watch);
    if (child.status == EXIT_SAME && child.out.count && child.out.bytes[child.out.count - 1] == '\n') {
        child.out.bytes[child.out.count - 1] = '\0';
        result = resource_text(uri, MARKDOWN, child.out.bytes);
    }
    mcp_child_clear(&child);
    return result;
}

/* Read to the end, or up to the byte behind the most that is given. */
static size_t resource_bytes(int descriptor, char *text)
{
    size_t count = 0;
    ssize_t got;
    while (count <= PAGE_MAX && (got = read(descriptor, text + count, PAGE_MAX + 1 - count)) > 0)
        count += (size_t)got;
    return count;
}

static cJSON *resource_file(const char *uri, const char *root)
{
    const char *name = uri + strlen(FILES);
    struct tt_error err;
    int descriptor;
    if (!resource_is_page(name) || input_open_beneath(&descriptor, root, name, &err))
        return NULL;
    char *text = mem_calloc(PAGE_MAX + 2, 1);
    const size_t count = text ? resource_bytes(descriptor, text) : 0;
    cJSON *result = text && count <= PAGE_MAX ? resource_text(uri, HTML, text) : NULL;
    (void)close(descriptor);
    mem_free(text);
    return result;
}

struct cJSON *mcp_resource_read(const char *uri, const char *root, struct mcp_lines *lines,
                                const struct mcp_watch *watch)
{
    if (strncmp(uri, HELP, strlen(HELP)) == 0)
        return resource_help(uri, lines, watch);
    return strncmp(uri, FILES, strlen(FILES)) == 0 ? resource_file(uri, root) : NULL;
}
