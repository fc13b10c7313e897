/* SPDX-License-Identifier: Apache-2.0 */
#include "base/guard/fence.h"

#include <fcntl.h>
#include <limits.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Linux 6.2; younger than the headers of Debian 12. */
#ifndef LANDLOCK_ACCESS_FS_TRUNCATE
#define LANDLOCK_ACCESS_FS_TRUNCATE (1ULL << 14)
#endif

/* The second version is the first that can allow a move from folder to folder. */
enum { VERSION_MOVES = 2, VERSION_TRUNCATES = 3 };

static const uint64_t reads = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
static const uint64_t of_files =
    LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_TRUNCATE;
/* The folders that outputs need. Devices, sockets, pipes and symbolic links are made nowhere, and nothing is run. */
static const uint64_t writes = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                               LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_DIR |
                               LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_REFER | LANDLOCK_ACCESS_FS_TRUNCATE;
static const uint64_t never = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_SOCK |
                              LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK |
                              LANDLOCK_ACCESS_FS_MAKE_SYM;

#ifdef TTR_COVERAGE
static const bool is_counted = true; /* gcov writes its counts beside the objects when the program ends */
#else
static const bool is_counted = false;
#endif

static uint64_t handled(bool has_reads, long version)
{
    const uint64_t all = writes | never | (has_reads ? reads : 0);
    return version >= VERSION_TRUNCATES ? all : all & ~LANDLOCK_ACCESS_FS_TRUNCATE;
}

static long version_here(void)
{
    return syscall(SYS_landlock_create_ruleset, NULL, (size_t)0, LANDLOCK_CREATE_RULESET_VERSION);
}

void fence_begin(struct fence *fence, bool has_reads)
{
    *fence = (struct fence){.rules = -1, .has_reads = has_reads};
    const long version = version_here();
    if (fence_look() != SANDBOX_ON)
        return;
    const struct landlock_ruleset_attr attributes = {.handled_access_fs = handled(has_reads, version)};
    fence->rules = (int)syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0U);
}

/* Whether it is for the caller to find out that a path cannot be opened: whatever opens it later fails in the same way.
 */
static bool fence_is_absent(int reason)
{
    return reason == ENOENT || reason == ENOTDIR || reason == EACCES || reason == ELOOP || reason == ENAMETOOLONG;
}

static bool add_rule(const struct fence *fence, int place, uint64_t what)
{
    struct stat there;
    if (fstat(place, &there) < 0)
        return false;
    const uint64_t can = S_ISDIR(there.st_mode) ? what : what & of_files;
    const struct landlock_path_beneath_attr beneath = {
        .allowed_access = can & handled(fence->has_reads, version_here()), .parent_fd = place};
    /* EBADFD: a pipe, which has no place among files and so is not fenced. */
    return !beneath.allowed_access ||
           syscall(SYS_landlock_add_rule, fence->rules, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0U) == 0 ||
           errno == EBADFD;
}

static void allow(struct fence *fence, const char *path, uint64_t what)
{
    if (fence->rules < 0)
        return;
    const int place = open(path, O_PATH | O_CLOEXEC);
    if (place < 0) {
        fence->is_broken |= !fence_is_absent(errno);
        return;
    }
    fence->is_broken |= !add_rule(fence, place, what);
    (void)close(place);
}

void fence_allow_reading(struct fence *fence, const char *path)
{
    allow(fence, path, reads);
}

/* Cuts `path` to the folder that holds it; false: it has none above. */
static bool cut_to_folder(char *path)
{
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/')
        length--;
    while (length > 0 && path[length - 1] != '/')
        length--;
    while (length > 1 && path[length - 1] == '/')
        length--;
    const bool has_folder = length > 0;
    (void)strcpy(path + length, has_folder ? "" : ".");
    return has_folder && strcmp(path, "/") != 0;
}

static bool fence_is_folder(const char *path)
{
    struct stat there;
    return stat(path, &there) == 0 && S_ISDIR(there.st_mode);
}

void fence_allow_output(struct fence *fence, const char *path)
{
    char folder[PATH_MAX + 2], behind[PATH_MAX];
    if (strlen(path) >= PATH_MAX)
        return;
    (void)strcpy(folder, path);
    while (cut_to_folder(folder) && !fence_is_folder(folder))
        ;
    allow(fence, folder, writes | reads);
    if (fence_is_folder(path))
        allow(fence, path, writes | reads);
    else if (realpath(path, behind) && cut_to_folder(behind))
        allow(fence, behind, writes | reads);
}

enum sandbox_state fence_enter(struct fence *fence)
{
    if (fence->rules < 0)
        return SANDBOX_ABSENT;
    const bool is_on = !fence->is_broken && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
                       syscall(SYS_landlock_restrict_self, fence->rules, 0U) == 0;
    (void)close(fence->rules);
    fence->rules = -1;
    return is_on ? SANDBOX_ON : SANDBOX_ABSENT;
}

enum sandbox_state fence_look(void)
{
    return version_here() >= VERSION_MOVES && !is_counted ? SANDBOX_ON : SANDBOX_ABSENT;
}

bool fence_holds_truncation(void)
{
    return version_here() >= VERSION_TRUNCATES;
}
