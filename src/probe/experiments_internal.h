/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files of this room. */
#pragma once

#include "probe/experiments.h"

/* A drawn program, and the readings on which its answer depends. */
struct experiment_candidate {
    struct experiment experiment;
    bool is_usable;            /* all words take effect, and its answers are tabulated */
    bool is_verified;          /* under many choices of all other readings */
    bool shows[VARIANT_COUNT]; /* some choice of this reading changed the answer */
};

/* ---- run.c ---- */

enum { EXPERIMENT_CODE_WORDS = 10, EXPERIMENT_WORDS_BYTES = 4 + 4 * DRAW_WORDS_MAX };
/* The code of a core from address 0, and the words behind their count, as they stand at DRAW_WORDS. */
void experiment_image(const struct draw_program *program, uint8_t code[static 4 * EXPERIMENT_CODE_WORDS],
                      uint8_t words[static EXPERIMENT_WORDS_BYTES]);

/* ---- candidate.c ---- */

/* Runs the program under the choices of all readings. The candidate is zero before. */
struct tile;
void experiment_weigh(struct tile *tile, const struct draw_program *program, struct experiment_candidate *candidate);

/* The same once more under many more random choices: missing pairs are taken in. */
void experiment_verify(struct tile *tile, const struct draw_program *program, struct experiment_candidate *candidate);

/* ---- choose.c ---- */

/* The fewest candidates that distinguish the readings: their numbers in order, and the choices of each reading that
 * they distinguish. */
enum tt_status experiment_choose(const struct experiment_candidate *candidates, size_t count, uint64_t cover,
                                 size_t *chosen, size_t *chosen_count, uint8_t sight[static VARIANT_COUNT],
                                 struct tt_error *err);
