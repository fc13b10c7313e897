/* SPDX-License-Identifier: Apache-2.0 */
/* The options of `tt-replay dump`: one table that parses and prints the help. */
#include "cli/capture/dump_options.h"

#include "ask/run/address.h"
#include "base/number.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "isa/spaces.h"

#include <ctype.h>
#include <string.h>

static const char *kind_at(size_t i, const void *user)
{
    (void)user;
    return i < TTCAP_KIND_COUNT ? ttcap_kind_name((enum ttcap_kind)i) : NULL;
}

static const struct cli_names kinds = {kind_at, NULL, NULL};

static const char *const thread_names[] = {"none", "0", "1", "2", NULL};

static unsigned find_thread(const char *name)
{
    unsigned i = 0;
    while (thread_names[i] && strcmp(name, thread_names[i]) != 0 &&
           !(i && toupper((unsigned char)*name) == 'T' && strcmp(name + 1, thread_names[i]) == 0))
        i++;
    return i;
}

static const struct cli_names threads = {cli_word_at, thread_names, find_thread};

static void take_memory(struct argp_state *state, const char *value, void *into)
{
    struct dump_arguments *arguments = into;
    uint64_t lo = 0, count = 0;
    struct tt_error err;
    char first[32];
    const size_t length = strcspn(value, ":");
    if (number_ask_base("l1:", value, &err))
        cli_refuse(state, "--memory: %s", err.text);
    (void)snprintf(first, sizeof first, "%.*s", (int)(length < sizeof first ? length : 0), value);
    if (!value[length] || !number_read(first, 0, UINT32_MAX, &lo) ||
        !number_read(value + length + 1, 0, UINT32_MAX, &count) || count == 0)
        cli_refuse(state, "--memory %s: expected ADDR:LEN, as 0x60000:256", value);
    arguments->wants_memory = true;
    arguments->memory_lo = (uint32_t)lo;
    arguments->memory_count = (uint32_t)count;
}

static void dump_options_take_rows(struct argp_state *state, const char *value, void *into)
{
    struct dump_arguments *arguments = into;
    cli_option_rows(state, value, &arguments->row_first, &arguments->row_last);
    arguments->has_rows = true;
}

static void dump_options_check(const struct argp_state *state, void *into)
{
    const struct dump_arguments *arguments = into;
    if (arguments->has_rows && !arguments->wants_space)
        cli_refuse(state, "--rows goes with --space");
    if (arguments->shown.has_format && !arguments->wants_space && !arguments->wants_memory)
        cli_refuse(state, "--as goes with --space or --memory");
    const bool wants_state = arguments->wants_registers || arguments->wants_memory || arguments->wants_space;
    if ((arguments->wants_events || !wants_state) && arguments->at && address_event_number(arguments->at))
        cli_refuse(state, "--at event:N shows state, and not events: --registers, --memory, --space");
    if (!arguments->shown.has_format)
        return;
    const char *name = format_get(arguments->shown.format)->name;
    if (arguments->wants_memory && !space_takes_format(TT_SPACE_L1, arguments->shown.format))
        cli_refuse(state, "--as %s: not a format of data in L1", name);
    if (arguments->wants_space && !space_takes_format(arguments->shown.space, arguments->shown.format))
        cli_refuse(state, "--as %s: %s does not hold this format", name, space_name(arguments->shown.space));
    if (format_get(arguments->shown.format)->is_block && !arguments->shown.has_exponents)
        cli_refuse(state, "--as %s needs --exponents ADDR, where its shared exponents start", name);
}

#define DUMP(member) INTO(struct dump_arguments, member)
#define DUMP_CALL(function, member) CALL(function, struct dump_arguments, member)
#define DUMP_NAMED(list, member) NAMED(list, struct dump_arguments, member)
#define DUMP_BITS(list, member) NAMED_BITS(list, struct dump_arguments, member)
#define DUMP_FLAG(member) FLAG(struct dump_arguments, member)
static const struct cli_option options[] = {
    {CLI_PATH("capture", struct dump_arguments, path)},
    {CLI_HEADING("What to show (events, if nothing is named):")},
    {"events", 0, "EVENTS", "events: A:B (before B), 10-50/pacr, T2:100-200, mark:NAME, @FILE, ...", DUMP(events),
     DUMP_FLAG(wants_events), .is_value_optional = true},
    {"registers", 0, NULL, "configuration by field, and scalar registers", DUMP(wants_registers)},
    {"memory", 0, "ADDR:LEN", "bytes of L1; those that are unknown are shown as ..", CALL_ALL(take_memory)},
    {"space", 0, "S", "l1, cfg, thread_cfg, gpr, dst, dst_valid, srca, srcb, lreg or state (by path)",
     DUMP_NAMED(cli_spaces, shown.space), DUMP_FLAG(wants_space)},
    {CLI_HEADING("Which events:")},
    {"thread", 0, "T", "0, 1 or 2; none: stores of no thread", DUMP_BITS(threads, filter.threads)},
    {"kind", 0, "K,...", "push, exec, cfgw, mopw, gprw, semw, semr, l1w, mmio", DUMP_BITS(kinds, filter.kinds)},
    {"unit", 0, "U,...", "only words of these units: pack, config, ...", DUMP_BITS(cli_units, filter.units)},
    {CLI_HEADING("Which state, and how:")},
    {"at", 0, "CHECKPOINT",
     "a checkpoint by id, mark:ID or number (default: the last). event:N: the whole tile before event N (of firmware, "
     "and where there are only pushed words, before word or store N), by a replay",
     DUMP(at)},
    {"rows", 0, "A:B", "rows A to B-1 of a space", CALL_ALL(dump_options_take_rows)},
    {"as", 0, "FORMAT", "as values: bf16, fp16, tf32, fp32, int32, bfp8, ...", DUMP_NAMED(cli_formats, shown.format),
     DUMP_FLAG(shown.has_format)},
    {"exponents", 0, "ADDR", "where in L1 the shared exponents of a block format begin",
     DUMP_CALL(cli_take_exponents, shown.exponents), DUMP_FLAG(shown.has_exponents)},
    {"all", 0, NULL, "also registers and state that are zero or unknown", DUMP(shows_all)},
    {"json", 0, NULL, "as JSON (schemas/dump.schema.json)", DUMP(is_json), .group = 4},
    {0},
};

int verb_dump(int argc, char **argv)
{
    static const struct cli_syntax syntax = {"FILE.ttcap",
                                             "Show what is in a capture.\v"
                                             "Exit status: 0 done, 2 trouble.\n\n"
                                             "Examples:\n"
                                             "  tt-replay dump case.ttcap --unit pack\n"
                                             "  tt-replay dump case.ttcap --registers --at end\n"
                                             "  tt-replay dump case.ttcap --memory 0x60000:256 --as bf16",
                                             options, dump_options_check};
    struct dump_arguments arguments = {.filter = {.last = UINT64_MAX}};
    return cli_do(&syntax, argc, argv, &arguments, dump_do);
}
