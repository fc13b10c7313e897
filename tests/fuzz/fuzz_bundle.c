/* SPDX-License-Identifier: Apache-2.0 */
/* A whole bundle: the input is bundle.json, a zero byte, "events", a zero byte, "state", a zero byte, and "region" and
 * "region.zst" alike. What imports must open again. */
#include "base/memory.h"
#include "capture/bundle.h"
#include "fuzz/folder.h"
#include "fuzz/harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FILES = 5 };

static const char *const names[FILES] = {"bundle.json", "events", "state", "region", "region.zst"};

static void write_files(const char *folder, const uint8_t *data, size_t size)
{
    for (int i = 0; i < 3; i++) {
        const uint8_t *zero = size ? memchr(data, 0, size) : NULL;
        size_t count = zero ? (size_t)(zero - data) : size;
        write_file(folder, names[i], data, count);
        data += zero ? count + 1 : count;
        size -= zero ? count + 1 : count;
    }
    write_file(folder, names[3], data, size);
    write_file(folder, names[4], data, size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char folder[] = "/tmp/ttr-fuzz-bundle-XXXXXX", path[PATH_BYTES];
    struct tt_error err;
    struct ttcap *capture;
    if (!mkdtemp(folder))
        abort();
    write_files(folder, data, size);
    path_of(path, folder, "out.ttcap");
    enum tt_status status = bundle_import(folder, path, false, &err);
    if (status == TT_OK && ttcap_open(&capture, path, &err) == TT_OK)
        ttcap_close(capture);
    else if (status == TT_OK || access(path, F_OK) == 0)
        abort();
    (void)unlink(path);
    for (int i = 0; i < FILES; i++) {
        path_of(path, folder, names[i]);
        (void)unlink(path);
    }
    (void)rmdir(folder);
    return 0;
}
