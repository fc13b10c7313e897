/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay dump: events disassembled, registers by name, memory, any snapshot. */
#include "ask/run/state_at.h"
#include "base/number.h"
#include "base/scratch.h"
#include "capture/places.h"
#include "cli/capture/dump_options.h"
#include "cli/cli.h"
#include "isa/spaces.h"
#include "order/options_text.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* The checkpoint named by id, or by number. */
static enum tt_status dump_find_checkpoint(struct ttcap *capture, const char *name, uint32_t *checkpoint,
                                           struct tt_error *err)
{
    const struct ttcap_info *info = ttcap_info(capture);
    if (info->checkpoint_count == 0)
        return tt_fail(err, TT_BAD_INPUT, "the capture has no checkpoint");
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
    if (*name < '0' || *name > '9' || *end || number >= info->checkpoint_count)
        return tt_fail(err, TT_BAD_INPUT, "no checkpoint \"%s\"; `tt-replay info` lists them", name);
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
    if (first >= last)
        return tt_fail(err, TT_BAD_INPUT, "--rows: %s has rows 0 to %u", space_name(arguments->shown.space),
                       size / row - 1);
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
    struct report report;
    struct space_range range;
    if (arguments->is_json && arguments->wants_memory)
        TRY(memory_range(arguments, chip, checkpoint, &range, err));
    if (arguments->is_json && has_space)
        TRY(space_range(arguments, chip, checkpoint, &range, err));
    report_begin(&report, stdout, cli_form(arguments->is_json));
    report.width = isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0 ? window.ws_col : 0;
    const enum tt_status status = dump_parts(&report, arguments, capture, checkpoint, err);
    report_end(&report);
    return status;
}

/* "event:519": in place of the capture's checkpoints the state of the tile before that event, by a replay in executed
 * order, or whichever the capture is for. */
static enum tt_status replay_to(struct ttcap **capture, const char *number, struct scratch *scratch,
                                struct tt_error *err)
{
    const struct ttcap_info *info = ttcap_info(*capture);
    struct replay_options options;
    uint64_t seq;
    if (!number_read(number, 10, UINT64_MAX, &seq))
        return tt_fail(err, TT_BAD_INPUT, "--at event:%s: expected the number of an event", number);
    replay_options_init(&options, info);
    options.order = order_usual(info, true);
    TRY(capture_places_check(*capture, err));
    TRY(scratch_make(scratch, "at.ttcap", err));
    TRY(state_at(scratch->file, *capture, &options, seq, err));
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
    enum tt_status status = address_events_parse(events, arguments->events, &marks, err);
    if (status) {
        tt_error_prefix(err, "--events");
        return status;
    }
    uint64_t last = 0;
    const bool has_any = address_events_bounds(events, &arguments->filter.first, &last);
    arguments->filter.last = !has_any ? arguments->filter.first : last < UINT64_MAX ? last + 1 : UINT64_MAX;
    arguments->filter.events = events;
    return TT_OK;
}

enum tt_status dump_do(void *words, int *code, struct tt_error *err)
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
