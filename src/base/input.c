/* SPDX-License-Identifier: Apache-2.0 */
/* With base/temporary.c and base/limits.c the only global variables of the project: which files a process reads is a
 * fact of the process, and a call that is not given the list would open a file that is not guarded. */
#include "base/input.h"
#include "base/search.h"

#include "base/beneath.h"
#include "base/path.h"

#include <fcntl.h>
#include <pthread.h>
#include <search.h>
#include <sys/stat.h>
#include <unistd.h>

struct seen {
    dev_t device;
    ino_t inode;
    bool is_ours;
};

static struct {
    pthread_mutex_t lock;
    bool is_on;
    void *tree; /* of struct seen, by tsearch() */
} seen = {.lock = PTHREAD_MUTEX_INITIALIZER};

ORDER(by_file, struct seen, RISING(device) ?: RISING(inode))

/* Null: no memory. */
static struct seen *input_enter(const struct stat *there)
{
    const struct seen key = {there->st_dev, there->st_ino, false};
    struct seen **found = tsearch(&key, &seen.tree, by_file);
    if (!found || *found != &key)
        return found ? *found : NULL;
    struct seen *entry = mem_alloc(sizeof *entry);
    if (entry)
        *entry = key;
    else
        (void)tdelete(&key, &seen.tree, by_file);
    if (entry)
        *found = entry;
    return entry;
}

/* At the end of the process. How many files there are differs between two runs alike: some file systems give the inode
 * of a removed candidate (reduce) to the next one, some of the time. */
static void input_forget(void)
{
    (void)pthread_mutex_lock(&seen.lock);
    seen.is_on = false;
    while (seen.tree) {
        struct seen *entry = *(struct seen **)seen.tree;
        (void)tdelete(entry, &seen.tree, by_file);
        mem_free(entry);
    }
    (void)pthread_mutex_unlock(&seen.lock);
}

void inputs_remember(void)
{
    seen.is_on = true;
    (void)atexit(input_forget);
}

static enum tt_status remember(const struct stat *there, const char *path, struct tt_error *err)
{
    if (!seen.is_on)
        return TT_OK;
    (void)pthread_mutex_lock(&seen.lock);
    const bool is_entered = input_enter(there);
    (void)pthread_mutex_unlock(&seen.lock);
    return is_entered ? TT_OK : tt_fail(err, TT_NO_MEMORY, "%s: no memory", path);
}

void input_is_ours(int descriptor)
{
    struct stat there;
    if (!seen.is_on || fstat(descriptor, &there) < 0)
        return;
    (void)pthread_mutex_lock(&seen.lock);
    struct seen *entry = input_enter(&there);
    if (entry)
        entry->is_ours = true;
    (void)pthread_mutex_unlock(&seen.lock);
}

enum tt_status input_refuse_output(const char *output, struct tt_error *err)
{
    struct stat there;
    if (!seen.is_on || stat(output, &there) < 0)
        return TT_OK; /* whoever opens it says why */
    const struct seen key = {there.st_dev, there.st_ino, false};
    (void)pthread_mutex_lock(&seen.lock);
    struct seen *const *found = tfind(&key, &seen.tree, by_file);
    const bool is_input = found && !(*found)->is_ours;
    (void)pthread_mutex_unlock(&seen.lock);
    if (!is_input)
        return TT_OK;
    return tt_fail(err, TT_BAD_INPUT, "%s: this is the input; the output needs another name", output);
}

static enum tt_status input_check(const struct stat *there, const char *path, struct tt_error *err)
{
    REFUSE_IF(S_ISDIR(there->st_mode), err, "%s: a folder, expected a file", path);
    REFUSE_IF(!S_ISREG(there->st_mode), err, "%s: not a regular file", path);
    return remember(there, path, err);
}

static enum tt_status input_failed(const char *path, struct tt_error *err)
{
    return tt_fail(err, TT_IO, "%s: cannot be opened: %s", path, strerror(errno));
}

/* Takes the descriptor over. */
static enum tt_status accept_opened(int *out, int descriptor, const char *path, struct tt_error *err)
{
    *out = -1;
    if (descriptor < 0)
        return input_failed(path, err);
    struct stat there;
    enum tt_status status = TT_OK;
    if (fstat(descriptor, &there) < 0)
        status = tt_fail(err, TT_IO, "%s: cannot be read: %s", path, strerror(errno));
    else
        status = input_check(&there, path, err);
    if (status)
        (void)close(descriptor);
    else
        *out = descriptor;
    return status;
}

enum tt_status input_open(int *descriptor, const char *path, struct tt_error *err)
{
    return accept_opened(descriptor, open(path, INPUT_HOW), path, err);
}

enum tt_status input_stream(FILE **out, const char *path, struct tt_error *err)
{
    int descriptor;
    *out = NULL;
    TRY(input_open(&descriptor, path, err));
    *out = fdopen(descriptor, "rb");
    if (*out)
        return TT_OK;
    (void)close(descriptor);
    return tt_fail(err, TT_NO_MEMORY, "%s: no memory", path);
}

enum tt_status input_stream_lines(FILE *file, const char *path, input_take_line *take, void *user, struct tt_error *err)
{
    enum tt_status status = TT_OK;
    char line[INPUT_LINE_MAX];
    for (unsigned number = 1; !status && fgets(line, sizeof line, file); number++) {
        const bool is_whole = strchr(line, '\n') || feof(file);
        line[strcspn(line, "\r\n")] = 0;
        status = is_whole ? take(user, line, number, err)
                          : tt_fail(err, TT_BAD_INPUT, "a line is at most %d bytes", INPUT_LINE_MAX - 2);
        if (status)
            tt_error_prefix(err, "%s: line %u", path, number);
    }
    if (!status && ferror(file))
        status = tt_fail(err, TT_IO, "%s: %s", path, strerror(errno));
    return status;
}

enum tt_status input_lines(const char *path, input_take_line *take, void *user, struct tt_error *err)
{
    FILE *file;
    TRY(input_stream(&file, path, err));
    enum tt_status status = input_stream_lines(file, path, take, user, err);
    (void)fclose(file);
    return status;
}

enum tt_status input_look(const char *path, struct tt_error *err)
{
    struct stat there;
    if (stat(path, &there) < 0)
        return input_failed(path, err);
    return input_check(&there, path, err);
}

enum tt_status input_refuse_longer(const char *path, uint64_t most, struct tt_error *err)
{
    struct stat there;
    if (stat(path, &there) < 0 || !S_ISREG(there.st_mode) || (uint64_t)there.st_size <= most)
        return TT_OK;
    return tt_fail(err, TT_BAD_INPUT, "%s: %llu bytes, expected at most %llu", path, (unsigned long long)there.st_size,
                   (unsigned long long)most);
}

enum tt_status input_keep(const char *output, const char *input, struct tt_error *err)
{
    (void)input_look(input, NULL);
    return output ? input_refuse_output(output, err) : TT_OK;
}

enum tt_status input_open_beneath(int *descriptor, const char *folder, const char *name, struct tt_error *err)
{
    char *path = path_join(folder, name);
    *descriptor = -1;
    NEED(path, err, "%s: no memory", folder);
    enum tt_status status;
    const int opened = beneath_open(folder, name);
    if (opened < 0 && (errno == EXDEV || errno == ELOOP))
        status = tt_fail(err, TT_BAD_INPUT, "%s: leads out of the folder %s, by a link or \"..\"; it is not followed",
                         path, folder);
    else
        status = accept_opened(descriptor, opened, path, err);
    /* The name was wrong, not the disk. */
    if (opened < 0 && status == TT_IO && (errno == ENOENT || errno == ENOTDIR))
        status = TT_BAD_INPUT;
    mem_free(path);
    return status;
}

/* All of a stream, which is closed. */
static enum tt_status input_read_whole(FILE *in, const char *path, size_t most, uint8_t **bytes, size_t *count,
                                       struct tt_error *err)
{
    enum { PIECE = 1 << 16 };
    size_t capacity = 0;
    enum tt_status status = TT_OK;
    for (size_t got = 1; got && !status; *count += got) {
        if (*count > most)
            status = tt_fail(err, TT_BAD_INPUT, "%s: longer than %zu bytes", path, most);
        else if (mem_grow(bytes, &capacity, *count + PIECE, 1) < 0)
            status = tt_fail(err, TT_NO_MEMORY, "%s: no memory", path);
        got = status ? 0 : fread(*bytes + *count, 1, PIECE, in);
    }
    if (!status && ferror(in))
        status = tt_fail(err, TT_IO, "%s: cannot be read: %s", path, strerror(errno));
    (void)fclose(in);
    return status;
}

enum tt_status input_whole(const char *path, size_t most, uint8_t **bytes, size_t *count, struct tt_error *err)
{
    FILE *in;
    *count = 0;
    TRY(input_refuse_longer(path, most, err));
    TRY(input_stream(&in, path, err));
    return input_read_whole(in, path, most, bytes, count, err);
}

enum tt_status input_whole_beneath(const char *folder, const char *name, size_t most, uint8_t **bytes, size_t *count,
                                   struct tt_error *err)
{
    int descriptor;
    *count = 0;
    TRY(input_open_beneath(&descriptor, folder, name, err));
    FILE *in = fdopen(descriptor, "rb");
    if (in)
        return input_read_whole(in, name, most, bytes, count, err);
    (void)close(descriptor);
    return tt_fail(err, TT_NO_MEMORY, "%s: no memory", name);
}
