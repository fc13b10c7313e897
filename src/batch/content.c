/* SPDX-License-Identifier: Apache-2.0 */
/* Hashes of files and of folders. */
#include "batch/content.h"

#include "base/beneath.h"
#include "base/input.h"
#include "base/path.h"
#include "batch/seal.h"
#include "capture/bundle.h"

#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

enum { READ_BYTES = 256 * 1024, DEPTH_MAX = 16 };

static enum tt_status read_into(struct sha256_ctx *state, const char *path, uint64_t *bytes, struct tt_error *err)
{
    int file;
    TRY(input_open(&file, path, err));
    uint8_t *buffer = mem_alloc(READ_BYTES);
    enum tt_status status = buffer ? TT_OK : tt_fail(err, TT_NO_MEMORY, "%s: no memory", path);
    while (!status) {
        const ssize_t count = read(file, buffer, READ_BYTES);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            status = tt_fail(err, TT_IO, "%s: cannot be read: %s", path, strerror(errno));
        if (count <= 0)
            break;
        sha256_update(state, (size_t)count, buffer);
        *bytes += (uint64_t)count;
    }
    mem_free(buffer);
    (void)close(file);
    return status;
}

enum tt_status content_beneath(const char *root, const char *name, struct tt_error *err)
{
    const int file = beneath_open(root, name);
    REFUSE_IF(file < 0 && (errno == EXDEV || errno == ELOOP), err,
              "leads out of the folder, by a link: name the folder that it leads to");
    if (file >= 0)
        (void)close(file);
    return TT_OK;
}

enum tt_status content_hash_file(const char *path, char hash[static BATCH_HASH_TEXT], uint64_t *bytes,
                                 struct tt_error *err)
{
    struct sha256_ctx state;
    uint64_t count = 0;
    sha256_init(&state);
    const enum tt_status status = read_into(&state, path, &count, err);
    seal_digest(&state, hash);
    if (bytes)
        *bytes = count;
    return status;
}

/* ---- bundles ---- */

static enum tt_status add_folder(struct sha256_ctx *state, const char *bundle, const char *name, unsigned depth,
                                 uint64_t *bytes, struct tt_error *err);

/* A name and its end, then the file: so that no two different folders read alike. name: "/begin/l1.bin". */
static enum tt_status add_entry(struct sha256_ctx *state, const char *bundle, const char *name, unsigned depth,
                                uint64_t *bytes, struct tt_error *err)
{
    char path[PATH_MAX];
    struct stat there;
    enum tt_status status = TT_OK;
    REFUSE_IF(snprintf(path, sizeof path, "%s%s", bundle, name) >= (int)sizeof path, err, "%s: the path is too long",
              bundle);
    if (lstat(path, &there) == 0 && S_ISLNK(there.st_mode))
        status = content_beneath(bundle, name + 1, err);
    if (!status && stat(path, &there) != 0)
        status = tt_fail(err, TT_IO, "%s: cannot be read: %s", path, strerror(errno));
    if (status || S_ISDIR(there.st_mode))
        return status ? status : add_folder(state, bundle, name, depth + 1, bytes, err);
    sha256_update(state, strlen(name) + 1, (const uint8_t *)name);
    const uint64_t before = *bytes;
    if (S_ISREG(there.st_mode))
        status = read_into(state, path, bytes, err);
    char size[32];
    (void)snprintf(size, sizeof size, "%llu", (unsigned long long)(*bytes - before));
    sha256_update(state, strlen(size) + 1, (const uint8_t *)size);
    return status;
}

static enum tt_status add_folder(struct sha256_ctx *state, const char *bundle, const char *name, unsigned depth,
                                 uint64_t *bytes, struct tt_error *err)
{
    char path[PATH_MAX], inner[PATH_MAX];
    struct folder inside OWNED(folder_clear) = {0};
    REFUSE_IF(snprintf(path, sizeof path, "%s%s", bundle, name) >= (int)sizeof path, err, "%s: the path is too long",
              bundle);
    REFUSE_IF(depth > DEPTH_MAX, err, "%s: folders are nested more than %d deep", path, DEPTH_MAX);
    TRY(folder_read(&inside, path, true, err));
    for (size_t i = 0; i < inside.count; i++)
        if (snprintf(inner, sizeof inner, "%s/%s", name, inside.names[i]) >= (int)sizeof inner)
            return tt_fail(err, TT_BAD_INPUT, "%s: the path is too long", path);
        else
            TRY(add_entry(state, bundle, inner, depth, bytes, err));
    return TT_OK;
}

enum tt_status content_hash_bundle(const char *path, const char *root, const char *mask,
                                   char hash[static BATCH_HASH_TEXT], uint64_t *bytes, struct tt_error *err)
{
    char *found = NULL;
    struct sha256_ctx state;
    uint64_t count = 0, of_mask = 0;
    sha256_init(&state);
    enum tt_status status = add_folder(&state, path, "", 0, &count, err);
    if (!status && !mask)
        status = recorder_mask_find(&found, path, root, err);
    if (!status && (mask || found)) /* once more, where it is the bundle's own */
        status = read_into(&state, mask ? mask : found, &of_mask, err);
    mem_free(found);
    seal_digest(&state, hash);
    if (bytes)
        *bytes = count;
    return status;
}

/* ---- texts ---- */

void content_hash_texts(const char *one, const char *other, char hash[static BATCH_HASH_TEXT])
{
    struct sha256_ctx state;
    sha256_init(&state);
    sha256_update(&state, strlen(one) + 1, (const uint8_t *)one);
    sha256_update(&state, strlen(other) + 1, (const uint8_t *)other);
    seal_digest(&state, hash);
}

enum tt_status content_tool(char text[static BATCH_TOOL_TEXT], struct tt_error *err)
{
    static const char self[] = "/proc/self/exe";
    char hash[BATCH_HASH_TEXT];
    if (access(self, R_OK) < 0 && errno == ENOENT) { /* the version must do */
        (void)snprintf(text, BATCH_TOOL_TEXT, "%s", TTR_VERSION);
        return TT_OK;
    }
    enum tt_status status = content_hash_file(self, hash, NULL, err);
    (void)snprintf(text, BATCH_TOOL_TEXT, "%s build %.12s", TTR_VERSION, hash);
    return status;
}
