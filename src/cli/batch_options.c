/* SPDX-License-Identifier: Apache-2.0 */
/* The options by which batch and farm plan say how captures are replayed and judged. */
#include "cli/batch_options.h"

#include "base/memory.h"
#include "cli/cli.h"

#include <string.h>
#include <time.h>

enum { OPT_ORDER = 1000, OPT_UNIT, OPT_VARIANT, OPT_SET, OPT_MAX_STEPS, OPT_CHECKPOINT_WORD, OPT_WAIVERS };

static const struct argp_option options[] = {
    {0, 0, 0, 0, "How each capture is replayed and judged, as `replay` and `diff` take it:", 2},
    {"order", OPT_ORDER, "ORDER", 0, "executed (the default), program or firmware", 2},
    {"unit", OPT_UNIT, "U[,U]", 0, "data units that run (default: all there are)", 2},
    {"variant", OPT_VARIANT, "K=V", 0, "another reading of one step; may be given again", 2},
    {"set", OPT_SET, "FIELD=V", 0, "a configuration field holds V whatever the program writes; may be given again", 2},
    {"max-steps", OPT_MAX_STEPS, "N", 0, "firmware: a program that still runs after N steps hangs", 2},
    {"checkpoint-word", OPT_CHECKPOINT_WORD, "ADDR", 0,
     "firmware: a store to this word of L1 is the next checkpoint's moment", 2},
    {"waivers", OPT_WAIVERS, "FILE", 0, "what is known and stays out of the verdict (docs/formats/waivers.md)", 2},
    {0},
};

static void keep(char **into, const char *text)
{
    mem_free(*into);
    *into = mem_strdup(text);
    if (!*into)
        cli_no_memory();
}

static void add(char ***list, size_t *count, size_t *capacity, const char *text)
{
    struct tt_error err;
    if (batch_settings_add(list, count, capacity, text, &err))
        cli_no_memory();
}

/* By which day waivers expire. */
static void take_day(const struct argp_state *state, struct batch_settings *settings)
{
    const time_t now = time(NULL);
    struct tm day;
    if (!gmtime_r(&now, &day) || !strftime(settings->day, sizeof settings->day, "%Y-%m-%d", &day))
        argp_failure(state, EXIT_TROUBLE, 0, "the system does not say what day it is");
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct batch_settings *settings = state->input;
    uint64_t word = 0;
    switch (key) {
    case OPT_ORDER:
        if (!batch_order_find(text, &settings->order))
            argp_error(state, "order '%s' is not one of executed, program, firmware", text);
        return 0;
    case OPT_UNIT:
        keep(&settings->units, text);
        return 0;
    case OPT_VARIANT:
        add(&settings->variants, &settings->variant_count, &settings->variant_capacity, text);
        return 0;
    case OPT_SET:
        add(&settings->sets, &settings->set_count, &settings->set_capacity, text);
        return 0;
    case OPT_MAX_STEPS:
        if (!cli_number(text, 0, UINT64_C(1) << 53, &settings->max_steps) || !settings->max_steps)
            argp_error(state, "--max-steps '%s' is not a number from 1 to 2^53", text);
        return 0;
    case OPT_CHECKPOINT_WORD:
        if (!cli_number(text, 0, UINT32_MAX, &word))
            argp_error(state, "--checkpoint-word '%s' is not a number from 0 to 4294967295", text);
        settings->has_checkpoint_word = true;
        settings->checkpoint_word = (uint32_t)word;
        return 0;
    case OPT_WAIVERS:
        keep(&settings->waivers, text);
        take_day(state, settings);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp batch_settings_argp = {options, parse, 0, 0, 0, 0, 0};

size_t batch_option_count(const struct argp_state *state, const char *what, const char *text, size_t most)
{
    uint64_t value = 0;
    if (!cli_number(text, 10, most, &value) || value == 0)
        argp_error(state, "%s '%s' is not a number from 1 to %zu", what, text, most);
    return (size_t)value;
}
