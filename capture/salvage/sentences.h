/* SPDX-License-Identifier: Apache-2.0 */
/* Faults and losses of a file, reported to the caller one sentence at a time. */
#pragma once

#include "base/error.h"

#include <stddef.h>

struct sentences {
    void (*said)(void *user, const char *sentence); /* null: sentences are only counted */
    void *user;
    size_t count;
};

TT_PRINTF(2, 3) void sentences_say(struct sentences *sentences, const char *format, ...);
