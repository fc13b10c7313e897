/* SPDX-License-Identifier: Apache-2.0 */
#include "base/new_file.h"

#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct new_file {
    char *path;
    char *temporary;
    int descriptor;
    int replace;
};

static void release(struct new_file *file)
{
    if (file->descriptor >= 0)
        (void)close(file->descriptor);
    mem_free(file->path);
    mem_free(file->temporary);
    mem_free(file);
}

/* ".NAME.XXXXXX" beside path: hidden, on the same file system, and telling what it would become. */
static char *temporary_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    size_t folder = slash ? (size_t)(slash - path) + 1 : 0;
    size_t size = strlen(path) + sizeof "..XXXXXX";
    char *name = mem_alloc(size);
    if (name)
        (void)snprintf(name, size, "%.*s.%s.XXXXXX", (int)folder, path, path + folder);
    return name;
}

static mode_t usual_mode(void)
{
    mode_t mask = umask(0);
    (void)umask(mask);
    return 0666 & ~mask;
}

enum tt_status new_file_open(struct new_file **out, const char *path, int replace, struct tt_error *err)
{
    *out = NULL;
    struct stat there;
    if (stat(path, &there) == 0) {
        if (!replace)
            return tt_fail(err, TT_BAD_INPUT, "%s: the file exists; --force replaces it", path);
        if (!S_ISREG(there.st_mode))
            return tt_fail(err, TT_BAD_INPUT, "%s: not a regular file, and only such a one is replaced", path);
    }
    struct new_file *file = mem_calloc(1, sizeof *file);
    if (!file)
        return tt_fail(err, TT_NO_MEMORY, "%s: no memory", path);
    file->descriptor = -1;
    file->replace = replace;
    file->path = mem_strdup(path);
    file->temporary = temporary_name(path);
    if (!file->path || !file->temporary) {
        release(file);
        return tt_fail(err, TT_NO_MEMORY, "%s: no memory", path);
    }
    file->descriptor = mkstemp(file->temporary);
    if (file->descriptor < 0) {
        const char *reason = errno == ENOENT ? "its folder does not exist" : strerror(errno);
        enum tt_status status = tt_fail(err, TT_IO, "%s: cannot be created: %s", path, reason);
        release(file);
        return status;
    }
    (void)fcntl(file->descriptor, F_SETFD, FD_CLOEXEC);
    (void)fchmod(file->descriptor, usual_mode());
    *out = file;
    return TT_OK;
}

const char *new_file_path(const struct new_file *file)
{
    return file->temporary;
}

int new_file_descriptor(const struct new_file *file)
{
    return file->descriptor;
}

/* The folder that holds path, open, or -1. Opened before anything is put in place, so that what can fail early does. */
static int open_folder(const char *path)
{
    char *copy = mem_strdup(path);
    if (!copy) {
        errno = ENOMEM;
        return -1;
    }
    int folder = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    mem_free(copy);
    return folder;
}

static int sync_folder(int folder)
{
    int result = fsync(folder);
    /* Some file systems cannot sync a folder and say EINVAL; the rename stands all the same. */
    return result < 0 && errno == EINVAL ? 0 : result;
}

enum tt_status new_file_commit(struct new_file *file, struct tt_error *err)
{
    enum tt_status status = TT_OK;
    int folder = open_folder(file->path);
    if (folder < 0)
        status = tt_fail(err, TT_IO, "%s: its folder cannot be opened: %s", file->path, strerror(errno));
    else if (fsync(file->descriptor) < 0)
        status = tt_fail(err, TT_IO, "%s: cannot be written: %s", file->path, strerror(errno));
    /* link() rather than rename() where nothing may be replaced: it fails if somebody was quicker. */
    else if (file->replace ? rename(file->temporary, file->path) < 0 : link(file->temporary, file->path) < 0)
        status = tt_fail(err, TT_IO, "%s: cannot be put in place: %s", file->path, strerror(errno));
    else if (sync_folder(folder) < 0) {
        status = tt_fail(err, TT_IO, "%s: its folder cannot be synced: %s", file->path, strerror(errno));
        if (!file->replace)
            (void)unlink(file->path);
    }
    if (folder >= 0)
        (void)close(folder);
    if (status != TT_OK || !file->replace)
        (void)unlink(file->temporary);
    release(file);
    return status;
}

void new_file_abandon(struct new_file *file)
{
    if (!file)
        return;
    (void)unlink(file->temporary);
    release(file);
}
