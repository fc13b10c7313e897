/* SPDX-License-Identifier: Apache-2.0 */
/* What an editor sends. Bit 0 of the first byte chooses the capture; the rest is the stream or, with bit 1, messages
 * without heads, a line each. */
#include "debug/dap.h"
#include "debug/text.h"
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

enum { ANSWERS_MAX = 1 << 24 };

struct input {
    const uint8_t *data;
    size_t size, at, answered;
};

static size_t read_some(void *user, char *bytes, size_t most)
{
    struct input *input = user;
    const size_t left = input->size - input->at, count = left < most ? left : most;
    if (count)
        memcpy(bytes, input->data + input->at, count);
    input->at += count;
    return count;
}

static bool count_answers(void *user, const char *bytes, size_t count)
{
    struct input *input = user;
    (void)bytes;
    input->answered += count;
    return input->answered < ANSWERS_MAX;
}

static struct session *open_one(const char *path, enum replay_order order)
{
    struct ttcap *capture;
    struct tt_error err;
    struct session *session;
    struct replay_options options;
    if (ttcap_open(&capture, path, &err))
        abort();
    replay_options_init(&options, ttcap_info(capture));
    options.order = order;
    if (session_open(&session, capture, &options, 32 << 20, &err))
        abort();
    return session;
}

/* No file but the one that is open. */
static enum tt_status hand_out(void *user, const char *path, struct session **session, struct tt_error *err)
{
    (void)path;
    (void)err;
    *session = user;
    return TT_OK;
}

static void make_messages(struct text *messages, const uint8_t *data, size_t size)
{
    for (size_t at = 0, end; at < size; at = end + 1) {
        for (end = at; end < size && data[end] != '\n'; end++)
            ;
        text_add(messages, "Content-Length: %zu\r\n\r\n", end - at);
        text_add_bytes(messages, data + at, end - at);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct session *sessions[2];
    struct tt_error err;
    if (size == 0)
        return 0;
    if (!sessions[0]) {
        sessions[0] = open_one(FUZZ_EXECUTED, REPLAY_EXECUTED);
        sessions[1] = open_one(FUZZ_FIRMWARE, REPLAY_FIRMWARE);
    }
    struct session *session = sessions[data[0] & 1];
    struct text messages = {0};
    if (data[0] & 2)
        make_messages(&messages, data + 1, size - 1);
    struct input input = {data + 1, size - 1, 0, 0};
    if (data[0] & 2)
        input = (struct input){(const uint8_t *)text_of(&messages), messages.count, 0, 0};
    const struct stream stream = {&input, read_some, count_answers, NULL};
    const enum tt_status status = dap_serve(&(struct dap_host){session, hand_out}, &stream, &err);
    if (status && (status != TT_BAD_INPUT || !*err.text))
        abort();
    text_clear(&messages);
    session->point_count = 0;
    if (engine_forget_edits(session->engine, &err) ||
        session_go(session, steps_first(engine_steps(session->engine)), &err))
        abort();
    return 0;
}
