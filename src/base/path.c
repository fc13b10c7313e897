/* SPDX-License-Identifier: Apache-2.0 */
#include "base/path.h"
#include "base/search.h"

#include <dirent.h>
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

ORDER(folder_by_bytes, char *, strcmp(*a, *b))

enum tt_status folder_read(struct folder *folder, const char *path, bool is_all, struct tt_error *err)
{
    DIR *open = opendir(path);
    enum tt_status status = TT_OK;
    if (!open)
        return tt_fail(err, TT_IO, "%s: cannot be read: %s", path, strerror(errno));
    for (const struct dirent *entry; !status && (entry = readdir(open)) != NULL;) {
        const char *name = entry->d_name;
        if (is_all ? strcmp(name, ".") == 0 || strcmp(name, "..") == 0 : name[0] == '.')
            continue;
        if (mem_grow(&folder->names, &folder->capacity, folder->count + 1, sizeof *folder->names) ||
            !(folder->names[folder->count] = mem_strdup(name)))
            status = tt_fail(err, TT_NO_MEMORY, "%s: no memory", path);
        else
            folder->count++;
    }
    (void)closedir(open);
    if (folder->count)
        qsort(folder->names, folder->count, sizeof *folder->names, folder_by_bytes);
    return status;
}

void folder_clear(struct folder *folder)
{
    for (size_t i = 0; i < folder->count; i++)
        mem_free(folder->names[i]);
    mem_free(folder->names);
    *folder = (struct folder){0};
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

const char *path_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

const char *path_ending(const char *path, const char *ending)
{
    const size_t length = strlen(path), end = strlen(ending);
    return length > end && strcmp(path + length - end, ending) == 0 ? path + length - end : NULL;
}
