/* SPDX-License-Identifier: Apache-2.0 */
#include "results/stored_run.h"

#include "order/options_text.h"
#include "order/streams.h"
#include "results/sink_internal.h"

enum tt_status stored_run_open(struct results_sink **sink, const struct stored_run *run, struct ttcap *capture,
                               const struct replay_options *options, struct tt_error *err)
{
    const struct ttcap_info *info = ttcap_info(capture);
    char units[128], variants[1024], sets[4096], assumes[256];
    const struct results_run_row row = {
        .capture_path = run->capture,
        .capture_name = info->name,
        .capture_hash = info->hash,
        .chip = info->chip,
        .order = order_name(options->order),
        .units = units_text(options->units, units, sizeof units),
        .variants = variants_text(&options->variants, variants, sizeof variants),
        .sets = sets_text(info->chip, options, sets, sizeof sets),
        .assumes = assumes_text(options, assumes, sizeof assumes),
        .tool_version = TTR_VERSION,
        .first_event = options->first,
        .has_last = options->last != UINT64_MAX,
        .last_event = options->last,
        .has_until = options->has_until,
        .until_event = options->until,
        .max_steps = options->max_steps,
        .has_checkpoint_word = options->has_checkpoint_word,
        .checkpoint_word = options->checkpoint_word,
        .is_strict = options->is_strict,
        .asks_evidence = options->asks_evidence,
        .evidence = options->evidence,
    };
    return results_create(sink, run->database, run->how, &row, err);
}

/* A replay into an open database; sink null: into none. On failure there is none any more. */
static enum tt_status stored_run_into(struct results_sink *sink, const struct stored_run *run, struct ttcap *capture,
                                      const struct replay_options *options, struct replay_summary *summary,
                                      struct tt_error *err)
{
    struct replay_observer observer = stored_run_observer(sink);
    observer.next = run->beside;
    const enum tt_status status = replay_run(capture, options, NULL, sink ? &observer : run->beside, summary, err);
    if (status)
        results_abandon(sink);
    return status;
}

enum tt_status stored_run_replay(const struct stored_run *run, struct ttcap *capture,
                                 const struct replay_options *options, struct replay_summary *summary,
                                 struct tt_error *err)
{
    struct results_sink *sink;
    struct replay_options following = *options;
    following.follows_undefined = true;
    TRY(stored_run_open(&sink, run, capture, options, err));
    TRY(stored_run_into(sink, run, capture, &following, summary, err));
    return results_finish(sink, summary, err);
}

enum tt_status stored_run_judge(const struct stored_run *run, struct ttcap *capture,
                                const struct replay_options *options, struct replay_summary *summary,
                                struct tt_error *err)
{
    struct replay_options how = *options;
    how.holds_streams = true;
    for (;; how.follows_undefined = true) {
        struct results_sink *sink = NULL;
        TRY(run->database ? stored_run_open(&sink, run, capture, &how, err) : TT_OK);
        const enum tt_status status = stored_run_into(sink, run, capture, &how, summary, err);
        if (status) {
            tt_error_prefix(err, "%s", run->capture);
            return status;
        }
        if (!replay_is_unsure(summary))
            return sink ? results_finish(sink, summary, err) : TT_OK;
        results_abandon(sink);
    }
}
