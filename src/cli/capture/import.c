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
static enum tt_status import_check_names(struct import_arguments *arguments, struct tt_error *err)
{
    const char **all = arguments->sources.items;
    qsort(all, arguments->sources.count, sizeof *all, by_last_part);
    for (size_t i = 1; i < arguments->sources.count; i++)
        if (by_last_part(&all[i - 1], &all[i]) == 0)
            return tt_fail(err, TT_BAD_INPUT, "%s and %s would both be written to one file in %s", all[i - 1], all[i],
                           arguments->output);
    return TT_OK;
}

/* A capture of one source, with all that is laid over it; source may be null. The rest is laid over a folder or a
 * capture; the text of a tool is known by its beginning. */
static enum tt_status import_put_together(const struct import_arguments *arguments, const char *source,
                                          enum path_kind source_is, const char *path, struct tt_error *err)
{
    const struct importer *importer = NULL;
    if (source_is == PATH_FILE)
        TRY(import_detect(&importer, source, err));
    struct import_item *items OWNED(mem_free_at) = mem_calloc(arguments->item_count + 1, sizeof *items);
    NEED(items, err, "no memory");
    size_t count = 0;
    if (source)
        items[count++] =
            (struct import_item){.importer = importer, .label = source, .path = source, .id = arguments->at};
    for (size_t i = 0; i < arguments->item_count; i++)
        items[count++] = arguments->items[i];
    if (arguments->options.mask)
        TRY(input_keep(path, arguments->options.mask, err));
    for (size_t i = 0; i < count; i++)
        TRY(input_keep(path, items[i].path, err));
    return import_items(items, count, &arguments->options, arguments->name, path, arguments->replace, err);
}

/* Whether the user says something that only a capture put together shows. */
static bool import_has_more(const struct import_arguments *arguments)
{
    return arguments->item_count || arguments->name || arguments->options.salvage || arguments->options.has_kind ||
           arguments->options.chip != TT_CHIP_COUNT;
}

static enum tt_status import_one(const struct import_arguments *arguments, const char *source, const char *path,
                                 struct tt_error *err)
{
    enum path_kind kind = PATH_ABSENT;
    bool is_bundle = false, is_recording = false;
    if (source)
        TRY(path_look(&kind, source, err));
    if (kind == PATH_FOLDER)
        TRY(bundle_look(&is_bundle, source, err));
    if (kind == PATH_FOLDER && !is_bundle)
        TRY(journal_look(&is_recording, source, err));
    if (is_recording && !arguments->options.salvage)
        return tt_fail(err, TT_BAD_INPUT, "%s: a recording that was not closed; --salvage takes what was flushed",
                       source);
    if (kind == PATH_FOLDER && !is_bundle && !is_recording)
        return tt_fail(err, TT_BAD_INPUT, "%s: no dump bundle: there is no bundle.json in it", source);
    if (kind != PATH_FOLDER || import_has_more(arguments))
        return import_put_together(arguments, source, kind, path, err);
    const struct bundle_from from = {.folder = source, .mask = arguments->options.mask};
    if (from.mask)
        TRY(input_keep(path, from.mask, err));
    return bundle_import_from(&from, path, arguments->replace, false, err);
}

/* Goes on after a bundle that cannot be read, and says each. */
static enum tt_status import_all(struct import_arguments *arguments, int *code, struct tt_error *err)
{
    struct progress progress OWNED(progress_end);
    progress_begin(&progress, "import", "bundles");
    TRY(import_check_names(arguments, err));
    for (size_t i = 0; i < arguments->sources.count; i++) {
        char *path OWNED(mem_free_at) = path_in_folder(arguments->output, arguments->sources.items[i]);
        NEED(path, err, "no memory");
        if (import_one(arguments, arguments->sources.items[i], path, err))
            *code = cli_trouble(err);
        progress_show(&progress, i + 1, arguments->sources.count);
    }
    return TT_OK;
}

/* Into one capture, or into a folder that is there. */
static enum tt_status import_into(struct import_arguments *arguments, int *code, struct tt_error *err)
{
    enum path_kind kind;
    const char *output = arguments->output;
    const size_t end = strlen(output);
    if (arguments->sources.count > 1 && import_has_more(arguments))
        return tt_fail(err, TT_BAD_INPUT, "%zu bundles make as many captures; what is laid over needs one, or none",
                       arguments->sources.count);
    TRY(path_look(&kind, output, err));
    if (kind != PATH_FOLDER && (arguments->sources.count > 1 || (end && output[end - 1] == '/')))
        return tt_fail(err, TT_BAD_INPUT,
                       "%s: no such folder, expected one that is there for the capture of each source", output);
    if (kind != PATH_FOLDER)
        return import_one(arguments, arguments->sources.count ? arguments->sources.items[0] : NULL, output, err);
    if (arguments->sources.count > 0)
        return import_all(arguments, code, err);
    return tt_fail(err, TT_BAD_INPUT, "%s: a folder, expected the name of the capture", output);
}

enum tt_status import_do(void *words, int *code, struct tt_error *err)
{
    struct import_arguments *arguments = words;
    const struct program_words program = {
        .wire = arguments->wire,
        .arch = arguments->options.chip < TT_CHIP_COUNT ? ttcap_chip_name(arguments->options.chip) : NULL,
        .output = arguments->output,
        .is_forced = arguments->replace};
    arguments->options.place = import_find_place;
    arguments->options.warned = say_warning;
    return arguments->wire ? program_import(&program, err) : import_into(arguments, code, err);
}
