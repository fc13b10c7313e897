/* SPDX-License-Identifier: Apache-2.0 */
#include "door/socket.h"

#include "door/message.h"

#include <unistd.h>

enum { HELLO = 8, FRAME = 12, HOPS = 4, MESSAGE_MAX = 256 << 20, ANSWER_MAX = 64 << 20 };

struct chat {
    int from, to;
    struct door *door;
    uint8_t *in, *out;
    size_t in_capacity, out_capacity, count; /* count: of what came in */
    bool has_ended;
    struct tt_error *err;
};

static enum tt_status socket_put(const struct chat *chat, const uint8_t *bytes, size_t count)
{
    for (size_t done = 0; done < count;) {
        const ssize_t wrote = write(chat->to, bytes + done, count - done);
        if (wrote < 0 && errno != EINTR)
            return tt_fail(chat->err, TT_IO, "the host cannot be answered: %s", strerror(errno));
        done += wrote > 0 ? (size_t)wrote : 0;
    }
    return TT_OK;
}

static enum tt_status socket_take(const struct chat *chat, uint8_t *bytes, size_t count)
{
    for (size_t done = 0; done < count;) {
        const ssize_t have = read(chat->from, bytes + done, count - done);
        REFUSE_IF(have == 0, chat->err, "the host closed the connection, expected EXIT before");
        if (have < 0 && errno != EINTR)
            return tt_fail(chat->err, TT_IO, "the host cannot be heard: %s", strerror(errno));
        done += have > 0 ? (size_t)have : 0;
    }
    return TT_OK;
}

static void store_big(uint8_t *bytes, unsigned count, uint64_t value)
{
    for (unsigned i = 0; i < count; i++)
        bytes[i] = (uint8_t)(value >> 8 * (count - 1 - i));
}

/* Both sides say who they are: pair1. */
static enum tt_status socket_hello(const struct chat *chat)
{
    static const uint8_t pair[HELLO] = {0, 'S', 'P', 0, 0, 0x11, 0, 0};
    uint8_t theirs[HELLO];
    TRY(socket_put(chat, pair, HELLO));
    TRY(socket_take(chat, theirs, HELLO));
    REFUSE_IF(memcmp(theirs, pair, HELLO) != 0, chat->err, "the host does not speak nng's pair1");
    return TT_OK;
}

/* message->count bytes of data stand behind the room for its head in chat->out. */
static enum tt_status socket_send(struct chat *chat, const struct message *message)
{
    store_big(chat->out, 8, HOPS + MESSAGE_HEAD + (uint64_t)message->count);
    store_big(chat->out + 8, HOPS, 1);
    message_head(message, chat->out + FRAME);
    return socket_put(chat, chat->out, FRAME + MESSAGE_HEAD + (size_t)message->count);
}

static enum tt_status socket_room(struct chat *chat, uint32_t bytes)
{
    NEED(!mem_grow(&chat->out, &chat->out_capacity, FRAME + MESSAGE_HEAD + (size_t)bytes, 1), chat->err,
         "no memory for an answer of %" PRIu32 " bytes", bytes);
    memset(chat->out, 0, FRAME + MESSAGE_HEAD + (size_t)bytes);
    return TT_OK;
}

static enum tt_status socket_receive(struct chat *chat)
{
    uint8_t frame[FRAME];
    uint64_t length = 0;
    TRY(socket_take(chat, frame, FRAME));
    for (unsigned i = 0; i < 8; i++)
        length = length << 8 | frame[i];
    REFUSE_IF(length < HOPS || length > MESSAGE_MAX, chat->err, "a message of %" PRIu64 " bytes, expected %d to %d",
              length, HOPS, MESSAGE_MAX);
    chat->count = (size_t)length - HOPS;
    NEED(!mem_grow(&chat->in, &chat->in_capacity, chat->count + 1, 1), chat->err,
         "no memory for a message of %zu bytes", chat->count);
    return socket_take(chat, chat->in, chat->count);
}

static enum tt_status answer_read(struct chat *chat, const struct message *asked, uint32_t x, uint32_t y)
{
    REFUSE_IF(asked->size > ANSWER_MAX, chat->err, "a read of %" PRIu32 " bytes, expected at most %d", asked->size,
              ANSWER_MAX);
    struct message answer = *asked;
    answer.count = (asked->size + WORD - 1) / WORD * WORD;
    TRY(socket_room(chat, answer.count));
    TRY(door_read(chat->door, x, y, asked->addr, chat->out + FRAME + MESSAGE_HEAD, asked->size, chat->err));
    return socket_send(chat, &answer);
}

/* UMD sends whole words: the last bytes of others are lost there. */
static enum tt_status take_write(struct chat *chat, const struct message *asked, uint32_t x, uint32_t y)
{
    const uint32_t count = asked->count < asked->size ? asked->count : asked->size;
    if (count)
        TRY(door_write(chat->door, x, y, asked->addr, asked->data, count, chat->err));
    if (count != asked->size)
        TRY(door_refuse(chat->door, chat->err,
                        "a write of %" PRIu32 " bytes to 0x%" PRIx64 " of %" PRIu32 ",%" PRIu32 ": its last %" PRIu32
                        " did not come, since UMD's socket sends whole words",
                        asked->size, asked->addr, x, y, asked->size - count));
    return TT_OK;
}

static enum tt_status socket_do(struct chat *chat, const struct message *asked)
{
    const bool is_place = asked->x <= WIRE_COORDINATE_MAX && asked->y <= WIRE_COORDINATE_MAX;
    const uint32_t x = is_place ? (uint32_t)asked->x : UINT32_MAX, y = is_place ? (uint32_t)asked->y : UINT32_MAX;
    switch (asked->command) {
    case MESSAGE_WRITE:
        return take_write(chat, asked, x, y);
    case MESSAGE_READ:
        return answer_read(chat, asked, x, y);
    case MESSAGE_RELEASE:
    case MESSAGE_HOLD:
        return door_reset(chat->door, asked->command == MESSAGE_HOLD ? WIRE_HOLD : WIRE_RELEASE, x, y, chat->err);
    case MESSAGE_EXIT:
        chat->has_ended = true;
        return door_end(chat->door, chat->err);
    default:
        return tt_fail(chat->err, TT_BAD_INPUT,
                       "command %d: expected 0 to 3 or 5; others are of another chip or of no host", asked->command);
    }
}

static enum tt_status socket_converse(struct chat *chat)
{
    struct message message = {.command = MESSAGE_EXIT}; /* by which a device says that it is there */
    TRY(socket_room(chat, 0));
    TRY(socket_hello(chat));
    TRY(socket_send(chat, &message));
    while (!chat->has_ended) {
        TRY(socket_receive(chat));
        TRY(message_parse(&message, chat->in, chat->count, chat->err));
        TRY(socket_do(chat, &message));
    }
    return TT_OK;
}

enum tt_status socket_serve(int from, int to, struct door *door, struct tt_error *err)
{
    struct chat chat = {.from = from, .to = to, .door = door, .err = err};
    const enum tt_status status = socket_converse(&chat);
    mem_free(chat.in);
    mem_free(chat.out);
    return status;
}
