/* SPDX-License-Identifier: Apache-2.0 */
/* By its path, and where that has nothing or something else, by its hash: beside the database, here, and in the folders
 * of TT_REPLAY_CAPTURES. A hash says what is in a file, so whichever file has it is the one. */
#include "results/reader_internal.h"

#include "base/path.h"

#include <dirent.h>
#include <limits.h>
#include <unistd.h>

enum { FILES_MAX = 4096 /* of a folder */ };

/* Errors that are about the place, not about the system (memory, disk). */
static bool is_absence(int error)
{
    return error == ENOENT || error == ENOTDIR || error == EACCES || error == EPERM || error == ELOOP ||
           error == ENAMETOOLONG;
}

/* The file, if it is a capture of this hash. */
static struct ttcap *open_if_same(const char *path, const char *hash)
{
    struct ttcap *capture = NULL;
    struct tt_error err;
    if (access(path, R_OK) < 0 || ttcap_open(&capture, path, &err))
        return NULL;
    if (strcmp(ttcap_info(capture)->hash, hash) == 0)
        return capture;
    ttcap_close(capture);
    return NULL;
}

static struct ttcap *open_in(const char *folder, const char *name, const char *hash)
{
    char *path = path_join(folder, name);
    struct ttcap *capture = path ? open_if_same(path, hash) : NULL;
    mem_free(path);
    return capture;
}

/* Under its old name first: that is one file to look at. */
static struct ttcap *look_in(const char *folder, const struct results_run_row *run)
{
    struct ttcap *found = open_in(folder, path_name(run->capture_path), run->capture_hash);
    DIR *entries = found ? NULL : opendir(folder);
    struct dirent *entry;
    for (int i = 0; entries && !found && i < FILES_MAX && (entry = readdir(entries)); i++)
        if (path_ending(entry->d_name, ".ttcap"))
            found = open_in(folder, entry->d_name, run->capture_hash);
    if (entries)
        (void)closedir(entries);
    return found;
}

/* Notes the folder for the message. */
static struct ttcap *run_capture_look(const char *folder, const struct results_run_row *run,
                                      char places[static PATH_MAX])
{
    const size_t at = strlen(places);
    (void)snprintf(places + at, PATH_MAX - at, "%s%s", at ? ", " : "", folder);
    return look_in(folder, run);
}

static struct ttcap *run_capture_search(const struct results_run_row *run, char places[static PATH_MAX])
{
    const char *more = getenv("TT_REPLAY_CAPTURES"), *slash = strrchr(run->database, '/');
    char folder[PATH_MAX];
    struct ttcap *found = NULL;
    if (slash) {
        (void)snprintf(folder, sizeof folder, "%.*s", slash == run->database ? 1 : (int)(slash - run->database),
                       run->database);
        found = run_capture_look(folder, run, places);
    }
    if (!found)
        found = run_capture_look(".", run, places);
    while (!found && more && *more) {
        const size_t length = strcspn(more, ":");
        (void)snprintf(folder, sizeof folder, "%.*s", (int)length, more);
        if (length && length < sizeof folder)
            found = run_capture_look(folder, run, places);
        more += length + (more[length] == ':');
    }
    return found;
}

/* The file at the path that the run was made of; null: `why` gives the reason. */
static enum tt_status open_there(struct ttcap **out, const struct results_run_row *run, struct tt_error *why,
                                 struct tt_error *err)
{
    *out = NULL;
    if (access(run->capture_path, R_OK) < 0) {
        const char *reason = strerror(errno);
        if (!is_absence(errno))
            return tt_fail(err, TT_IO, "%s: cannot be opened: %s", run->capture_path, reason);
        (void)tt_fail(why, TT_IO, "%s: cannot be opened: %s", run->capture_path, reason);
        return TT_OK;
    }
    struct tt_error said = {{0}};
    enum tt_status status = ttcap_open(out, run->capture_path, &said);
    if (status == TT_IO || status == TT_NO_MEMORY)
        return tt_fail(err, status, "%s", said.text);
    if (status) {
        (void)tt_fail(why, status, "%s", said.text);
        *out = NULL;
    } else if (strcmp(ttcap_info(*out)->hash, run->capture_hash) != 0) {
        (void)tt_fail(why, TT_BAD_INPUT, "%s: another capture than the run's", run->capture_path);
        ttcap_close(*out);
        *out = NULL;
    }
    return TT_OK;
}

/* A database that holds another capture than it names is damaged. */
static enum tt_status open_held(struct ttcap **out, const struct results_run_row *run, struct tt_error *err)
{
    TRY(results_unpack_capture(run->holder, err));
    TRY(ttcap_open(out, run->holder->capture.file, err));
    if (strcmp(ttcap_info(*out)->hash, run->capture_hash) == 0)
        return TT_OK;
    ttcap_close(*out);
    *out = NULL;
    return tt_fail(err, TT_BAD_INPUT, "%s: the results database is damaged: it holds another capture than its run's",
                   run->database);
}

enum tt_status run_capture_open(struct ttcap **out, const struct results_run_row *run, struct tt_error *why,
                                struct tt_error *err)
{
    struct tt_error there = {{0}};
    char places[PATH_MAX] = "";
    *out = NULL;
    if (run->holder)
        return open_held(out, run, err);
    TRY(open_there(out, run, &there, err));
    if (*out)
        return TT_OK;
    *out = run_capture_search(run, places);
    if (!*out)
        (void)tt_fail(why, TT_IO,
                      "%s; and no capture with its hash is in %s (TT_REPLAY_CAPTURES adds folders to search)",
                      there.text, places);
    return TT_OK;
}

enum tt_status run_capture_need(struct ttcap **out, const struct results_run_row *run, struct tt_error *err)
{
    struct tt_error why = {{0}};
    TRY(run_capture_open(out, run, &why, err));
    return *out ? TT_OK : tt_fail(err, TT_IO, "the capture that the run was made from is needed: %s", why.text);
}
