/* SPDX-License-Identifier: Apache-2.0 */
/* Databases in files without a name (base/new_file.h), whose path is a link to what the process has open: SQLite
 * follows a link to a name before it opens it, and opens no link. For such paths both are left out of its usual access
 * to files. The call that opens is SQLite's for all of the process, a Python program's own databases too: of other
 * paths it does what SQLite's does. */
#include "results/database.h"
#include "results/results.h"

#include <fcntl.h>
#include <pthread.h>
#include <string.h>

static const char own_files[] = "/proc/self/fd/", vfs_name[] = "tt-replay-unnamed";

static bool is_unnamed(const char *path)
{
    return strncmp(path, own_files, sizeof own_files - 1) == 0;
}

static int unnamed_open(const char *path, int flags, int mode)
{
    return open(path, is_unnamed(path) ? flags & ~O_NOFOLLOW : flags, mode);
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
    sqlite3_vfs *usual = sqlite3_vfs_find(NULL);
    if (!usual || usual->iVersion < 3)
        return;
    (void)usual->xSetSystemCall(usual, "open", (sqlite3_syscall_ptr)unnamed_open);
    vfs = *usual;
    vfs.zName = vfs_name;
    vfs.pNext = NULL;
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
