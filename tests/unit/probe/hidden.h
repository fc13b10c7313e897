/* SPDX-License-Identifier: Apache-2.0 */
/* An emulated tile whose readings the test hides, asked all experiments. */
#pragma once

#include "base/memory.h"
#include "isa/chip.h"
#include "probe/experiments.h"
#include "tile/tile.h"

#include <check.h>

/* The whole is among the slow tests. */
#ifdef EXPERIMENTS_IN_PART
enum { DRAWS = 4, SEEDS = 4, IS_WHOLE = 0 };
#else
enum { DRAWS = 32, SEEDS = 100, IS_WHOLE = 1 };
#endif

static inline struct experiments make_experiments(enum tt_chip chip, uint64_t cover)
{
    const struct experiment_options how = {.chip = chip, .seed = 1, .draws = DRAWS, .cover = cover, .threads = 1};
    struct experiments set;
    struct tt_error err;
    ck_assert_msg(experiments_make(&how, &set, &err) == TT_OK, "%s", err.text);
    ck_assert_uint_gt(set.count, 0);
    return set;
}

/* A choice of every reading. */
static inline struct variant_set hide(uint64_t seed)
{
    struct variant_set hidden;
    for (unsigned id = 0; id < VARIANT_COUNT; id++)
        hidden.choice[id] = (uint8_t)(draw_random(&seed) % variant_get((enum variant_id)id)->choice_count);
    return hidden;
}

static inline void ask(struct tile *tile, const struct experiments *set, const struct variant_set *hidden,
                       unsigned repeats, struct experiment_answer *answers)
{
    for (size_t at = 0; at < set->count; at++) {
        uint8_t bytes[DRAW_OUTPUT_BYTES];
        ck_assert(experiment_run(tile, set->experiments[at].program, hidden, bytes));
        answers[at].count = repeats;
        for (unsigned i = 0; i < repeats; i++)
            answers[at].repeats[i] = experiment_hash(bytes);
    }
}
