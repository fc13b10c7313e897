/* SPDX-License-Identifier: Apache-2.0 */
/* Compares what a replay ended with and what the device held: how many bytes of a space decide what, and where they
 * differ. docs/semantics/replay.md, "At a checkpoint". */
#pragma once

#include "base/names.h"

#include <stdbool.h>
#include <stdint.h>

/* How a space was held against a checkpoint. */
struct replay_comparison {
    uint32_t checkpoint;
    enum tt_space space;
    uint64_t known_bytes; /* bytes of which the recording knows anything and that the running units produce */
    uint64_t equal_bytes, differing_bytes;
    uint64_t tainted_bytes; /* of known_bytes: computed from unknown state; they decide nothing */
};

/* A run [lo, hi) of a space with bytes that differ: whole 4-byte words, near neighbours in one run, at most 256 bytes.
 * A byte of it differs where (held ^ replayed) & known is not zero. */
struct replay_mismatch {
    uint32_t checkpoint;
    enum tt_space space;
    uint32_t lo, hi;
    const uint8_t *held, *replayed, *known; /* hi - lo bytes each */
    bool is_tainted;
};

/* A stretch of a space as the recording and the tile have it. tainted: null, or nonzero for bytes that decide nothing.
 */
struct stretch {
    uint32_t checkpoint;
    enum tt_space space;
    uint32_t lo, count;
    const uint8_t *held, *replayed, *known;
    const uint8_t *tainted;
};

/* A run [lo, hi) of compared bytes that decide nothing. */
struct replay_undecided {
    uint32_t checkpoint;
    enum tt_space space;
    uint32_t lo, hi;
};

/* Who is given each run of differing bytes, and of undecided ones; either function may be null. */
struct mismatch_sink {
    void *user;
    void (*mismatch)(void *user, const struct replay_mismatch *mismatch);
    void (*undecided)(void *user, const struct replay_undecided *undecided);
};

/* Adds a stretch to a comparison, and reports every run of differing bytes. */
void stretch_compare(const struct stretch *stretch, struct replay_comparison *sum, const struct mismatch_sink *sink);
