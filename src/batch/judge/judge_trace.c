/* SPDX-License-Identifier: Apache-2.0 */
/* A replay that stores everything, and `diff` of it. */
#include "batch/judge/judge.h"

#include "ask/diff/diff.h"
#include "ask/run/address.h"
#include "ask/run/value_text.h"
#include "base/scratch.h"
#include "isa/spaces.h"
#include "results/stored_run.h"

#include <unistd.h>

/* ---- the first difference as texts ---- */

/* Copies of texts; remembers whether one was lost. */
struct copier {
    bool is_short; /* of memory */
};

static void judge_trace_put(struct copier *copier, char **into, const char *text)
{
    if (!text || !*text)
        return;
    *into = mem_strdup(text);
    copier->is_short = copier->is_short || !*into;
}

static void judge_trace_take_writer(struct copier *copier, struct batch_first *first, const struct diff *diff,
                                    const struct diff_item *item)
{
    char text[ISA_TEXT_MAX];
    first->event = first->instance = first->thread = -1;
    if (!item->has_writer)
        return;
    first->event = (int64_t)item->seq;
    first->instance = item->instance;
    judge_trace_put(copier, &first->unit, unit_name(item->unit));
    if (!item->has_word)
        return;
    const struct isa_insn *insn = isa_find(diff->run->chip, item->word);
    first->thread = item->thread;
    judge_trace_put(copier, &first->mnemonic, insn ? insn->mnemonic : NULL);
    judge_trace_put(copier, &first->instruction, isa_disassemble(diff->run->chip, item->word, text));
}

static void judge_trace_take_place(struct copier *copier, struct batch_first *first, const struct diff *diff,
                                   const struct diff_item *item)
{
    char text[ADDRESS_TEXT_MAX];
    judge_trace_put(copier, &first->checkpoint, diff_checkpoint_id(diff, item->checkpoint));
    judge_trace_put(copier, &first->space, space_name(item->space));
    judge_trace_put(copier, &first->address, address_place_text(diff->run->chip, item->space, item->lo, text));
    judge_trace_put(copier, &first->what, diff_part_name(item->part));
    if (item->part == DIFF_DATUM || item->part == DIFF_SHARED_EXPONENT)
        judge_trace_put(copier, &first->place, address_datum_text(item->tile, item->datum, text));
    else
        judge_trace_put(copier, &first->place, item->place);
}

static void judge_trace_take_values(struct copier *copier, struct batch_first *first, const struct diff_item *item)
{
    char text[VALUE_TEXT_MAX];
    judge_trace_put(copier, &first->stage, item->stage);
    judge_trace_put(copier, &first->held_bits, bits_text(item->format, item->held, text));
    judge_trace_put(copier, &first->replayed_bits, bits_text(item->format, item->replayed, text));
    if (item->format == FORMAT_COUNT)
        return;
    judge_trace_put(copier, &first->format, format_text(item->format, text));
    judge_trace_put(copier, &first->held, value_text(item->format, item->held, text));
    judge_trace_put(copier, &first->replayed, value_text(item->format, item->replayed, text));
}

static bool take_first(struct batch_record *record, const struct diff *diff)
{
    struct copier copier = {false};
    record->has_first = diff->item_count > 0;
    if (!record->has_first)
        return true;
    judge_trace_take_writer(&copier, &record->first, diff, &diff->items[0]);
    judge_trace_take_place(&copier, &record->first, diff, &diff->items[0]);
    judge_trace_take_values(&copier, &record->first, &diff->items[0]);
    return !copier.is_short;
}

/* The verdicts of a batch are exit statuses. */
static void judge_trace_decide(struct judged *judged, const struct diff *diff)
{
    struct batch_record *record = judged->record;
    record->verdict = (enum batch_verdict)verdict_exit(diff->verdict);
    if (diff->verdict == VERDICT_HUNG && judged->stuck) {
        record->reason = judged->stuck;
        judged->stuck = NULL;
    } else if (diff->verdict != VERDICT_SAME && diff->verdict != VERDICT_DIFFERS) {
        record->reason = mem_strdup(diff->reason);
        judged->has_no_memory = judged->has_no_memory || !record->reason;
    }
    record->counts.differences = diff->difference_count;
    record->counts.waived = diff->waived_count;
}

static enum tt_status ask_diff(struct judged *judged, const char *path, struct tt_error *err)
{
    struct results *results OWNED(results_close_at) = NULL;
    struct diff diff OWNED(diff_clear) = {0};
    TRY(results_open(&results, path, err));
    TRY(diff_make_waived(&diff, results, 1, judged->waivers, err));
    judge_trace_decide(judged, &diff);
    if (judged->record->verdict == BATCH_DIFFERS && !take_first(judged->record, &diff))
        judged->has_no_memory = true;
    return TT_OK;
}

static enum tt_status trace(struct judged *judged, const char *path, struct tt_error *err)
{
    struct replay_summary summary;
    const unsigned how = judged->judge->keep ? RESULTS_REPLACE : RESULTS_REPLACE | RESULTS_UNSYNCED;
    const struct stored_run run = {path, how, judged->path, NULL};
    TRY(stored_run_replay(&run, judged->subject.capture, &judged->subject.replay, &summary, err));
    judge_take_summary(judged->record, &summary);
    return ask_diff(judged, path, err);
}

enum tt_status judge_trace(struct judged *judged, struct tt_error *err)
{
    const char *keep = judged->judge->keep;
    struct scratch scratch = {0};
    if (keep) {
        const enum tt_status status = trace(judged, keep, err);
        if (status || judged->record->verdict != BATCH_DIFFERS)
            (void)unlink(keep);
        return status;
    }
    enum tt_status status = scratch_make(&scratch, "run.db", err);
    status = status ?: trace(judged, scratch.file, err);
    if (status)
        judge_cut_path(err->text, scratch.file);
    scratch_remove(&scratch);
    return status;
}
