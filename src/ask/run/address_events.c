/* SPDX-License-Identifier: Apache-2.0 */
/* Sets of events as they are typed: numbers, ranges, threads, mnemonics, marks, files. address.h has the grammar. */
#include "ask/run/address.h"

#include "base/input.h"
#include "base/search.h"
#include "base/text/near.h"
#include "capture/ttcap.h"
#include "isa/isa.h"
#include "isa/names_near.h"
#include "results/results.h"

#include <ctype.h>

enum { ITEM_MAX = 256 };

static bool find_in_capture(void *user, const char *name, int64_t *after_event)
{
    struct ttcap *capture = user;
    for (uint32_t i = 0; i < ttcap_info(capture)->checkpoint_count; i++) {
        const struct ttcap_checkpoint *checkpoint = ttcap_checkpoint(capture, i);
        if (strcmp(checkpoint->id, name) != 0)
            continue;
        *after_event = checkpoint->after_event;
        return true;
    }
    return false;
}

struct address_marks address_marks_of_capture(struct ttcap *capture)
{
    return (struct address_marks){capture, find_in_capture};
}

struct mark_search {
    const char *name;
    bool is_found;
    int64_t after_event;
};

static enum tt_status take_mark(void *user, const struct results_checkpoint_row *row)
{
    struct mark_search *search = user;
    if (strcmp(row->id, search->name) != 0)
        return TT_OK;
    search->is_found = true;
    search->after_event = row->after_event;
    return TT_END;
}

static bool find_in_results(void *user, const char *name, int64_t *after_event)
{
    struct mark_search search = {.name = name};
    if (strcmp(name, "begin") == 0) { /* nothing is held against the start, so a run does not list it */
        *after_event = -1;
        return true;
    }
    if (results_each_checkpoint(user, take_mark, &search, NULL) || !search.is_found)
        return false;
    *after_event = search.after_event;
    return true;
}

struct address_marks address_marks_of_results(struct results *results)
{
    return (struct address_marks){results, find_in_results};
}

static enum tt_status address_events_take_event(const char *text, const char **end, uint64_t *event,
                                                struct tt_error *err)
{
    char *stop = NULL;
    errno = 0;
    REFUSE_IF(!isdigit((unsigned char)*text), err, "'%s': expected an event number or mark:NAME", text);
    *event = strtoull(text, &stop, 0);
    *end = stop;
    REFUSE_IF(errno || *event > INT64_MAX, err, "'%s': an event number is at most %" PRId64, text, INT64_MAX);
    return TT_OK;
}

/* A name goes on to the end of the item, or to the other end of a range. */
static enum tt_status take_mark_name(const char *text, const struct address_marks *marks, const char **end,
                                     int64_t *event, struct tt_error *err)
{
    const char *other = strstr(text, "-mark:");
    const size_t length = other ? (size_t)(other - text) : strlen(text);
    char name[ITEM_MAX];
    REFUSE_IF(length == 0 || length >= sizeof name, err, "'mark:%s': expected the id of a checkpoint", text);
    memcpy(name, text, length);
    name[length] = 0;
    *end = text + length;
    REFUSE_IF(!marks || !marks->find, err, "'mark:%s': marks have no meaning here", name);
    REFUSE_IF(!marks->find(marks->user, name, event), err, "no checkpoint is called '%s' (tt-replay info lists them)",
              name);
    return TT_OK;
}

/* One end of a range; *is_mark says which kind. */
static enum tt_status take_point(const char *text, const struct address_marks *marks, const char **end, int64_t *event,
                                 bool *is_mark, struct tt_error *err)
{
    *is_mark = strncmp(text, "mark:", 5) == 0;
    if (*is_mark)
        return take_mark_name(text + 5, marks, end, event, err);
    uint64_t number = 0;
    enum tt_status status = address_events_take_event(text, end, &number, err);
    *event = (int64_t)number;
    return status;
}

const char *address_event_number(const char *text)
{
    static const char prefix[] = "event:";
    return strncmp(text, prefix, sizeof prefix - 1) == 0 ? text + sizeof prefix - 1 : NULL;
}

enum tt_status address_point(const char *text, const struct address_marks *marks, int64_t *event, struct tt_error *err)
{
    const char *number = address_event_number(text), *end = text;
    bool is_mark = false;
    TRY(take_point(number ? number : text, marks, &end, event, &is_mark, err));
    return (*end || (number && is_mark))
               ? tt_fail(err, TT_BAD_INPUT, "'%s': expected one event number or mark:NAME", text)
               : TT_OK;
}

enum tt_status address_point_of_run(const char *text, struct results *results, int64_t *event, struct tt_error *err)
{
    const struct address_marks marks = address_marks_of_results(results);
    const struct results_run_row *run = results_run(results);
    const bool is_executed = strcmp(run->order, "executed") == 0;
    const uint64_t count = run->totals.events + (is_executed ? 0 : run->totals.executed + run->totals.skipped);
    TRY(address_point(text, &marks, event, err));
    REFUSE_IF(!run->has_last && *event >= 0 && (uint64_t)*event >= count, err,
              "'%s': behind the end of the run, which has %" PRIu64 " events%s", text, count,
              is_executed ? "" : " and words");
    return TT_OK;
}

/* "N", "N-M", "N-", "A:B", "A:", ":B", with marks for numbers; "" is everything. */
static enum tt_status parse_span(struct address_range *range, const char *text, const struct address_marks *marks,
                                 struct tt_error *err)
{
    const char *end = text;
    int64_t event = 0;
    bool is_mark = false;
    if (!*text)
        return TT_OK;
    if (*text != ':') {
        TRY(take_point(text, marks, &end, &event, &is_mark, err));
        range->first = (uint64_t)event;
        if (!*end) { /* a mark before all events names none */
            range->first = event < 0 ? 1 : (uint64_t)event;
            range->last = event < 0 ? 0 : (uint64_t)event;
            return TT_OK;
        }
        if (is_mark) /* a range from a mark begins after it */
            range->first = (uint64_t)(event + 1);
    }
    const char separator = *end;
    REFUSE_IF((separator != '-' && separator != ':') || (separator == ':' && is_mark), err,
              "'%s': expected N, N-M or A:B", text);
    if (!*++end)
        return end - text > 1 ? TT_OK : tt_fail(err, TT_BAD_INPUT, "'%s': expected N, N-M or A:B", text);
    TRY(take_point(end, marks, &end, &event, &is_mark, err));
    REFUSE_IF(*end, err, "'%s': expected N, N-M or A:B", text);
    const int64_t past = separator == ':' && !is_mark ? event : event + 1;
    REFUSE_IF((uint64_t)past < range->first, err, "'%s' ends before it begins", text);
    range->last = past > 0 ? (uint64_t)past - 1 : 0;
    if (past == 0) { /* ":0": none, which no last event can say */
        range->first = 1;
        range->last = 0;
    }
    return TT_OK;
}

/* A mnemonic of either chip or a unit, in either case. */
static enum tt_status parse_filter(struct address_range *range, const char *text, struct tt_error *err)
{
    char upper[32], lower[32], near[NEAR_TEXT_MAX];
    const size_t length = strlen(text);
    REFUSE_IF(length == 0 || length >= sizeof upper, err, "'/%s': expected a mnemonic or a unit", text);
    for (size_t i = 0; i <= length; i++) {
        upper[i] = (char)toupper((unsigned char)text[i]);
        lower[i] = (char)tolower((unsigned char)text[i]);
    }
    for (int chip = 0; chip < TT_CHIP_COUNT; chip++) {
        const struct isa_insn *insn = isa_find_mnemonic((enum tt_chip)chip, upper);
        if (!insn)
            continue;
        range->insn = insn;
        return TT_OK;
    }
    range->unit = unit_find(lower);
    REFUSE_IF(range->unit == TT_UNIT_COUNT, err, "'/%s': no instruction and no unit is called that%s", text,
              near_text(text, filter_name, NULL, near));
    return TT_OK;
}

static enum tt_status add_item(struct address_events *events, char *text, const struct address_marks *marks,
                               struct tt_error *err)
{
    struct address_range range = {0, UINT64_MAX, -1, NULL, TT_UNIT_COUNT};
    REFUSE_IF(!*text, err, "nothing between two commas: expected an event");
    char *filter = strchr(text, '/');
    if (filter) {
        *filter = 0;
        TRY(parse_filter(&range, filter + 1, err));
    }
    if (*text == 'T' || *text == 't') {
        REFUSE_IF(text[1] < '0' || text[1] > '2' || (text[2] && text[2] != ':') || (text[2] == ':' && !text[3]), err,
                  "'%s': expected T0, T1 or T2, and then : and events", text);
        range.thread = text[1] - '0';
        text += text[2] ? 3 : 2;
    }
    TRY(parse_span(&range, text, marks, err));
    NEED(MEM_PUSH(events->items, events->count, events->capacity, range), err, "no memory for the events");
    return TT_OK;
}

static enum tt_status parse_list(struct address_events *events, const char *text, const struct address_marks *marks,
                                 bool may_name_files, struct tt_error *err);

/* A line of a file. */
struct listed {
    struct address_events *events;
    const struct address_marks *marks;
};

static enum tt_status address_events_parse_line(void *user, char *line, unsigned number, struct tt_error *err)
{
    const struct listed *listed = user;
    (void)number;
    line[strcspn(line, "#")] = 0;
    const char *from = line + strspn(line, " \t");
    for (size_t length = strlen(line); length && isspace((unsigned char)line[length - 1]);)
        line[--length] = 0;
    return *from ? parse_list(listed->events, from, listed->marks, false, err) : TT_OK;
}

static enum tt_status parse_list(struct address_events *events, const char *text, const struct address_marks *marks,
                                 bool may_name_files, struct tt_error *err)
{
    for (const char *from = text;;) {
        char item[ITEM_MAX];
        const size_t length = strcspn(from, ",");
        REFUSE_IF(length >= sizeof item, err, "'%.40s…': too long for a name of events", from);
        memcpy(item, from, length);
        item[length] = 0;
        if (*item == '@' && may_name_files)
            TRY(input_lines(item + 1, address_events_parse_line, &(struct listed){events, marks}, err));
        else
            TRY(add_item(events, item, marks, err));
        if (!from[length])
            break;
        from += length + 1;
    }
    return TT_OK;
}

enum tt_status address_events_parse(struct address_events *events, const char *text, const struct address_marks *marks,
                                    struct tt_error *err)
{
    return parse_list(events, text, marks, true, err);
}

void address_events_clear(struct address_events *events)
{
    mem_free(events->items);
    *events = (struct address_events){0};
}

enum tt_status address_span(const char *text, const struct address_marks *marks, uint64_t *first, uint64_t *past,
                            struct tt_error *err)
{
    struct address_events events OWNED(address_events_clear) = {0};
    TRY(address_events_parse(&events, text, marks, err));
    const struct address_range *range = events.items;
    REFUSE_IF(events.count != 1 || range->thread >= 0 || range->insn || range->unit != TT_UNIT_COUNT, err,
              "'%s': expected one range of events, as 10-50 or mark:A-mark:B", text);
    *first = range->first;
    *past = range->last == UINT64_MAX ? UINT64_MAX : range->last + 1;
    return TT_OK;
}

static bool range_has(const struct address_range *range, enum tt_chip chip, const struct address_event *event)
{
    if (event->seq < range->first || event->seq > range->last || (range->thread >= 0 && range->thread != event->thread))
        return false;
    if (!range->insn && range->unit == TT_UNIT_COUNT)
        return true;
    if (!event->has_word)
        return range->unit == TT_UNIT_CORE;
    const struct isa_insn *insn = isa_find(chip, event->word);
    if (range->insn)
        return insn && insn->id == range->insn->id;
    return isa_unit(chip, event->word) == range->unit;
}

bool address_events_has(const struct address_events *events, enum tt_chip chip, const struct address_event *event)
{
    return ANY(i, events->count, range_has(&events->items[i], chip, event));
}

bool address_events_bounds(const struct address_events *events, uint64_t *first, uint64_t *last)
{
    bool has_any = false;
    for (size_t i = 0; i < events->count; i++) {
        const struct address_range *range = &events->items[i];
        if (range->first > range->last)
            continue;
        *first = has_any && *first < range->first ? *first : range->first;
        *last = has_any && *last > range->last ? *last : range->last;
        has_any = true;
    }
    return has_any;
}
