/* SPDX-License-Identifier: Apache-2.0 */
/* The bytes in which a replay differs from its recording, and how two such sets compare. */
#pragma once

#include "order/replay.h"

enum { DIFFERENCE_MAX = 1 << 20 };

struct differing_byte {
    uint32_t checkpoint, addr;
    uint32_t element; /* number of the value that it is a byte of; rising */
    uint8_t space, held, replayed, known;
    uint32_t window; /* bytes of a window that is known by hash alone, addr its first; 0: a byte */
};

/* Compared bytes [lo, hi) that are undecided. */
struct undecided_range {
    uint32_t checkpoint, lo, hi;
    uint8_t space;
};

struct difference {
    struct differing_byte *bytes; /* by checkpoint, space, address; the first DIFFERENCE_MAX */
    size_t count, capacity;
    uint64_t total;
    struct undecided_range *undecided; /* in the same order */
    size_t undecided_count, undecided_capacity;
    uint32_t elements; /* once they are numbered */
    bool is_out_of_memory;
    const struct difference *before; /* null, or of the replay that filled the frames of the options: a replay that goes
                                        on from one has its differences up to there */
    uint64_t resumed;                /* replays that did */
    uint32_t left; /* at the end: posts that nobody got, mutexes that are held, banks with data that nobody took */
    struct replay_summary summary;
};

/* Replays and collects. Start from {0} (or with `before`); the result of an earlier run is dropped. probe may be null.
 */
enum tt_status difference_run(struct difference *difference, struct ttcap *capture,
                              const struct replay_options *options, const struct probe *probe, struct tt_error *err);
enum difference_screened { SCREENED_SAME, SCREENED_DIFFERS, SCREENED_UNDONE };
/* Whether a replay differs in the first value of `base`, or where that does not, beside bytes that are undecided in it,
 * as far as that can be said while unknown bytes count as known: quick, and ends at the first such byte. base: of the
 * replay that filled the frames of the options; where that differs in nothing, since it hangs or leaves work undone,
 * any byte counts, and UNDONE is what still hangs or is left undone. */
enum tt_status difference_screen(const struct difference *base, struct ttcap *capture,
                                 const struct replay_options *options, enum difference_screened *outcome,
                                 struct tt_error *err);
void difference_clear(struct difference *difference);

/* How another difference compares with base. A value that only becomes undecided is not explained. */
struct difference_score {
    uint64_t explained; /* values of base whose bytes all are equal and decided in the other */
    uint64_t broken;    /* bytes that differ only in the other */
    uint64_t undecided; /* compared bytes that are undecided in the other */
};
struct difference_score difference_score(const struct difference *base, const struct difference *other);
/* The same, with 1 in is_left (by element of base) of each value that is not explained, and 0 of the others. */
struct difference_score difference_split(const struct difference *base, const struct difference *other,
                                         uint8_t *is_left);

/* Thousands of changes are tried, and each differing bit halves the number of those that fit by chance: whether there
 * are sixteen, which leave none. */
bool difference_is_strong(const struct difference *difference, const uint8_t *is_left /* of these none; may be null */);

/* Bytes of a checkpoint beyond `checkpoint`. */
uint64_t difference_later(const struct difference *difference, uint32_t checkpoint);
