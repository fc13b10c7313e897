/* SPDX-License-Identifier: Apache-2.0 */
/* SHA-256 over files, with their own seal left out. docs/formats/batch.md#seals */
#include "batch/seal.h"

#include "base/beneath.h"
#include "base/input.h"
#include "batch/batch_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DIGITS = SEAL_TEXT - 1, STEP_BYTES = 64 * 1024, LOOK_BYTES = 64 };

/* The text around the digits at the end of JSON. */
static const char json_before[] = ",\n  \"sha256\": \"", json_after[] = "\"\n}\n";
enum { BEFORE_BYTES = sizeof json_before - 1, TAIL_BYTES = BEFORE_BYTES + DIGITS + sizeof json_after - 1 };

/* The first table of a database has the second page of the file to itself, and its one value stands at the end of that
 * page (SQLite's file format, 1.6). */
enum { PAGE_BYTES = 4096, DATABASE_AT = 2 * PAGE_BYTES - DIGITS };

void seal_digest(struct sha256_ctx *context, char text[static SEAL_TEXT])
{
    uint8_t digest[SHA256_DIGEST_SIZE];
    sha256_digest(context, sizeof digest, digest);
    for (unsigned i = 0; i < sizeof digest; i++)
        (void)snprintf(text + (size_t)2 * i, 3, "%02x", digest[i]);
}

/* All of `count` bytes from `at` on; false where the file has fewer, or cannot be read. */
static bool read_at(int file, void *bytes, size_t count, uint64_t at)
{
    for (size_t done = 0; done < count;) {
        const ssize_t n = pread(file, (uint8_t *)bytes + done, count - done, (off_t)(at + done));
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        done += (size_t)n;
    }
    return true;
}

/* Of the first `count` bytes, with digits `0` in place of the digits at `hole` (UINT64_MAX: nowhere). */
static bool hash_file(int file, uint64_t count, uint64_t hole, char text[static SEAL_TEXT])
{
    uint8_t bytes[STEP_BYTES];
    struct sha256_ctx context;
    sha256_init(&context);
    for (uint64_t at = 0; at < count; at += STEP_BYTES) {
        const size_t step = count - at < STEP_BYTES ? (size_t)(count - at) : STEP_BYTES;
        if (!read_at(file, bytes, step, at))
            return false;
        if (at <= hole && hole < at + step) /* it ends with a page, so that it never lies across two steps */
            memset(bytes + (hole - at), '0', DIGITS);
        sha256_update(&context, step, bytes);
    }
    seal_digest(&context, text);
    return true;
}

void seal_json_put(FILE *file, const char *text, size_t count)
{
    char digits[SEAL_TEXT];
    struct sha256_ctx context;
    sha256_init(&context);
    sha256_update(&context, count, (const uint8_t *)text);
    seal_digest(&context, digits);
    (void)fwrite(text, 1, count, file);
    (void)fprintf(file, "%s%s%s", json_before, digits, json_after);
}

static enum tt_status changed(const char *path, const char *is, const char *says, struct tt_error *err)
{
    return tt_fail(err, TT_BAD_INPUT, "%s: changed after it was written: its SHA-256 is %s, and it says %.64s", path,
                   is, says);
}

/* Opens the file and says how long it is. */
static enum tt_status open_sized(int *file, uint64_t *size, const char *path, struct tt_error *err)
{
    struct stat there;
    TRY(input_open(file, path, err));
    if (fstat(*file, &there) == 0) {
        *size = (uint64_t)there.st_size;
        return TT_OK;
    }
    (void)close(*file);
    return tt_fail(err, TT_IO, "%s: cannot be read: %s", path, strerror(errno));
}

static enum tt_status check_json(int file, uint64_t size, const char *path, struct tt_error *err)
{
    char tail[TAIL_BYTES + 1] = "", is[SEAL_TEXT];
    const char *said = tail + BEFORE_BYTES;
    REFUSE_IF(size < TAIL_BYTES || !read_at(file, tail, TAIL_BYTES, size - TAIL_BYTES) ||
                  memcmp(tail, json_before, BEFORE_BYTES) != 0 || strcmp(said + DIGITS, json_after) != 0,
              err, "%s: changed after it was written: no SHA-256 stands at its end", path);
    if (!hash_file(file, size - TAIL_BYTES, UINT64_MAX, is))
        return tt_fail(err, TT_IO, "%s: cannot be read: %s", path, strerror(errno));
    return memcmp(is, said, DIGITS) == 0 ? TT_OK : changed(path, is, said, err);
}

enum tt_status seal_json_check(const char *path, struct tt_error *err)
{
    int file;
    uint64_t size = 0;
    TRY(open_sized(&file, &size, path, err));
    enum tt_status status = check_json(file, size, path, err);
    (void)close(file);
    return status;
}

enum tt_status seal_database(int file, const char *path, struct tt_error *err)
{
    struct stat there;
    char zeros[DIGITS + 1] = "", text[SEAL_TEXT];
    errno = 0;
    if (fstat(file, &there) == 0 && read_at(file, zeros, DIGITS, DATABASE_AT) && strspn(zeros, "0") == DIGITS &&
        hash_file(file, (uint64_t)there.st_size, DATABASE_AT, text) &&
        pwrite(file, text, DIGITS, DATABASE_AT) == DIGITS)
        return TT_OK;
    return tt_fail(err, TT_IO, "%s: cannot be sealed: %s", path, errno ? strerror(errno) : "its row is elsewhere");
}

enum tt_status seal_database_check(const char *path, struct tt_error *err)
{
    int file;
    uint64_t size = 0;
    char says[SEAL_TEXT] = "", is[SEAL_TEXT] = "";
    enum tt_status status = open_sized(&file, &size, path, err);
    if (status)
        return status;
    if (size < DATABASE_AT + DIGITS || !read_at(file, says, DIGITS, DATABASE_AT) ||
        strspn(says, "0123456789abcdef") != DIGITS)
        status =
            tt_fail(err, TT_BAD_INPUT, "%s: changed after it was written: no SHA-256 stands in its second page", path);
    else if (!hash_file(file, size, DATABASE_AT, is))
        status = tt_fail(err, TT_IO, "%s: cannot be read: %s", path, strerror(errno));
    else if (strcmp(is, says) != 0)
        status = changed(path, is, says, err);
    (void)close(file);
    return status;
}

bool seal_is_database(const char *path)
{
    enum { HEADER_BYTES = 100, APPLICATION_AT = 68 };
    unsigned char header[HEADER_BYTES];
    const char *pragma = strstr((const char *)batch_sql, "application_id = ");
    const int file = open(path, INPUT_HOW);
    if (file < 0)
        return false;
    const bool is_whole = read_at(file, header, sizeof header, 0);
    (void)close(file);
    if (!is_whole || memcmp(header, "SQLite format 3", 16) != 0)
        return false;
    const unsigned char *id = header + APPLICATION_AT;
    const unsigned long found =
        (unsigned long)id[0] << 24 | (unsigned long)id[1] << 16 | (unsigned long)id[2] << 8 | id[3];
    return pragma && found == strtoul(pragma + strlen("application_id = "), NULL, 10);
}

enum tt_status seal_look(enum seal_kind *kind, const char *path, struct tt_error *err)
{
    static const char plan[] = "{\n  \"tt_replay_plan\":", result[] = "{\n  \"tt_replay_result\":";
    char text[LOOK_BYTES] = "";
    int file;
    *kind = seal_is_database(path) ? SEAL_DATABASE : SEAL_NONE;
    if (*kind)
        return seal_database_check(path, err);
    TRY(input_open(&file, path, err));
    const bool is_read = pread(file, text, sizeof text - 1, 0) >= 0;
    (void)close(file);
    if (is_read && strncmp(text, plan, sizeof plan - 1) == 0)
        *kind = SEAL_PLAN;
    else if (is_read && strncmp(text, result, sizeof result - 1) == 0)
        *kind = SEAL_RESULT;
    return *kind ? seal_json_check(path, err) : TT_OK;
}
