/* SPDX-License-Identifier: Apache-2.0 */
/* What is lost of a damaged bundle. docs/formats/bundle.md#salvage */
#pragma once

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bundle_losses {
    void (*said)(void *user, const char *sentence);
    void *user;
    size_t count;
    bool is_start; /* something of the first checkpoint is among them */
};

TT_PRINTF(2, 3) void losses_say(struct bundle_losses *losses, const char *format, ...);

/* Whether a file could not be read for what it is: what it holds is lost. */
bool losses_may_be(enum tt_status status);
