/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay debug: forwards and backwards through a capture, for gdb or an editor. */
#include "base/guard/limits.h"
#include "base/number.h"
#include "cli/cli.h"
#include "cli/replaying.h"
#include "cli/streams.h"
#include "debug/dap/dap.h"
#include "debug/gdb/gdb.h"
#include "debug/stream.h"
#include "order/options_text.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

struct debug_stream {
    int in, out;
};

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

static struct stream debug_stream_of(struct debug_stream *stream)
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

static enum tt_status debug_stream_accept(struct debug_stream *stream, uint16_t port, struct tt_error *err)
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
    status = status ?: take_one(listening, stream, err);
    (void)close(listening);
    return status;
}

enum { MEMORY_USUAL = 512 << 20, MEMORY_LEAST = 8 << 20, MEMORY_REST = 256 << 20 };

struct arguments {
    const char *path, *gdb, *at;
    struct replay_words how;
    bool is_dap;
    struct debug_stream stream;
};

static const struct cli_option options[] = {
    {CLI_PATH("capture", struct arguments, path), .is_optional = true},
    {"gdb", 0, "-|:PORT", "serve gdb on standard input and output (-), or one connection to a port of this machine",
     INTO(struct arguments, gdb)},
    {"dap", 0, NULL, "serve an editor: the Debug Adapter Protocol on standard input and output",
     INTO(struct arguments, is_dap)},
    {"at", 0, "STEP", "begin at a step, or at the end, instead of the start", INTO(struct arguments, at)},
    {CLI_TABLE(cli_readings, struct arguments, how)},
    {"order", 0, "ORDER",
     "executed, program or firmware (default: firmware where the capture boots cores, executed where it holds executed "
     "words)",
     NAMED(cli_orders, struct arguments, how.order), FLAG(struct arguments, how.has_order)},
    {0},
};

/* The one connection is taken here, where the options are read and the network is not given up yet; no file has been
 * read by then. */
static void take_connection(const struct argp_state *state, struct arguments *arguments)
{
    uint64_t port;
    struct tt_error err;
    CLI_REFUSE_IF(arguments->gdb[0] != ':' || !number_read(arguments->gdb + 1, 10, UINT16_MAX, &port), state,
                  "--gdb takes - or :PORT, not '%s'", arguments->gdb);
    if (access(arguments->path, R_OK) < 0)
        return; /* whoever opens it says why */
    if (debug_stream_accept(&arguments->stream, (uint16_t)port, &err))
        argp_failure(state, EXIT_TROUBLE, 0, "%s", err.text);
}

static void debug_check(const struct argp_state *state, void *into)
{
    struct arguments *arguments = into;
    CLI_REFUSE_IF(!arguments->path && !arguments->is_dap, state, "no capture named");
    if (!arguments->gdb == !arguments->is_dap)
        cli_refuse(state, "expected whom to serve: --gdb - or --dap (see --help)");
    else if (arguments->is_dap)
        return;
    else if (strcmp(arguments->gdb, "-") != 0)
        take_connection(state, arguments);
}

/* Bytes for key frames: half of the memory beyond that of the rest of the program. */
static size_t frame_memory(void)
{
    const uint64_t limit = limit_of(LIMIT_MEMORY);
    if (!limit)
        return MEMORY_USUAL;
    const uint64_t half = limit > MEMORY_REST ? (limit - MEMORY_REST) / 2 : 0;
    return half > MEMORY_USUAL ? MEMORY_USUAL : half < MEMORY_LEAST ? MEMORY_LEAST : (size_t)half;
}

static enum tt_status debug_begin(const struct arguments *arguments, struct session *session, struct tt_error *err)
{
    uint64_t at = UINT64_MAX;
    if (!arguments->at)
        return TT_OK;
    REFUSE_IF(strcmp(arguments->at, "end") != 0 && !number_read(arguments->at, 10, UINT64_MAX, &at), err,
              "--at takes a step or end, not '%s'", arguments->at);
    return session_go(session, at, err);
}

/* The open capture of a debugger. */
struct opened {
    const struct arguments *arguments;
    struct subject subject;
    struct session *session;
    char *path;
};

static void close_all(struct opened *opened)
{
    session_close(opened->session);
    subject_clear(&opened->subject);
    mem_free(opened->path);
    opened->path = NULL;
    opened->session = NULL;
}

/* path null: that of the command line. */
static enum tt_status debug_open_all(void *user, const char *path, struct session **session, struct tt_error *err)
{
    struct opened *opened = user;
    struct replay_words how = opened->arguments->how; /* borrowed */
    path = opened->arguments->path ? opened->arguments->path : path;
    *session = NULL;
    REFUSE_IF(!path, err, "no capture named: launch names one as `program`");
    TRY(ttcap_open(&opened->subject.capture, path, err));
    if (ttcap_info(opened->subject.capture)->is_salvaged)
        (void)fprintf(stderr, "tt-replay: %s: the capture is cut; only what its whole chunks hold is here\n", path);
    if (!how.has_order) { /* where cores boot, one wants to step through their code */
        how.has_order = true;
        how.order = order_usual(ttcap_info(opened->subject.capture), true);
    }
    enum tt_status status = subject_open_capture(&opened->subject, path, &how, err);
    if (!status)
        status = session_open(&opened->session, opened->subject.capture, &opened->subject.replay, frame_memory(), err);
    status = status ?: debug_begin(opened->arguments, opened->session, err);
    if (status) {
        tt_error_prefix(err, "%s", path);
        close_all(opened);
    }
    *session = opened->session;
    if (!status) /* an editor's message goes again */
        opened->session->path = opened->path = mem_strdup(path);
    return status;
}

static enum tt_status debug_do(void *words, int *code, struct tt_error *err)
{
    struct arguments *arguments = words;
    struct opened opened OWNED(close_all) = {.arguments = arguments};
    const struct stream stream = debug_stream_of(&arguments->stream);
    struct session *session;
    (void)code;
    (void)signal(SIGINT, SIG_IGN); /* gdb says it in a packet; both are of one group of processes */
    if (arguments->is_dap)
        return dap_serve(&(struct dap_host){&opened, debug_open_all}, &stream, err);
    TRY(debug_open_all(&opened, NULL, &session, err));
    return gdb_serve(session, &stream, err);
}

int verb_debug(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        "FILE.ttcap\n--dap",
        "Step through a capture, forwards and backwards: cores by instruction, pipes by word; in gdb, or in an "
        "editor.\v"
        "gdb has the cores and the three pipes as threads, the tile as memory (`monitor map`), and the verbs' words "
        "behind `monitor` (`monitor help`). What is stored on the way makes it another run than the recorded one.\n\n"
        "Exit status: 0 the debugger left, 2 trouble.\n\n"
        "Examples:\n"
        "  gdb-multiarch -ex 'target remote | tt-replay debug --gdb - case.ttcap'\n"
        "  tt-replay debug --gdb :3333 --at end case.ttcap\n"
        "  tt-replay debug --dap",
        options, debug_check};
    struct arguments arguments = {.stream = {STDIN_FILENO, STDOUT_FILENO}};
    return cli_do(&syntax, argc, argv, &arguments, debug_do);
}
