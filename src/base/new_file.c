/* SPDX-License-Identifier: Apache-2.0 */
#include "base/new_file.h"

#include "base/input.h"
#include "base/path.h"
#include "base/temporary.h"

#include <fcntl.h>
#include <libgen.h>
#include <linux/fs.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

struct new_file {
    char *path;
    char *temporary; /* its name until it is in place; of one without a name where the process has it open */
    int descriptor;
    int slot; /* base/temporary.h */
    int replace;
    int is_unsynced;
    int is_own;     /* of NEW_FILE_OWN */
    int is_unnamed; /* nothing is left of it when the process ends, however that is */
    int is_given;   /* `path` has no name either: it is written where it is */
};

static void new_file_release(struct new_file *file)
{
    if (file->descriptor >= 0)
        (void)close(file->descriptor);
    free(file->path);
    mem_free(file->temporary);
    mem_free(file);
}

/* Of a name that is as long as a name may be, the hidden one has no more than this. */
enum { NAME_RETAINED = 200, TRIES = 100 };

/* Room for ".NAME.xxxxxxxx" beside path: hidden, on the same file system, with the final name in it. */
static size_t temporary_size(const char *path)
{
    return strlen(path) + sizeof "..xxxxxxxx" + sizeof "/proc/self/fd/-2147483648";
}

static void write_temporary_name(char *name, const char *path, uint32_t random)
{
    const size_t folder = (size_t)(path_name(path) - path);
    (void)snprintf(name, temporary_size(path), "%.*s.%.*s.%08x", (int)folder, path, NAME_RETAINED, path + folder,
                   random);
}

/* A path to the open file, through which it can be opened again and linked. */
#define OWN_FILES "/proc/self/fd/"

/* A file without a name in the folder of path. -1: neither made nor an error, unless errno says one that a named file
 * would meet as well. Not all file systems have such files, nor all processes /proc. */
static int make_unnamed(struct new_file *file)
{
    struct stat there;
    char *folder = mem_strdup(file->path);
    if (!folder) {
        errno = ENOMEM;
        return -1;
    }
    file->descriptor = open(dirname(folder), O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
    mem_free(folder);
    if (file->descriptor < 0)
        return -1;
    (void)snprintf(file->temporary, temporary_size(file->path), OWN_FILES "%d", file->descriptor);
    if (stat(file->temporary, &there) == 0 && there.st_nlink == 0) {
        file->is_unnamed = 1;
        return 0;
    }
    (void)close(file->descriptor);
    file->descriptor = -1;
    errno = EOPNOTSUPP;
    return -1;
}

/* Whether a named file may do. EISDIR: a kernel that takes O_TMPFILE for O_DIRECTORY. */
static int is_for_want_of_unnamed(int reason)
{
    return reason == EOPNOTSUPP || reason == EISDIR || reason == EINVAL || reason == ENOSYS;
}

/* mkstemp() would do, but it gives the name too late for base/temporary.h, and leaves the mode to be mended with the
 * mask, which nobody can read without changing it under other threads. */
static int make_temporary(struct new_file *file)
{
    if (make_unnamed(file) == 0)
        return 0;
    if (!is_for_want_of_unnamed(errno))
        return -1;
    for (int i = 0; i < TRIES; i++) {
        uint32_t random;
        if (getentropy(&random, sizeof random) < 0)
            return -1;
        write_temporary_name(file->temporary, file->path, random);
        file->slot = temporary_add(file->temporary);
        file->descriptor = open(file->temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file->descriptor >= 0) {
            temporary_made(file->slot);
            return 0;
        }
        temporary_drop(file->slot);
        if (errno != EEXIST && errno != EINTR)
            return -1;
    }
    return -1;
}

static void remove_temporary(const struct new_file *file)
{
    if (file->is_unnamed || file->is_given)
        return;
    (void)unlink(file->temporary);
    temporary_drop(file->slot);
}

/* Behind a link that somebody put there, a name that nobody typed would replace any file of the user's. */
static enum tt_status new_file_refuse_links(const char *path, struct tt_error *err)
{
    struct stat there;
    char *copy OWNED(mem_free_at) = mem_strdup(path);
    NEED(copy, err, "%s: no memory", path);
    const char *folder = dirname(copy);
    REFUSE_IF(lstat(folder, &there) == 0 && S_ISLNK(there.st_mode), err,
              "%s: a symbolic link, expected a folder of the tool's own", folder);
    REFUSE_IF(lstat(path, &there) == 0 && !S_ISREG(there.st_mode), err,
              "%s: not a regular file, and only such a one is replaced", path);
    return TT_OK;
}

/* Where the file is to stand: behind a symbolic link, as a shell's > has it. */
static enum tt_status new_file_find_place(char **place, const char *path, int replace, struct tt_error *err)
{
    struct stat there;
    *place = NULL;
    if (lstat(path, &there) == 0) {
        const int is_link = S_ISLNK(there.st_mode);
        REFUSE_IF(!replace, err, "%s: the file exists; --force replaces it", path);
        REFUSE_IF(is_link && stat(path, &there) < 0, err, "%s: a symbolic link to nothing: %s", path, strerror(errno));
        REFUSE_IF(!S_ISREG(there.st_mode), err, "%s: not a regular file, and only such a one is replaced", path);
        *place = is_link ? realpath(path, NULL) : strdup(path);
    } else if (errno == ENOENT) {
        *place = strdup(path);
    }
    if (*place)
        return TT_OK;
    return tt_fail(err, errno == ENOMEM ? TT_NO_MEMORY : TT_IO, "%s: cannot be created: %s", path, strerror(errno));
}

/* By errno. */
static enum tt_status new_file_cannot_write(const char *path, struct tt_error *err)
{
    return errno == ENOMEM ? tt_fail(err, TT_NO_MEMORY, "%s: no memory", path)
                           : tt_fail(err, TT_IO, "%s: cannot be written: %s", path, strerror(errno));
}

/* A file of this process that has no name: whoever gave its path wants it written where it is. */
static enum tt_status take_given(struct new_file **out, const char *path, struct tt_error *err)
{
    struct stat there;
    if (strncmp(path, OWN_FILES, sizeof OWN_FILES - 1) != 0)
        return TT_END;
    if (stat(path, &there) < 0)
        return errno == ENOENT ? TT_END
                               : new_file_cannot_write(path, err); /* new_file_find_place() would not see why */
    if (there.st_nlink > 0)
        return TT_END;
    struct new_file *file = mem_calloc(1, sizeof *file);
    NEED(file, err, "%s: no memory", path);
    *file = (struct new_file){.path = strdup(path), .temporary = mem_strdup(path), .slot = -1, .is_given = 1};
    errno = ENOMEM;
    file->descriptor = file->path && file->temporary ? open(path, O_RDWR | O_TRUNC | O_CLOEXEC) : -1;
    if (file->descriptor < 0) {
        const enum tt_status status = new_file_cannot_write(path, err);
        new_file_release(file);
        return status;
    }
    *out = file;
    return TT_OK;
}

static enum tt_status new_file_reserve(struct new_file **out, const char *path, int replace, struct tt_error *err)
{
    *out = NULL;
    char *place;
    enum tt_status status = take_given(out, path, err);
    if (status != TT_END)
        return status;
    status = new_file_find_place(&place, path, replace, err);
    if (status)
        return status;
    struct new_file *file = mem_calloc(1, sizeof *file);
    if (!file) {
        free(place);
        return tt_fail(err, TT_NO_MEMORY, "%s: no memory", path);
    }
    *file = (struct new_file){
        .path = place, .temporary = mem_alloc(temporary_size(place)), .descriptor = -1, .slot = -1, .replace = replace};
    if (!file->temporary) {
        new_file_release(file);
        return tt_fail(err, TT_NO_MEMORY, "%s: no memory", path);
    }
    if (make_temporary(file) < 0) {
        const char *reason = errno == ENOENT ? "its folder does not exist" : strerror(errno);
        status = tt_fail(err, errno == ENOMEM ? TT_NO_MEMORY : TT_IO, "%s: cannot be created: %s", path, reason);
        new_file_release(file);
        return status;
    }
    input_is_ours(file->descriptor);
    *out = file;
    return TT_OK;
}

enum tt_status new_file_open(struct new_file **out, const char *path, int replace, struct tt_error *err)
{
    *out = NULL;
    const enum tt_status status = input_refuse_output(path, err);
    return status ? status : new_file_reserve(out, path, replace, err);
}

void new_file_unsynced(struct new_file *file)
{
    file->is_unsynced = 1;
}

const char *new_file_path(const struct new_file *file)
{
    return file->temporary;
}

int new_file_descriptor(const struct new_file *file)
{
    return file->descriptor;
}

enum tt_status new_file_stream(FILE **out, const struct new_file *file, const char *mode, struct tt_error *err)
{
    const int descriptor = dup(file->descriptor);
    *out = descriptor >= 0 ? fdopen(descriptor, mode) : NULL;
    if (*out)
        return TT_OK;
    const enum tt_status status = new_file_cannot_write(file->path, err);
    if (descriptor >= 0)
        (void)close(descriptor);
    return status;
}

enum tt_status new_file_close_stream(FILE *stream, const struct new_file *file, struct tt_error *err)
{
    const int has_failed = ferror(stream);
    errno = 0;
    if (fclose(stream) == 0 && !has_failed)
        return TT_OK;
    /* A stream forgets why a write before failed: a reason that lasts meets one byte more. */
    if (!errno && write(file->descriptor, "", 1) == 1)
        errno = 0;
    return tt_fail(err, TT_IO, "%s: cannot be written: %s", file->path, errno ? strerror(errno) : "write error");
}

/* The folder that holds path, open, or -1. Opened before anything is put in place, so that failures come early. */
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

static int link_to(const struct new_file *file, const char *name)
{
    return file->is_unnamed ? linkat(AT_FDCWD, file->temporary, AT_FDCWD, name, AT_SYMLINK_FOLLOW)
                            : link(file->temporary, name);
}

/* Where nothing may be replaced: fails if somebody was quicker. A file system without hard links may know a rename that
 * replaces nothing. */
static int put_beside_others(const struct new_file *file)
{
    if (link_to(file, file->path) == 0)
        return 0;
    if (file->is_unnamed)
        return -1;
    if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS && errno != EMLINK)
        return -1;
    return (int)syscall(SYS_renameat2, AT_FDCWD, file->temporary, AT_FDCWD, file->path, RENAME_NOREPLACE);
}

/* No call gives a file without a name one that is taken: it gets a hidden name, and is renamed at once. Only a kill
 * between these two calls leaves the hidden name, and then the file is whole. */
static int put_over(struct new_file *file)
{
    if (!file->is_unnamed)
        return rename(file->temporary, file->path);
    for (int i = 0; i < TRIES; i++) {
        char *name = mem_alloc(temporary_size(file->path));
        uint32_t random;
        if (!name || getentropy(&random, sizeof random) < 0) {
            const int missing = name ? errno : ENOMEM;
            mem_free(name);
            errno = missing;
            return -1;
        }
        write_temporary_name(name, file->path, random);
        const int slot = temporary_add(name);
        int result = link_to(file, name);
        const int is_linked = result == 0;
        if (is_linked) {
            temporary_made(slot);
            result = rename(name, file->path);
            const int reason = errno;
            if (result < 0)
                (void)unlink(name);
            errno = reason;
        }
        const int reason = errno;
        temporary_drop(slot);
        mem_free(name);
        errno = reason;
        if (is_linked || reason != EEXIST)
            return result;
    }
    return -1;
}

static int put_in_place(struct new_file *file)
{
    struct stat there;
    if (file->replace && (!file->is_unnamed || lstat(file->path, &there) == 0))
        return put_over(file);
    if (put_beside_others(file) == 0)
        return 0;
    return file->replace && errno == EEXIST ? put_over(file) : -1; /* somebody was quicker */
}

static enum tt_status base_new_file_commit(struct new_file *file, int folder, struct tt_error *err)
{
    if (folder < 0 && errno == ENOMEM)
        return tt_fail(err, TT_NO_MEMORY, "%s: no memory", file->path);
    if (folder < 0)
        return tt_fail(err, TT_IO, "%s: its folder cannot be opened: %s", file->path, strerror(errno));
    if (!file->is_unsynced && fsync(file->descriptor) < 0)
        return tt_fail(err, TT_IO, "%s: cannot be written: %s", file->path, strerror(errno));
    /* Once more: a folder or a bundle names further inputs while the work goes on. */
    TRY(file->is_own        ? new_file_refuse_links(file->path, err)
        : file->is_unsynced ? TT_OK
                            : input_refuse_output(file->path, err));
    if (put_in_place(file) < 0) {
        REFUSE_IF(errno == EEXIST && !file->replace, err, "%s: the file exists by now; --force replaces it",
                  file->path);
        return tt_fail(err, errno == ENOMEM ? TT_NO_MEMORY : TT_IO, "%s: cannot be put in place: %s", file->path,
                       strerror(errno));
    }
    if (!file->is_unsynced && sync_folder(folder) < 0) {
        enum tt_status status = tt_fail(err, TT_IO, "%s: its folder cannot be synced: %s", file->path, strerror(errno));
        if (!file->replace)
            (void)unlink(file->path);
        return status;
    }
    return TT_OK;
}

enum tt_status new_file_commit(struct new_file *file, struct tt_error *err)
{
    if (file->is_given) {
        new_file_release(file);
        return TT_OK;
    }
    int folder = open_folder(file->path);
    enum tt_status status = base_new_file_commit(file, folder, err);
    if (folder >= 0)
        (void)close(folder);
    remove_temporary(file); /* no longer there if it was renamed */
    new_file_release(file);
    return status;
}

void new_file_abandon(struct new_file *file)
{
    if (!file)
        return;
    remove_temporary(file);
    new_file_release(file);
}

static enum tt_status put_stream(struct new_file *file, new_file_put *put, void *user, struct tt_error *err)
{
    FILE *out;
    TRY(new_file_stream(&out, file, "w+b", err));
    enum tt_status status = put(user, out, err);
    const enum tt_status closed = new_file_close_stream(out, file, status ? NULL : err);
    return status ? status : closed;
}

enum tt_status new_file_write(const char *path, enum new_file_how how, new_file_put *put, void *user,
                              struct tt_error *err)
{
    struct new_file *file;
    enum tt_status status;
    if (how == NEW_FILE_OWN) { /* a file that the tool made before is no input of the user's, though it is read */
        status = new_file_refuse_links(path, err);
        status = status ?: new_file_reserve(&file, path, 1, err);
    } else {
        status = new_file_open(&file, path, how != NEW_FILE_NEW, err);
    }
    if (status)
        return status;
    file->is_own = how == NEW_FILE_OWN;
    file->is_unsynced = how == NEW_FILE_UNSYNCED;
    status = put_stream(file, put, user, err);
    if (!status)
        return new_file_commit(file, err);
    new_file_abandon(file);
    return status;
}

enum tt_status new_file_put_copy(void *user, FILE *out, struct tt_error *err)
{
    const struct new_file_copy *copy = user;
    uint8_t *bytes OWNED(mem_free_at) = NULL;
    size_t count = 0;
    TRY(input_whole(copy->from, copy->most, &bytes, &count, err));
    (void)fwrite(bytes, 1, count, out); /* an error of the file is reported when it is closed */
    return TT_OK;
}

/* ---- a folder ---- */

/* A hidden name beside the place. */
enum tt_status new_folder_make(struct new_folder *folder, const char *place, struct tt_error *err)
{
    size_t length = strlen(place);
    while (length > 1 && place[length - 1] == '/')
        length--;
    size_t name = length;
    while (name > 0 && place[name - 1] != '/')
        name--;
    *folder = (struct new_folder){.place = place, .slot = -1};
    for (int i = 0; i < TRIES; i++) {
        const int count = snprintf(folder->path, sizeof folder->path, "%.*s.%.*s.%d.%d", (int)name, place,
                                   (int)(length - name), place + name, (int)getpid(), i);
        REFUSE_IF(count < 0 || (size_t)count >= sizeof folder->path, err, "%.80s...: the path is too long", place);
        if (mkdir(folder->path, 0777) == 0) {
            folder->is_made = true;
            folder->slot = temporary_add_tree(folder->path);
            return TT_OK;
        }
        if (errno != EEXIST)
            break;
    }
    return tt_fail(err, TT_IO, "%s: cannot be created: %s", place, strerror(errno));
}

enum tt_status new_folder_put(struct new_folder *folder, bool replace, struct tt_error *err)
{
    if (replace)
        tree_remove(folder->place);
    if (rename(folder->path, folder->place) != 0)
        return tt_fail(err, TT_IO, "%s: cannot be put in place: %s", folder->place, strerror(errno));
    folder->is_made = false;
    return TT_OK;
}

void new_folder_clear(struct new_folder *folder)
{
    if (folder->is_made)
        tree_remove(folder->path);
    if (folder->place)
        temporary_drop(folder->slot);
    *folder = (struct new_folder){.place = NULL};
}
