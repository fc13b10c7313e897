/* SPDX-License-Identifier: Apache-2.0 */
/* The options of a replay, out of the texts that its database has of them. */
#include "results/results.h"

#include "base/text/texts.h"
#include "order/options_text.h"
#include "order/replay.h"
#include "order/sets.h"

enum { TEXT_MAX = 256 };

enum tt_status run_sets_read(const struct results_run_row *run, struct replay_set **sets, size_t *count,
                             struct tt_error *err)
{
    size_t capacity = 0;
    *sets = NULL;
    *count = 0;
    char text[TEXT_MAX];
    for (const char *from = run->sets; text_item(&from, text, sizeof text);) {
        NEED(!mem_grow(sets, &capacity, *count + 1, sizeof **sets), err, "no memory for the fields that are held");
        TRY(replay_set_parse(run->chip, text, &(*sets)[*count], err));
        ++*count;
    }
    return TT_OK;
}

enum tt_status run_replay_options(const struct results_run_row *run, struct ttcap *capture,
                                  struct replay_options *options, struct replay_set **sets, struct tt_error *err)
{
    *sets = NULL;
    replay_options_init(options, ttcap_info(capture));
    TRY(order_parse(run->order, &options->order, err));
    TRY(units_parse(run->units, &options->units, err));
    options->variants = (struct variant_set){{0}}; /* the run names all that are not the device's */
    TRY(variants_parse(run->variants, &options->variants, err));
    TRY(run->assumes[0] ? assume_parse(run->assumes, options, err) : TT_OK);
    TRY(run_sets_read(run, sets, &options->set_count, err));
    options->sets = *sets;
    options->max_steps = run->max_steps;
    options->has_checkpoint_word = run->has_checkpoint_word;
    options->checkpoint_word = run->checkpoint_word;
    return TT_OK;
}
