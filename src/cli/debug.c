/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay debug: forwards and backwards through a capture, for gdb. */
#include "base/limits.h"
#include "capture/places.h"
#include "cli/cli.h"
#include "cli/debug_stream.h"
#include "cli/options.h"
#include "debug/gdb.h"
#include "order/options_text.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

enum { TEXTS_MAX = 64, MEMORY_USUAL = 512 << 20, MEMORY_LEAST = 8 << 20, MEMORY_REST = 256 << 20 };

struct arguments {
    const char *path, *gdb, *at;
    struct cli_texts variants, sets, assumes;
    enum replay_order order;
    bool has_order, has_port;
    struct debug_stream stream;
};

static const struct cli_option options[] = {
    {CLI_PATH("capture", struct arguments, path)},
    {"gdb", 0, "-|:PORT", "serve gdb on standard input and output, or one connection to a port of this machine",
     INTO(struct arguments, gdb)},
    {"at", 0, "STEP", "begin there and not at the start: a step, or end", INTO(struct arguments, at)},
    {"order", 0, "ORDER", "executed or firmware (default: firmware where the capture boots cores)",
     CALL(cli_take_order, struct arguments, order), FLAG(struct arguments, has_order)},
    {"variant", 0, "K=V", "a reading of one step (as in replay)", CALL(cli_take_variant, struct arguments, variants)},
    {"set", 0, "FIELD=V", "a field that holds a value throughout (as in replay)", INTO(struct arguments, sets)},
    {"assume", 0, "SPACE", "what is unknown of a space at the start (as in replay)", INTO(struct arguments, assumes)},
    {0},
};

/* The one connection is taken here, where the options are read and the network is not given up yet; no file has been
 * read by then. */
static void take_connection(const struct argp_state *state, struct arguments *arguments)
{
    uint64_t port;
    struct tt_error err;
    if (arguments->gdb[0] != ':' || !cli_number(arguments->gdb + 1, 10, UINT16_MAX, &port))
        argp_error(state, "--gdb takes - or :PORT, not '%s'", arguments->gdb);
    if (access(arguments->path, R_OK) < 0)
        return; /* whoever opens it says why */
    if (debug_stream_accept(&arguments->stream, (uint16_t)port, &err))
        argp_failure(state, EXIT_TROUBLE, 0, "%s", err.text);
}

static void check(const struct argp_state *state, void *into)
{
    struct arguments *arguments = into;
    if (!arguments->path)
        return;
    if (arguments->variants.count > TEXTS_MAX || arguments->sets.count > TEXTS_MAX ||
        arguments->assumes.count > TEXTS_MAX)
        argp_error(state, "more than %d of one option", TEXTS_MAX);
    if (!arguments->gdb)
        argp_error(state, "expected whom to serve, as --gdb - (see --help)");
    else if (strcmp(arguments->gdb, "-") != 0)
        take_connection(state, arguments);
}

/* Bytes for key frames: half of what there is beyond the rest of the program. */
static size_t frame_memory(void)
{
    const uint64_t limit = limit_of(LIMIT_MEMORY);
    if (!limit)
        return MEMORY_USUAL;
    const uint64_t half = limit > MEMORY_REST ? (limit - MEMORY_REST) / 2 : 0;
    return half > MEMORY_USUAL ? MEMORY_USUAL : half < MEMORY_LEAST ? MEMORY_LEAST : (size_t)half;
}

static enum tt_status begin(const struct arguments *arguments, struct session *session, struct tt_error *err)
{
    uint64_t at = UINT64_MAX;
    if (!arguments->at)
        return TT_OK;
    if (strcmp(arguments->at, "end") != 0 && !cli_number(arguments->at, 10, UINT64_MAX, &at))
        return tt_fail(err, TT_BAD_INPUT, "--at takes a step or end, not '%s'", arguments->at);
    return session_go(session, at, err);
}

static enum tt_status serve(struct arguments *arguments, struct ttcap *capture, struct tt_error *err)
{
    const struct ttcap_info *info = ttcap_info(capture);
    const struct replay_texts texts = {
        .variants = arguments->variants.items,
        .sets = arguments->sets.items,
        .variant_count = arguments->variants.count,
        .set_count = arguments->sets.count,
        .assumes = arguments->assumes.items,
        .assume_count = arguments->assumes.count,
    };
    struct replay_set sets[TEXTS_MAX];
    struct replay_options replay;
    struct session *session = NULL;
    replay_options_init(&replay, info);
    replay.order = arguments->has_order ? arguments->order : info->boot_count ? REPLAY_FIRMWARE : REPLAY_EXECUTED;
    enum tt_status status = replay_texts_parse(&texts, info->chip, &replay, sets, err);
    if (!status)
        status = session_open(&session, capture, &replay, frame_memory(), err);
    if (!status)
        status = begin(arguments, session, err);
    if (!status) {
        const struct stream stream = debug_stream_of(&arguments->stream);
        status = gdb_serve(session, &stream, err);
    }
    session_close(session);
    if (status)
        tt_error_prefix(err, "%s", arguments->path);
    return status;
}

int verb_debug(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        "FILE.ttcap",
        "Step through a capture, forwards and backwards: cores by instruction, pipes by word.\v"
        "gdb has the cores and the three pipes as threads, the tile as memory (`monitor map`), and the verbs' words "
        "behind `monitor` (`monitor help`). What is stored on the way makes it another run than the recorded one.\n\n"
        "Exit status: 0 the debugger left, 2 trouble.\n\n"
        "Examples:\n"
        "  gdb-multiarch -ex 'target remote | tt-replay debug --gdb - case.ttcap'\n"
        "  tt-replay debug --gdb :3333 --at end case.ttcap",
        options, check};
    struct arguments arguments = {.stream = {STDIN_FILENO, STDOUT_FILENO}};
    struct tt_error err = {{0}};
    struct ttcap *capture = NULL;
    cli_read(&syntax, argc, argv, &arguments);
    (void)signal(SIGINT, SIG_IGN); /* gdb says it in a packet; both are of one group of processes */
    enum tt_status status = ttcap_open(&capture, arguments.path, &err);
    if (!status)
        status = capture_places_check(capture, &err);
    if (!status)
        status = serve(&arguments, capture, &err);
    ttcap_close(capture);
    cli_texts_clear(&arguments.variants);
    cli_texts_clear(&arguments.sets);
    cli_texts_clear(&arguments.assumes);
    return status ? cli_trouble(&err) : EXIT_SAME;
}
