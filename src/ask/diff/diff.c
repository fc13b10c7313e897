/* SPDX-License-Identifier: Apache-2.0 */
/* The difference of a run from the device's state: reads comparisons and mismatches, explains each. */
#include "ask/diff/diff.h"

#include "ask/diff/diff_internal.h"
#include "ask/diff/waivers.h"
#include "base/search.h"
#include "deadlock_findings.h"
#include "evidence_findings.h"

const char *diff_part_name(enum diff_part part)
{
    static const char *const names[DIFF_PART_COUNT] = {
        [DIFF_DATUM] = "datum",        [DIFF_SHARED_EXPONENT] = "shared exponent",
        [DIFF_PADDING] = "padding",    [DIFF_ROW_START] = "row start",
        [DIFF_REGISTER] = "register",  [DIFF_STORE] = "stored bytes",
        [DIFF_BYTES] = "packed bytes", [DIFF_UNWRITTEN] = "unwritten bytes",
        [DIFF_ANY] = "bytes",
    };
    return names[part];
}

static const struct diff_checkpoint *find_checkpoint(const struct diff *diff, uint32_t checkpoint)
{
    const size_t i = SEARCH_FIRST(diff->checkpoints, diff->checkpoint_count, item->checkpoint < checkpoint);
    bool is_found = i < diff->checkpoint_count && diff->checkpoints[i].checkpoint == checkpoint;
    return is_found ? &diff->checkpoints[i] : NULL;
}

const char *diff_checkpoint_id(const struct diff *diff, uint32_t checkpoint)
{
    const struct diff_checkpoint *found = find_checkpoint(diff, checkpoint);
    return found ? found->id : "?";
}

void diff_clear(struct diff *diff)
{
    mem_free(diff->checkpoints);
    mem_free(diff->comparisons);
    mem_free(diff->windows);
    mem_free(diff->findings);
    mem_free(diff->items);
    mem_free(diff->counts);
    mem_free(diff->undecided);
    *diff = (struct diff){0};
}

/* ---- rows of the database, copied ---- */

static enum tt_status out_of_memory(const struct differ *differ)
{
    return tt_fail(differ->err, TT_NO_MEMORY, "no memory for the rows");
}

static enum tt_status diff_take_checkpoint(void *user, const struct results_checkpoint_row *row)
{
    struct differ *differ = user;
    struct diff *diff = differ->diff;
    if (mem_grow(&diff->checkpoints, &diff->checkpoint_capacity, diff->checkpoint_count + 1, sizeof *diff->checkpoints))
        return out_of_memory(differ);
    struct diff_checkpoint *into = &diff->checkpoints[diff->checkpoint_count++];
    into->checkpoint = row->checkpoint;
    into->after_event = row->after_event;
    (void)snprintf(into->id, sizeof into->id, "%s", row->id);
    return TT_OK;
}

static enum tt_status take_comparison(void *user, const struct replay_comparison *row)
{
    struct differ *differ = user;
    struct diff *diff = differ->diff;
    if (!MEM_PUSH(diff->comparisons, diff->comparison_count, diff->comparison_capacity, *row))
        return out_of_memory(differ);
    return TT_OK;
}

static enum tt_status diff_take_window(void *user, const struct held_window *row)
{
    struct differ *differ = user;
    struct diff *diff = differ->diff;
    if (row->result == WINDOW_EQUAL)
        return TT_OK;
    if (!MEM_PUSH(diff->windows, diff->window_count, diff->window_capacity, *row))
        return out_of_memory(differ);
    return TT_OK;
}

static enum tt_status diff_take_finding(void *user, const struct results_finding_row *row)
{
    struct differ *differ = user;
    struct diff *diff = differ->diff;
    verdict_add_coverage(&diff->facts, row->id, row->detail);
    for (size_t i = 0; i < diff->finding_count; i++) {
        if (diff->findings[i].id == row->id) {
            diff->findings[i].count++;
            return TT_OK;
        }
    }
    if (!MEM_PUSH(diff->findings, diff->finding_count, diff->finding_capacity,
                  (struct diff_finding){row->id, 1, row->seq, false}))
        return out_of_memory(differ);
    return TT_OK;
}

static enum tt_status take_rows(struct differ *differ)
{
    TRY(results_each_checkpoint(differ->results, diff_take_checkpoint, differ, differ->err));
    TRY(results_each_comparison(differ->results, take_comparison, differ, differ->err));
    return results_each_finding(differ->results, diff_take_finding, differ, differ->err);
}

/* ---- runs, a checkpoint and space at a time ---- */

static void group_clear(struct diff_group *group)
{
    for (size_t i = 0; i < group->count; i++)
        mem_free((void *)(uintptr_t)group->runs[i].held);
    group->count = 0;
}

/* The event after which a checkpoint was taken. */
static int64_t diff_event_of(const struct diff *diff, uint32_t checkpoint)
{
    const struct diff_checkpoint *found = find_checkpoint(diff, checkpoint);
    return found ? found->after_event : INT64_MAX;
}

static enum tt_status explain_run(struct differ *differ, const struct replay_mismatch *run)
{
    struct diff_group *group = &differ->group;
    enum tt_status status =
        owners_find(differ, group->space, run->lo, run->hi, diff_event_of(differ->diff, group->checkpoint));
    for (uint32_t at = 0; !status && at < run->hi - run->lo;) {
        if ((run->held[at] ^ run->replayed[at]) & run->known[at])
            status = element_add(differ, run, at, &at);
        else
            at++;
    }
    return status;
}

static enum tt_status explain_group(struct differ *differ)
{
    enum tt_status status = TT_OK;
    for (size_t i = 0; !status && i < differ->group.count; i++)
        if (!differ->group.runs[i].is_tainted)
            status = explain_run(differ, &differ->group.runs[i]);
    group_clear(&differ->group);
    return status;
}

static enum tt_status take_mismatch(void *user, const struct replay_mismatch *row)
{
    struct differ *differ = user;
    struct diff_group *group = &differ->group;
    if (group->count && (group->checkpoint != row->checkpoint || group->space != row->space))
        TRY(explain_group(differ));
    group->checkpoint = row->checkpoint;
    group->space = row->space;
    size_t bytes = row->hi - row->lo;
    if (mem_grow(&group->runs, &group->capacity, group->count + 1, sizeof *group->runs))
        return out_of_memory(differ);
    uint8_t *copy = mem_calloc(3, bytes);
    if (!copy)
        return out_of_memory(differ);
    memcpy(copy, row->held, bytes);
    memcpy(copy + bytes, row->replayed, bytes);
    memcpy(copy + 2 * bytes, row->known, bytes);
    struct replay_mismatch *run = &group->runs[group->count++];
    *run = *row;
    run->held = copy;
    run->replayed = copy + bytes;
    run->known = copy + 2 * bytes;
    return TT_OK;
}

static void decide(struct differ *differ)
{
    struct diff *diff = differ->diff;
    tally_put_fault_first(differ);
    diff->verdict = verdict_of(&diff->facts);
    (void)verdict_words(&diff->facts, diff->reason);
}

static void diff_start(struct differ *differ, struct diff *diff, struct results *results, size_t limit,
                       const struct diff_visitor *visitor, struct tt_error *err)
{
    *diff = (struct diff){.run = results_run(results), .results = results};
    *differ = (struct differ){
        .results = results, .chip = diff->run->chip, .diff = diff, .visitor = visitor, .limit = limit, .err = err};
}

static void diff_stop(struct differ *differ)
{
    group_clear(&differ->group);
    insn_trace_clear(&differ->trace);
    mem_free(differ->group.runs);
    mem_free(differ->owners);
    mem_free(differ->owner_of);
}

enum tt_status diff_make(struct diff *diff, struct results *results, size_t limit, struct tt_error *err)
{
    return diff_make_each(diff, results, limit, NULL, err);
}

static void waive_finding(struct diff *diff, struct diff_finding *finding)
{
    struct verdict_facts *facts = &diff->facts;
    finding->is_waived = waivers_cover_finding(diff->waivers, finding->id, finding->count);
    if (!finding->is_waived)
        return;
    if (finding->id == FINDING_DEADLOCK)
        facts->end = VERDICT_CAME_TO_ITS_END;
    if (finding_is_undone(finding->id))
        facts->unsupported -= finding->count < facts->unsupported ? finding->count : facts->unsupported;
}

/* Removes waived items. */
static void take_waived_away(struct diff *diff)
{
    struct verdict_facts *facts = &diff->facts;
    for (size_t i = 0; i < diff->finding_count; i++)
        waive_finding(diff, &diff->findings[i]);
    facts->waived = diff->waived_count;
    if (diff->difference_count)
        return;
    facts->bytes.equal += facts->bytes.differing;
    facts->bytes.differing = 0;
}

static enum tt_status take_undecided(struct diff *diff, struct results *results, struct tt_error *err)
{
    diff->undecided = mem_calloc(1, sizeof *diff->undecided);
    NEED(diff->undecided, err, "no memory for what is undecided");
    return undecided_make(diff->undecided, results, err);
}

static enum tt_status make(struct diff *diff, struct results *results, size_t limit, const struct diff_visitor *visitor,
                           struct waivers *waivers, struct tt_error *err)
{
    struct differ differ;
    diff_start(&differ, diff, results, limit, visitor, err);
    diff->waivers = waivers;
    diff->facts = diff->run->totals.facts;
    enum tt_status status = take_rows(&differ);
    status = status ?: results_each_mismatch(results, take_mismatch, &differ, err);
    status = status ?: explain_group(&differ);
    status = status ?: results_each_window(results, diff_take_window, &differ, err);
    status = status ?: take_undecided(diff, results, err);
    if (!status && waivers)
        take_waived_away(diff);
    decide(&differ);
    diff_stop(&differ);
    return status;
}

enum tt_status diff_make_each(struct diff *diff, struct results *results, size_t limit,
                              const struct diff_visitor *visitor, struct tt_error *err)
{
    return make(diff, results, limit, visitor, NULL, err);
}

enum tt_status diff_make_waived(struct diff *diff, struct results *results, size_t limit, struct waivers *waivers,
                                struct tt_error *err)
{
    return make(diff, results, limit, NULL, waivers, err);
}

/* ---- differences from elsewhere ---- */

static enum tt_status sink_comparison(void *user, const struct replay_comparison *row)
{
    struct differ *differ = user;
    verdict_add(&differ->diff->facts, row);
    return take_comparison(differ, row);
}

static enum tt_status sink_mismatch(void *user, const struct replay_mismatch *row)
{
    struct differ *differ = user;
    return take_mismatch(differ, row);
}

/* Whether the run did all of its work. */
static bool came_to_its_end(const struct verdict_facts *facts)
{
    return !verdict_hangs(facts->end) && !facts->unsupported && !facts->is_stopped && !facts->is_damaged;
}

static void name_other(struct diff *diff)
{
    char reason[VERDICT_WORDS_MAX];
    (void)snprintf(reason, sizeof reason, "%s", diff->reason);
    (void)snprintf(diff->reason, sizeof diff->reason, "the other run: %.*s", (int)(sizeof diff->reason - 20), reason);
}

enum tt_status diff_make_from(struct diff *diff, struct results *results, const struct diff_source *source,
                              size_t limit, const struct diff_visitor *visitor, struct tt_error *err)
{
    const struct results_checkpoint_row end = {.id = "end", .after_event = INT64_MAX};
    struct differ differ;
    diff_start(&differ, diff, results, limit, visitor, err);
    const bool is_of_other =
        source->other && !came_to_its_end(source->other) &&
        came_to_its_end(&diff->run->totals.facts); /* a run that did not come to its end is no reference */
    diff->facts = is_of_other ? *source->other : diff->run->totals.facts;
    diff->facts.bytes = (struct verdict_bytes){0};
    diff->facts.windows = (struct verdict_windows){0};
    diff->facts.unread_srca = diff->facts.unread_srcb = diff->facts.unread_dst = 0;
    diff->facts.is_of_reference = true;
    differ.source = source;
    struct diff_source_sink sink = {&differ, sink_comparison, sink_mismatch};
    enum tt_status status = diff_take_checkpoint(&differ, &end);
    status = status ?: source->report(source->user, &sink, err);
    status = status ?: explain_group(&differ);
    diff->facts.checkpoints = 1;
    decide(&differ);
    if (is_of_other)
        name_other(diff);
    if (!diff->facts.bytes.compared && came_to_its_end(&diff->facts))
        (void)snprintf(diff->reason, sizeof diff->reason, "there is no byte that both know");
    diff_stop(&differ);
    return status;
}

uint64_t diff_waiting(const struct diff *diff)
{
    for (size_t i = 0; i < diff->finding_count; i++)
        if (diff->findings[i].id == FINDING_DEADLOCK && !diff->findings[i].is_waived)
            return diff->findings[i].count;
    return 0;
}

enum tt_status diff_ask_evidence(struct diff *diff, enum fact_level least, struct tt_error *err)
{
    struct verdict_facts *facts = &diff->facts;
    struct results_evidence evidence;
    struct results_insn_row insn = {0};
    bool has_word = false;
    enum tt_status status = results_evidence_below(diff->results, least, &evidence, err);
    status = status ?: results_insn_at(diff->results, evidence.seq, &insn, &has_word, err);
    if (status)
        return walk_ended(status);
    facts->weak = evidence.instructions;
    facts->first_weak = (struct verdict_place){FINDING_EVIDENCE_TOO_WEAK, evidence.seq, has_word, insn.word};
    (void)results_evidence_text(&evidence, facts->weak_detail, sizeof facts->weak_detail);
    diff->verdict = verdict_of(facts);
    (void)verdict_words(facts, diff->reason);
    return TT_OK;
}
