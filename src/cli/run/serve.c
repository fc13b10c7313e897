/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay serve: the chip as a process at the socket of a program. docs/how-to/as-a-device.md */
#include "cli/cli.h"
#include "cli/options.h"
#include "door/socket.h"

#include <argp.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { HOST_MAX = 256, TRIES = 300, TRY_MILLISECONDS = 100 };

struct arguments {
    const char *output, *address;
    enum tt_chip chip;
    unsigned coords; /* 1: translated */
    bool is_strict;
    int from, to;
};

static const struct cli_option options[] = {
    {CLI_PATH("address", struct arguments, address), .is_optional = true},
    {"arch", 0, "CHIP", "blackhole or wormhole_b0", NAMED(cli_chips, struct arguments, chip),
     .required = "no chip named: --arch CHIP"},
    {"output", 'o', "OUT.wire", "the conversation, as it goes on", INTO(struct arguments, output),
     .required = "no output named: -o OUT.wire"},
    {"coords", 0, "noc0|translated", "names that tiles find in their registers (default: noc0, as this socket has it)",
     ONE_OF(struct arguments, coords, "noc0", WIRE_TRANSLATED)},
    {"strict", 0, NULL, "end at the first thing that is refused", INTO(struct arguments, is_strict)},
    {0},
};

static int connect_tcp(const char *name)
{
    char host[HOST_MAX];
    const char *colon = strrchr(name, ':');
    struct addrinfo *found = NULL;
    const struct addrinfo wanted = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
    const int length = colon ? (int)(colon - name) : 0, yes = 1;
    if (length <= 0 || length >= HOST_MAX)
        return -1;
    (void)snprintf(host, sizeof host, "%.*s", length, name);
    if (getaddrinfo(host, colon + 1, &wanted, &found))
        return -1;
    int descriptor = -1;
    for (const struct addrinfo *at = found; at && descriptor < 0; at = at->ai_next) {
        descriptor = socket(at->ai_family, at->ai_socktype | SOCK_CLOEXEC, at->ai_protocol);
        if (descriptor >= 0 && connect(descriptor, at->ai_addr, at->ai_addrlen) < 0) {
            (void)close(descriptor);
            descriptor = -1;
        }
    }
    freeaddrinfo(found);
    if (descriptor >= 0)
        (void)setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return descriptor;
}

static int connect_local(const char *path)
{
    struct sockaddr_un there = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof there.sun_path)
        return -1;
    memcpy(there.sun_path, path, strlen(path) + 1);
    const int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0 || connect(descriptor, (const struct sockaddr *)&there, sizeof there) == 0)
        return descriptor;
    (void)close(descriptor);
    return -1;
}

/* The host starts its device first, and listens then. */
static int dial(const struct argp_state *state, const char *address)
{
    const bool is_tcp = strncmp(address, "tcp://", 6) == 0;
    CLI_REFUSE_IF(!is_tcp && strncmp(address, "ipc://", 6) != 0, state,
                  "address '%s': expected tcp://HOST:PORT, ipc://PATH or -", address);
    for (int i = 0; i < TRIES; i++) {
        const int descriptor = is_tcp ? connect_tcp(address + 6) : connect_local(address + 6);
        if (descriptor >= 0)
            return descriptor;
        (void)nanosleep(&(struct timespec){.tv_nsec = TRY_MILLISECONDS * 1000000L}, NULL);
    }
    argp_failure(state, EXIT_TROUBLE, 0, "%s: nobody answers", address);
    return -1;
}

/* The connection is made here, where the network is not given up yet. */
static void serve_check(const struct argp_state *state, void *into)
{
    struct arguments *arguments = into;
    if (!arguments->address)
        arguments->address = getenv("NNG_SOCKET_ADDR");
    CLI_REFUSE_IF(!arguments->address, state, "no address named, and NNG_SOCKET_ADDR is not set");
    if (strcmp(arguments->address, "-") != 0)
        arguments->from = arguments->to = dial(state, arguments->address);
}

static enum tt_status serve_do(void *words, int *code, struct tt_error *err)
{
    const struct arguments *arguments = words;
    const struct door_settings settings = {.chip = arguments->chip,
                                           .is_translated = arguments->coords == 1,
                                           .is_strict = arguments->is_strict,
                                           .record = arguments->output,
                                           .name = "nng"};
    struct door *door OWNED(door_close_at) = NULL;
    (void)code;
    (void)signal(SIGPIPE, SIG_IGN);
    TRY(door_open(&door, &settings, err));
    return socket_serve(arguments->from, arguments->to, door, err);
}

int verb_serve(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        "--arch CHIP -o OUT.wire [ADDRESS]",
        "Be the device of a program that talks to one at a socket (UMD's simulation of a process), and record what is "
        "said. ADDRESS is tcp://HOST:PORT, ipc://PATH, or - for standard input and output; usually what the program "
        "says in NNG_SOCKET_ADDR.\v"
        "Exit status: 0 the program said that it ends, 2 trouble: what it said is no message, or it left before.\n\n"
        "Examples:\n"
        "  tt-replay serve --arch wormhole_b0 -o test.wire\n\n"
        "It is the last line of run.sh in the folder that TT_METAL_SIMULATOR names.",
        options, serve_check};
    struct arguments arguments = {.from = STDIN_FILENO, .to = STDOUT_FILENO};
    return cli_do(&syntax, argc, argv, &arguments, serve_do);
}
