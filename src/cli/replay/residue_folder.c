/* SPDX-License-Identifier: Apache-2.0 */
/* Each capture of a folder behind each other: which capture leaves state that changes the output of which. */
#include "base/memory.h"
#include "base/path.h"
#include "cli/cli.h"
#include "cli/progress.h"
#include "cli/replay/residue.h"
#include "show/answers/residue_report.h"
#include "verdict/verdict.h"

#include <stdlib.h>

enum { CAPTURES_MAX = 64 };

struct captures {
    char *paths[CAPTURES_MAX];
    const char *names[CAPTURES_MAX]; /* within the paths */
    size_t count;
    struct residue_pair *pairs;
};

static enum tt_status add_path(struct captures *captures, const char *folder, const char *name, struct tt_error *err)
{
    if (captures->count == CAPTURES_MAX)
        return tt_fail(err, TT_BAD_INPUT, "%s: more than %d captures, which is more pairs than a table has room for",
                       folder, CAPTURES_MAX);
    captures->paths[captures->count] = path_join(folder, name);
    if (!captures->paths[captures->count])
        return tt_fail(err, TT_NO_MEMORY, "no memory for the names of captures");
    captures->count++;
    return TT_OK;
}

static enum tt_status list(struct captures *captures, const char *folder, struct tt_error *err)
{
    struct folder inside = {0};
    enum tt_status status = folder_read(&inside, folder, true, err);
    for (size_t i = 0; i < inside.count && !status; i++)
        if (path_ending(inside.names[i], ".ttcap"))
            status = add_path(captures, folder, inside.names[i], err);
    folder_clear(&inside);
    if (!status && captures->count < 2)
        return tt_fail(err, TT_BAD_INPUT, "%s: %zu captures (*.ttcap), expected two or more", folder, captures->count);
    for (size_t i = 0; i < captures->count; i++)
        captures->names[i] = path_name(captures->paths[i]);
    return status;
}

/* The rows of the second capture that the first one leaves. */
static enum tt_status residue_folder_hold(const struct residue_arguments *arguments, const char *path,
                                          const struct residue *residue, struct ttcap *second,
                                          const struct residue_options *how, struct residue_pair *pair,
                                          struct tt_error *err)
{
    struct subject first = {0};
    struct residue_after after = {0};
    enum tt_status status = subject_open_capture(&first, path, &arguments->how, err);
    if (!status && ttcap_info(first.capture)->chip == residue->chip) {
        status = residue_after(&after, residue, second, how, first.capture, &first.replay, err);
        *pair = (struct residue_pair){true, after.left, after.changing, after.open, after.all_change};
    }
    if (status)
        tt_error_prefix(err, "%s", path);
    residue_after_clear(&after);
    subject_clear(&first);
    return status;
}

/* A column: all captures, each before this one. */
static enum tt_status hold_all(const struct residue_arguments *arguments, struct captures *captures, size_t second,
                               struct tt_error *err)
{
    struct subject subject = {0};
    struct residue residue = {0};
    enum tt_status status = subject_open_capture(&subject, captures->paths[second], &arguments->how, err);
    const struct residue_options how = {.replay = subject.replay, .budget = arguments->budget};
    if (!status) {
        status = residue_find(&residue, subject.capture, &how, err);
        if (status)
            tt_error_prefix(err, "%s", captures->paths[second]);
    }
    for (size_t first = 0; first < captures->count && !status; first++)
        status = residue_folder_hold(arguments, captures->paths[first], &residue, subject.capture, &how,
                                     &captures->pairs[first * captures->count + second], err);
    residue_clear(&residue);
    subject_clear(&subject);
    return status;
}

static int exit_of(const struct captures *captures)
{
    bool is_open = false;
    for (size_t i = 0; i < captures->count * captures->count; i++) {
        if (captures->pairs[i].changing || captures->pairs[i].all_change)
            return EXIT_DIFFERS;
        is_open |= captures->pairs[i].open > 0;
    }
    return is_open ? EXIT_NO_VERDICT : EXIT_SAME;
}

int residue_folder(const struct residue_arguments *arguments)
{
    struct captures captures = {.count = 0};
    struct tt_error err = {{0}};
    struct progress progress;
    enum tt_status status = list(&captures, arguments->path, &err);
    captures.pairs = mem_calloc(captures.count * captures.count + 1, sizeof *captures.pairs);
    if (!status && !captures.pairs)
        status = tt_fail(&err, TT_NO_MEMORY, "no memory for %zu captures", captures.count);
    progress_begin(&progress, "residue", "captures");
    for (size_t i = 0; i < captures.count && !status; i++) {
        status = hold_all(arguments, &captures, i, &err);
        progress_report(&progress, i + 1, captures.count);
    }
    progress_end(&progress);
    int code;
    if (status) {
        code = cli_trouble(&err);
    } else {
        const struct residue_matrix matrix = {captures.count, captures.names, captures.pairs};
        residue_matrix_report(stdout, cli_form(arguments->is_json), &matrix);
        code = exit_of(&captures);
    }
    for (size_t i = 0; i < captures.count; i++)
        mem_free(captures.paths[i]);
    mem_free(captures.pairs);
    return code;
}
