/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files of the editor's server. */
#pragma once

#include "base/text/text.h"
#include "debug/dap/dap.h"
#include "show/said_tree.h"

enum { DAP_MESSAGE_MAX = 1 << 20, DAP_SOURCES_MAX = 64, FRAME_THREADS = 16 /* of a frame in its number */ };

struct dap {
    const struct dap_host *host;
    struct inbox in;
    struct session *session; /* null: nothing is open yet */
    int64_t seq;
    bool is_over, has_lost;
    bool goes_on_at_once;  /* from the start, when all breaks are set */
    bool runs, is_paused;  /* a run is under way; is to end */
    bool invalidates;      /* the editor knows the event */
    bool counts_from_0;    /* columns */
    enum tt_status status; /* of the stream */
    struct tt_error err;
    char *sources[DAP_SOURCES_MAX]; /* of points: a file's path; "" of those by instruction; "\1" of data */
    unsigned source_count;
};

struct dap_request {
    int64_t seq;
    const char *command;
    const cJSON *arguments; /* may be null */
};

/* ---- dap_stream.c ---- */

/* The next message, to be freed; TT_END: the stream is over; TT_BAD_INPUT: it cannot be followed any more. *message
 * null: it was no JSON. */
enum tt_status dap_read(struct dap *dap, cJSON **message, struct tt_error *err);
void dap_event(struct dap *dap, const char *name, cJSON *body); /* takes body, which may be null */
/* Takes body, which may be null. */
void dap_reply(struct dap *dap, const struct dap_request *request, cJSON *body);
/* A body of these members. */
#define dap_answer(dap, request, ...) dap_reply(dap, request, said_object(__VA_ARGS__))
void dap_refuse(struct dap *dap, const struct dap_request *request, const char *format, ...) TT_PRINTF(3, 4);

/* Of a request's arguments; "" or the value given where there is none of the kind. */
const char *dap_text(const struct dap_request *request, const char *name);
int64_t dap_whole(const cJSON *item, int64_t otherwise);
int64_t dap_number(const struct dap_request *request, const char *name, int64_t otherwise);

/* ---- dap.c ---- */

/* Answers requests that came meanwhile. Whether a run goes on. */
bool dap_take_waiting(struct dap *dap);

/* ---- dap_run.c ---- */

/* reason null: that of the session's stop. */
void dap_stopped(struct dap *dap, const char *reason);
void dap_exception(struct dap *dap, const struct dap_request *request);
void dap_restart(struct dap *dap, const struct dap_request *request);
void dap_go_on(struct dap *dap);
void dap_continue(struct dap *dap, const struct dap_request *request);
void dap_step(struct dap *dap, const struct dap_request *request);

/* ---- dap_points.c ---- */

void dap_set_lines(struct dap *dap, const struct dap_request *request);
void dap_set_instructions(struct dap *dap, const struct dap_request *request);
void dap_data_info(struct dap *dap, const struct dap_request *request);
void dap_set_data(struct dap *dap, const struct dap_request *request);
void dap_clear_points(struct dap *dap);

/* ---- dap_look.c ---- */

void dap_threads(struct dap *dap, const struct dap_request *request);
void dap_stack(struct dap *dap, const struct dap_request *request);
void dap_disassemble(struct dap *dap, const struct dap_request *request);
void dap_read_memory(struct dap *dap, const struct dap_request *request);
/* An address as an editor has it: "0x00006000". Returns text. */
enum { DAP_HEX_MAX = 16 };
const char *dap_hex(uint32_t value, char text[static DAP_HEX_MAX]);
/* An address, of `memoryReference` and `offset`. False: there is none. */
bool dap_reference(const struct dap_request *request, int64_t *addr);
/* The thread of a request, 0 to DEBUG_THREADS - 1; -1: it names none that there is. */
int dap_thread(const struct dap *dap, const struct dap_request *request);

/* ---- dap_places.c ---- */

enum { DAP_EXPRESSION_MAX = 192 };
void dap_evaluate(struct dap *dap, const struct dap_request *request);
void dap_set_variable(struct dap *dap, const struct dap_request *request);
void dap_set_expression(struct dap *dap, const struct dap_request *request);
void dap_write_memory(struct dap *dap, const struct dap_request *request);

/* ---- dap_complete.c ---- */

void dap_completions(struct dap *dap, const struct dap_request *request);

/* ---- dap_values.c ---- */

/* The thread of a frame, or of a node of registers; -1: it has none. */
int dap_frame_thread(const struct dap *dap, const struct dap_request *request, const char *name);
int dap_node_thread(const struct dap *dap, int64_t reference);
/* The name of a node's child as an expression. False: there is no such child, or no expression for it. */
bool dap_expression_of(const struct dap *dap, int64_t reference, const char *name,
                       char expression[static DAP_EXPRESSION_MAX]);

void dap_scopes(struct dap *dap, const struct dap_request *request);
void dap_variables(struct dap *dap, const struct dap_request *request);
