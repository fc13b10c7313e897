/* SPDX-License-Identifier: Apache-2.0 */
/* Runs and steps: by line of source, or by instruction; requests while one is under way, and why it ended. */
#include "debug/dap/dap_internal.h"
#include "debug/lines.h"

/* ---- why it stands ---- */

/* At the end of a run that cannot go on. */
static bool is_stuck(const struct session *session)
{
    const enum steps_end end = engine_end(session->engine);
    return end == STEPS_HANGS || end == STEPS_STOPS;
}

static const char *dap_run_reason_of(const struct session *session)
{
    const struct debug_stop *stop = &session->stop;
    if (stop->reached == ENGINE_AT_END && is_stuck(session))
        return "exception";
    if (stop->reached != ENGINE_HIT)
        return stop->reached == ENGINE_AT_START ? "entry" : "pause";
    return !stop->is_point ? "step" : stop->point.kind == DEBUG_BREAK ? "breakpoint" : "data breakpoint";
}

void dap_stopped(struct dap *dap, const char *reason)
{
    struct text text = {0};
    session_describe_stop(dap->session, &text);
    if (text.count && text.bytes[text.count - 1] == '\n')
        text.bytes[text.count - 1] = '\0';
    dap_event(dap, "stopped",
              said_object(SAY("reason", reason ? reason : dap_run_reason_of(dap->session)),
                          SAY("description", text_of(&text)), SAY("text", text_of(&text)),
                          SAY("threadId", dap->session->thread + 1), SAY("allThreadsStopped", (bool)true)));
    text_clear(&text);
}

/* A hang: the wait of each core and pipe. */
void dap_exception(struct dap *dap, const struct dap_request *request)
{
    struct text text = {0};
    struct session *session = dap->session;
    if (!is_stuck(session)) {
        dap_refuse(dap, request, "the run goes on here: nothing is wrong with it");
        return;
    }
    const bool hangs = engine_end(session->engine) == STEPS_HANGS;
    if (hangs)
        session_describe_waits(session, &text);
    else
        session_describe_stop(session, &text);
    dap_answer(dap, request, SAY("exceptionId", hangs ? "hang" : "unsupported"), SAY("description", text_of(&text)),
               SAY("breakMode", "always"));
    text_clear(&text);
}

/* ---- runs ---- */

/* A run, which a request that comes meanwhile ends for as long as that takes, and a pause for good. */
struct dap_course {
    struct line_walk *walk; /* null: no line */
    int thread;             /* one step of it; -1: on and on */
    bool is_back;
};

static enum tt_status dap_run_go(struct dap *dap, const struct dap_course *course, struct tt_error *err)
{
    if (course->walk)
        return line_walk_go(course->walk, err);
    if (course->thread >= 0)
        return session_step(dap->session, (unsigned)course->thread, course->is_back, false, err);
    return session_continue(dap->session, course->is_back, err);
}

static void dap_run_run(struct dap *dap, const struct dap_course *course)
{
    struct tt_error err;
    enum tt_status status = TT_OK;
    dap->is_paused = false;
    dap->runs = true;
    do
        status = dap_run_go(dap, course, &err);
    while (!status && dap->session->stop.reached == ENGINE_INTERRUPTED && dap_take_waiting(dap));
    dap->runs = false;
    if (status)
        dap_event(dap, "output", said_object(SAY("category", "stderr"), SAY("output", (const char *)err.text)));
    if (!dap->is_over)
        dap_stopped(dap, NULL);
}

void dap_go_on(struct dap *dap)
{
    dap_run_run(dap, &(struct dap_course){NULL, -1, false});
}

void dap_continue(struct dap *dap, const struct dap_request *request)
{
    dap_answer(dap, request, SAY("allThreadsContinued", (bool)true));
    dap_run_run(dap, &(struct dap_course){NULL, -1, strcmp(request->command, "reverseContinue") == 0});
}

void dap_step(struct dap *dap, const struct dap_request *request)
{
    const int thread = dap_thread(dap, request);
    const bool is_back = strcmp(request->command, "stepBack") == 0;
    const bool is_insn = strcmp(dap_text(request, "granularity"), "instruction") == 0;
    const enum line_step kind = is_back                                    ? LINE_OVER_CALLS
                                : strcmp(request->command, "stepOut") == 0 ? LINE_OUT
                                : strcmp(request->command, "stepIn") == 0  ? LINE_INTO
                                                                           : LINE_OVER;
    struct line_walk walk;
    if (thread < 0) {
        dap_refuse(dap, request, "there is no such thread");
        return;
    }
    dap_reply(dap, request, NULL);
    line_walk_begin(&walk, dap->session, (unsigned)thread, kind, is_back);
    dap_run_run(dap, &(struct dap_course){is_insn && kind != LINE_OUT ? NULL : &walk, thread, is_back});
}

void dap_restart(struct dap *dap, const struct dap_request *request)
{
    struct tt_error err;
    if (session_go(dap->session, steps_first(engine_steps(dap->session->engine)), &err)) {
        dap_refuse(dap, request, "%s", err.text);
        return;
    }
    dap_reply(dap, request, NULL);
    dap_stopped(dap, "entry");
}
