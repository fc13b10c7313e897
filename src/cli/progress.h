/* SPDX-License-Identifier: Apache-2.0 */
/* A line on a terminal's standard error: how far a long verb is, how fast, how long it takes still. Nothing where
 * standard error is no terminal, and nothing for work that takes less than a moment. */
#pragma once

#include "base/usual.h"
#include <time.h>

struct progress {
    const char *what, *unit; /* "replay", "events"; borrowed */
    struct timespec start, drawn;
    bool is_terminal, is_drawn;
};

void progress_begin(struct progress *progress, const char *what, const char *unit);
/* Draws at most ten times a second. */
void progress_show(struct progress *progress, uint64_t done, uint64_t of);
/* The same as a function that a library calls; user: the struct progress. */
void progress_report(void *user, uint64_t done, uint64_t of);
/* Takes the line away. */
void progress_end(struct progress *progress);

/* "replay  42% [####------]  812 k events/s, 2 s left", no wider than width - 1: without the bar, then cut. Returns
 * text.
 */
char *progress_text(const char *what, const char *unit, uint64_t done, uint64_t of, double seconds, int width,
                    char *text, size_t size);
