/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/replay/debug_stream.h"

#include "cli/streams.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static size_t read_some(void *user, char *bytes, size_t most)
{
    const struct debug_stream *stream = user;
    ssize_t count;
    do
        count = read(stream->in, bytes, most);
    while (count < 0 && errno == EINTR);
    return count > 0 ? (size_t)count : 0;
}

static bool write_all(void *user, const char *bytes, size_t count)
{
    const struct debug_stream *stream = user;
    return streams_put(stream->out, bytes, count);
}

static bool debug_stream_has_more(void *user)
{
    const struct debug_stream *stream = user;
    struct pollfd ask = {.fd = stream->in, .events = POLLIN};
    return poll(&ask, 1, 0) > 0;
}

struct stream debug_stream_of(struct debug_stream *stream)
{
    return (struct stream){stream, read_some, write_all, debug_stream_has_more};
}

static enum tt_status take_one(int listening, struct debug_stream *stream, struct tt_error *err)
{
    struct sockaddr_in here = {0};
    socklen_t length = sizeof here;
    const int yes = 1;
    if (listen(listening, 1) < 0 || getsockname(listening, (struct sockaddr *)&here, &length) < 0)
        return tt_fail(err, TT_IO, "cannot wait for a connection: %s", strerror(errno));
    (void)fprintf(stderr, "tt-replay: gdb may connect: target remote 127.0.0.1:%u\n", (unsigned)ntohs(here.sin_port));
    do
        stream->in = accept(listening, NULL, NULL);
    while (stream->in < 0 && errno == EINTR);
    if (stream->in < 0)
        return tt_fail(err, TT_IO, "cannot wait for a connection: %s", strerror(errno));
    stream->out = stream->in;
    (void)setsockopt(stream->in, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return TT_OK;
}

enum tt_status debug_stream_accept(struct debug_stream *stream, uint16_t port, struct tt_error *err)
{
    const int listening = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), yes = 1;
    struct sockaddr_in here = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    if (listening < 0)
        return tt_fail(err, TT_IO, "no socket: %s", strerror(errno));
    (void)setsockopt(listening, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    enum tt_status status = TT_OK;
    if (bind(listening, (const struct sockaddr *)&here, sizeof here) < 0)
        status = tt_fail(err, TT_IO, "port %u of 127.0.0.1: %s", (unsigned)port, strerror(errno));
    if (!status)
        status = take_one(listening, stream, err);
    (void)close(listening);
    return status;
}
