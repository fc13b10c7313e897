/* SPDX-License-Identifier: Apache-2.0 */
/* Databases in files without a name (base/new_file.h), whose path is a link to what the process has open: SQLite
 * follows a link to a name before it opens it, and opens no link. Such files have a VFS of their own, which reads and
 * writes them and, since no other process can have them open, locks nothing; the rest is as SQLite's usual one has it,
 * which stays what it was for whoever else is in the process. */
#include "results/database.h"
#include "results/results.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

static const char own_files[] = "/proc/self/fd/", vfs_name[] = "tt-replay-unnamed";

struct unnamed {
    sqlite3_file head;
    int descriptor;
    int reason; /* errno of the last call that failed */
};

static bool is_unnamed(const char *path)
{
    return strncmp(path, own_files, sizeof own_files - 1) == 0;
}

static int unnamed_of(const sqlite3_file *file)
{
    return ((const struct unnamed *)file)->descriptor;
}

/* Notes errno. Returns code. */
static int unnamed_failed(sqlite3_file *file, int code)
{
    ((struct unnamed *)file)->reason = errno;
    return code;
}

static int unnamed_close(sqlite3_file *file)
{
    return close(unnamed_of(file)) == 0 ? SQLITE_OK : SQLITE_IOERR_CLOSE;
}

static int unnamed_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 at)
{
    int done = 0;
    while (done < count) {
        const ssize_t got = pread(unnamed_of(file), (char *)bytes + done, (size_t)(count - done), at + done);
        if (got < 0 && errno != EINTR)
            return unnamed_failed(file, SQLITE_IOERR_READ);
        if (got == 0)
            break;
        done += got < 0 ? 0 : (int)got;
    }
    memset((char *)bytes + done, 0, (size_t)(count - done));
    return done == count ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

static int unnamed_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 at)
{
    for (int done = 0; done < count;) {
        const ssize_t put = pwrite(unnamed_of(file), (const char *)bytes + done, (size_t)(count - done), at + done);
        if (put < 0 && errno != EINTR)
            return unnamed_failed(file, errno == ENOSPC || errno == EDQUOT ? SQLITE_FULL : SQLITE_IOERR_WRITE);
        done += put < 0 ? 0 : (int)put;
    }
    return SQLITE_OK;
}

static int unnamed_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    return ftruncate(unnamed_of(file), size) == 0 ? SQLITE_OK : unnamed_failed(file, SQLITE_IOERR_TRUNCATE);
}

static int unnamed_size(sqlite3_file *file, sqlite3_int64 *size)
{
    struct stat there;
    if (fstat(unnamed_of(file), &there) != 0)
        return unnamed_failed(file, SQLITE_IOERR_FSTAT);
    *size = there.st_size;
    return SQLITE_OK;
}

/* Locks, and waiting for the disk, which whoever puts the file in place does. */
static int unnamed_nothing(sqlite3_file *file, int level)
{
    (void)file;
    (void)level;
    return SQLITE_OK;
}

static int unnamed_is_reserved(sqlite3_file *file, int *is_reserved)
{
    (void)file;
    *is_reserved = 0;
    return SQLITE_OK;
}

static int unnamed_control(sqlite3_file *file, int what, void *of)
{
    if (what != SQLITE_FCNTL_LAST_ERRNO)
        return SQLITE_NOTFOUND;
    *(int *)of = ((const struct unnamed *)file)->reason;
    return SQLITE_OK;
}

static int unnamed_trait(sqlite3_file *file)
{
    (void)file;
    return 0; /* of sectors and of the device: the usual */
}

static int unnamed_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *flags_out)
{
    static const sqlite3_io_methods methods = {.iVersion = 1,
                                               .xClose = unnamed_close,
                                               .xRead = unnamed_read,
                                               .xWrite = unnamed_write,
                                               .xTruncate = unnamed_truncate,
                                               .xSync = unnamed_nothing,
                                               .xFileSize = unnamed_size,
                                               .xLock = unnamed_nothing,
                                               .xUnlock = unnamed_nothing,
                                               .xCheckReservedLock = unnamed_is_reserved,
                                               .xFileControl = unnamed_control,
                                               .xSectorSize = unnamed_trait,
                                               .xDeviceCharacteristics = unnamed_trait};
    struct unnamed *const unnamed = (struct unnamed *)file;
    if (!path || !is_unnamed(path)) { /* the files that SQLite has beside a database */
        sqlite3_vfs *const usual = sqlite3_vfs_find(NULL);
        return usual->xOpen(usual, path, file, flags, flags_out);
    }
    (void)vfs;
    *unnamed = (struct unnamed){0};
    unnamed->descriptor = open(path, (flags & SQLITE_OPEN_READWRITE ? O_RDWR : O_RDONLY) | O_CLOEXEC);
    if (unnamed->descriptor < 0)
        return SQLITE_CANTOPEN;
    unnamed->head.pMethods = &methods;
    if (flags_out)
        *flags_out = flags;
    return SQLITE_OK;
}

static int unnamed_path(sqlite3_vfs *vfs, const char *name, int size, char *path)
{
    (void)vfs;
    (void)sqlite3_snprintf(size, path, "%s", name);
    return SQLITE_OK;
}

static void unnamed_enter(void)
{
    static sqlite3_vfs vfs; /* SQLite has it in its list until the end */
    const sqlite3_vfs *usual = sqlite3_vfs_find(NULL);
    if (!usual)
        return;
    vfs = *usual;
    vfs.zName = vfs_name;
    vfs.pNext = NULL;
    vfs.szOsFile = vfs.szOsFile > (int)sizeof(struct unnamed) ? vfs.szOsFile : (int)sizeof(struct unnamed);
    vfs.xOpen = unnamed_open;
    vfs.xFullPathname = unnamed_path;
    (void)sqlite3_vfs_register(&vfs, 0);
}

const char *results_vfs_of(const char *path)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (!is_unnamed(path))
        return NULL;
    (void)pthread_once(&once, unnamed_enter);
    return vfs_name;
}
