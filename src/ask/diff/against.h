/* SPDX-License-Identifier: Apache-2.0 */
/* Compares the end of a run with the end of another, or of a recording. Datums are those of the run. */
#pragma once

#include "ask/diff/diff.h"
#include "ask/diff/end_state.h"

enum { AGAINST_DISTANCES = 34, AGAINST_FACES = 64, AGAINST_SIDE = 16 };

/* The class that a distance is counted in; UINT64_MAX is not defined. */
unsigned against_distance_class(uint64_t ulps);

/* A data tile with differences. */
struct against_tile {
    uint32_t tile;
    uint8_t packer;
    uint64_t datums, exponents; /* that differ */
    uint64_t farthest;          /* units in the last place */
};

struct against {
    struct diff diff; /* held: the other's, replayed: the run's; one checkpoint, "end" */
    uint64_t datums;  /* that differ */
    /* 0: equal in value (two zeros); n: 2^(n-1) up to below 2^n units in the last place; the last two: 2^31 and more,
     * and no distance. */
    uint64_t distances[AGAINST_DISTANCES];
    uint64_t farthest;                                  /* of those that have a distance */
    uint64_t faces[AGAINST_FACES + 1];                  /* the last: beyond */
    uint64_t rows[AGAINST_SIDE], columns[AGAINST_SIDE]; /* within a face */
    struct against_tile *tiles;                         /* in the order found */
    size_t tile_count, tile_capacity;
};

/* Refuses another chip. limit: differences stored in diff.items. Clear also on failure. */
enum tt_status against_make(struct against *against, struct results *results, const struct end_state *other,
                            size_t limit, struct tt_error *err);
void against_clear(struct against *against);
