/* SPDX-License-Identifier: Apache-2.0 */
/* A reference from a file. */
#include "ask/run/expect.h"

#include "base/input.h"
#include "base/memory.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static enum tt_status read_file(const char *path, uint8_t **bytes, size_t *count, struct tt_error *err)
{
    FILE *file;
    enum tt_status status = input_refuse_longer(path, EXPECT_FILE_MAX, err);
    if (!status)
        status = input_stream(&file, path, err);
    if (status)
        return status;
    for (size_t room = 1 << 16; !status && !feof(file); room *= 2) {
        uint8_t *more = mem_realloc(*bytes, room, 1);
        if (!more) {
            status = tt_fail(err, TT_NO_MEMORY, "%s: no memory", path);
            break;
        }
        *bytes = more;
        *count += fread(more + *count, 1, room - *count, file);
        if (ferror(file))
            status = tt_fail(err, TT_IO, "%s: cannot be read: %s", path, strerror(errno));
        else if (*count > EXPECT_FILE_MAX)
            status = tt_fail(err, TT_BAD_INPUT, "%s: more than %d bytes, which is more than any space has", path,
                             EXPECT_FILE_MAX);
    }
    (void)fclose(file);
    return status;
}

enum tt_status expect_read(struct expect *expect, const struct expect_asked *asked, enum tt_chip chip,
                           struct tt_error *err)
{
    uint8_t *bytes = NULL;
    size_t count = 0;
    *expect = (struct expect){.asked = *asked};
    enum tt_status status = expect_check_place(asked, chip, err);
    if (!status)
        status = read_file(asked->path, &bytes, &count, err);
    if (!status)
        status = expect_read_bytes(expect, asked, chip, bytes, count, err);
    mem_free(bytes);
    return status;
}
