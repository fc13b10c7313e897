/* SPDX-License-Identifier: Apache-2.0 */
/* Files that are read whole. */
#include "cli/run/run.h"

#include "base/input.h"
#include "base/memory.h"

#include <stdio.h>

enum { FILE_MAX = 256 << 20, PIECE = 1 << 16 };

enum tt_status run_file_read(const char *path, uint8_t **bytes, size_t *count, struct tt_error *err)
{
    FILE *in;
    size_t capacity = 0;
    *count = 0;
    enum tt_status status = input_refuse_longer(path, FILE_MAX, err);
    if (!status)
        status = input_stream(&in, path, err);
    if (status)
        return status;
    for (size_t got = 1; got && !status; *count += got) {
        if (*count > FILE_MAX)
            status = tt_fail(err, TT_BAD_INPUT, "%s: longer than %d bytes", path, FILE_MAX);
        else if (mem_grow(bytes, &capacity, *count + PIECE, 1) < 0)
            status = tt_fail(err, TT_NO_MEMORY, "%s: no memory", path);
        got = status ? 0 : fread(*bytes + *count, 1, PIECE, in);
    }
    if (!status && ferror(in))
        status = tt_fail(err, TT_IO, "%s: cannot be read", path);
    (void)fclose(in);
    return status;
}
