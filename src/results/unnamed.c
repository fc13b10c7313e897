/* SPDX-License-Identifier: Apache-2.0 */
/* Databases in files without a name (base/new_file.h): SQLite's own access to files follows the path to a name, finds
 * none, and makes a file of that text. So these are read and written through what the process has open. Nobody else can
 * open them: no locks, no journal, nothing beside them. */
#include "results/database.h"
#include "results/results.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char own_files[] = "/proc/self/fd/", vfs_name[] = "tt-replay-unnamed";

struct unnamed {
    sqlite3_file base;
    int descriptor, reason; /* errno of what failed last */
};

static struct unnamed *of(sqlite3_file *file)
{
    return (struct unnamed *)(void *)file;
}

static int close_file(sqlite3_file *file)
{
    (void)close(of(file)->descriptor);
    return SQLITE_OK;
}

static int read_file(sqlite3_file *file, void *bytes, int count, sqlite3_int64 at)
{
    int done = 0;
    while (done < count) {
        const ssize_t n = pread(of(file)->descriptor, (char *)bytes + done, (size_t)(count - done), at + done);
        if (n < 0 && errno == EINTR)
            continue;
        of(file)->reason = n < 0 ? errno : 0;
        if (n < 0)
            return SQLITE_IOERR_READ;
        if (n == 0)
            break;
        done += (int)n;
    }
    memset((char *)bytes + done, 0, (size_t)(count - done)); /* as the interface has it */
    return done == count ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

static int write_file(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 at)
{
    for (int done = 0; done < count;) {
        const ssize_t n = pwrite(of(file)->descriptor, (const char *)bytes + done, (size_t)(count - done), at + done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            of(file)->reason = n < 0 ? errno : ENOSPC;
            return of(file)->reason == ENOSPC ? SQLITE_FULL : SQLITE_IOERR_WRITE;
        }
        done += (int)n;
    }
    return SQLITE_OK;
}

static int truncate_file(sqlite3_file *file, sqlite3_int64 size)
{
    if (ftruncate(of(file)->descriptor, size) == 0)
        return SQLITE_OK;
    of(file)->reason = errno;
    return SQLITE_IOERR_TRUNCATE;
}

static int size_of(sqlite3_file *file, sqlite3_int64 *size)
{
    struct stat there;
    if (fstat(of(file)->descriptor, &there) < 0) {
        of(file)->reason = errno;
        return SQLITE_IOERR_FSTAT;
    }
    *size = there.st_size;
    return SQLITE_OK;
}

/* The file's maker syncs it, as a whole. */
static int ignore(sqlite3_file *file, int how)
{
    (void)file;
    (void)how;
    return SQLITE_OK;
}

static int is_reserved(sqlite3_file *file, int *is)
{
    (void)file;
    *is = 0;
    return SQLITE_OK;
}

static int control(sqlite3_file *file, int what, void *value)
{
    if (what != SQLITE_FCNTL_LAST_ERRNO)
        return SQLITE_NOTFOUND;
    *(int *)value = of(file)->reason;
    return SQLITE_OK;
}

static int traits(sqlite3_file *file)
{
    (void)file;
    return 0;
}

static const sqlite3_io_methods methods = {
    .iVersion = 1,
    .xClose = close_file,
    .xRead = read_file,
    .xWrite = write_file,
    .xTruncate = truncate_file,
    .xSync = ignore,
    .xFileSize = size_of,
    .xLock = ignore,
    .xUnlock = ignore,
    .xCheckReservedLock = is_reserved,
    .xFileControl = control,
    .xSectorSize = traits,
    .xDeviceCharacteristics = traits,
};

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *got)
{
    sqlite3_vfs *usual = vfs->pAppData;
    if (!name || strncmp(name, own_files, sizeof own_files - 1) != 0) /* what SQLite sorts in */
        return usual->xOpen(usual, name, file, flags, got);
    *of(file) =
        (struct unnamed){.descriptor = open(name, (flags & SQLITE_OPEN_READONLY ? O_RDONLY : O_RDWR) | O_CLOEXEC)};
    if (of(file)->descriptor < 0)
        return SQLITE_CANTOPEN;
    file->pMethods = &methods;
    if (got)
        *got = flags;
    return SQLITE_OK;
}

/* There is nothing beside such a file. */
static int unnamed_look(sqlite3_vfs *vfs, const char *name, int flags, int *is_there)
{
    (void)vfs;
    (void)name;
    (void)flags;
    *is_there = 0;
    return SQLITE_OK;
}

static int full_name(sqlite3_vfs *vfs, const char *name, int size, char *full)
{
    (void)vfs;
    (void)sqlite3_snprintf(size, full, "%s", name);
    return SQLITE_OK;
}

static int last_error(sqlite3_vfs *vfs, int size, char *text)
{
    (void)vfs;
    (void)size;
    (void)text;
    return errno;
}

static void unnamed_enter(void)
{
    static sqlite3_vfs vfs; /* SQLite has it in its list until the end */
    sqlite3_vfs *usual = sqlite3_vfs_find(NULL);
    if (!usual)
        return;
    vfs = *usual; /* randomness, time */
    vfs.szOsFile = usual->szOsFile > (int)sizeof(struct unnamed) ? usual->szOsFile : (int)sizeof(struct unnamed);
    vfs.zName = vfs_name;
    vfs.pAppData = usual;
    vfs.pNext = NULL;
    vfs.xOpen = open_file;
    vfs.xAccess = unnamed_look;
    vfs.xFullPathname = full_name;
    vfs.xGetLastError = last_error;
    (void)sqlite3_vfs_register(&vfs, 0);
}

const char *results_vfs_of(const char *path)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (strncmp(path, own_files, sizeof own_files - 1) != 0)
        return NULL;
    (void)pthread_once(&once, unnamed_enter);
    return vfs_name;
}
