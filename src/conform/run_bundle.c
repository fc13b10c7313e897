/* SPDX-License-Identifier: Apache-2.0 */
/* A bundle or capture: replayed, and held against every checkpoint. A bundle becomes a capture for the time being. */
#include "conform/conform_internal.h"

#include "base/little.h"
#include "base/scratch.h"
#include "capture/bundle.h"
#include "order/replay.h"

/* The first run of bytes that differs. */
struct first_mismatch {
    enum tt_chip chip;
    char text[1024];       /* empty: none yet */
    uint16_t *fields_read; /* of conform_options */
};

static void run_bundle_on_mismatch(void *user, const struct replay_mismatch *run)
{
    struct first_mismatch *first = user;
    if (*first->text || run->is_tainted)
        return;
    const uint32_t width = space_element_bytes(run->space);
    char place[CONFORM_PLACE_MAX];
    for (uint32_t at = 0; at + width <= run->hi - run->lo; at += width) {
        const uint32_t held = load_number(run->held + at, width), replayed = load_number(run->replayed + at, width);
        const uint32_t known = load_number(run->known + at, width);
        if (((held ^ replayed) & known) == 0)
            continue;
        (void)snprintf(first->text, sizeof first->text, "  checkpoint %u, %s: held %0*X, replayed %0*X\n",
                       (unsigned)run->checkpoint, conform_place(first->chip, run->space, (run->lo + at) / width, place),
                       2 * (int)width, (unsigned)held, 2 * (int)width, (unsigned)replayed);
        return;
    }
}

static void run_bundle_on_waiting(void *user, const struct replay_wait *wait)
{
    struct first_mismatch *first = user;
    const size_t at = strlen(first->text);
    (void)snprintf(first->text + at, sizeof first->text - at, "  deadlock: T%u waits for %s\n", wait->thread,
                   wait->what);
}

/* The tile is the replay's: before each word it starts to note its reads. */
static void run_bundle_on_before(void *user, struct tile *tile, unsigned thread, uint32_t word, uint64_t seq)
{
    const struct first_mismatch *first = user;
    (void)thread;
    (void)word;
    (void)seq;
    tile_watch_fields(tile, first->fields_read);
}

/* The devices of recorded firmware hang as well where it does; in the other orders a hang is this tool's alone. */
static enum conform_outcome run_bundle_outcome_of(const struct replay_summary *summary, enum replay_order order,
                                                  const char **reason)
{
    const enum verdict verdict = order == REPLAY_FIRMWARE ? verdict_of_bytes(&summary->facts) : summary->verdict;
    *reason = NULL;
    switch (verdict) {
    case VERDICT_SAME:
        return CONFORM_PASSED;
    case VERDICT_DIFFERS:
    case VERDICT_HUNG:
        return CONFORM_DIFFERED;
    case VERDICT_UNSUPPORTED:
        *reason = "instructions";
        return CONFORM_UNSUPPORTED;
    case VERDICT_NONE:
    case VERDICT_DAMAGED: /* refused before */
    case VERDICT_COUNT:
        break;
    }
    const struct verdict_facts *facts = &summary->facts;
    *reason = facts->undefined                                             ? "undefined"
              : facts->weak && facts->bytes.equal == facts->bytes.compared ? "evidence"
                                                                           : "not recorded";
    return CONFORM_NO_VERDICT;
}

/* Once more, with undefined behaviour followed, where there was some. */
static enum tt_status replay_sure(struct ttcap *capture, struct replay_options *options, struct first_mismatch *first,
                                  struct replay_summary *summary, struct tt_error *err)
{
    const struct replay_observer observer = {.user = first,
                                             .mismatch = run_bundle_on_mismatch,
                                             .waiting = run_bundle_on_waiting,
                                             .before = first->fields_read ? run_bundle_on_before : NULL};
    enum tt_status status = replay_run(capture, options, NULL, &observer, summary, err);
    if (status || !replay_is_unsure(summary))
        return status;
    *first->text = '\0';
    options->follows_undefined = true;
    return replay_run(capture, options, NULL, &observer, summary, err);
}

static enum tt_status replay_capture(const struct conform_worker *worker, struct conform_piece *piece,
                                     struct ttcap *capture, struct tt_error *err)
{
    const struct ttcap_info *info = ttcap_info(capture);
    struct first_mismatch first = {.chip = info->chip, .fields_read = worker->options->fields_read[info->chip]};
    struct replay_options options;
    struct replay_summary summary;
    replay_options_init(&options, info);
    if (worker->options->order == REPLAY_EXECUTED && worker->options->units) /* the others need them all */
        options.units = worker->options->units;
    options.order = worker->options->order;
    options.fast_left_out = worker->options->by_datasheets ? TILE_FAST_ALL : 0;
    options.asks_evidence = worker->options->asks_evidence;
    options.evidence = worker->options->evidence;
    options.assumed = worker->options->assumed;
    options.assumed_zero = worker->options->assumed_zero;
    options.assumes_all = worker->options->assumes_all;
    enum tt_status status = conform_variants(worker->options, &options.variants, err);
    if (status == TT_OK && info->is_salvaged)
        status = tt_fail(err, TT_BAD_INPUT, "the capture is cut: `tt-replay verify` says what is left of it");
    status = status ?: replay_sure(capture, &options, &first, &summary, err);
    const bool is_refused = status == TT_UNSUPPORTED && options.order != REPLAY_EXECUTED;
    if (status && !is_refused) {
        tt_error_prefix(err, "%s", piece->item->path);
        return status;
    }
    struct conform_case result = {
        .name = info->name,
        .row = info->tag_count ? info->tags[0] : "untagged",
        .chip = info->chip,
        .is_bundle = true,
    };
    result.outcome = is_refused ? CONFORM_UNSUPPORTED : run_bundle_outcome_of(&summary, options.order, &result.reason);
    if (!is_refused) {
        result.assumed = summary.facts.assumed;
        result.assumed_zero = summary.facts.assumed_zero;
        result.is_masked = summary.facts.is_masked;
    }
    if (is_refused)
        result.reason = options.order == REPLAY_FIRMWARE && !info->boot_count ? "no cores" : "units";
    if (result.outcome == CONFORM_DIFFERED && worker->options->explained_max)
        result.explanation = first.text;
    return conform_keep(piece, &result, err);
}

static enum tt_status run_file(const struct conform_worker *worker, struct conform_piece *piece, const char *file,
                               struct tt_error *err)
{
    struct ttcap *capture OWNED(ttcap_close_at) = NULL;
    TRY(ttcap_open(&capture, file, err));
    return replay_capture(worker, piece, capture, err);
}

enum tt_status conform_run_capture(const struct conform_worker *worker, struct conform_piece *piece,
                                   struct tt_error *err)
{
    return run_file(worker, piece, piece->item->path, err);
}

enum tt_status conform_run_bundle(const struct conform_worker *worker, struct conform_piece *piece,
                                  struct tt_error *err)
{
    struct scratch scratch OWNED(scratch_remove) = {0};
    TRY(scratch_make(&scratch, "bundle.ttcap", err));
    TRY(bundle_import_from(&(struct bundle_from){piece->item->path, piece->item->named, worker->options->mask},
                           scratch.file, true, true, err));
    return run_file(worker, piece, scratch.file, err);
}
