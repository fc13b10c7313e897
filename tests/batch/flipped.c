/* SPDX-License-Identifier: Apache-2.0 */
/* flipped FILE...: a plan, a result or a database of a batch, each bit of it flipped in turn. Nobody who reads it may
 * take it for what was written. Of what is long each bit of the first two pages, and a bit of every eleventh byte
 * behind. */
#include "batch/plan.h"
#include "batch/record.h"
#include "batch/seal.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WHOLE_BYTES = 8192, STRIDE = 11 };

/* As whoever uses a file of its kind. */
static enum tt_status read_as(enum seal_kind kind, const char *path, struct tt_error *err)
{
    struct batch_plan plan = {0};
    struct batch_record record = {0};
    enum tt_status status = TT_OK;
    if (kind == SEAL_PLAN)
        status = batch_plan_read(&plan, path, err);
    else if (kind == SEAL_RESULT)
        status = batch_record_read(&record, path, err);
    else
        status = seal_database_check(path, err);
    batch_plan_clear(&plan);
    batch_record_clear(&record);
    return status;
}

static void flip(int file, long at, int bit)
{
    unsigned char byte;
    if (pread(file, &byte, 1, at) != 1)
        abort();
    byte ^= (unsigned char)(1u << bit);
    if (pwrite(file, &byte, 1, at) != 1)
        abort();
}

static int fail(const char *path, long at, int bit, const char *why)
{
    (void)fprintf(stderr, "flipped: %s, byte %ld, bit %d: %s\n", path, at, bit, why);
    return 1;
}

static int try_file(const char *path)
{
    static const char *const names[] = {"none", "plan", "result", "database"};
    struct tt_error err;
    enum seal_kind kind;
    struct stat there;
    long tried = 0;
    const int file = open(path, O_RDWR);
    if (file < 0 || fstat(file, &there) < 0 || seal_look(&kind, path, &err) || kind == SEAL_NONE ||
        read_as(kind, path, &err))
        return fail(path, 0, 0, "no file of a batch");
    for (long at = 0; at < there.st_size; at += at < WHOLE_BYTES ? 1 : STRIDE) {
        for (int bit = 0; bit < 8; bit++) {
            if (at >= WHOLE_BYTES && bit != at % 8)
                continue;
            enum seal_kind other;
            flip(file, at, bit);
            const enum tt_status status = read_as(kind, path, &err), looked = seal_look(&other, path, &err);
            flip(file, at, bit);
            tried++;
            if (status != TT_BAD_INPUT)
                return fail(path, at, bit, "not found by who reads it");
            if (looked == TT_OK && other != SEAL_NONE)
                return fail(path, at, bit, "not found by verify");
        }
    }
    (void)close(file);
    if (read_as(kind, path, &err))
        return fail(path, 0, 0, "not as before");
    (void)printf("%s: %ld of %ld flipped bits found\n", names[kind], tried, tried);
    return 0;
}

int main(int argc, char **argv)
{
    int failed = argc < 2;
    for (int i = 1; i < argc; i++)
        failed |= try_file(argv[i]);
    return failed;
}
