/* SPDX-License-Identifier: Apache-2.0 */
/* What a debugger sends. Bit 0 of the first byte chooses the capture; the rest is the stream or, with bit 1, the
 * content of packets, each up to a zero. Whatever it is, the server answers and goes on, and afterwards the run goes on
 * from the start. */
#include "debug/gdb/gdb.h"
#include "fuzz/debug_input.h"
#include "fuzz/harness.h"

#include <stdlib.h>

static void make_packets(struct text *packets, const uint8_t *data, size_t size)
{
    for (size_t at = 0, end; at < size; at = end + 1) {
        uint8_t sum = 0;
        for (end = at; end < size && data[end]; end++)
            sum = (uint8_t)(sum + data[end]);
        text_add(packets, "$");
        text_add_bytes(packets, data + at, end - at);
        text_add(packets, "#%02x", sum);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct debug_input input;
    struct tt_error err;
    struct text made;
    if (size == 0)
        return 0;
    struct session *session = debug_input_open(&input, data, size, &made, make_packets);
    const struct stream stream = debug_input_stream(&input);
    if (gdb_serve(session, &stream, &err))
        abort();
    debug_input_close(session, &made);
    return 0;
}
