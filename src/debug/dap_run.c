/* SPDX-License-Identifier: Apache-2.0 */
/* Runs and steps: by line of source, or by instruction. */
#include "capture/source_lines.h"
#include "debug/dap_internal.h"

#include <cJSON.h>
#include <string.h>

enum { STEPS_MAX = 20000, STACK_POINTER = 2 };

void dap_stopped(struct dap *dap, const char *reason)
{
    struct text text = {0};
    cJSON *body = cJSON_CreateObject();
    session_describe_stop(dap->session, &text);
    (void)cJSON_AddStringToObject(body, "reason", reason);
    (void)cJSON_AddStringToObject(body, "text", text_of(&text));
    (void)cJSON_AddNumberToObject(body, "threadId", dap->session->thread + 1);
    (void)cJSON_AddTrueToObject(body, "allThreadsStopped");
    text_clear(&text);
    dap_event(dap, "stopped", body);
}

static const char *reason_of(const struct debug_stop *stop)
{
    if (stop->reached != ENGINE_HIT)
        return stop->reached == ENGINE_AT_START ? "entry" : "pause";
    return !stop->is_point ? "step" : stop->point.kind == DEBUG_BREAK ? "breakpoint" : "data breakpoint";
}

void dap_continue(struct dap *dap, const struct dap_request *request)
{
    struct tt_error err;
    cJSON *body = cJSON_CreateObject();
    (void)cJSON_AddTrueToObject(body, "allThreadsContinued");
    dap_reply(dap, request, body);
    if (session_continue(dap->session, strcmp(request->command, "reverseContinue") == 0, &err)) {
        cJSON *said = cJSON_CreateObject();
        (void)cJSON_AddStringToObject(said, "category", "stderr");
        (void)cJSON_AddStringToObject(said, "output", err.text);
        dap_event(dap, "output", said);
    }
    dap_stopped(dap, reason_of(&dap->session->stop));
}

/* Where a thread stands in its source. */
struct place {
    bool is_known;
    const char *file, *function;
    uint32_t line, stack;
    size_t depth; /* inlined functions */
};

static struct place place_of(const struct session *session, unsigned thread)
{
    const struct session_pc pc = session_pc(session, thread);
    struct place place = {.is_known = false};
    struct ttcap_lines lines;
    struct tt_error err;
    uint64_t stack;
    if (session_register(session, thread, STACK_POINTER, &stack))
        place.stack = (uint32_t)stack;
    if (!pc.is_code || ttcap_lines_at(session->capture, pc.core, pc.addr, &lines, &err))
        return place;
    place.is_known = lines.frames[0].line != 0;
    place.file = lines.frames[0].file;
    place.function = lines.frames[0].function;
    place.line = lines.frames[0].line;
    place.depth = lines.frame_count;
    return place;
}

/* Whether a step that began at `from` is over. A stack that is lower is a call under way. */
static bool is_over(const struct place *from, const struct place *now, const char *command)
{
    if (!from->is_known)
        return true;
    if (!now->is_known)
        return false;
    const bool is_deeper =
        now->stack < from->stack || (now->stack == from->stack && now->depth > from->depth && now->file);
    const bool is_outer = now->stack > from->stack || (now->stack == from->stack && now->depth < from->depth);
    if (strcmp(command, "stepOut") == 0)
        return is_outer;
    if (strcmp(command, "next") == 0 && is_deeper)
        return false;
    return now->line != from->line || now->file != from->file || now->function != from->function;
}

void dap_step(struct dap *dap, const struct dap_request *request)
{
    struct session *session = dap->session;
    const int thread = dap_thread(dap, request);
    const bool is_back = strcmp(request->command, "stepBack") == 0;
    const bool is_insn = strcmp(dap_text(request, "granularity"), "instruction") == 0;
    struct tt_error err;
    if (thread < 0) {
        dap_refuse(dap, request, "there is no such thread");
        return;
    }
    dap_reply(dap, request, NULL);
    const struct place from = place_of(session, (unsigned)thread);
    enum tt_status status = TT_OK;
    for (int i = 0; i < STEPS_MAX && !status; i++) {
        status = session_step(session, (unsigned)thread, is_back, false, &err);
        const struct place now = place_of(session, (unsigned)thread);
        if (session->stop.reached != ENGINE_HIT || session->stop.is_point || is_insn ||
            is_over(&from, &now, request->command))
            break;
    }
    dap_stopped(dap, reason_of(&session->stop));
}
