/* SPDX-License-Identifier: Apache-2.0 */
/* The events of a capture at hand: which word comes next in each thread at any step of executed order, and from where
 * in a core's program it was pushed. */
#pragma once

#include "base/usual.h"
#include "capture/ttcap.h"

struct index;

/* From the whole capture. Null members of it are asked for all the same: then nothing is known. */
enum tt_status index_open(struct index **out, struct ttcap *capture, struct tt_error *err);
void index_close(struct index *index); /* null is allowed */

/* An event, but for its address and bytes. False: there is none. */
bool index_event(const struct index *index, uint64_t seq, struct ttcap_event *event);
/* The executed word of a thread that comes at or behind an event. False: none. */
bool index_next_word(const struct index *index, unsigned thread, uint64_t seq, struct ttcap_event *event);
