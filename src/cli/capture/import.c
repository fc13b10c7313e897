/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay import: captures from dump bundles, programs, dumps and instruction streams.
 * docs/formats/bundle.md, docs/how-to/capture-from-dumps.md */
#include "ask/run/address.h"
#include "base/input.h"
#include "base/memory.h"
#include "base/path.h"
#include "capture/bundle.h"
#include "capture/import/bundle/journal.h"
#include "cli/capture/import_options.h"
#include "cli/cli.h"
#include "cli/progress.h"
#include "cli/run/program.h"

#include <stdlib.h>
#include <string.h>

static enum tt_status import_find_place(enum tt_chip chip, const char *text, enum tt_space *space, uint32_t *lo,
                                        struct tt_error *err)
{
    struct address_place place;
    const enum tt_status status = address_place_parse(&place, chip, text, err);
    if (!status && (place.is_field || place.has_every_bank))
        return tt_fail(err, TT_BAD_INPUT, "--dump %s: expected one place, such as srca:0,0,0 or l1:0x60000", text);
    *space = status ? TT_SPACE_L1 : place.space;
    *lo = status ? 0 : place.lo;
    return status;
}

static void say_warning(void *user, const char *sentence)
{
    (void)user;
    (void)fprintf(stderr, "tt-replay: note: %s\n", sentence);
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

/* FOLDER/NAME.ttcap for the bundle `source`; mem_free it. "." and ".." are folders with a name of their own. */
static char *path_in_folder(const char *folder, const char *source)
{
    size_t length, size;
    const char *name = last_part(source, &length);
    char *real = strspn(name, ".") >= length ? realpath(source, NULL) : NULL;
    if (real)
        name = last_part(real, &length);
    size = strlen(folder) + length + sizeof "/.ttcap";
    char *path = mem_alloc(size);
    const char *slash = *folder && folder[strlen(folder) - 1] == '/' ? "" : "/";
    if (path)
        (void)snprintf(path, size, "%s%s%.*s.ttcap", folder, slash, (int)length, name);
    free(real);
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
static int import_check_names(struct import_arguments *arguments)
{
    qsort(arguments->sources.items, arguments->sources.count, sizeof *arguments->sources.items, by_last_part);
    for (size_t i = 1; i < arguments->sources.count; i++) {
        if (by_last_part(&arguments->sources.items[i - 1], &arguments->sources.items[i]) == 0)
            return cli_trouble_text("%s and %s would both be written to one file in %s",
                                    arguments->sources.items[i - 1], arguments->sources.items[i], arguments->output);
    }
    return EXIT_SAME;
}

/* A capture of one source, with all that is laid over it; source may be null. The rest is laid over a folder or a
 * capture; the text of a tool is known by its beginning. */
static int import_put_together(const struct import_arguments *arguments, const char *source, enum path_kind source_is,
                               const char *path)
{
    struct tt_error err;
    const struct importer *importer = NULL;
    if (source_is == PATH_FILE && import_detect(&importer, source, &err))
        return cli_trouble(&err);
    struct import_item *items = mem_calloc(arguments->item_count + 1, sizeof *items);
    if (!items)
        return cli_trouble_text("no memory");
    size_t count = 0;
    if (source)
        items[count++] =
            (struct import_item){.importer = importer, .label = source, .path = source, .id = arguments->at};
    for (size_t i = 0; i < arguments->item_count; i++)
        items[count++] = arguments->items[i];
    const char *mask = arguments->options.mask;
    enum tt_status status = mask ? input_keep(path, mask, &err) : TT_OK;
    for (size_t i = 0; i < count && !status; i++)
        status = input_keep(path, items[i].path, &err);
    if (!status)
        status = import_items(items, count, &arguments->options, arguments->name, path, arguments->replace, &err);
    mem_free(items);
    return status == TT_OK ? EXIT_SAME : cli_trouble(&err);
}

/* Whether the user says something that only a capture put together shows. */
static bool import_has_more(const struct import_arguments *arguments)
{
    return arguments->item_count || arguments->name || arguments->options.salvage || arguments->options.has_kind ||
           arguments->options.chip != TT_CHIP_COUNT;
}

static int import_one(const struct import_arguments *arguments, const char *source, const char *path)
{
    struct tt_error err;
    enum path_kind kind = PATH_ABSENT;
    bool is_bundle = false, is_recording = false;
    enum tt_status status = source ? path_look(&kind, source, &err) : TT_OK;
    if (!status && kind == PATH_FOLDER)
        status = bundle_look(&is_bundle, source, &err);
    if (!status && kind == PATH_FOLDER && !is_bundle)
        status = journal_look(&is_recording, source, &err);
    if (status)
        return cli_trouble(&err);
    if (is_recording && !arguments->options.salvage)
        return cli_trouble_text("%s: a recording that was not closed; --salvage takes what was flushed", source);
    if (kind == PATH_FOLDER && !is_bundle && !is_recording)
        return cli_trouble_text("%s: no dump bundle: there is no bundle.json in it", source);
    if (kind != PATH_FOLDER || import_has_more(arguments))
        return import_put_together(arguments, source, kind, path);
    const struct bundle_from from = {.folder = source, .mask = arguments->options.mask};
    status = from.mask ? input_keep(path, from.mask, &err) : TT_OK;
    if (!status)
        status = bundle_import_from(&from, path, arguments->replace, false, &err);
    return status ? cli_trouble(&err) : EXIT_SAME;
}

/* Goes on after a bundle that cannot be read, and says each. */
static int import_all(struct import_arguments *arguments)
{
    int worst = import_check_names(arguments);
    if (worst)
        return worst;
    struct progress progress;
    progress_begin(&progress, "import", "bundles");
    for (size_t i = 0; i < arguments->sources.count; i++) {
        char *path = path_in_folder(arguments->output, arguments->sources.items[i]);
        int status = path ? import_one(arguments, arguments->sources.items[i], path) : cli_trouble_text("no memory");
        mem_free(path);
        worst = status > worst ? status : worst;
        progress_show(&progress, i + 1, arguments->sources.count);
    }
    progress_end(&progress);
    return worst;
}

/* Into one capture, or into a folder that is there. */
static int import_into(struct import_arguments *arguments)
{
    struct tt_error err;
    enum path_kind kind;
    const char *output = arguments->output;
    const size_t end = strlen(output);
    if (arguments->sources.count > 1 && import_has_more(arguments))
        return cli_trouble_text("%zu bundles make as many captures; what is laid over needs one, or none",
                                arguments->sources.count);
    if (path_look(&kind, output, &err))
        return cli_trouble(&err);
    if (kind != PATH_FOLDER && (arguments->sources.count > 1 || (end && output[end - 1] == '/')))
        return cli_trouble_text("%s: no such folder, expected one that is there for the capture of each source",
                                output);
    if (kind != PATH_FOLDER)
        return import_one(arguments, arguments->sources.count ? arguments->sources.items[0] : NULL, output);
    if (arguments->sources.count > 0)
        return import_all(arguments);
    return cli_trouble_text("%s: a folder, expected the name of the capture", output);
}

int verb_import(int argc, char **argv)
{
    struct import_arguments arguments = {
        .at = "begin", .options = {.chip = TT_CHIP_COUNT, .place = import_find_place, .warned = say_warning}};
    import_arguments_read(&arguments, argc, argv);
    const struct program_words program = {
        .wire = arguments.wire,
        .arch = arguments.options.chip < TT_CHIP_COUNT ? ttcap_chip_name(arguments.options.chip) : NULL,
        .output = arguments.output,
        .is_forced = arguments.replace};
    const int status = arguments.wire ? program_import(&program) : import_into(&arguments);
    import_arguments_clear(&arguments);
    return status;
}
