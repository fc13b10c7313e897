/* SPDX-License-Identifier: Apache-2.0 */
/* A debugger, over standard input and output or a port of this machine. */
#pragma once

#include "base/error.h"
#include "debug/stream.h"

#include <stdint.h>

struct debug_stream {
    int in, out;
};
struct stream debug_stream_of(struct debug_stream *stream);

/* Waits for one connection to a port of the loopback (0: any that is free, which is said on standard error). */
enum tt_status debug_stream_accept(struct debug_stream *stream, uint16_t port, struct tt_error *err);
