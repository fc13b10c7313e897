/* SPDX-License-Identifier: Apache-2.0 */
/* A server of the Debug Adapter Protocol over any stream: an editor's requests in, answers and events out.
 * docs/how-to/debug.md */
#pragma once

#include "debug/session.h"
#include "debug/stream.h"

/* Opens the capture that `launch` or `attach` names (`program`; null: it names none). The session is borrowed. */
struct dap_host {
    void *user;
    enum tt_status (*open)(void *user, const char *path, struct session **session, struct tt_error *err);
};

/* Until the editor leaves, or the stream ends. Anything but a request is answered with an error, or ends the session
 * where the stream cannot be followed any more (TT_BAD_INPUT). */
enum tt_status dap_serve(const struct dap_host *host, const struct stream *stream, struct tt_error *err);
