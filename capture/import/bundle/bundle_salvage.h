/* SPDX-License-Identifier: Apache-2.0 */
/* The lost parts of a damaged bundle. docs/formats/bundle.md#salvage */
#pragma once

#include "capture/salvage/sentences.h"

#include <stdbool.h>

struct bundle_losses {
    struct sentences said;
    bool is_start; /* whether something of the first checkpoint was lost */
};

/* Whether an error means that a file is damaged, so that its content is lost. */
static inline bool losses_may_be(enum tt_status status)
{
    return status == TT_BAD_INPUT || status == TT_IO || status == TT_UNSUPPORTED;
}
