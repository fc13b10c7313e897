/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay verify: every chunk, checksum and reference of captures. docs/formats/ttcap.md#verifying */
#include "capture/ttcap.h"
#include "cli/cli.h"
#include "order/streams.h"
#include "show/capture.h"
#include "show/json_out.h"
#include "show/wrap.h"

#include <argp.h>

enum { OPTION_JSON = 0x100, LINE_WIDTH = 80 };

static const struct argp_option options[] = {
    {"json", OPTION_JSON, NULL, 0, "as JSON (schemas/verify.schema.json)", 0},
    {0},
};

struct arguments {
    char **paths; /* gathered at the front of argv */
    int path_count;
    bool is_json;
};

static error_t parse(int key, char *value, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case OPTION_JSON:
        arguments->is_json = true;
        return 0;
    case ARGP_KEY_ARG:
        (void)value;
        return ARGP_ERR_UNKNOWN; /* so that argp hands over all of them at once */
    case ARGP_KEY_ARGS:
        arguments->paths = state->argv + state->next;
        arguments->path_count = state->argc - state->next;
        return 0;
    case ARGP_KEY_END:
        if (arguments->path_count == 0)
            argp_error(state, "no capture named");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* Names that come from a file may hold what a terminal would obey; the copy has none of it. */
static void print_sentence(void *user, const char *sentence)
{
    char plain[sizeof((struct tt_error *)0)->text];
    size_t n = 0;
    (void)user;
    for (; sentence[n] && n + 1 < sizeof plain; n++)
        plain[n] = (unsigned char)sentence[n] < ' ' || sentence[n] == 0x7F ? '?' : sentence[n];
    plain[n] = '\0';
    wrap_text(stdout, plain, 0, LINE_WIDTH);
}

static void add_sentence(void *user, const char *sentence)
{
    json_out_string(user, NULL, sentence);
}

/* Who is told of what the cores pushed and what was executed where they disagree. */
struct stream_sayer {
    enum tt_chip chip;
    void (*said)(void *user, const char *sentence);
    void *user;
};

static void say_stream_fault(void *user, const struct stream_fault *fault)
{
    const struct stream_sayer *sayer = user;
    char text[STREAM_TEXT_MAX];
    sayer->said(sayer->user, stream_fault_text(sayer->chip, fault, text));
}

/* The container is sound: whether its words are. */
static enum tt_status verify_streams(const char *path, void (*said)(void *user, const char *sentence), void *user,
                                     struct tt_error *err)
{
    struct ttcap *capture;
    struct streams streams = {0};
    enum tt_status status = ttcap_open(&capture, path, err);
    if (status)
        return status;
    struct stream_sayer sayer = {ttcap_info(capture)->chip, said, user};
    status = streams_hold(capture, &sayer, say_stream_fault, &streams, err);
    ttcap_close(capture);
    return !status && streams.faults ? TT_BAD_INPUT : status;
}

static enum tt_status verify_text(const char *path, struct tt_error *err)
{
    struct ttcap_verify_summary summary;
    enum tt_status status = ttcap_verify(path, print_sentence, NULL, &summary, err);
    if (status == TT_OK)
        status = verify_streams(path, print_sentence, NULL, err);
    if (status != TT_OK && status != TT_BAD_INPUT)
        return status;
    char chunks[COUNT_TEXT_MAX], pages[COUNT_TEXT_MAX], events[COUNT_TEXT_MAX], checkpoints[COUNT_TEXT_MAX];
    print_plain(stdout, path);
    char symbols[COUNT_TEXT_MAX + 16] = "";
    if (summary.symbols)
        (void)snprintf(symbols, sizeof symbols, "%s symbol%s, ", count_text(summary.symbols, chunks),
                       plural(summary.symbols));
    (void)printf(": %s: %s chunk%s; whole: %s event%s, %s page%s, %s%s checkpoint%s\n",
                 status == TT_OK ? "sound" : "not sound", count_text(summary.chunks, chunks), plural(summary.chunks),
                 count_text(summary.events, events), plural(summary.events), count_text(summary.pages, pages),
                 plural(summary.pages), symbols, count_text(summary.checkpoints, checkpoints),
                 plural(summary.checkpoints));
    return status;
}

static enum tt_status verify_json(struct json_out *json, const char *path, struct tt_error *err)
{
    struct ttcap_verify_summary summary;
    json_out_object(json, NULL);
    json_out_string(json, "file", path);
    json_out_array(json, "problems");
    enum tt_status status = ttcap_verify(path, add_sentence, json, &summary, err);
    if (status == TT_OK)
        status = verify_streams(path, add_sentence, json, err);
    json_out_end(json);
    json_out_bool(json, "is_sound", status == TT_OK);
    json_out_uint(json, "chunks", summary.chunks);
    json_out_uint(json, "chunk_bytes", summary.chunk_bytes);
    json_out_uint(json, "events", summary.events);
    json_out_uint(json, "pages", summary.pages);
    json_out_uint(json, "checkpoints", summary.checkpoints);
    json_out_uint(json, "symbols", summary.symbols);
    json_out_end(json);
    return status;
}

int verb_verify(int argc, char **argv)
{
    static const struct argp argp = {
        options,
        parse,
        "FILE.ttcap...",
        "Check every chunk, checksum and reference of captures, and that the words executed are those that the cores "
        "pushed, expanded.\v"
        "Exit status: 0 all whole, 2 one is not or speaks against itself, or cannot be read.\n\n"
        "Example:\n"
        "  tt-replay verify case.ttcap",
        NULL,
        NULL,
        NULL};
    struct arguments arguments = {0};
    cli_parse(&argp, argc, argv, &arguments);
    struct json_out json;
    int result = EXIT_SAME;
    if (arguments.is_json) {
        json_out_init(&json, stdout);
        json_out_array(&json, NULL);
    }
    for (int i = 0; i < arguments.path_count; i++) {
        struct tt_error err;
        enum tt_status status =
            arguments.is_json ? verify_json(&json, arguments.paths[i], &err) : verify_text(arguments.paths[i], &err);
        if (status != TT_OK)
            result = EXIT_TROUBLE;
        if (status != TT_OK && status != TT_BAD_INPUT)
            (void)cli_trouble(&err);
    }
    if (arguments.is_json)
        json_out_end(&json);
    return result;
}
