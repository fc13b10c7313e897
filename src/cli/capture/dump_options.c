/* SPDX-License-Identifier: Apache-2.0 */
/* The options of `tt-replay dump`: one table that parses and prints the help. */
#include "cli/capture/dump_options.h"

#include "ask/run/address.h"
#include "base/number.h"
#include "cli/options.h"
#include "isa/isa.h"
#include "isa/spaces.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A whole number in any of C's notations, up to max; the rest of the text in *end. */
static bool take_number(const char *text, uint64_t max, uint64_t *number, const char **end)
{
    char *stop;
    errno = 0;
    if (*text < '0' || *text > '9')
        return false;
    *number = strtoull(text, &stop, 0);
    *end = stop;
    return errno == 0 && *number <= max;
}

/* "A:B", "A:", ":B", or "A" for one alone. */
static bool dump_options_take_range(const char *text, uint64_t *first, uint64_t *last)
{
    const char *end = text;
    *first = 0;
    *last = UINT64_MAX;
    if (*text != ':' && !take_number(text, UINT64_MAX - 1, first, &end))
        return false;
    if (*end == '\0' && end != text) {
        *last = *first + 1;
        return true;
    }
    if (*end++ != ':' || (end == text + 1 && *end == '\0'))
        return false;
    return *end == '\0' || (take_number(end, UINT64_MAX, last, &end) && *end == '\0' && *last >= *first);
}

/* Each word of a list separated by commas, as a bit. */
static bool take_list(const char *text, int (*find)(const char *name), uint32_t *bits)
{
    char name[32];
    *bits = 0;
    while (true) {
        size_t n = strcspn(text, ",");
        if (n == 0 || n >= sizeof name)
            return false;
        memcpy(name, text, n);
        name[n] = '\0';
        int found = find(name);
        if (found < 0)
            return false;
        *bits |= 1u << found;
        if (!text[n])
            return true;
        text += n + 1;
    }
}

static int find_kind(const char *name)
{
    for (int i = 0; i < TTCAP_KIND_COUNT; i++) {
        if (strcmp(name, ttcap_kind_name((enum ttcap_kind)i)) == 0)
            return i;
    }
    return -1;
}

static int find_unit(const char *name)
{
    enum tt_unit unit = unit_find(name);
    return unit == TT_UNIT_COUNT ? -1 : (int)unit;
}

static int find_thread(const char *name)
{
    static const char *const names[] = {"none", "0", "1", "2"};
    for (int i = 0; i < 4; i++) {
        if (strcmp(name, names[i]) == 0 || (i && (*name == 'T' || *name == 't') && strcmp(name + 1, names[i]) == 0))
            return i;
    }
    return -1;
}

static bool dump_options_take_format(const char *name, enum format *format)
{
    *format = format_find(name);
    return *format != FORMAT_COUNT;
}

static void take_memory(struct argp_state *state, const char *value, void *into)
{
    struct dump_arguments *arguments = into;
    uint64_t lo = 0, count = 0;
    const char *end;
    struct tt_error err;
    if (number_ask_base("l1:", value, &err))
        argp_error(state, "--memory: %s", err.text);
    if (!take_number(value, UINT32_MAX, &lo, &end) || *end != ':' || !take_number(end + 1, UINT32_MAX, &count, &end) ||
        *end || count == 0)
        argp_error(state, "--memory %s: expected ADDR:LEN, as 0x60000:256", value);
    arguments->wants_memory = true;
    arguments->memory_lo = (uint32_t)lo;
    arguments->memory_count = (uint32_t)count;
}

static void dump_options_take_rows(struct argp_state *state, const char *value, void *into)
{
    struct dump_arguments *arguments = into;
    uint64_t first = 0, last = 0;
    if (!dump_options_take_range(value, &first, &last) || first >= UINT32_MAX)
        argp_error(state, "--rows %s: expected A:B", value);
    arguments->has_rows = true;
    arguments->row_first = (uint32_t)first;
    arguments->row_last = last < UINT32_MAX ? (uint32_t)last : UINT32_MAX;
}

static void dump_options_check(const struct argp_state *state, void *into)
{
    const struct dump_arguments *arguments = into;
    if (arguments->has_rows && !arguments->wants_space)
        argp_error(state, "--rows goes with --space");
    if (arguments->has_format && !arguments->wants_space && !arguments->wants_memory)
        argp_error(state, "--as goes with --space or --memory");
    const bool wants_state = arguments->wants_registers || arguments->wants_memory || arguments->wants_space;
    if ((arguments->wants_events || !wants_state) && arguments->at && address_event_number(arguments->at))
        argp_error(state, "--at event:N shows state, and not events: --registers, --memory, --space");
    if (!arguments->has_format)
        return;
    const char *name = format_get(arguments->format)->name;
    if (arguments->wants_memory && !space_takes_format(TT_SPACE_L1, arguments->format))
        argp_error(state, "--as %s: not a format of data in L1", name);
    if (arguments->wants_space && !space_takes_format(arguments->space, arguments->format))
        argp_error(state, "--as %s: %s does not hold this format", name, space_name(arguments->space));
    if (format_get(arguments->format)->is_block && !arguments->has_exponents)
        argp_error(state, "--as %s needs --exponents ADDR, where its shared exponents start", name);
}

static void take_as(struct argp_state *state, const char *value, void *into)
{
    if (!dump_options_take_format(value, into))
        argp_error(state, "--as %s: no such format", value);
}

static void take_threads(struct argp_state *state, const char *value, void *into)
{
    if (!take_list(value, find_thread, into))
        argp_error(state, "--thread %s: expected 0, 1, 2 or none", value);
}

static void take_kinds(struct argp_state *state, const char *value, void *into)
{
    if (!take_list(value, find_kind, into))
        argp_error(state, "--kind %s: no such kind of event", value);
}

static void dump_options_take_units(struct argp_state *state, const char *value, void *into)
{
    if (!take_list(value, find_unit, into))
        argp_error(state, "--unit %s: no such unit", value);
}

static void dump_options_take_space(struct argp_state *state, const char *value, void *into)
{
    enum tt_space *space = into;
    *space = space_find(value);
    if (*space == TT_SPACE_COUNT)
        argp_error(state, "--space %s: no such space", value);
}

#define DUMP(member) INTO(struct dump_arguments, member)
#define DUMP_CALL(function, member) CALL(function, struct dump_arguments, member)
#define DUMP_FLAG(member) FLAG(struct dump_arguments, member)
static const struct cli_option options[] = {
    {CLI_PATH("capture", struct dump_arguments, path)},
    {CLI_HEADING("What to show (events, if nothing is named):")},
    {"events", 0, "EVENTS", "events: A:B (before B), 10-50/pacr, T2:100-200, mark:NAME, @FILE, ...", DUMP(events),
     DUMP_FLAG(wants_events), .is_value_optional = true},
    {"registers", 0, NULL, "configuration by field, and scalar registers", DUMP(wants_registers)},
    {"memory", 0, "ADDR:LEN", "bytes of L1; those that are unknown are shown as ..", CALL_ALL(take_memory)},
    {"space", 0, "S", "l1, cfg, thread_cfg, gpr, dst, dst_valid, srca, srcb, lreg or state (by path)",
     DUMP_CALL(dump_options_take_space, space), DUMP_FLAG(wants_space)},
    {CLI_HEADING("Which events:")},
    {"thread", 0, "T", "0, 1 or 2; none: stores of no thread", DUMP_CALL(take_threads, filter.threads)},
    {"kind", 0, "K,...", "push, exec, cfgw, mopw, gprw, semw, semr, l1w, mmio", DUMP_CALL(take_kinds, filter.kinds)},
    {"unit", 0, "U,...", "only words of these units: pack, config, ...",
     DUMP_CALL(dump_options_take_units, filter.units)},
    {CLI_HEADING("Which state, and how:")},
    {"at", 0, "CHECKPOINT",
     "a checkpoint by id, mark:ID or number (default: the last). event:N: the whole tile before event N (of firmware, "
     "and where there are only pushed words, before word or store N), by a replay",
     DUMP(at)},
    {"rows", 0, "A:B", "rows A to B-1 of a space", CALL_ALL(dump_options_take_rows)},
    {"as", 0, "FORMAT", "as values: bf16, fp16, tf32, fp32, int32, bfp8, ...", DUMP_CALL(take_as, format),
     DUMP_FLAG(has_format)},
    {"exponents", 0, "ADDR", "where in L1 the shared exponents of a block format begin",
     DUMP_CALL(cli_take_exponents, exponents), DUMP_FLAG(has_exponents)},
    {"all", 0, NULL, "also registers and state that are zero or unknown", DUMP(shows_all)},
    {"json", 0, NULL, "as JSON (schemas/dump.schema.json)", DUMP(is_json), .group = 4},
    {0},
};

void dump_arguments_parse(struct dump_arguments *arguments, int argc, char **argv)
{
    static const struct cli_syntax syntax = {"FILE.ttcap",
                                             "Show what is in a capture.\v"
                                             "Exit status: 0 done, 2 trouble.\n\n"
                                             "Examples:\n"
                                             "  tt-replay dump case.ttcap --unit pack\n"
                                             "  tt-replay dump case.ttcap --registers --at end\n"
                                             "  tt-replay dump case.ttcap --memory 0x60000:256 --as bf16",
                                             options, dump_options_check};
    *arguments =
        (struct dump_arguments){.filter = {.first = 0, .last = UINT64_MAX, .threads = ~0u, .kinds = ~0u, .units = ~0u}};
    cli_read(&syntax, argc, argv, arguments);
    if (!arguments->wants_registers && !arguments->wants_memory && !arguments->wants_space)
        arguments->wants_events = true;
}
