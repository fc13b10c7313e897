/* SPDX-License-Identifier: Apache-2.0 */
/* A server of gdb's remote serial protocol over any stream: packets in, packets out. docs/how-to/debug.md */
#pragma once

#include "debug/session.h"
#include "debug/stream.h"

/* Until gdb leaves, or the stream ends. The answer to any packet is one of the protocol's. */
enum tt_status gdb_serve(struct session *session, const struct stream *stream, struct tt_error *err);
