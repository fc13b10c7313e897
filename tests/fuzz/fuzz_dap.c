/* SPDX-License-Identifier: Apache-2.0 */
/* What an editor sends. Bit 0 of the first byte chooses the capture; the rest is the stream or, with bit 1, messages
 * without heads, a line each. */
#include "debug/dap/dap.h"
#include "fuzz/debug_input.h"
#include "fuzz/harness.h"

#include <stdlib.h>

/* No file but the one that is open. */
static enum tt_status hand_out(void *user, const char *path, struct session **session, struct tt_error *err)
{
    (void)path;
    (void)err;
    *session = user;
    return TT_OK;
}

static void make_messages(struct text *messages, const uint8_t *data, size_t size)
{
    for (size_t at = 0, end; at < size; at = end + 1) {
        for (end = at; end < size && data[end] != '\n'; end++)
            ;
        text_add(messages, "Content-Length: %zu\r\n\r\n", end - at);
        text_add_bytes(messages, data + at, end - at);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct debug_input input;
    struct tt_error err;
    struct text made;
    if (size == 0)
        return 0;
    struct session *session = debug_input_open(&input, data, size, &made, make_messages);
    const struct stream stream = debug_input_stream(&input);
    const enum tt_status status = dap_serve(&(struct dap_host){session, hand_out}, &stream, &err);
    if (status && (status != TT_BAD_INPUT || !*err.text))
        abort();
    debug_input_close(session, &made);
    return 0;
}
