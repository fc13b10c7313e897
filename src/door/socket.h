/* SPDX-License-Identifier: Apache-2.0 */
/* A host at a socket: nng's pair1 over a stream, by hand. docs/semantics/device.md#socket */
#pragma once

#include "door/door.h"

/* Serves until EXIT; from, to: the two ways of a connection, which may be one descriptor. TT_BAD_INPUT, by name: the
 * host says what is no message, or leaves before EXIT. */
enum tt_status socket_serve(int from, int to, struct door *door, struct tt_error *err);
