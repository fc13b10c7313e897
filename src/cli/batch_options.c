/* SPDX-License-Identifier: Apache-2.0 */
/* The options by which batch and farm plan say how captures are replayed and judged. */
#include "cli/batch_options.h"

#include "base/memory.h"
#include "cli/cli.h"

#include <time.h>

enum { OPT_ORDER = 1000, OPT_UNIT, OPT_VARIANT, OPT_SET, OPT_MAX_STEPS, OPT_CHECKPOINT_WORD, OPT_WAIVERS };

static const struct argp_option options[] = {
    {0, 0, 0, 0, "How each capture is replayed and judged, as `replay` and `diff` take it:", 2},
    {"order", OPT_ORDER, "ORDER", 0, "executed (the default), program or firmware", 2},
    {"unit", OPT_UNIT, "U[,U]", 0, "data units that run, or none (default: all there are)", 2},
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
    switch (key) {
    case OPT_ORDER:
        cli_option_order(state, text, &settings->order);
        return 0;
    case OPT_UNIT:
        keep(&settings->units, text);
        return 0;
    case OPT_VARIANT:
        add(&settings->variants, &settings->variant_count, &settings->variant_capacity, cli_option_variant(text));
        return 0;
    case OPT_SET:
        add(&settings->sets, &settings->set_count, &settings->set_capacity, text);
        return 0;
    case OPT_MAX_STEPS:
        settings->max_steps = cli_option_count(state, "--max-steps", text, 1, UINT64_C(1) << 53);
        return 0;
    case OPT_CHECKPOINT_WORD:
        settings->has_checkpoint_word = true;
        settings->checkpoint_word = cli_option_word(state, "--checkpoint-word", text);
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
