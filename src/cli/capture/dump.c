/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay dump: events disassembled, registers by name, memory, any snapshot. */
#include "ask/run/address.h"
#include "ask/run/run_whole.h"
#include "base/number.h"
#include "base/scratch.h"
#include "capture/places.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "isa/spaces.h"
#include "order/options_text.h"
#include "show/capture/capture.h"

#include <ctype.h>
#include <sys/ioctl.h>
#include <unistd.h>

struct dump_arguments {
    const char *path, *at; /* at null: the last checkpoint */
    const char *events;    /* as typed (ask/run/address.h); null: all */
    bool wants_events, wants_registers, wants_memory, wants_space;
    bool shows_all, is_json;
    struct event_filter filter;
    struct space_range shown; /* its space, format and exponents */
    uint32_t memory_lo, memory_count;
    bool has_rows;
    uint32_t row_first, row_last;
};

CLI_LIST(kind_at, TTCAP_KIND_COUNT, ttcap_kind_name((enum ttcap_kind)i))

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
    CLI_REFUSE_IF(number_ask_base("l1:", value, &err), state, "--memory: %s", err.text);
    (void)snprintf(first, sizeof first, "%.*s", (int)(length < sizeof first ? length : 0), value);
    CLI_REFUSE_IF(!value[length] || !number_read(first, 0, UINT32_MAX, &lo) ||
                      !number_read(value + length + 1, 0, UINT32_MAX, &count) || count == 0,
                  state, "--memory %s: expected ADDR:LEN, as 0x60000:256", value);
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
    CLI_REFUSE_IF(arguments->has_rows && !arguments->wants_space, state, "--rows goes with --space");
    CLI_REFUSE_IF(arguments->shown.has_format && !arguments->wants_space && !arguments->wants_memory, state,
                  "--as goes with --space or --memory");
    const bool wants_state = arguments->wants_registers || arguments->wants_memory || arguments->wants_space;
    CLI_REFUSE_IF((arguments->wants_events || !wants_state) && arguments->at && address_event_number(arguments->at),
                  state, "--at event:N shows state, and not events: --registers, --memory, --space");
    if (!arguments->shown.has_format)
        return;
    const char *name = format_get(arguments->shown.format)->name;
    CLI_REFUSE_IF(arguments->wants_memory && !space_takes_format(TT_SPACE_L1, arguments->shown.format), state,
                  "--as %s: not a format of data in L1", name);
    CLI_REFUSE_IF(arguments->wants_space && !space_takes_format(arguments->shown.space, arguments->shown.format), state,
                  "--as %s: %s does not hold this format", name, space_name(arguments->shown.space));
    CLI_REFUSE_IF(format_get(arguments->shown.format)->is_block && !arguments->shown.has_exponents, state,
                  "--as %s needs --exponents ADDR, where its shared exponents start", name);
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

/* The checkpoint named by id, or by number. */
static enum tt_status dump_find_checkpoint(struct ttcap *capture, const char *name, uint32_t *checkpoint,
                                           struct tt_error *err)
{
    const struct ttcap_info *info = ttcap_info(capture);
    REFUSE_IF(info->checkpoint_count == 0, err, "the capture has no checkpoint");
    *checkpoint = info->checkpoint_count - 1;
    for (uint32_t i = 0; name && i < info->checkpoint_count; i++) {
        if (strcmp(ttcap_checkpoint(capture, i)->id, name) == 0) {
            *checkpoint = i;
            return TT_OK;
        }
    }
    if (!name)
        return TT_OK;
    if (strncmp(name, "mark:", 5) == 0)
        return dump_find_checkpoint(capture, name + 5, checkpoint, err);
    char *end;
    unsigned long number = strtoul(name, &end, 10);
    REFUSE_IF(*name < '0' || *name > '9' || *end || number >= info->checkpoint_count, err,
              "no checkpoint \"%s\"; `tt-replay info` lists them", name);
    *checkpoint = (uint32_t)number;
    return TT_OK;
}

/* Bytes of a space at a checkpoint, to be shown as asked. */
static struct space_range shown_range(const struct dump_arguments *arguments, uint32_t checkpoint, enum tt_space space,
                                      uint32_t lo, uint32_t count)
{
    struct space_range range = arguments->shown;
    range.checkpoint = checkpoint;
    range.space = space;
    range.lo = lo;
    range.count = count;
    range.has_exponents = range.has_format && format_get(range.format)->is_block;
    return range;
}

static enum tt_status memory_range(const struct dump_arguments *arguments, enum tt_chip chip, uint32_t checkpoint,
                                   struct space_range *range, struct tt_error *err)
{
    *range = shown_range(arguments, checkpoint, TT_SPACE_L1, arguments->memory_lo, arguments->memory_count);
    return space_range_check(range, chip, err);
}

static enum tt_status space_range(const struct dump_arguments *arguments, enum tt_chip chip, uint32_t checkpoint,
                                  struct space_range *range, struct tt_error *err)
{
    uint32_t row = space_row_bytes(chip, arguments->shown.space), size = space_bytes(chip, arguments->shown.space);
    uint32_t first = arguments->has_rows ? arguments->row_first : 0;
    uint32_t last = arguments->has_rows && arguments->row_last < size / row ? arguments->row_last : size / row;
    REFUSE_IF(first >= last, err, "--rows: %s has rows 0 to %u", space_name(arguments->shown.space), size / row - 1);
    *range = shown_range(arguments, checkpoint, arguments->shown.space, first * row, (last - first) * row);
    return space_range_check(range, chip, err);
}

/* All that was asked for. JSON is begun when its ranges are known to be good. */
static enum tt_status dump_parts(struct report *report, const struct dump_arguments *arguments, struct ttcap *capture,
                                 uint32_t checkpoint, struct tt_error *err)
{
    const enum tt_chip chip = ttcap_info(capture)->chip;
    const bool has_state = arguments->wants_space && arguments->shown.space == TT_SPACE_STATE;
    const bool has_space = arguments->wants_space && !has_state, shows_all = arguments->shows_all;
    struct space_range range;
    report_say(report, SAY("file", arguments->path));
    if (arguments->wants_events)
        TRY(capture_events(report, "events", capture, &arguments->filter, err));
    if (arguments->wants_registers)
        TRY(capture_registers(report, "registers", capture, checkpoint, shows_all, err));
    if (arguments->wants_memory)
        TRY(memory_range(arguments, chip, checkpoint, &range, err));
    if (arguments->wants_memory)
        TRY(capture_space(report, "memory", capture, &range, err));
    if (has_state)
        TRY(capture_state(report, "state", capture, checkpoint, shows_all, err));
    if (has_space)
        TRY(space_range(arguments, chip, checkpoint, &range, err));
    return has_space ? capture_space(report, "space", capture, &range, err) : TT_OK;
}

static enum tt_status dump(const struct dump_arguments *arguments, struct ttcap *capture, uint32_t checkpoint,
                           struct tt_error *err)
{
    const enum tt_chip chip = ttcap_info(capture)->chip;
    const bool has_space = arguments->wants_space && arguments->shown.space != TT_SPACE_STATE;
    struct winsize window = {0};
    struct space_range range;
    if (arguments->is_json && arguments->wants_memory)
        TRY(memory_range(arguments, chip, checkpoint, &range, err));
    if (arguments->is_json && has_space)
        TRY(space_range(arguments, chip, checkpoint, &range, err));
    REPORT(report, stdout, cli_form(arguments->is_json));
    report.width = isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0 ? window.ws_col : 0;
    const enum tt_status status = dump_parts(&report, arguments, capture, checkpoint, err);
    return status;
}

/* "event:519": in place of the capture's checkpoints the state of the tile before that event, by a replay in executed
 * order, or whichever the capture is for. */
static enum tt_status replay_to(struct ttcap **capture, const char *number, struct scratch *scratch,
                                struct tt_error *err)
{
    const struct ttcap_info *info = ttcap_info(*capture);
    struct replay_options replay;
    uint64_t seq;
    REFUSE_IF(!number_read(number, 10, UINT64_MAX, &seq), err, "--at event:%s: expected the number of an event",
              number);
    replay_options_init(&replay, info);
    replay.order = order_usual(info, true);
    TRY(capture_places_check(*capture, err));
    TRY(scratch_make(scratch, "at.ttcap", err));
    TRY(state_at(scratch->file, *capture, &replay, seq, err));
    ttcap_close(*capture);
    return ttcap_open(capture, scratch->file, err);
}

/* The events that were named, and the range that holds them all. */
static enum tt_status choose_events(struct dump_arguments *arguments, struct ttcap *capture,
                                    struct address_events *events, struct tt_error *err)
{
    const struct address_marks marks = address_marks_of_capture(capture);
    if (!arguments->events)
        return TT_OK;
    TRY(PLACED(address_events_parse(events, arguments->events, &marks, err), err, "--events"));
    uint64_t last = 0;
    const bool has_any = address_events_bounds(events, &arguments->filter.first, &last);
    arguments->filter.last = !has_any ? arguments->filter.first : last < UINT64_MAX ? last + 1 : UINT64_MAX;
    arguments->filter.events = events;
    return TT_OK;
}

static enum tt_status dump_do(void *words, int *code, struct tt_error *err)
{
    struct dump_arguments *arguments = words;
    struct scratch scratch OWNED(scratch_remove) = {0};
    struct ttcap *capture OWNED(ttcap_close_at) = NULL;
    struct address_events events OWNED(address_events_clear) = {0};
    const char *number = arguments->at ? address_event_number(arguments->at) : NULL;
    uint32_t checkpoint = 0;
    (void)code;
    arguments->filter.threads = arguments->filter.threads ? arguments->filter.threads : ~0u;
    arguments->filter.kinds = arguments->filter.kinds ? arguments->filter.kinds : ~0u;
    arguments->filter.units = arguments->filter.units ? arguments->filter.units : ~0u;
    arguments->wants_events |= !arguments->wants_registers && !arguments->wants_memory && !arguments->wants_space;
    TRY(ttcap_open(&capture, arguments->path, err));
    TRY(choose_events(arguments, capture, &events, err));
    if (arguments->wants_events)
        TRY(capture_places_check(capture, err));
    if (number)
        TRY(replay_to(&capture, number, &scratch, err));
    if (number)
        arguments->at = NULL;
    if (arguments->at || arguments->wants_registers || arguments->wants_memory || arguments->wants_space)
        TRY(dump_find_checkpoint(capture, arguments->at, &checkpoint, err));
    return dump(arguments, capture, checkpoint, err);
}

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
