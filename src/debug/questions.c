/* SPDX-License-Identifier: Apache-2.0 */
#include "debug/session.h"

#include "ask/audit/audit.h"
#include "ask/lint/lint.h"
#include "ask/why/why.h"
#include "base/scratch.h"
#include "base/text/text_stream.h"
#include "results/stored_run.h"
#include "show/reports.h"

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

static enum tt_status questions_ask(struct session *session, struct results **results, struct tt_error *err)
{
    if (engine_edits(session->engine))
        return tt_fail(err, TT_UNSUPPORTED,
                       "this is another run than the recorded one, of which why and audit know nothing (`monitor "
                       "recording` goes back to it)");
    if (!session->questions) {
        struct questions *questions = mem_calloc(1, sizeof *questions);
        NEED(questions, err, "no memory for a question");
        enum tt_status status = scratch_make(&questions->scratch, "run.db", err);
        const struct stored_run run = {questions->scratch.file, RESULTS_REPLACE | RESULTS_UNSYNCED, session->path,
                                       NULL};
        if (!status)
            status = stored_run_replay(&run, session->capture, &session->options, &(struct replay_summary){0}, err);
        status = status ?: results_open(&questions->results, questions->scratch.file, err);
        if (status) {
            questions_close(questions);
            return status;
        }
        session->questions = questions;
    }
    *results = session->questions->results;
    return TT_OK;
}

/* Adds a report's text to what is said. */
static enum tt_status questions_end(struct text_stream *page, enum tt_status status, struct text *out,
                                    struct tt_error *err)
{
    char *text OWNED(mem_free_at) = text_stream_close(page);
    TRY(status);
    NEED(text, err, "no memory for a report");
    text_add(out, "%s", text);
    return TT_OK;
}

/* The number in the run's database of the last step: of an event, or of words and stores so far. */
static int64_t last_number(const struct session *session)
{
    return (int64_t)steps_seq(engine_steps(session->engine)) - 1;
}

enum tt_status questions_why(struct session *session, const char *words, struct text *out, struct tt_error *err)
{
    struct results *results = NULL;
    struct address_place place;
    struct why why OWNED(why_clear) = {0};
    struct text_stream page;
    const struct why_view view = {.depth = DEPTH};
    TRY(questions_ask(session, &results, err));
    TRY(why_place_parse(&place, results, words, err));
    TRY(why_make(&why, results, &place, last_number(session), err));
    NEED(!text_stream_open(&page), err, "no memory for a report");
    return questions_end(&page, why_report(page.out, REPORT_TEXT, &why, &view, err), out, err);
}

enum tt_status questions_audit(struct session *session, const char *number, struct text *out, struct tt_error *err)
{
    struct results *results = NULL;
    struct audit audit OWNED(audit_clear) = {0};
    struct lint lint OWNED(lint_clear) = {0};
    struct text_stream page;
    struct audit_choice choice = {.unit = TT_UNIT_PACK};
    struct audit_view view = {.last = UINT32_MAX};
    char next[24];
    (void)snprintf(next, sizeof next, "%" PRId64, last_number(session) + 1);
    TRY(questions_ask(session, &results, err));
    TRY(audit_choose_events(&choice, results, *number ? number : next, err));
    TRY(lint_make(&lint, results, err));
    TRY(audit_make(&audit, results, &choice, err));
    view.stages = unit_stages(choice.unit, &view.stage_count);
    NEED(!text_stream_open(&page), err, "no memory for a report");
    audit_report(page.out, REPORT_TEXT, &audit, &lint, &view);
    return questions_end(&page, TT_OK, out, err);
}
