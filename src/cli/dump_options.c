/* SPDX-License-Identifier: Apache-2.0 */
/* The options of `tt-replay dump`: one table that parses and prints the help. */
#include "cli/dump_options.h"

#include "cli/cli.h"
#include "isa/isa.h"
#include "isa/spaces.h"

#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    OPTION_EVENTS = 0x100,
    OPTION_THREAD,
    OPTION_KIND,
    OPTION_UNIT,
    OPTION_REGISTERS,
    OPTION_MEMORY,
    OPTION_SPACE,
    OPTION_ROWS,
    OPTION_AS,
    OPTION_EXPONENTS,
    OPTION_AT,
    OPTION_ALL,
    OPTION_JSON,
};

static const struct argp_option options[] = {
    {NULL, 0, NULL, 0, "What to show (events, if nothing is named):", 1},
    {"events", OPTION_EVENTS, "EVENTS", OPTION_ARG_OPTIONAL,
     "events: A:B (before B), 10-50/pacr, T2:100-200, mark:NAME, @FILE, ...", 1},
    {"registers", OPTION_REGISTERS, NULL, 0, "configuration by field, and scalar registers", 1},
    {"memory", OPTION_MEMORY, "ADDR:LEN", 0, "bytes of L1; .. is not known", 1},
    {"space", OPTION_SPACE, "S", 0, "l1, cfg, thread_cfg, gpr, dst, dst_valid, srca, srcb, lreg or state (by path)", 1},
    {NULL, 0, NULL, 0, "Which events:", 2},
    {"thread", OPTION_THREAD, "T", 0, "0, 1, 2, or none for stores of no thread", 2},
    {"kind", OPTION_KIND, "K,...", 0, "push, exec, cfgw, mopw, gprw, semw, semr, l1w, mmio", 2},
    {"unit", OPTION_UNIT, "U,...", 0, "words for these units alone: pack, config, ...", 2},
    {NULL, 0, NULL, 0, "Which state, and how:", 3},
    {"at", OPTION_AT, "CHECKPOINT", 0, "by id, mark:ID or number; the last, if not named", 3},
    {"rows", OPTION_ROWS, "A:B", 0, "rows of a space from A on, before B", 3},
    {"as", OPTION_AS, "FORMAT", 0, "as values: bf16, fp16, tf32, fp32, int32, bfp8, ...", 3},
    {"exponents", OPTION_EXPONENTS, "ADDR", 0, "where in L1 the shared exponents of a block format are", 3},
    {"all", OPTION_ALL, NULL, 0, "also registers and state that are zero or not known", 3},
    {"json", OPTION_JSON, NULL, 0, "as JSON (schemas/dump.schema.json)", 4},
    {0},
};

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
static bool take_range(const char *text, uint64_t *first, uint64_t *last)
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

static bool take_format(const char *name, enum format *format)
{
    for (int i = 0; i < FORMAT_COUNT; i++) {
        const struct format_info *info = format_get((enum format)i);
        if (info && strcasecmp(name, info->name) == 0) {
            *format = (enum format)i;
            return true;
        }
    }
    return false;
}

static void take_memory(struct dump_arguments *arguments, const char *value, struct argp_state *state)
{
    uint64_t lo = 0, count = 0;
    const char *end;
    if (!take_number(value, UINT32_MAX, &lo, &end) || *end != ':' || !take_number(end + 1, UINT32_MAX, &count, &end) ||
        *end || count == 0)
        argp_error(state, "--memory %s: expected ADDR:LEN, as 0x60000:256", value);
    arguments->wants_memory = true;
    arguments->memory_lo = (uint32_t)lo;
    arguments->memory_count = (uint32_t)count;
}

static void take_rows(struct dump_arguments *arguments, const char *value, struct argp_state *state)
{
    uint64_t first = 0, last = 0;
    if (!take_range(value, &first, &last) || first >= UINT32_MAX)
        argp_error(state, "--rows %s: expected A:B", value);
    arguments->has_rows = true;
    arguments->row_first = (uint32_t)first;
    arguments->row_last = last < UINT32_MAX ? (uint32_t)last : UINT32_MAX;
}

static void check(const struct dump_arguments *arguments, struct argp_state *state)
{
    if (!arguments->path)
        argp_error(state, "no capture named");
    if (arguments->has_rows && !arguments->wants_space)
        argp_error(state, "--rows goes with --space");
    if (arguments->has_format && !arguments->wants_space && !arguments->wants_memory)
        argp_error(state, "--as goes with --space or --memory");
    if (!arguments->has_format)
        return;
    const char *name = format_get(arguments->format)->name;
    if (arguments->wants_memory && !space_takes_format(TT_SPACE_L1, arguments->format))
        argp_error(state, "--as %s: not a format of data in L1", name);
    if (arguments->wants_space && !space_takes_format(arguments->space, arguments->format))
        argp_error(state, "--as %s: %s does not hold that", name, space_name(arguments->space));
    if (format_get(arguments->format)->is_block && !arguments->has_exponents)
        argp_error(state, "--as %s needs --exponents ADDR, where its shared exponents start", name);
}

static error_t parse_more(int key, char *value, struct argp_state *state)
{
    struct dump_arguments *arguments = state->input;
    uint64_t number = 0;
    const char *end;
    switch (key) {
    case OPTION_ROWS:
        take_rows(arguments, value, state);
        return 0;
    case OPTION_AS:
        if (!take_format(value, &arguments->format))
            argp_error(state, "--as %s: no such format", value);
        arguments->has_format = true;
        return 0;
    case OPTION_EXPONENTS:
        if (!take_number(value, UINT32_MAX, &number, &end) || *end)
            argp_error(state, "--exponents %s: expected an address", value);
        arguments->has_exponents = true;
        arguments->exponents = (uint32_t)number;
        return 0;
    case OPTION_AT:
        arguments->at = value;
        return 0;
    case OPTION_ALL:
        arguments->shows_all = true;
        return 0;
    case OPTION_JSON:
        arguments->is_json = true;
        return 0;
    case ARGP_KEY_END:
        check(arguments, state);
        return 0;
    default:
        return cli_parse_path(key, value, state, &arguments->path, "capture");
    }
}

static error_t parse(int key, char *value, struct argp_state *state)
{
    struct dump_arguments *arguments = state->input;
    switch (key) {
    case OPTION_EVENTS:
        arguments->events = value;
        arguments->wants_events = true;
        return 0;
    case OPTION_THREAD:
        if (!take_list(value, find_thread, &arguments->filter.threads))
            argp_error(state, "--thread %s: expected 0, 1, 2 or none", value);
        return 0;
    case OPTION_KIND:
        if (!take_list(value, find_kind, &arguments->filter.kinds))
            argp_error(state, "--kind %s: no such kind of event", value);
        return 0;
    case OPTION_UNIT:
        if (!take_list(value, find_unit, &arguments->filter.units))
            argp_error(state, "--unit %s: no such unit", value);
        return 0;
    case OPTION_REGISTERS:
        arguments->wants_registers = true;
        return 0;
    case OPTION_MEMORY:
        take_memory(arguments, value, state);
        return 0;
    case OPTION_SPACE:
        arguments->wants_space = true;
        arguments->space = space_find(value);
        if (arguments->space == TT_SPACE_COUNT)
            argp_error(state, "--space %s: no such space", value);
        return 0;
    default:
        return parse_more(key, value, state);
    }
}

void dump_arguments_parse(struct dump_arguments *arguments, int argc, char **argv)
{
    static const struct argp argp = {options,
                                     parse,
                                     "FILE.ttcap",
                                     "Show what is in a capture.\v"
                                     "Exit status: 0 done, 2 trouble.\n\n"
                                     "Examples:\n"
                                     "  tt-replay dump case.ttcap --unit pack\n"
                                     "  tt-replay dump case.ttcap --registers --at end\n"
                                     "  tt-replay dump case.ttcap --memory 0x60000:256 --as bf16",
                                     NULL,
                                     NULL,
                                     NULL};
    *arguments =
        (struct dump_arguments){.filter = {.first = 0, .last = UINT64_MAX, .threads = ~0u, .kinds = ~0u, .units = ~0u}};
    cli_parse(&argp, argc, argv, arguments);
    if (!arguments->wants_registers && !arguments->wants_memory && !arguments->wants_space)
        arguments->wants_events = true;
}
