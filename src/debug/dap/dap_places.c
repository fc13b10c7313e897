/* SPDX-License-Identifier: Apache-2.0 */
/* Places and registers as expressions: their values, and stores there; the words of `monitor`. */
#include "base/number.h"
#include "debug/dap/dap_internal.h"
#include "debug/place_text.h"
#include "debug/session.h"

#include <cjson/cJSON.h>

/* The place that an expression names: a place, or (thread) "$x2" of a thread. */
struct target {
    bool is_register;
    unsigned thread, number;
    struct address_place place;
};

static bool find_register(const struct session *session, int thread, const char *name, unsigned *number)
{
    char text[DEBUG_REGISTER_NAME_MAX];
    uint64_t value;
    for (*number = 0; thread >= 0 && *number < DEBUG_REGISTERS; ++*number)
        if (strcmp(session_register_name(*number, text), name) == 0)
            return session_register(session, (unsigned)thread, *number, &value);
    return false;
}

/* thread -1: of none. */
static bool dap_places_find_target(const struct session *session, int thread, const char *expression,
                                   struct target *target)
{
    struct tt_error err;
    *target = (struct target){.is_register = *expression == '$', .thread = thread < 0 ? 0 : (unsigned)thread};
    if (target->is_register)
        return find_register(session, thread, expression + 1, &target->number);
    return address_place_parse(&target->place, session->chip, expression, &err) == TT_OK;
}

static void add_target(const struct session *session, const struct target *target, struct text *text)
{
    uint64_t value;
    if (!target->is_register)
        place_text_bits(session, &target->place, text);
    else if (session_register(session, target->thread, target->number, &value))
        text_add(text, "0x%08" PRIx64, value);
}

static void reply_value(struct dap *dap, const struct dap_request *request, const char *name, struct text *text)
{
    dap_answer(dap, request, SAY(name, text_of(text)), SAY("variablesReference", 0));
    text_clear(text);
}

/* The thread that an expression's registers are of. */
static int dap_places_thread_of(const struct dap *dap, const struct dap_request *request)
{
    return dap_number(request, "frameId", -1) < 0 ? (int)dap->session->thread
                                                  : dap_frame_thread(dap, request, "frameId");
}

void dap_evaluate(struct dap *dap, const struct dap_request *request)
{
    const char *words = dap_text(request, "expression");
    const bool is_typed = strcmp(dap_text(request, "context"), "repl") == 0;
    struct session *session = dap->session;
    const uint64_t at = engine_at(session->engine);
    const size_t edits = engine_edits(session->engine);
    struct text text = {0};
    struct target target;
    struct tt_error err;
    bool is_place = false;
    if (dap_places_find_target(session, dap_places_thread_of(dap, request), words, &target)) {
        add_target(session, &target, &text);
    } else if (place_text_add(session, words, &is_place, &text, &err) == TT_OK) {
        /* "dst:3,5 as bf16" */
    } else if (is_typed && !is_place) {
        monitor_command(session, words, &text);
    } else {
        if (is_place)
            dap_refuse(dap, request, "%s", err.text);
        else
            dap_refuse(dap, request, "'%.60s' is no place (dst:3,5, dst:3,5 as bf16, cfg:FIELD) and no register ($x2)",
                       words);
        return;
    }
    reply_value(dap, request, "result", &text);
    if (at != engine_at(session->engine) || edits != engine_edits(session->engine))
        dap_stopped(dap, "goto");
}

/* ---- stores ---- */

/* The editor's view may be stale now. */
static void invalidate(struct dap *dap)
{
    if (!dap->invalidates)
        return;
    static const char *const areas[] = {"all"};
    cJSON *body = cJSON_CreateObject();
    (void)cJSON_AddItemToObject(body, "areas", cJSON_CreateStringArray(areas, 1));
    dap_event(dap, "invalidated", body);
}

static enum tt_status dap_places_store(struct session *session, const struct target *target, const char *number,
                                       struct tt_error *err)
{
    uint64_t value;
    if (!target->is_register)
        return session_store_place(session, &target->place, number, err);
    REFUSE_IF(!number_read(number, 0, UINT32_MAX, &value), err, "'%.40s' is no number of 32 bits", number);
    return session_set_register(session, target->thread, target->number, value, err);
}

static void assign(struct dap *dap, const struct dap_request *request, int thread, const char *expression)
{
    struct target target;
    struct tt_error err;
    struct text text = {0};
    if (!dap_places_find_target(dap->session, thread, expression, &target)) {
        dap_refuse(dap, request, "'%.60s' is no place (dst:3,5, l1:0x60010, cfg:FIELD) and no register ($x2)",
                   expression);
        return;
    }
    if (dap_places_store(dap->session, &target, dap_text(request, "value"), &err)) {
        dap_refuse(dap, request, "%s", err.text);
        return;
    }
    add_target(dap->session, &target, &text);
    reply_value(dap, request, "value", &text);
    invalidate(dap);
}

void dap_set_expression(struct dap *dap, const struct dap_request *request)
{
    assign(dap, request, dap_places_thread_of(dap, request), dap_text(request, "expression"));
}

void dap_set_variable(struct dap *dap, const struct dap_request *request)
{
    const int64_t reference = dap_number(request, "variablesReference", 0);
    char expression[DAP_EXPRESSION_MAX];
    if (!dap_expression_of(dap, reference, dap_text(request, "name"), expression)) {
        dap_refuse(dap, request, "'%.60s' cannot be stored to: a register, a column, a lane or a field can",
                   dap_text(request, "name"));
        return;
    }
    assign(dap, request, dap_node_thread(dap, reference), expression);
}

/* ---- bytes ---- */

/* RFC 4648, section 4. False: it is none, or too long. */
static bool read_base64(const char *from, struct text *bytes)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const size_t length = strlen(from);
    uint32_t bits = 0, held = 0;
    size_t count = length;
    if (length % 4)
        return false;
    while (count && length - count < 2 && from[count - 1] == '=')
        count--;
    for (size_t i = 0; i < count; i++) {
        const char *digit = strchr(digits, from[i]);
        if (!digit)
            return false;
        held = held << 6 | (uint32_t)(digit - digits);
        bits += 6;
        if (bits < 8)
            continue;
        bits -= 8;
        const uint8_t byte = (uint8_t)(held >> bits);
        text_add_bytes(bytes, &byte, 1);
    }
    return !bytes->has_failed;
}

void dap_write_memory(struct dap *dap, const struct dap_request *request)
{
    int64_t addr;
    struct text bytes = {0};
    struct tt_error err = {"an address is expected as memoryReference, and bytes as base64"};
    enum tt_status status = TT_BAD_INPUT;
    if (dap_reference(request, &addr) && read_base64(dap_text(request, "data"), &bytes))
        status = session_write(dap->session, dap->session->thread, (uint32_t)addr, (uint32_t)bytes.count,
                               (const uint8_t *)bytes.bytes, &err);
    const size_t count = bytes.count;
    text_clear(&bytes);
    if (status) {
        dap_refuse(dap, request, "%s", err.text);
        return;
    }
    dap_answer(dap, request, SAY("bytesWritten", count));
    invalidate(dap);
}
