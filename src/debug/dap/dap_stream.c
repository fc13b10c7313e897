/* SPDX-License-Identifier: Apache-2.0 */
/* Messages: heads as of HTTP with Content-Length, an empty line, JSON. */
#include "base/number.h"
#include "base/text/text.h"
#include "base/visible.h"
#include "debug/dap/dap_internal.h"

#include <cjson/cJSON.h>
#include <strings.h>

enum { HEAD_MAX = 256, HEADS_MAX = 16 };

/* A line of the head without its end; false: the stream is over, or the line is too long. */
static bool dap_stream_read_head(struct dap *dap, char line[HEAD_MAX])
{
    size_t count = 0;
    for (;;) {
        const int byte = inbox_next(&dap->in);
        if (byte == EOF || count == HEAD_MAX - 1)
            return false;
        if (byte == '\n')
            break;
        line[count++] = (char)byte;
    }
    count -= count && line[count - 1] == '\r';
    line[count] = '\0';
    return true;
}

static enum tt_status read_length(struct dap *dap, uint64_t *length, struct tt_error *err)
{
    static const char name[] = "Content-Length:";
    char line[HEAD_MAX];
    bool has_length = false;
    for (int i = 0; i < HEADS_MAX; i++) {
        if (!dap_stream_read_head(dap, line))
            return i || !dap->in.has_ended ? tt_fail(err, TT_BAD_INPUT, "a message ends, or its head is too long")
                                           : TT_END;
        if (!*line && has_length)
            return TT_OK;
        if (strncasecmp(line, name, sizeof name - 1) != 0)
            continue;
        has_length =
            number_read(line + sizeof name - 1 + strspn(line + sizeof name - 1, " "), 10, DAP_MESSAGE_MAX, length);
        REFUSE_IF(!has_length, err, "'%.60s': a message has at most %d bytes", line, DAP_MESSAGE_MAX);
    }
    return tt_fail(err, TT_BAD_INPUT, "a message has no Content-Length");
}

enum tt_status dap_read(struct dap *dap, cJSON **message, struct tt_error *err)
{
    uint64_t length = 0;
    *message = NULL;
    TRY(read_length(dap, &length, err));
    char *text OWNED(mem_free_at) = mem_alloc((size_t)length + 1);
    NEED(text, err, "no memory for a message");
    for (uint64_t i = 0; i < length; i++) {
        const int byte = inbox_next(&dap->in);
        if (byte == EOF)
            return TT_END;
        text[i] = (char)byte;
    }
    text[length] = '\0';
    *message = cJSON_ParseWithLength(text, (size_t)length);
    return TT_OK;
}

/* An editor's console obeys the same controls as a terminal: each text as it may be shown. False: no memory. */
static bool make_visible(cJSON *item)
{
    bool is_done = true;
    for (cJSON *inner = item->child; inner && is_done; inner = inner->next)
        is_done = make_visible(inner);
    const char *text = cJSON_GetStringValue(item);
    if (!is_done || !text || visible_is_plain(text))
        return is_done;
    struct text shown = {0};
    text_add_visible(&shown, text, strlen(text));
    is_done = !shown.has_failed && cJSON_SetValuestring(item, text_of(&shown));
    text_clear(&shown);
    return is_done;
}

/* Takes the message. */
static void dap_send(struct dap *dap, cJSON *message)
{
    char head[64];
    (void)said_into(message, SAY("seq", ++dap->seq));
    char *text = make_visible(message) ? cJSON_PrintUnformatted(message) : NULL;
    cJSON_Delete(message);
    if (!text) {
        dap->has_lost = true;
        return;
    }
    (void)snprintf(head, sizeof head, "Content-Length: %zu\r\n\r\n", strlen(text));
    dap->has_lost |= !dap->in.stream->write(dap->in.stream->user, head, strlen(head)) ||
                     !dap->in.stream->write(dap->in.stream->user, text, strlen(text));
    cJSON_free(text);
}

void dap_event(struct dap *dap, const char *name, cJSON *body)
{
    cJSON *message = said_object(SAY("type", "event"), SAY("event", name));
    if (body)
        (void)cJSON_AddItemToObject(message, "body", body);
    dap_send(dap, message);
}

static cJSON *begin_reply(const struct dap_request *request, bool is_done)
{
    return said_object(SAY("type", "response"), SAY("request_seq", request->seq), SAY("command", request->command),
                       SAY("success", is_done));
}

void dap_reply(struct dap *dap, const struct dap_request *request, cJSON *body)
{
    cJSON *message = begin_reply(request, true);
    if (body)
        (void)cJSON_AddItemToObject(message, "body", body);
    dap_send(dap, message);
}

void dap_refuse(struct dap *dap, const struct dap_request *request, const char *format, ...)
{
    char whole[512], text[512];
    va_list list;
    va_start(list, format);
    (void)vsnprintf(whole, sizeof whole, format, list);
    va_end(list);
    visible_text(whole, text, sizeof text);
    cJSON *message = said_into(begin_reply(request, false), SAY("message", (const char *)text));
    (void)cJSON_AddItemToObject(
        cJSON_AddObjectToObject(message, "body"), "error",
        said_object(SAY("id", 1), SAY("format", (const char *)text), SAY("showUser", (bool)true)));
    dap_send(dap, message);
}

const char *dap_text(const struct dap_request *request, const char *name)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(request->arguments, name));
    return text ? text : "";
}

int64_t dap_whole(const cJSON *item, int64_t otherwise)
{
    return cJSON_IsNumber(item) && item->valuedouble > -1e15 && item->valuedouble < 1e15 ? (int64_t)item->valuedouble
                                                                                         : otherwise;
}

int64_t dap_number(const struct dap_request *request, const char *name, int64_t otherwise)
{
    return dap_whole(cJSON_GetObjectItemCaseSensitive(request->arguments, name), otherwise);
}
