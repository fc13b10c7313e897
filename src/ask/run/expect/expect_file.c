/* SPDX-License-Identifier: Apache-2.0 */
/* A reference from a file. */
#include "ask/run/expect/expect.h"

#include "base/input.h"
#include "base/memory.h"

enum tt_status expect_read(struct expect *expect, const struct expect_asked *asked, enum tt_chip chip,
                           struct tt_error *err)
{
    uint8_t *bytes OWNED(mem_free_at) = NULL;
    size_t count = 0;
    *expect = (struct expect){.asked = *asked};
    TRY(expect_check_place(asked, chip, err));
    TRY(input_whole(asked->path, EXPECT_FILE_MAX, &bytes, &count, err));
    return expect_read_bytes(expect, asked, chip, bytes, count, err);
}
