/* SPDX-License-Identifier: Apache-2.0 */
/* What a debugger sends. Bit 0 of the first byte chooses the capture; the rest is the stream or, with bit 1, the
 * content of packets, each up to a zero. Whatever it is, the server answers and goes on, and afterwards the run goes on
 * from the start. */
#include "debug/gdb.h"
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

static void make_packets(struct text *packets, const uint8_t *data, size_t size)
{
    for (size_t at = 0, end; at < size; at = end + 1) {
        uint8_t sum = 0;
        for (end = at; end < size && data[end]; end++)
            sum = (uint8_t)(sum + data[end]);
        text_add(packets, "$");
        text_add_bytes(packets, data + at, end - at);
        text_add(packets, "#%02x", sum);
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
    struct text packets = {0};
    if (data[0] & 2)
        make_packets(&packets, data + 1, size - 1);
    struct input input = {data + 1, size - 1, 0, 0};
    if (data[0] & 2)
        input = (struct input){(const uint8_t *)text_of(&packets), packets.count, 0, 0};
    const struct stream stream = {&input, read_some, count_answers, NULL};
    if (gdb_serve(session, &stream, &err))
        abort();
    text_clear(&packets);
    session->point_count = 0;
    if (engine_forget_edits(session->engine, &err) ||
        session_go(session, steps_first(engine_steps(session->engine)), &err))
        abort();
    return 0;
}
