/* SPDX-License-Identifier: Apache-2.0 */
#include "debug/dap_internal.h"

#include "base/memory.h"

#include <cJSON.h>
#include <string.h>

static void initialize(struct dap *dap, const struct dap_request *request)
{
    static const char *const can[] = {
        "supportsConfigurationDoneRequest", "supportsStepBack",
        "supportsInstructionBreakpoints",   "supportsDataBreakpoints",
        "supportsDisassembleRequest",       "supportsReadMemoryRequest",
        "supportsEvaluateForHovers",        "supportsSteppingGranularity",
        "supportsTerminateRequest",
    };
    cJSON *body = cJSON_CreateObject();
    for (size_t i = 0; i < sizeof can / sizeof can[0]; i++)
        (void)cJSON_AddTrueToObject(body, can[i]);
    dap_reply(dap, request, body);
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
    dap_reply(dap, request, NULL);
    dap_event(dap, "initialized", NULL);
}

static void configured(struct dap *dap, const struct dap_request *request)
{
    dap_reply(dap, request, NULL);
    dap_stopped(dap, "entry");
}

static void leave(struct dap *dap, const struct dap_request *request)
{
    dap_reply(dap, request, NULL);
    dap_event(dap, "terminated", NULL);
    dap->is_over = true;
}

static void nothing_to_do(struct dap *dap, const struct dap_request *request)
{
    dap_reply(dap, request, NULL);
}

static const struct command {
    const char *name;
    void (*act)(struct dap *, const struct dap_request *);
    bool wants_session;
} commands[] = {
    {"initialize", initialize, false},
    {"launch", launch, false},
    {"attach", launch, false},
    {"configurationDone", configured, true},
    {"disconnect", leave, false},
    {"terminate", leave, false},
    {"setExceptionBreakpoints", nothing_to_do, false},
    {"pause", nothing_to_do, false}, /* a run ends before the next request is read */
    {"threads", dap_threads, true},
    {"stackTrace", dap_stack, true},
    {"scopes", dap_scopes, true},
    {"variables", dap_variables, true},
    {"evaluate", dap_evaluate, true},
    {"disassemble", dap_disassemble, true},
    {"readMemory", dap_read_memory, true},
    {"continue", dap_continue, true},
    {"reverseContinue", dap_continue, true},
    {"next", dap_step, true},
    {"stepIn", dap_step, true},
    {"stepOut", dap_step, true},
    {"stepBack", dap_step, true},
    {"setBreakpoints", dap_set_lines, true},
    {"setInstructionBreakpoints", dap_set_instructions, true},
    {"dataBreakpointInfo", dap_data_info, true},
    {"setDataBreakpoints", dap_set_data, true},
};

static void dispatch(struct dap *dap, const cJSON *message)
{
    const cJSON *seq = cJSON_GetObjectItemCaseSensitive(message, "seq");
    const char *command = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(message, "command"));
    const struct dap_request request = {cJSON_IsNumber(seq) ? (int64_t)cJSON_GetNumberValue(seq) % INT32_MAX : 0,
                                        command ? command : "", cJSON_GetObjectItemCaseSensitive(message, "arguments")};
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (strcmp(commands[i].name, request.command) != 0)
            continue;
        if (commands[i].wants_session && !dap->session)
            dap_refuse(dap, &request, "no capture is open: launch names one as `program`");
        else
            commands[i].act(dap, &request);
        return;
    }
    dap_refuse(dap, &request, "'%.60s' is no request that is known here", request.command);
}

enum tt_status dap_serve(const struct dap_host *host, const struct stream *stream, struct tt_error *err)
{
    struct dap dap = {.host = host, .stream = stream};
    enum tt_status status = TT_OK;
    while (!status && !dap.is_over && !dap.has_lost) {
        cJSON *message;
        status = dap_read(&dap, &message, err);
        if (!status)
            dispatch(&dap, message);
        cJSON_Delete(message);
    }
    dap_clear_points(&dap);
    return status == TT_END ? TT_OK : status;
}
