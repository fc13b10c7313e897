/* SPDX-License-Identifier: Apache-2.0 */
#include "debug/questions.h"

#include "ask/audit/audit.h"
#include "ask/lint/lint.h"
#include "ask/why/why.h"
#include "base/memory.h"
#include "base/scratch.h"
#include "results/stored_run.h"
#include "show/reports.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH = 12 };

struct questions {
    struct scratch scratch;
    struct results *results;
};

void questions_close(struct questions *questions)
{
    if (!questions)
        return;
    results_close(questions->results);
    scratch_remove(&questions->scratch);
    mem_free(questions);
}

static enum tt_status questions_replay_into(const struct session *session, const char *path, struct tt_error *err)
{
    struct results_sink *sink = NULL;
    struct replay_summary summary;
    const struct stored_run run = {path, RESULTS_REPLACE | RESULTS_UNSYNCED, session->path};
    const enum tt_status status = stored_run_open(&sink, &run, session->capture, &session->options, err);
    return status ? status : stored_run_replay(sink, session->capture, &session->options, &summary, err);
}

static enum tt_status questions_ask(struct session *session, struct results **results, struct tt_error *err)
{
    if (engine_edits(session->engine))
        return tt_fail(err, TT_UNSUPPORTED,
                       "this is another run than the recorded one, of which why and audit know nothing (`monitor "
                       "recording` goes back to it)");
    if (!session->questions) {
        struct questions *questions = mem_calloc(1, sizeof *questions);
        if (!questions)
            return tt_fail(err, TT_NO_MEMORY, "no memory for a question");
        enum tt_status status = scratch_make(&questions->scratch, "run.db", err);
        if (!status)
            status = questions_replay_into(session, questions->scratch.file, err);
        if (!status)
            status = results_open(&questions->results, questions->scratch.file, err);
        if (status) {
            questions_close(questions);
            return status;
        }
        session->questions = questions;
    }
    *results = session->questions->results;
    return TT_OK;
}

/* A report's text. */
struct page {
    char *bytes;
    size_t count;
    FILE *file;
};

static enum tt_status questions_begin_page(struct page *page, struct tt_error *err)
{
    page->file = open_memstream(&page->bytes, &page->count);
    return page->file ? TT_OK : tt_fail(err, TT_NO_MEMORY, "no memory for a report");
}

static void questions_end_page(struct page *page, struct text *out)
{
    if (page->file && fclose(page->file) == 0)
        text_add_bytes(out, page->bytes, page->count);
    free(page->bytes);
}

/* The number in the run's database of the last step: of an event, or of words and stores so far. */
static int64_t last_number(const struct session *session)
{
    return (int64_t)(session->is_executed ? engine_at(session->engine) : steps_seq(engine_steps(session->engine))) - 1;
}

enum tt_status questions_why(struct session *session, const char *words, struct text *out, struct tt_error *err)
{
    struct results *results = NULL;
    struct address_place place;
    struct why why = {0};
    struct page page = {0};
    const struct why_view view = {.depth = DEPTH};
    enum tt_status status = questions_ask(session, &results, err);
    if (status)
        return status;
    status = why_place_parse(&place, results, words, err);
    if (!status)
        status = questions_begin_page(&page, err);
    if (!status)
        status = why_make(&why, results, &place, last_number(session), err);
    if (!status)
        status = why_report(page.file, REPORT_TEXT, &why, &view, err);
    why_clear(&why);
    questions_end_page(&page, out);
    return status;
}

enum tt_status questions_audit(struct session *session, const char *number, struct text *out, struct tt_error *err)
{
    struct results *results = NULL;
    struct audit audit = {0};
    struct lint lint = {0};
    struct page page = {0};
    struct audit_choice choice = {.unit = TT_UNIT_PACK};
    struct audit_view view = {.last = UINT32_MAX};
    char next[24];
    (void)snprintf(next, sizeof next, "%" PRId64, last_number(session) + 1);
    enum tt_status status = questions_ask(session, &results, err);
    if (status)
        return status;
    status = audit_choose_events(&choice, results, *number ? number : next, err);
    if (!status)
        status = lint_make(&lint, results, err);
    if (!status)
        status = audit_make(&audit, results, &choice, err);
    if (!status)
        status = questions_begin_page(&page, err);
    view.stages = unit_stages(choice.unit, &view.stage_count);
    if (!status)
        audit_report(page.file, REPORT_TEXT, &audit, &lint, &view);
    audit_clear(&audit);
    lint_clear(&lint);
    questions_end_page(&page, out);
    return status;
}
