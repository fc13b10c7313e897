/* SPDX-License-Identifier: Apache-2.0 */
/* Which of two places that differ at a checkpoint is the fault, and which its consequence. */
#pragma once

#include "base/names.h"
#include "base/usual.h"

struct upstream {
    enum tt_space space;
    bool has_writer;
    uint64_t seq; /* of its last write */
};

/* Below 0: `a` comes first, by the way that data takes through the tile, then by the event that wrote it. */
int upstream_compare(const struct upstream *a, const struct upstream *b);
