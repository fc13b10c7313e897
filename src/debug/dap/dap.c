/* SPDX-License-Identifier: Apache-2.0 */
#include "debug/dap/dap_internal.h"

#include "base/number.h"

#include <cjson/cJSON.h>

static void initialize(struct dap *dap, const struct dap_request *request)
{
    static const char *const can[] = {
        "supportsConfigurationDoneRequest",
        "supportsStepBack",
        "supportsInstructionBreakpoints",
        "supportsDataBreakpoints",
        "supportsDisassembleRequest",
        "supportsReadMemoryRequest",
        "supportsWriteMemoryRequest",
        "supportsEvaluateForHovers",
        "supportsSetVariable",
        "supportsSetExpression",
        "supportsSteppingGranularity",
        "supportsCompletionsRequest",
        "supportsExceptionInfoRequest",
        "supportsTerminateRequest",
        "supportsRestartRequest",
    };
    cJSON *body = cJSON_CreateObject();
    for (size_t i = 0; i < sizeof can / sizeof can[0]; i++)
        (void)cJSON_AddTrueToObject(body, can[i]);
    const cJSON *one = cJSON_GetObjectItemCaseSensitive(request->arguments, "columnsStartAt1");
    dap->invalidates = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(request->arguments, "supportsInvalidatedEvent"));
    dap->counts_from_0 = one && !cJSON_IsTrue(one);
    dap_reply(dap, request, body);
}

/* Whether anything came that was not read yet, or the stream ended. */
static bool has_waiting(void *user)
{
    const struct dap *dap = user;
    return inbox_has_more(&dap->in);
}

/* Where `launch` has it begin: a step, or "end". */
static enum tt_status begin_at(struct dap *dap, const struct dap_request *request, struct tt_error *err)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(request->arguments, "at");
    const char *text = cJSON_GetStringValue(item);
    const int64_t step = dap_number(request, "at", -1);
    uint64_t at = step >= 0 ? (uint64_t)step : UINT64_MAX;
    if (!item)
        return TT_OK;
    REFUSE_IF(step < 0 && (!text || (strcmp(text, "end") != 0 && !number_read(text, 10, UINT64_MAX, &at))), err,
              "\"at\" takes a step or \"end\"");
    return session_go(dap->session, at, err);
}

static void launch(struct dap *dap, const struct dap_request *request)
{
    const char *path = dap_text(request, "program");
    struct tt_error err = {""};
    if (dap->session) {
        dap_refuse(dap, request, "a capture is open already");
        return;
    }
    if (dap->host->open(dap->host->user, *path ? path : NULL, &dap->session, &err)) {
        dap->session = NULL;
        dap_refuse(dap, request, "%s", err.text);
        return;
    }
    dap->session->is_interrupted = has_waiting;
    dap->session->interrupt_user = dap;
    if (begin_at(dap, request, &err)) {
        dap_refuse(dap, request, "%s", err.text);
        return;
    }
    dap->goes_on_at_once = cJSON_IsFalse(cJSON_GetObjectItemCaseSensitive(request->arguments, "stopOnEntry"));
    dap_reply(dap, request, NULL);
    dap_event(dap, "initialized", NULL);
}

static void dap_configured(struct dap *dap, const struct dap_request *request)
{
    dap_reply(dap, request, NULL);
    if (dap->goes_on_at_once)
        dap_go_on(dap);
    else
        dap_stopped(dap, "entry");
}

/* The editor disconnects when it has heard of the end. */
static void terminate(struct dap *dap, const struct dap_request *request)
{
    dap->is_paused = true;
    dap_reply(dap, request, NULL);
    dap_event(dap, "terminated", NULL);
}

static void dap_leave(struct dap *dap, const struct dap_request *request)
{
    dap_reply(dap, request, NULL);
    dap->is_over = true;
}

/* A run under way ends behind this. */
static void pause_run(struct dap *dap, const struct dap_request *request)
{
    dap->is_paused = true;
    dap_reply(dap, request, NULL);
}

static void nothing_to_do(struct dap *dap, const struct dap_request *request)
{
    dap_reply(dap, request, NULL);
}

/* When a request can be answered. */
enum when { ALWAYS, WITH_CAPTURE, STANDING /* also: nothing runs */ };

static const struct command {
    const char *name;
    void (*act)(struct dap *, const struct dap_request *);
    enum when when;
} commands[] = {
    {"initialize", initialize, ALWAYS},
    {"launch", launch, ALWAYS},
    {"attach", launch, ALWAYS},
    {"configurationDone", dap_configured, STANDING},
    {"disconnect", dap_leave, ALWAYS},
    {"terminate", terminate, ALWAYS},
    {"restart", dap_restart, STANDING},
    {"setExceptionBreakpoints", nothing_to_do, ALWAYS},
    {"pause", pause_run, WITH_CAPTURE},
    {"threads", dap_threads, WITH_CAPTURE},
    {"stackTrace", dap_stack, STANDING},
    {"scopes", dap_scopes, STANDING},
    {"variables", dap_variables, STANDING},
    {"evaluate", dap_evaluate, STANDING},
    {"setVariable", dap_set_variable, STANDING},
    {"setExpression", dap_set_expression, STANDING},
    {"completions", dap_completions, WITH_CAPTURE},
    {"exceptionInfo", dap_exception, STANDING},
    {"disassemble", dap_disassemble, STANDING},
    {"readMemory", dap_read_memory, STANDING},
    {"writeMemory", dap_write_memory, STANDING},
    {"continue", dap_continue, STANDING},
    {"reverseContinue", dap_continue, STANDING},
    {"next", dap_step, STANDING},
    {"stepIn", dap_step, STANDING},
    {"stepOut", dap_step, STANDING},
    {"stepBack", dap_step, STANDING},
    {"setBreakpoints", dap_set_lines, WITH_CAPTURE},
    {"setInstructionBreakpoints", dap_set_instructions, WITH_CAPTURE},
    {"dataBreakpointInfo", dap_data_info, STANDING},
    {"setDataBreakpoints", dap_set_data, WITH_CAPTURE},
};

static void dap_dispatch(struct dap *dap, const cJSON *message)
{
    const char *command = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(message, "command"));
    const int64_t seq = dap_whole(cJSON_GetObjectItemCaseSensitive(message, "seq"), 0) % INT32_MAX;
    const struct dap_request request = {seq, command ? command : "",
                                        cJSON_GetObjectItemCaseSensitive(message, "arguments")};
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (strcmp(commands[i].name, request.command) != 0)
            continue;
        if (commands[i].when != ALWAYS && !dap->session)
            dap_refuse(dap, &request, "no capture is open: launch names one as `program`");
        else if (commands[i].when == STANDING && dap->runs)
            dap_refuse(dap, &request, "notStopped");
        else
            commands[i].act(dap, &request);
        return;
    }
    dap_refuse(dap, &request, "'%.60s' is no request that is known here", request.command);
}

static void dap_take_one(struct dap *dap)
{
    cJSON *message;
    dap->status = dap_read(dap, &message, &dap->err);
    if (!dap->status)
        dap_dispatch(dap, message);
    cJSON_Delete(message);
    dap->is_over |= dap->status != TT_OK || dap->has_lost;
}

bool dap_take_waiting(struct dap *dap)
{
    while (!dap->is_over && !dap->is_paused && has_waiting(dap))
        dap_take_one(dap);
    return !dap->is_over && !dap->is_paused;
}

enum tt_status dap_serve(const struct dap_host *host, const struct stream *stream, struct tt_error *err)
{
    struct dap dap = {.host = host, .in.stream = stream};
    while (!dap.is_over)
        dap_take_one(&dap);
    if (dap.session)
        dap.session->is_interrupted = NULL;
    dap_clear_points(&dap);
    *err = dap.err;
    return dap.status == TT_END ? TT_OK : dap.status;
}
