/* SPDX-License-Identifier: Apache-2.0 */
/* tt-repeat: larger captures for measuring. linear.py and the tests of memory call it. */
#include "bench/repeat.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>

struct arguments {
    const char *capture, *output;
    struct repeat repeat;
    bool is_bundle;
};

static unsigned number(const char *text, unsigned long most, struct argp_state *state)
{
    char *end = NULL;
    const unsigned long value = strtoul(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end || value > most)
        argp_error(state, "'%s' is no number up to %lu", text, most);
    return (unsigned)value;
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    const unsigned long most = 100000000;
    switch (key) {
    case 'e':
        arguments->repeat.events = number(text, most, state);
        return 0;
    case 'p':
        arguments->repeat.pages = number(text, most, state);
        return 0;
    case 'm':
        arguments->repeat.mismatches = number(text, REPEAT_MISMATCHES_MAX, state);
        return 0;
    case 'b':
        arguments->is_bundle = true;
        return 0;
    case ARGP_KEY_ARG:
        if (state->arg_num > 1)
            argp_usage(state);
        *(state->arg_num ? &arguments->output : &arguments->capture) = text;
        return 0;
    case ARGP_KEY_END:
        if (state->arg_num < 2)
            argp_usage(state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int main(int argc, char **argv)
{
    static const struct argp_option options[] = {
        {"events", 'e', "N", 0, "all events so many times (1)", 0},
        {"pages", 'p', "N", 0, "so many pages of L1, each stored, and held by a snapshot of its own (0)", 0},
        {"mismatches", 'm', "N", 0, "so many words of L1 that the last snapshot holds otherwise (0)", 0},
        {"bundle", 'b', NULL, 0, "OUT is a bundle to make, not a capture", 0},
        {0},
    };
    static const struct argp argp = {.options = options,
                                     .parser = parse,
                                     .args_doc = "CAPTURE OUT",
                                     .doc = "A larger capture out of a capture, for measuring."};
    struct arguments arguments = {.repeat = {.events = 1}};
    struct tt_error err = {{0}};
    struct ttcap *from = NULL;
    argp_parse(&argp, argc, argv, 0, NULL, &arguments);
    enum tt_status status = ttcap_open(&from, arguments.capture, &err);
    if (!status)
        status =
            (arguments.is_bundle ? repeat_bundle : repeat_capture)(from, arguments.output, &arguments.repeat, &err);
    ttcap_close(from);
    if (status)
        (void)fprintf(stderr, "tt-repeat: %s\n", err.text);
    return status ? 2 : 0;
}
