/* SPDX-License-Identifier: Apache-2.0 */
#include "base/path.h"

#include "base/memory.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum tt_status path_look(enum path_kind *kind, const char *path, struct tt_error *err)
{
    struct stat there;
    *kind = PATH_ABSENT;
    if (stat(path, &there) == 0)
        *kind = S_ISREG(there.st_mode) ? PATH_FILE : S_ISDIR(there.st_mode) ? PATH_FOLDER : PATH_OTHER;
    else if (errno != ENOENT && errno != ENOTDIR)
        return tt_fail(err, errno == ENOMEM ? TT_NO_MEMORY : TT_IO, "%s: cannot be read: %s", path, strerror(errno));
    return TT_OK;
}

char *path_join(const char *folder, const char *name)
{
    const size_t size = strlen(folder) + strlen(name) + 2;
    char *path = mem_alloc(size);
    if (path)
        (void)snprintf(path, size, "%s/%s", folder, name);
    return path;
}

char *path_trimmed(const char *path)
{
    char *trimmed = mem_strdup(path);
    for (size_t n = trimmed ? strlen(trimmed) : 0; n > 1 && trimmed[n - 1] == '/'; n--)
        trimmed[n - 1] = '\0';
    return trimmed;
}
