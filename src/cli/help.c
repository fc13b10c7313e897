/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay help: a fact comes from the table of facts, a page of docs/ from the folder where cmake/docs.cmake makes it
 * or cmake/install.cmake installs it. */

#include "base/input.h"
#include "cli/cli.h"
#include "isa/facts.h"
#include "show/report.h"

#include <limits.h>
#include <unistd.h>

/* From the folder of the program. */
static const char *const folders[] = {TTR_DOCS_FROM_BIN, "../../docs"};

static int help_fact(const struct fact *fact)
{
    REPORT(report, stdout, cli_form(false));
    report_print(&report, "%s%s%s  %s, %s\n", report.ink.bold, fact->id, report.ink.off, fact_level_name(fact->level),
                 fact->page);
    report_print(&report, "  ");
    report_wrap(&report, 2, "%s", fact->text);
    if (fact->where[0])
        report_label(&report, 12, "  where", "%s", fact->where);
    report_label(&report, 12, "  source", "%s", fact->source);
    return EXIT_SAME;
}

/* The folder of pages: the first one with a table of contents. */
static bool help_folder(char folder[static PATH_MAX])
{
    char program[PATH_MAX / 2];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length < 0 ? 0 : length] = '\0';
    char *slash = strrchr(program, '/');
    for (size_t i = 0; slash && i < sizeof folders / sizeof folders[0]; i++) {
        char contents[PATH_MAX + 16];
        slash[1] = '\0';
        (void)snprintf(folder, PATH_MAX, "%s%s", program, folders[i]);
        (void)snprintf(contents, sizeof contents, "%s/%s.md", folder, "README");
        if (access(contents, R_OK) == 0)
            return true;
    }
    return false;
}

/* The page of a path without its end; NULL: there is none. */
static FILE *help_page_at(const char *folder, const char *sub, const char *name, const char *end)
{
    char path[PATH_MAX];
    FILE *page;
    const int length = snprintf(path, sizeof path, "%s/%s%s%s.md", folder, sub, name, end);
    const bool fits = length > 0 && (size_t)length < sizeof path;
    return fits && access(path, R_OK) == 0 && input_stream(&page, path, NULL) == TT_OK ? page : NULL;
}

/* A page by its name, with its folder or without, or the first page of a folder. Of pages of one name in two folders
 * the first of these is meant: what to do comes before how it is. */
static FILE *help_page(const char *folder, const char *name)
{
    static const char *const subs[] = {"", "how-to/", "semantics/", "formats/"};
    FILE *page = NULL;
    for (size_t i = 0; !page && i < sizeof subs / sizeof subs[0]; i++)
        page = help_page_at(folder, subs[i], name, "");
    return page ? page : help_page_at(folder, "", name, "/README");
}

int help_topic(const char *topic)
{
    const struct fact *fact = fact_find(topic);
    if (fact)
        return help_fact(fact);
    char folder[PATH_MAX], line[4096];
    if (!help_folder(folder))
        return cli_trouble_text("no verb and no fact '%s', and the pages are not installed", topic);
    FILE *page = help_page(folder, topic);
    if (!page)
        return cli_trouble_text("no verb, fact or page '%s' (`tt-replay help README` lists the pages)", topic);
    while (fgets(line, sizeof line, page))
        (void)fputs(line, stdout);
    (void)fclose(page);
    return EXIT_SAME;
}
