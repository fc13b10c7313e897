/* SPDX-License-Identifier: Apache-2.0 */
#include "fuzz/debug_input.h"

#include <stdlib.h>
#include <string.h>

enum { ANSWERS_MAX = 1 << 24 };

static size_t read_some(void *user, char *bytes, size_t most)
{
    struct debug_input *input = user;
    const size_t left = input->size - input->at, count = left < most ? left : most;
    if (count)
        memcpy(bytes, input->data + input->at, count);
    input->at += count;
    return count;
}

static bool count_answers(void *user, const char *bytes, size_t count)
{
    struct debug_input *input = user;
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

struct stream debug_input_stream(struct debug_input *input)
{
    return (struct stream){input, read_some, count_answers, NULL};
}

struct session *debug_input_open(struct debug_input *input, const uint8_t *data, size_t size, struct text *made,
                                 void (*make)(struct text *made, const uint8_t *data, size_t size))
{
    static struct session *sessions[2];
    if (!sessions[0]) {
        sessions[0] = open_one(FUZZ_EXECUTED, REPLAY_EXECUTED);
        sessions[1] = open_one(FUZZ_FIRMWARE, REPLAY_FIRMWARE);
    }
    *made = (struct text){0};
    *input = (struct debug_input){data + 1, size - 1, 0, 0};
    if (data[0] & 2) {
        make(made, data + 1, size - 1);
        *input = (struct debug_input){(const uint8_t *)text_of(made), made->count, 0, 0};
    }
    return sessions[data[0] & 1];
}

void debug_input_close(struct session *session, struct text *made)
{
    struct tt_error err;
    text_clear(made);
    session->point_count = 0;
    if (engine_forget_edits(session->engine, &err) ||
        session_go(session, steps_first(engine_steps(session->engine)), &err))
        abort();
}
