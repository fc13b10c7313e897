/* SPDX-License-Identifier: Apache-2.0 */
#include "results/stored_run.h"

#include "order/options_text.h"
#include "order/streams.h"
#include "results/run_digest.h"
#include "results/sink_internal.h"

enum tt_status stored_run_open(struct results_sink **sink, const struct stored_run *run, struct ttcap *capture,
                               const struct replay_options *options, struct tt_error *err)
{
    const struct ttcap_info *info = ttcap_info(capture);
    char units[128], variants[1024], sets[4096], assumes[256];
    const struct results_run described = {
        .capture_path = run->capture,
        .capture_name = info->name,
        .capture_hash = info->hash,
        .chip = info->chip,
        .order = order_name(options->order),
        .units = units_text(options->units, units, sizeof units),
        .variants = variants_text(&options->variants, variants, sizeof variants),
        .sets = sets_text(info->chip, options, sets, sizeof sets),
        .assumes = assumes_text(options, assumes, sizeof assumes),
        .options = options,
        .tool_version = TTR_VERSION,
    };
    return results_create(sink, run->database, run->how, &described, err);
}

static void stored_run_checkpoint(void *sink, uint32_t checkpoint, const struct ttcap_checkpoint *info, uint64_t seq)
{
    results_checkpoint(sink, checkpoint, info->id, info->after_event, seq);
}

static void stored_run_comparison(void *sink, const struct replay_comparison *sum)
{
    results_comparison(sink, sum->checkpoint, sum->space, sum->known_bytes, sum->equal_bytes, sum->differing_bytes,
                       sum->tainted_bytes);
}

static void stored_run_mismatch(void *sink, const struct replay_mismatch *run)
{
    results_mismatch(sink, run->checkpoint, run->space, run->lo, run->hi, run->held, run->replayed, run->known,
                     run->is_tainted);
}

static void stored_run_window(void *sink, const struct held_window *window)
{
    results_window(sink, window);
}

static void stored_run_unknown_input(void *sink, const struct unknown_input *origin)
{
    results_unknown_input(sink, origin);
}

static void stored_run_undecided(void *sink, const struct replay_undecided *range)
{
    results_undecided(sink, range);
}

static void stored_run_waited(void *sink, const struct replay_waited *waited)
{
    char by[PARTIES_TEXT_MAX];
    const struct results_wait_row row = {(uint8_t)waited->thread,
                                         waited->is_core,
                                         waited->first_step,
                                         waited->last_step,
                                         waited->event,
                                         waited->what,
                                         replay_parties_text(waited->by, by),
                                         waited->has_by_step,
                                         waited->by_step};
    results_wait(sink, &row);
}

static void stored_run_waiting(void *sink, const struct replay_wait *wait)
{
    char who[PARTY_TEXT_MAX], by[PARTIES_TEXT_MAX];
    const struct results_stuck_row row = {replay_party_text(replay_wait_party(wait), who), wait->what,
                                          replay_parties_text(wait->by, by), wait->who};
    results_stuck(sink, &row);
}

static void stored_run_found(void *sink, const struct verdict_place *place, const struct probe_finding *finding)
{
    results_finding(sink, place->event, place->has_word, place->word, finding);
}

static void stored_run_ran(void *sink, const struct tile *tile)
{
    results_digest(sink, run_digest(tile));
}

enum tt_status stored_run_finish(struct results_sink *sink, const struct replay_summary *summary, struct tt_error *err)
{
    const struct results_totals totals = {
        .events = summary->events,
        .executed = summary->executed,
        .skipped = summary->skipped,
        .unsupported = summary->unsupported,
        .findings = summary->findings,
        .facts = summary->facts,
    };
    return results_finish(sink, &totals, err);
}

static void stored_run_stream_fault(void *sink, const struct stream_fault *fault)
{
    char text[STREAM_TEXT_MAX];
    const struct probe_finding finding = {stream_fault_finding(fault), TT_UNIT_FRONTEND, (uint8_t)fault->thread,
                                          stream_fault_text(((struct results_sink *)sink)->chip, fault, text), NULL};
    results_stream_finding(sink, fault->has_executed ? fault->event : fault->pushed_event, &finding);
}

static bool stored_run_is_enough(void *sink)
{
    return results_has_failed(sink);
}

struct replay_observer stored_run_observer(struct results_sink *sink)
{
    return (struct replay_observer){
        .user = sink,
        .checkpoint = stored_run_checkpoint,
        .comparison = stored_run_comparison,
        .mismatch = stored_run_mismatch,
        .undecided = stored_run_undecided,
        .window = stored_run_window,
        .origin = stored_run_unknown_input,
        .is_enough = stored_run_is_enough,
        .waited = stored_run_waited,
        .waiting = stored_run_waiting,
        .found = stored_run_found,
        .ran = stored_run_ran,
        .stream_fault = stored_run_stream_fault,
    };
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
    enum tt_status status = stored_run_open(&sink, run, capture, options, err);
    if (!status)
        status = stored_run_into(sink, run, capture, &following, summary, err);
    return status ? status : stored_run_finish(sink, summary, err);
}

enum tt_status stored_run_judge(const struct stored_run *run, struct ttcap *capture,
                                const struct replay_options *options, struct replay_summary *summary,
                                struct tt_error *err)
{
    struct replay_options how = *options;
    how.holds_streams = true;
    for (;; how.follows_undefined = true) {
        struct results_sink *sink = NULL;
        enum tt_status status = run->database ? stored_run_open(&sink, run, capture, &how, err) : TT_OK;
        if (status)
            return status;
        status = stored_run_into(sink, run, capture, &how, summary, err);
        if (status)
            tt_error_prefix(err, "%s", run->capture);
        if (status)
            return status;
        if (!replay_is_unsure(summary))
            return sink ? stored_run_finish(sink, summary, err) : TT_OK;
        results_abandon(sink);
    }
}
