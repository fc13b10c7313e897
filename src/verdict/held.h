/* SPDX-License-Identifier: Apache-2.0 */
/* Compares the end of a replay with the device's state: how many bytes of a space are equal, differing or undecided,
 * and where they differ. docs/semantics/replay.md, "At a checkpoint". */
#pragma once

#include "base/names.h"
#include "base/usual.h"

/* A window of which the recording has the hash alone, as the replay has it. Where the hashes differ it is unknown
 * which of its bytes do. */
enum held_window_result { WINDOW_EQUAL, WINDOW_DIFFERS, WINDOW_UNDECIDED };
struct held_window {
    uint32_t checkpoint;
    enum tt_space space;
    uint32_t lo, hi;
    enum held_window_result result;
};

/* How a space was held against a checkpoint. */
struct replay_comparison {
    uint32_t checkpoint;
    enum tt_space space;
    uint64_t known_bits;  /* of known_bytes */
    uint64_t known_bytes; /* bytes of which the recording knows anything and that the running units produce */
    uint64_t equal_bytes, differing_bytes;
    uint64_t tainted_bytes; /* of known_bytes: computed from unknown state, so that they are undecided */
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

/* A set of inputs that the recording does not hold (observe/origins.h): bit a number. */
__extension__ typedef unsigned __int128 origin_set;
enum {
    ORIGIN_BITS = 128,
    ORIGINS_MAX = 120,      /* inputs; these are none: */
    ORIGIN_LOST = 120,      /* work that was not done here, or values from outside of the tile */
    ORIGIN_UNDEFINED = 121, /* undefined behaviour */
    ORIGIN_MISSING = 122,   /* Dst, which units make that do not run and no checkpoint holds */
    ORIGIN_UNWRITTEN = 123  /* beside the input: the byte is as it was at the start */
};

static inline origin_set origin_bit(unsigned number)
{
    return (origin_set)1 << number;
}
static inline bool origin_is_in(origin_set set, unsigned number)
{
    return set >> number & 1;
}

/* An input that the recording does not hold and that compared bytes rest on. */
struct unknown_input {
    unsigned number; /* its bit in a set of origins */
    enum tt_space space;
    uint32_t lo, hi, mask;
    bool is_assumed;
    const char *name; /* "cfg STACC_RELU_ApplyRelu (state 0)" */
};

/* A stretch of a space as the recording and the tile have it. tainted: null, or nonzero for bytes that are undecided,
 * and then origins has where each comes from. */
struct stretch {
    uint32_t checkpoint;
    enum tt_space space;
    uint32_t lo, count;
    const uint8_t *held, *replayed, *known;
    const uint8_t *tainted;
    const origin_set *origins;
};

/* A run [lo, hi) of compared bytes that are undecided, and come from the same inputs. */
struct replay_undecided {
    uint32_t checkpoint;
    enum tt_space space;
    uint32_t lo, hi;
    origin_set origins;
};

/* Receives each run of differing bytes, and of undecided ones; either function may be null. */
struct mismatch_sink {
    void *user;
    void (*mismatch)(void *user, const struct replay_mismatch *mismatch);
    void (*undecided)(void *user, const struct replay_undecided *undecided);
};

/* Adds a stretch to a comparison, and reports every run of differing bytes. */
void stretch_compare(const struct stretch *stretch, struct replay_comparison *sum, const struct mismatch_sink *sink);
