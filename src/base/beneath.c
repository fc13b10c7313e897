/* SPDX-License-Identifier: Apache-2.0 */
#include "base/beneath.h"

#include "base/usual.h"

#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Folder by folder, each opened from the one before: for kernels without openat2(), and for sandboxes that refuse it. A
 * link is followed nowhere. Takes the descriptor of the folder over. */
static int beneath_walk(int at, const char *name)
{
    char *parts = mem_strdup(name), *rest = parts;
    if (!parts) {
        (void)close(at);
        at = -1;
        errno = ENOMEM;
    }
    for (const char *part; at >= 0 && (part = strsep(&rest, "/"));) {
        if (!*part || strcmp(part, ".") == 0)
            continue;
        const int flags = rest ? O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC : INPUT_HOW | O_NOFOLLOW;
        const int next = strcmp(part, "..") == 0 ? (errno = EXDEV, -1) : openat(at, part, flags);
        const int error = errno;
        (void)close(at);
        at = next;
        errno = error;
    }
    mem_free(parts);
    return at;
}

int beneath_open(const char *folder, const char *name)
{
    const struct open_how how = {.flags = (uint64_t)INPUT_HOW, .resolve = RESOLVE_BENEATH};
    const int at = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (at < 0)
        return -1;
    const int opened = (int)syscall(SYS_openat2, at, name, &how, sizeof how);
    if (opened < 0 && (errno == ENOSYS || errno == EPERM))
        return beneath_walk(at, name);
    const int error = errno;
    (void)close(at);
    errno = error;
    return opened;
}
