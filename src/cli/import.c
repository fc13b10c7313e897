/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay import: dump bundles into capture files. docs/formats/bundle.md */
#include "base/memory.h"
#include "capture/bundle.h"
#include "cli/cli.h"

#include <argp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { OPTION_FORCE = 0x100 };

static const struct argp_option options[] = {
    {"output", 'o', "FILE", 0, "Write FILE; with several bundles or a name that ends in /, a folder", 0},
    {"force", OPTION_FORCE, NULL, 0, "Replace what is there", 0},
    {0},
};

struct arguments {
    char **sources;
    size_t source_count, capacity;
    const char *output;
    bool replace;
};

static error_t parse(int key, char *value, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case 'o':
        arguments->output = value;
        return 0;
    case OPTION_FORCE:
        arguments->replace = true;
        return 0;
    case ARGP_KEY_ARG:
        if (mem_grow((void **)&arguments->sources, &arguments->capacity, arguments->source_count + 1,
                     sizeof *arguments->sources) < 0)
            argp_failure(state, EXIT_TROUBLE, 0, "no memory");
        arguments->sources[arguments->source_count++] = value;
        return 0;
    case ARGP_KEY_END:
        if (arguments->source_count == 0)
            argp_error(state, "no bundle given");
        if (!arguments->output)
            argp_error(state, "no output given; -o FILE names it");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* The last part of a path, without the slashes at its end. Points into path. */
static const char *last_part(const char *path, size_t *length)
{
    size_t end = strlen(path);
    while (end > 1 && path[end - 1] == '/')
        end--;
    size_t start = end;
    while (start > 0 && path[start - 1] != '/')
        start--;
    *length = end - start;
    return path + start;
}

/* FOLDER/NAME.ttcap for the bundle `source`; mem_free it. */
static char *path_in_folder(const char *folder, const char *source)
{
    size_t length, size;
    const char *name = last_part(source, &length);
    size = strlen(folder) + length + sizeof "/.ttcap";
    char *path = mem_alloc(size);
    const char *slash = *folder && folder[strlen(folder) - 1] == '/' ? "" : "/";
    if (path)
        (void)snprintf(path, size, "%s%s%.*s.ttcap", folder, slash, (int)length, name);
    return path;
}

static int by_last_part(const void *a, const void *b)
{
    size_t la, lb;
    const char *na = last_part(*(char *const *)a, &la), *nb = last_part(*(char *const *)b, &lb);
    int order = strncmp(na, nb, la < lb ? la : lb);
    return order ? order : (la > lb) - (la < lb);
}

/* Two bundles of one name would be written into one file. Sorts the sources. */
static int check_names(struct arguments *arguments)
{
    qsort(arguments->sources, arguments->source_count, sizeof arguments->sources[0], by_last_part);
    for (size_t i = 1; i < arguments->source_count; i++) {
        if (by_last_part(&arguments->sources[i - 1], &arguments->sources[i]) == 0)
            return cli_trouble_text("%s and %s would both be written to one file in %s", arguments->sources[i - 1],
                                    arguments->sources[i], arguments->output);
    }
    return EXIT_SAME;
}

static int import_one(const char *source, const char *path, bool replace)
{
    struct tt_error err;
    if (!bundle_is(source))
        return cli_trouble_text("%s: no dump bundle: there is no bundle.json in it", source);
    return bundle_import(source, path, replace, &err) == TT_OK ? EXIT_SAME : cli_trouble(&err);
}

/* Goes on after a bundle that cannot be read, and says each. */
static int import_all(struct arguments *arguments)
{
    int worst = check_names(arguments);
    if (worst)
        return worst;
    for (size_t i = 0; i < arguments->source_count; i++) {
        char *path = path_in_folder(arguments->output, arguments->sources[i]);
        int status = path ? import_one(arguments->sources[i], path, arguments->replace) : cli_trouble_text("no memory");
        mem_free(path);
        worst = status > worst ? status : worst;
        cli_progress("import", i + 1, arguments->source_count);
    }
    return worst;
}

int verb_import(int argc, char **argv)
{
    static const struct argp argp = {
        options, parse, "BUNDLE...", "Make a capture from a dump bundle, a folder with bundle.json.", NULL, NULL, NULL};
    struct arguments arguments = {0};
    (void)argp_parse(&argp, argc, argv, 0, NULL, &arguments);
    struct stat there;
    size_t end = strlen(arguments.output);
    bool is_folder = arguments.source_count > 1 || (end && arguments.output[end - 1] == '/') ||
                     (stat(arguments.output, &there) == 0 && S_ISDIR(there.st_mode));
    int status = EXIT_SAME;
    if (is_folder && (stat(arguments.output, &there) < 0 || !S_ISDIR(there.st_mode)))
        status = cli_trouble_text("%s: not a folder, and the captures of %zu bundles go into one", arguments.output,
                                  arguments.source_count);
    else if (is_folder)
        status = import_all(&arguments);
    else
        status = import_one(arguments.sources[0], arguments.output, arguments.replace);
    mem_free(arguments.sources);
    return status;
}
