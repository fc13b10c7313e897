/* SPDX-License-Identifier: Apache-2.0 */
/* Tiles that have to stay equal: one by the datasheets alone and one on the fast paths, each of them
 * unheard, with a probe that wants accesses and findings, with one that wants stages too, and with one that wants
 * places and findings. Held after each word: all of the state, and all that was reported, in order; the places that are
 * touched, in any order, against those of the accesses. Counted: which fast paths were taken. */
#pragma once

#include "base/guard/sanitized.h"
#include "tile/tile_internal.h"

enum { FAST_BED_WAYS = 2 /* the datasheets, and the fast paths */, FAST_BED_PROBES = 4 };

enum { FAST_BED_PLACES_MAX = 1 << 15 };

/* Of the settings one in so many is drawn: sanitizers make minutes of what takes seconds without them. */
enum { FAST_BED_ONE_IN = IS_SANITIZED ? 6 : 1 };

/* What was reported, as a number a kind; and the places that the word at work touched. */
struct fast_bed_heard {
    uint64_t accesses, findings, stages;
    bool has_places;
    uint64_t places[FAST_BED_PLACES_MAX];
    uint32_t place_count;
};

struct fast_bed {
    enum tt_chip chip;
    struct tile *tiles[FAST_BED_WAYS][FAST_BED_PROBES];
    struct fast_bed_heard heard[FAST_BED_WAYS][FAST_BED_PROBES];
    struct probe probes[FAST_BED_WAYS][FAST_BED_PROBES];
    uint32_t taken[FAST_BED_WAYS][FAST_PATHS]; /* since fast_bed_count_from_zero() */
};

void fast_bed_make(struct fast_bed *bed, enum tt_chip chip);
void fast_bed_free(struct fast_bed *bed);

/* Back to a state that `set_up` makes of reset tiles, under the same variants (null: the device). */
void fast_bed_begin(struct fast_bed *bed, const struct variant_set *variants,
                    void (*set_up)(struct tile *tile, const void *how), const void *how);

/* Executes a word on all and holds them against the first; what: for the message. */
void fast_bed_run(struct fast_bed *bed, unsigned thread, uint32_t word, const char *what);

/* After the last word: L1, which is large, too. */
void fast_bed_end(struct fast_bed *bed, const char *what);

/* Every fast way was taken by this path since the count began, and the datasheet took none. Where few settings are
 * drawn nothing is held of the first. */
void fast_bed_count_from_zero(struct fast_bed *bed);
void fast_bed_has_taken(const struct fast_bed *bed, enum fast_path path, const char *what);

/* ---- settings: the loops that the tests of the units share ---- */

/* Runs some words under the setting that the seed draws, of case `number` of the unit's test. */
typedef void fast_bed_setting(struct fast_bed *bed, const struct variant_set *variants, uint32_t number, uint32_t seed);

/* Makes the bed, and runs settings of case nth / 2: on Blackhole for an even nth, else on Wormhole. The caller frees
 * it. */
void fast_bed_run_case(struct fast_bed *bed, int nth, uint32_t settings, fast_bed_setting *run);

/* A setting of each case under every other reading of the variants whose keys have one of these beginnings (null ends
 * the list). */
void fast_bed_run_readings(enum tt_chip chip, const char *const *beginnings, uint32_t cases, fast_bed_setting *run);

/* ---- random numbers, so that a failure can be had again ---- */

static inline uint32_t fast_random(uint32_t *random)
{
    *random ^= *random << 13;
    *random ^= *random >> 17;
    *random ^= *random << 5;
    return *random;
}

static inline uint32_t fast_below(uint32_t *random, uint32_t bound)
{
    return fast_random(random) % bound;
}

/* One in `of` times another value than the usual one. */
static inline uint32_t fast_seldom(uint32_t *random, uint32_t of, uint32_t usual, uint32_t other)
{
    return fast_below(random, of) ? usual : other;
}
