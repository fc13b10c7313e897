/* SPDX-License-Identifier: Apache-2.0 */
/* By calls of the system alone: a signal handler may have no memory from malloc(), which opendir() takes. */
#include "base/new_file.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

enum { DEEPEST = 64, ENTRIES_BYTES = 2048 };

static void tree_empty(int folder, unsigned depth);

static void tree_remove_in(int folder, const char *name, unsigned depth)
{
    if (unlinkat(folder, name, 0) == 0 || depth == DEEPEST)
        return;
    const int inside = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (inside < 0)
        return;
    tree_empty(inside, depth + 1);
    (void)close(inside);
    (void)unlinkat(folder, name, AT_REMOVEDIR);
}

/* Each time from the front: what is gone is not read again. */
static void tree_empty(int folder, unsigned depth)
{
    _Alignas(struct dirent64) char entries[ENTRIES_BYTES];
    for (ssize_t count; (count = getdents64(folder, entries, sizeof entries)) > 0;)
        for (ssize_t at = 0; at < count;) {
            const struct dirent64 *entry = (const struct dirent64 *)(const void *)(entries + at);
            at += entry->d_reclen;
            if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
                tree_remove_in(folder, entry->d_name, depth);
        }
}

void tree_remove(const char *path)
{
    tree_remove_in(AT_FDCWD, path, 0);
}
