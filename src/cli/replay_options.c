/* SPDX-License-Identifier: Apache-2.0 */
/* The words after `tt-replay replay`. */
#include "cli/replay_options.h"

#include "ask/run/address.h"
#include "base/memory.h"
#include "cli/cli.h"
#include "isa/names_near.h"
#include "order/options_text.h"
#include "order/sets.h"

#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPT_ORDER = 256,
    OPT_UNIT,
    OPT_RANGE,
    OPT_STAGES,
    OPT_VARIANT,
    OPT_SET,
    OPT_STRICT,
    OPT_RECORD,
    OPT_MAX_STEPS,
    OPT_CHECKPOINT_WORD,
    OPT_JSON,
    OPT_FORCE
};

static const struct argp_option options[] = {
    {"output", 'o', "RUN.db", 0, "the database to make", 0},
    {"record", OPT_RECORD, "OUT.ttcap", 0,
     "a capture of the replay to make: its events, and at each checkpoint what the tile holds", 0},
    {"force", OPT_FORCE, 0, 0, "replace what is there", 0},
    {"order", OPT_ORDER, "ORDER", 0,
     "executed (the default): the order in which words took effect; program: what each thread pushed; firmware: the "
     "cores run the code in L1",
     0},
    {"max-steps", OPT_MAX_STEPS, "N", 0, "firmware: a program that still runs after N steps hangs (default 100000000)",
     0},
    {"checkpoint-word", OPT_CHECKPOINT_WORD, "ADDR", 0,
     "firmware: a store to this word of L1 is the next checkpoint's moment (default: 0x14020 in captures tagged "
     "firmware, else none)",
     0},
    {"unit", OPT_UNIT, "U[,U]", 0,
     "data units that run, or none; the state the others would have made is taken from the recording (default: all "
     "there are)",
     0},
    {"range", OPT_RANGE, "A:B", 0,
     "see and hold only events A to B-1 (or A-B, mark:NAME-mark:NAME); what is before runs unseen", 0},
    {"stages", OPT_STAGES, "all|none", 0, "keep every stage's values (default), or none", 0},
    {"variant", OPT_VARIANT, "K=V", 0, "another reading of one step; may be given again", 0},
    {"set", OPT_SET, "FIELD=V", 0,
     "a configuration field holds V whatever the program writes; FIELD@EVENT=V: stored once, before that event; may be "
     "given again",
     0},
    {"strict", OPT_STRICT, 0, 0, "stop at the first finding", 0},
    {"json", OPT_JSON, 0, 0, "the summary as JSON (schemas/replay.schema.json)", 0},
    {0},
};

static void add_variant(struct replay_arguments *arguments, const char *text)
{
    void *items = arguments->variants;
    if (mem_grow(&items, &arguments->variant_capacity, arguments->variant_count + 1, sizeof text))
        cli_no_memory();
    arguments->variants = items;
    arguments->variants[arguments->variant_count++] = text;
}

static void add_set(struct replay_arguments *arguments, const char *text)
{
    void *texts = arguments->sets, *parsed = arguments->parsed_sets;
    const size_t need = arguments->set_count + 1;
    if (mem_grow(&texts, &arguments->set_capacity, need, sizeof text))
        cli_no_memory();
    arguments->sets = texts;
    if (mem_grow(&parsed, &arguments->parsed_capacity, need, sizeof *arguments->parsed_sets))
        cli_no_memory();
    arguments->parsed_sets = parsed;
    arguments->sets[arguments->set_count++] = text;
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct replay_arguments *arguments = state->input;
    switch (key) {
    case 'o':
        arguments->output = text;
        return 0;
    case OPT_RECORD:
        arguments->record = text;
        return 0;
    case OPT_FORCE:
        arguments->is_forced = true;
        return 0;
    case OPT_ORDER:
        cli_option_order(state, text, &arguments->order);
        return 0;
    case OPT_UNIT:
        arguments->units = text;
        return 0;
    case OPT_RANGE:
        arguments->range = text;
        return 0;
    case OPT_STAGES:
        arguments->has_stages = strcmp(text, "all") == 0;
        if (!arguments->has_stages && strcmp(text, "none") != 0)
            argp_error(state, "stages '%s' is neither all nor none", text);
        return 0;
    case OPT_VARIANT:
        add_variant(arguments, cli_option_variant(text));
        return 0;
    case OPT_SET:
        add_set(arguments, text);
        return 0;
    case OPT_MAX_STEPS:
        arguments->max_steps = cli_option_count(state, "--max-steps", text, 1, UINT64_MAX);
        return 0;
    case OPT_CHECKPOINT_WORD:
        arguments->checkpoint_word = cli_option_word(state, "--checkpoint-word", text);
        arguments->has_checkpoint_word = true;
        return 0;
    case OPT_STRICT:
        arguments->is_strict = true;
        return 0;
    case OPT_JSON:
        arguments->is_json = true;
        return 0;
    case ARGP_KEY_SUCCESS:
        if (!arguments->output && !arguments->record)
            argp_error(state, "nothing to make is named: -o RUN.db or --record OUT.ttcap");
        if (arguments->output && arguments->record && strcmp(arguments->output, arguments->record) == 0)
            argp_error(state, "-o and --record name one file");
        return 0;
    default:
        return cli_parse_path(key, text, state, &arguments->capture, "capture");
    }
}

void replay_arguments_parse(struct replay_arguments *arguments, int argc, char **argv)
{
    static const struct argp argp = {
        options,
        parse,
        "FILE.ttcap -o RUN.db",
        "Replay a capture on the emulated tile: every stage of every instruction into a database, and what the "
        "device held against what the tile holds. `tt-replay diff RUN.db` tells what came of it.\v" CLI_VERDICT_STATUSES
        "Examples:\n"
        "  tt-replay replay case.ttcap -o run.db\n"
        "  tt-replay replay case.ttcap -o run.db --unit pack --strict\n"
        "  tt-replay replay case.ttcap -o what-if.db --set STACC_RELU_ApplyRelu=0",
        0,
        0,
        0};
    *arguments = (struct replay_arguments){.has_stages = true};
    cli_parse(&argp, argc, argv, arguments);
}

void replay_arguments_clear(struct replay_arguments *arguments)
{
    mem_free(arguments->variants);
    mem_free(arguments->sets);
    mem_free(arguments->parsed_sets);
    arguments->sets = NULL;
    arguments->parsed_sets = NULL;
    arguments->variants = NULL;
}

enum tt_status replay_options_from(const struct replay_arguments *arguments, struct ttcap *capture,
                                   struct replay_options *into, struct tt_error *err)
{
    const struct ttcap_info *info = ttcap_info(capture);
    const struct address_marks marks = address_marks_of_capture(capture);
    replay_options_init(into, info);
    into->order = arguments->order;
    if (arguments->range && address_span(arguments->range, &marks, &into->first, &into->last, err)) {
        tt_error_prefix(err, "--range");
        return TT_BAD_INPUT;
    }
    into->is_strict = arguments->is_strict;
    if (arguments->max_steps)
        into->max_steps = arguments->max_steps;
    if (arguments->has_checkpoint_word) {
        into->has_checkpoint_word = true;
        into->checkpoint_word = (uint32_t)arguments->checkpoint_word;
    }
    if (arguments->units) {
        enum tt_status status = units_parse(arguments->units, &into->units, err);
        if (status)
            return status;
    }
    for (size_t i = 0; i < arguments->variant_count; i++)
        if (variant_parse(&into->variants, arguments->variants[i]))
            return variant_unknown(arguments->variants[i], err);
    for (size_t i = 0; i < arguments->set_count; i++) {
        enum tt_status status = replay_set_parse(info->chip, arguments->sets[i], &arguments->parsed_sets[i], err);
        if (status)
            return status;
    }
    into->sets = arguments->parsed_sets;
    into->set_count = arguments->set_count;
    return TT_OK;
}
