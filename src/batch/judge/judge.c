/* SPDX-License-Identifier: Apache-2.0 */
/* Judging: first a replay without stages, which is enough for a capture that is the same. Where it is not, or where
 * undefined behaviour is to be followed, a second replay stores everything. docs/formats/batch.md#judging */
#include "batch/judge/judge.h"

#include "ask/diff/waivers.h"
#include "base/guard/limits.h"
#include "base/scratch.h"
#include "batch/content.h"
#include "batch/reference.h"
#include "capture/bundle.h"
#include "isa/chip.h"
#include "isa/isa.h"

#include <limits.h>
#include <unistd.h>

/* ---- the first replay ---- */

static void on_insn(void *user, const struct probe_insn *insn)
{
    struct judged *judged = user;
    judged->seq = insn->seq;
    judged->word = insn->word;
}

static void count_unsupported(struct judged *judged)
{
    struct batch_record *record = judged->record;
    const struct isa_insn *insn = isa_find(ttcap_info(judged->subject.capture)->chip, judged->word);
    const char *name = insn ? insn->mnemonic : "undefined opcode";
    for (size_t i = 0; i < record->unsupported_count; i++) {
        if (strcmp(record->unsupported[i].name, name) == 0) {
            record->unsupported[i].times++;
            return;
        }
    }
    char *copy = mem_strdup(name);
    if (!copy || mem_grow(&record->unsupported, &record->unsupported_capacity, record->unsupported_count + 1,
                          sizeof *record->unsupported)) {
        mem_free(copy);
        judged->has_no_memory = true;
        return;
    }
    record->unsupported[record->unsupported_count++] = (struct batch_unsupported){copy, 1};
}

static void count_finding(struct judged *judged, const struct finding_info *info)
{
    struct batch_record *record = judged->record;
    for (size_t i = 0; i < record->finding_count; i++) {
        if (strcmp(record->findings[i].code, info->code) == 0) {
            record->findings[i].times++;
            return;
        }
    }
    struct batch_finding finding = {mem_strdup(info->code), mem_strdup(finding_class_name(info->kind)), 1, judged->seq,
                                    false};
    if (!finding.code || !finding.kind ||
        mem_grow(&record->findings, &record->finding_capacity, record->finding_count + 1, sizeof finding)) {
        mem_free(finding.code);
        mem_free(finding.kind);
        judged->has_no_memory = true;
        return;
    }
    record->findings[record->finding_count++] = finding;
}

static void judge_on_finding(void *user, const struct probe_finding *finding)
{
    struct judged *judged = user;
    const struct finding_info *info = finding_get(finding->id);
    if (info->kind == FINDING_UNSUPPORTED)
        count_unsupported(judged);
    count_finding(judged, info);
}

static void judge_on_waiting(void *user, const struct replay_wait *wait)
{
    struct judged *judged = user;
    char text[WAIT_TEXT_MAX + 128];
    if (judged->stuck)
        return;
    (void)snprintf(text, sizeof text, "the replay does not reach the end: thread %u's %s waits for %s", wait->thread,
                   wait->is_core ? "core" : "pipe", wait->what);
    judged->stuck = mem_strdup(text);
    judged->has_no_memory = judged->has_no_memory || !judged->stuck;
}

void judge_take_summary(struct batch_record *record, const struct replay_summary *summary)
{
    record->counts.events = summary->events;
    record->counts.executed = summary->executed;
    record->counts.skipped = summary->skipped;
    record->counts.unsupported = summary->unsupported;
    record->counts.findings = summary->findings;
    record->counts.hazards = summary->hazards;
    record->counts.checkpoints = summary->checkpoints;
    record->counts.known_bytes = summary->facts.bytes.compared;
    record->counts.differing_bytes = summary->facts.bytes.differing;
    record->counts.tainted_bytes = summary->facts.bytes.undecided;
}

static void waive_findings(struct judged *judged)
{
    struct batch_record *record = judged->record;
    finding_id id;
    for (size_t i = 0; judged->waivers && i < record->finding_count; i++)
        if (finding_find(record->findings[i].code, &id))
            record->findings[i].is_waived = waivers_cover_finding(judged->waivers, id, record->findings[i].times);
}

static enum tt_status judge_copy_text(char **into, const char *text, struct tt_error *err)
{
    *into = mem_strdup(text);
    return *into ? TT_OK : tt_fail(err, TT_NO_MEMORY, "no memory");
}

static enum tt_status judge_replay(struct judged *judged, struct tt_error *err)
{
    const struct probe probe = {
        .user = judged, .wants = PROBE_INSN | PROBE_FINDING, .insn_begin = on_insn, .finding = judge_on_finding};
    const struct replay_observer observer = {.user = judged, .waiting = judge_on_waiting};
    struct replay_summary summary;
    TRY(replay_run(judged->subject.capture, &judged->subject.replay, &probe, &observer, &summary, err));
    judge_take_summary(judged->record, &summary);
    waive_findings(judged);
    judged->record->verdict = BATCH_SAME;
    if (summary.verdict == VERDICT_SAME)
        return TT_OK;
    TRY(judge_trace(judged, err));
    return judge_causes(judged, err);
}

/* ---- from a path to a capture ---- */

static enum tt_status take_info(struct judged *judged, struct tt_error *err)
{
    const struct ttcap_info *info = ttcap_info(judged->subject.capture);
    struct batch_record *record = judged->record;
    TRY(judge_copy_text(&record->chip, chip_get(info->chip)->name, err));
    TRY(judge_copy_text(&record->title, info->name, err));
    for (size_t i = 0; i < info->tag_count; i++)
        NEED(texts_add(&record->tags, info->tags[i]), err, "no memory");
    return TT_OK;
}

/* References in place of the capture's checkpoints, if any were asked for. Clear in any case. */
static enum tt_status judge_take_references(struct judged *judged, struct expects *expects, struct tt_error *err)
{
    const struct batch_settings *settings = judged->judge->settings;
    for (size_t i = 0; i < settings->reference_count; i++) {
        struct expect_asked asked;
        char path[PATH_MAX];
        TRY(reference_of(&asked, &settings->references[i], judged->judge->what->name, path, err));
        TRY(expects_add(expects, &asked, ttcap_info(judged->subject.capture)->chip, err));
    }
    return expects_put(expects, judged->subject.capture, &judged->subject.replay, err);
}

/* Results of a farm are shared, and the reader's message quotes the file: a record says that it does not fit. */
static enum tt_status judge_take_waivers(struct judged *judged, struct waivers *waivers, struct tt_error *err)
{
    const struct batch_settings *settings = judged->judge->settings;
    const enum tt_chip chip = ttcap_info(judged->subject.capture)->chip;
    judged->waivers = waivers;
    const enum tt_status status = waivers_load(waivers, settings->waivers, chip, settings->day, err);
    return status != TT_BAD_INPUT
               ? status
               : tt_fail(err, status,
                         "a line of the waivers is none for %s: `tt-replay diff RUN.db --waivers FILE` names it",
                         chip_get(chip)->name);
}

static enum tt_status judge_capture(struct judged *judged, struct tt_error *err)
{
    const struct batch_settings *settings = judged->judge->settings;
    struct waivers waivers = {0};
    struct expects expects = {0};
    enum tt_status status = subject_open_capture(&judged->subject, judged->path, &settings->how, err);
    status = status ?: take_info(judged, err);
    if (!status && settings->waivers)
        status = judge_take_waivers(judged, &waivers, err);
    status = status ?: judge_take_references(judged, &expects, err);
    status = status ?: judge_replay(judged, err);
    waivers_clear(&waivers);
    judged->waivers = NULL;
    subject_clear(&judged->subject);
    expects_clear(&expects);
    return status;
}

static bool is_capture_or_bundle(const struct judge *judge)
{
    struct tt_error none;
    bool is_bundle = false;
    return judge->what->is_bundle ? !bundle_look(&is_bundle, judge->path, &none) && is_bundle
                                  : ttcap_begins(judge->path);
}

/* A plan may name any file: the answer says whether it is the planned one, of captures and bundles alone, and nothing
 * else. The reader that opens anything else says that it is neither. */
static enum tt_status check_hash(const struct judge *judge, struct tt_error *err)
{
    char hash[BATCH_HASH_TEXT];
    if (!is_capture_or_bundle(judge))
        return TT_OK;
    TRY(judge->what->is_bundle ? content_hash_bundle(judge->path, judge->root, judge->settings->mask, hash, NULL, err)
                               : content_hash_file(judge->path, hash, NULL, err));
    if (strcmp(hash, judge->what->hash) != 0)
        return tt_fail(err, TT_IO, "the capture changed since it was planned: its hash is not %s", judge->what->hash);
    return TT_OK;
}

/* The array as well: a changed input is not judged. One that cannot be read is met where it is read. */
static enum tt_status check_reference(const struct judge *judge, struct tt_error *err)
{
    char hash[BATCH_HASH_TEXT];
    if (!judge->settings->reference_count)
        return TT_OK;
    TRY(reference_hash(judge->settings, judge->what->name, hash, err));
    return strcmp(hash, judge->what->reference) != 0
               ? tt_fail(err, TT_IO, "its reference changed since it was planned: its hash is not %s",
                         judge->what->reference)
               : TT_OK;
}

void judge_cut_path(char *text, const char *path)
{
    const size_t length = strlen(path);
    for (char *at = text; length && (at = strstr(at, path)) != NULL;) {
        const size_t behind = strncmp(at + length, ": ", 2) == 0 ? 2 : at[length] == '/' ? 1 : 0;
        memmove(at, at + length + behind, strlen(at + length + behind) + 1);
    }
}

static enum tt_status judge_bundle(struct judged *judged, const char *capture, struct tt_error *err)
{
    const char *bundle = judged->judge->path;
    const struct bundle_from from = {
        .folder = bundle, .named = judged->judge->root, .mask = judged->judge->settings->mask};
    enum tt_status status = bundle_import_from(&from, capture, true, !judged->judge->keep, err);
    judged->path = capture;
    status = status ?: judge_capture(judged, err);
    if (status)
        judge_cut_path(err->text, capture);
    judged->path = judged->judge->path;
    return status;
}

/* A bundle becomes a capture for the time being, or beside the database of one that differs. */
static enum tt_status judge_path(struct judged *judged, struct tt_error *err)
{
    const struct judge *judge = judged->judge;
    struct scratch scratch = {0};
    char keep_path[PATH_MAX];
    enum tt_status status = judge->root ? content_beneath(judge->root, judge->what->name, err) : TT_OK;
    status = status ?: check_hash(judge, err);
    status = status ?: check_reference(judge, err);
    judged->path = judge->path;
    if (status)
        return status;
    if (!judge->what->is_bundle)
        return judge_capture(judged, err);
    if (judge->keep) {
        if (snprintf(keep_path, sizeof keep_path, "%s.ttcap", judge->keep) >= (int)sizeof keep_path)
            return tt_fail(err, TT_IO, "%.80s...: the path is too long", judge->keep);
        status = judge_bundle(judged, keep_path, err);
        if (status || judged->record->verdict != BATCH_DIFFERS)
            (void)unlink(keep_path);
        return status;
    }
    status = scratch_make(&scratch, "bundle.ttcap", err);
    status = status ?: judge_bundle(judged, scratch.file, err);
    scratch_remove(&scratch);
    return status;
}

/* The error instead of a verdict. */
static bool take_trouble(struct judged *judged, enum tt_status status, struct tt_error *err)
{
    struct batch_record *record = judged->record;
    judge_cut_path(err->text, judged->judge->path);
    limits_explain(err);
    record->verdict = BATCH_TROUBLE;
    record->is_final = status == TT_BAD_INPUT || status == TT_UNSUPPORTED;
    mem_free(record->reason);
    record->reason = mem_strdup(err->text);
    return record->reason != NULL;
}

bool batch_judge(const struct judge *judge, struct batch_record *record)
{
    struct tt_error err = {{0}};
    struct judged judged = {.judge = judge, .record = record};
    *record = (struct batch_record){.is_final = true};
    memcpy(record->key, judge->what->key, sizeof record->key);
    memcpy(record->hash, judge->what->hash, sizeof record->hash);
    enum tt_status status = judge_path(&judged, &err);
    if (!status && judged.has_no_memory)
        status = tt_fail(&err, TT_NO_MEMORY, "no memory");
    mem_free(judged.stuck);
    if (status)
        return take_trouble(&judged, status, &err);
    return true;
}
