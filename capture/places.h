/* SPDX-License-Identifier: Apache-2.0 */
/* Whether the names of a capture's places can be read, for verbs that would show them. */
#pragma once

#include "capture/ttcap.h"

/* Reads all symbols and lines. Where they are not sound the sentence names file and place: a place without its name is
 * never shown as one that has none. */
enum tt_status capture_places_check(struct ttcap *capture, struct tt_error *err);
