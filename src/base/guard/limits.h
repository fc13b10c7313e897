/* SPDX-License-Identifier: Apache-2.0 */
/* Limits of a run. The system counts: memory that is written to (RLIMIT_DATA, all libraries included), the size of
 * each file (RLIMIT_FSIZE), and a timer; so a limit holds wherever the program is, and also where it waits. A limit
 * that is reached ends the program with exit status 2 and a sentence, and its unfinished files are removed; without
 * memory the program names the part that had none. docs/resources.md */
#pragma once

#include "base/usual.h"

enum limit_kind { LIMIT_MEMORY, LIMIT_DISK, LIMIT_TIME, LIMIT_COUNT };

/* For a program, once, before it starts threads. Bytes, bytes of a file, seconds; 0: none. A limit that the system has
 * set already and that is lower stays. Where a sanitizer has memory of its own, memory is not limited. has_more: a file
 * that would be too large only fails ("File too large"), for there is other work to go on with. */
void limits_set(const uint64_t limits[LIMIT_COUNT], bool has_more);
/* Somebody asked for that time: it is all for a search, too. */
void limits_time_is_asked(void);

/* The limit that was set; 0: none. */
uint64_t limit_of(enum limit_kind kind);

/* Whether nine tenths of the time are over: who can say what was found until then says it now. No limit: false. */
bool limit_is_near(void *unused);

/* Seconds that a search from guess to guess may take: those that were asked for (0: without end), else 30. */
uint64_t limit_search_seconds(void);
/* Milliseconds of processors that this process and its ended children used. */
uint64_t limit_used_ms(void);
/* limit_is_near() of such a search; where nobody asked for a time, the seconds are those of the processor. */
bool limit_of_search(void *unused);

/* The limits as they were, for a child that is to become another program. Async-signal-safe. */
void limits_lift(void);

/* Completes the message of a failure for which a limit may be the reason (no memory, a file too large): " (the
 * limit of --max-memory is 64 MiB; a higher one, or none, allows more)". Others stay. */
void limits_explain(struct tt_error *err);
