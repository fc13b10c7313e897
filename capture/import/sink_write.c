/* SPDX-License-Identifier: Apache-2.0 */
/* A capture that was put together, into its file: checkpoints and events in the order of time. */
#include "capture/import/sink.h"

#include "base/search.h"
#include "capture/lines/spans.h"
#include "isa/spaces.h"

enum { PIECE = 64 * 1024 };

/* A checkpoint as it is to be written. */
struct moment {
    const char *id;
    int64_t base;                   /* number in the base, or -1 */
    const struct import_mark *mark; /* null: nothing is laid over */
    uint64_t events;                /* before it */
    size_t nth;                     /* as they were given */
};

struct output {
    const struct import_sink *sink;
    struct ttcap_writer *writer;
    struct ttcap_cursor *cursor; /* null: the events are the sink's own */
    uint64_t event_count, written;
    struct moment *moments;
    size_t moment_count;
    struct texts inputs;
    struct page_layout layout;
    uint8_t bytes[PIECE], known[PIECE];
};

static uint32_t base_count(const struct import_sink *sink)
{
    return sink->base ? ttcap_info(sink->base)->checkpoint_count : 0;
}

static const struct import_mark *mark_of(const struct import_sink *sink, int64_t base)
{
    return FIND(sink->marks, sink->mark_count, item->base == base);
}

static void add_base(struct output *out, uint32_t number)
{
    const struct import_sink *sink = out->sink;
    const struct ttcap_checkpoint *at = ttcap_checkpoint(sink->base, number);
    /* The sink's own events stand between the start and all that the base held later. */
    uint64_t own = number == 0 ? 0 : out->event_count;
    out->moments[out->moment_count++] = (struct moment){
        .id = at->id,
        .base = number,
        .mark = mark_of(sink, number),
        .events = out->cursor ? (uint64_t)(at->after_event + 1) : own,
    };
}

static enum tt_status check_moment(const struct output *out, const struct import_mark *mark, struct tt_error *err)
{
    if (mark->after == UINT64_MAX || mark->after <= out->event_count)
        return TT_OK;
    return tt_fail(err, TT_BAD_INPUT,
                   "checkpoint %.80s stands behind event %" PRIu64 ", but the last event is %" PRId64, mark->id,
                   mark->after - 1, (int64_t)out->event_count - 1);
}

ORDER(sink_write_by_time, struct moment, RISING(events) ?: RISING(nth))

/* In the order of time; of one time as they were given. */
static void sink_write_sort(struct output *out)
{
    for (size_t i = 0; i < out->moment_count; i++)
        out->moments[i].nth = i;
    if (out->moment_count)
        qsort(out->moments, out->moment_count, sizeof *out->moments, sink_write_by_time);
}

static void add_own(struct output *out, const struct import_mark *mark)
{
    uint64_t events = mark->after < out->event_count ? mark->after : out->event_count;
    out->moments[out->moment_count++] = (struct moment){mark->id, -1, mark, events, 0};
}

/* Start, declared checkpoints between events, later ones of the base, end. */
static enum tt_status order_moments(struct output *out, struct tt_error *err)
{
    const struct import_sink *sink = out->sink;
    out->moments = mem_calloc(base_count(sink) + sink->mark_count + 1, sizeof *out->moments);
    if (!out->moments)
        return sink_no_memory(err);
    if (base_count(sink) > 0)
        add_base(out, 0);
    const struct import_mark *begin = NULL;
    for (size_t i = 0; i < sink->mark_count; i++) {
        const struct import_mark *mark = &sink->marks[i];
        if (mark->base < 0 && mark->after == 0 && (!begin || strcmp(mark->id, "begin") == 0))
            begin = mark;
    }
    if (begin)
        add_own(out, begin);
    else if (out->moment_count == 0)
        out->moments[out->moment_count++] = (struct moment){"begin", -1, NULL, 0, 0};
    for (size_t i = 0; i < sink->mark_count; i++) {
        const struct import_mark *mark = &sink->marks[i];
        if (mark->base < 0 && mark != begin && mark->after != UINT64_MAX)
            add_own(out, mark);
    }
    for (uint32_t i = 1; i < base_count(sink); i++)
        add_base(out, i);
    for (size_t i = 0; i < sink->mark_count; i++) {
        if (sink->marks[i].base < 0 && sink->marks[i].after == UINT64_MAX)
            add_own(out, &sink->marks[i]);
    }
    sink_write_sort(out);
    for (size_t i = 0; i < sink->mark_count; i++)
        TRY(check_moment(out, &sink->marks[i], err));
    return TT_OK;
}

static enum tt_status sink_write_copy_events(struct output *out, uint64_t count, struct tt_error *err)
{
    for (; out->written < count; out->written++) {
        struct ttcap_event event;
        if (out->cursor)
            TRY(ttcap_events_next(out->cursor, &event, err));
        else
            event = out->sink->events[out->written];
        TRY(ttcap_writer_event(out->writer, &event, err));
    }
    return TT_OK;
}

static enum tt_status sink_write_copy_space(struct output *out, uint32_t checkpoint, enum tt_space space,
                                            struct tt_error *err)
{
    struct ttcap *base = out->sink->base;
    uint32_t lo = 0, hi;
    enum tt_status status;
    while (!(status = ttcap_next_known(base, checkpoint, space, &lo, &hi, err))) {
        uint32_t count = hi - lo < PIECE ? hi - lo : PIECE;
        status = ttcap_read(base, checkpoint, space, lo, count, out->bytes, out->known, err);
        TRY(status ?: ttcap_writer_put(out->writer, space, lo, count, out->bytes, out->known, err));
        lo += count;
    }
    return walk_ended(status);
}

/* The source that gave a window's bytes last; 0, the base, where none did. */
static uint16_t owner_in(const struct output *out, const struct overlay *over, const struct ttcap_window *window)
{
    uint16_t owner = 0;
    for (uint32_t i = 0; i < window->count && !owner; i++)
        owner = overlay_owner(over, &out->layout, window->space, window->lo + i);
    return owner;
}

/* The hashes of the base; one that what was laid over it belies is refused, or left out for it. */
static enum tt_status sink_write_copy_windows(struct output *out, const struct moment *moment, struct tt_error *err)
{
    const struct import_sink *sink = out->sink;
    struct ttcap_window window;
    enum tt_status status = TT_OK;
    for (uint32_t i = 0; !status && moment->mark && !sink->options.override; i++) {
        status = ttcap_window_get(sink->base, (uint32_t)moment->base, i, &window, err);
        REFUSE_IF(!status && window.count && ttcap_writer_belies(out->writer, &window), err,
                  "%s: %s 0x%x to 0x%x are other bytes than those of %s, whose hash is there, by "
                  "%s; " SINK_OVERRIDE_HELPS,
                  moment->id, space_name(window.space), window.lo, window.lo + window.count - 1, sink_label(sink, 0),
                  sink_label(sink, owner_in(out, &moment->mark->over, &window)));
    }
    return status && status != TT_END ? status
                                      : ttcap_writer_windows_of(out->writer, sink->base, (uint32_t)moment->base, err);
}

static enum tt_status write_moment(struct output *out, const struct moment *moment, struct tt_error *err)
{
    TRY(sink_write_copy_events(out, moment->events, err));
    TRY(ttcap_writer_snapshot_begin(out->writer, moment->id, err));
    for (unsigned space = 0; moment->base >= 0 && space < TT_SPACE_COUNT; space++)
        TRY(sink_write_copy_space(out, (uint32_t)moment->base, (enum tt_space)space, err));
    if (moment->mark)
        TRY(overlay_write(&moment->mark->over, &out->layout, out->writer, err));
    if (moment->base >= 0)
        TRY(sink_write_copy_windows(out, moment, err));
    return ttcap_writer_snapshot_end(out->writer, err);
}

static enum tt_status sink_write_copy_symbols(struct output *out, struct tt_error *err)
{
    const struct import_sink *sink = out->sink;
    uint64_t count = sink->base ? ttcap_info(sink->base)->symbol_count : 0;
    for (uint64_t i = 0; i < count; i++) {
        struct ttcap_symbol symbol;
        TRY(ttcap_symbol_get(sink->base, i, &symbol, err));
        TRY(ttcap_writer_symbol(out->writer, &symbol, err));
    }
    for (size_t i = 0; i < sink->symbol_count; i++)
        TRY(ttcap_writer_symbol(out->writer, &sink->symbols[i], err));
    return TT_OK;
}

/* Those of the base, then those of programs that were laid over it. */
static enum tt_status gather_lines(const struct import_sink *sink, struct line_set *set, struct tt_error *err)
{
    struct ttcap_lines lines;
    const uint64_t count = sink->base ? ttcap_info(sink->base)->line_count : 0;
    for (uint64_t i = 0; i < count; i++) {
        TRY(ttcap_lines_get(sink->base, i, &lines, err));
        if (!line_set_add(set, &lines))
            return sink_no_memory(err);
    }
    for (size_t i = 0; i < sink->lines.range_count; i++) {
        line_set_get(&sink->lines, i, &lines);
        if (!line_set_add(set, &lines))
            return sink_no_memory(err);
    }
    return TT_OK;
}

enum { CORE_SHIFT = 32 };

/* In order, each address once: of two that name it the later one. */
static bool flatten_lines(const struct line_set *set, struct span_list *flat)
{
    struct span_list all = {0};
    bool is_ok = true;
    for (size_t i = 0; i < set->range_count && is_ok; i++) {
        const struct line_range *range = &set->ranges[i];
        const uint64_t lo = (uint64_t)range->core << CORE_SHIFT | range->addr;
        is_ok = spans_add(&all, &(struct span){lo, lo + range->bytes, 0, (uint32_t)i});
    }
    is_ok = is_ok && spans_flatten(&all, flat);
    spans_clear(&all);
    return is_ok;
}

static enum tt_status copy_lines(struct output *out, struct tt_error *err)
{
    struct line_set set OWNED(line_set_clear) = {0};
    struct span_list flat OWNED(spans_clear) = {0};
    struct ttcap_lines lines;
    TRY(gather_lines(out->sink, &set, err));
    if (!flatten_lines(&set, &flat))
        return sink_no_memory(err);
    for (size_t i = 0; i < flat.count; i++) {
        line_set_get(&set, flat.items[i].value, &lines);
        lines.addr = (uint32_t)flat.items[i].lo;
        lines.bytes = (uint32_t)(flat.items[i].hi - flat.items[i].lo);
        TRY(ttcap_writer_lines(out->writer, &lines, err));
    }
    return TT_OK;
}

/* A sentence for each source; those of the base come first. */
static enum tt_status list_inputs(struct output *out, struct tt_error *err)
{
    const struct import_sink *sink = out->sink;
    const struct ttcap_info *info = sink->base ? ttcap_info(sink->base) : NULL;
    bool is_ok = true;
    for (size_t i = 0; info && i < info->input_count && is_ok; i++)
        is_ok = texts_add(&out->inputs, info->inputs[i]);
    for (size_t i = 0; i < sink->input_count && is_ok; i++) {
        const struct import_input *input = &sink->inputs[i];
        const char *notes = input->notes ? input->notes : "";
        const size_t size = strlen(input->label) + strlen(notes) + 3;
        char *text = mem_alloc(size);
        if (text)
            (void)snprintf(text, size, "%s%s%s", input->label, input->notes ? ": " : "", notes);
        is_ok = text && texts_add(&out->inputs, text);
        mem_free(text);
    }
    return is_ok ? TT_OK : sink_no_memory(err);
}

static enum tt_status sink_write_all(struct output *out, struct tt_error *err)
{
    TRY(sink_write_copy_symbols(out, err));
    TRY(copy_lines(out, err));
    for (size_t i = 0; i < out->moment_count; i++)
        TRY(write_moment(out, &out->moments[i], err));
    return sink_write_copy_events(out, out->event_count, err);
}

static enum tt_status sink_write_file(struct output *out, const char *path, bool replace, struct tt_error *err)
{
    const struct import_sink *sink = out->sink;
    const struct ttcap_meta meta = {
        .chip = sink->chip,
        .source = sink->kind,
        .name = sink->name,
        .description = sink->description,
        .tags = sink->tags.items,
        .tag_count = sink->tags.count,
        .boot = sink->boot,
        .boot_count = sink->boot_count,
        .inputs = out->inputs.items,
        .input_count = out->inputs.count,
    };
    enum tt_status status = ttcap_writer_open(&out->writer, path, replace, &meta, err);
    status = status ?: sink_write_all(out, err);
    if (!status) {
        status = ttcap_writer_finish(out->writer, err);
        out->writer = NULL;
    }
    ttcap_writer_abandon(out->writer);
    return status;
}

enum tt_status import_write(struct import_sink *sink, const char *path, bool replace, struct tt_error *err)
{
    REFUSE_IF(sink->chip == TT_CHIP_COUNT, err, "%s: no source says for which chip", path);
    struct output *out = mem_calloc(1, sizeof *out);
    if (!out)
        return sink_no_memory(err);
    out->sink = sink;
    page_layout_init(&out->layout, sink->chip);
    enum tt_status status = TT_OK;
    uint64_t events = sink->base ? ttcap_info(sink->base)->event_count : 0;
    out->event_count = events > 0 ? events : sink->event_count;
    if (events > 0)
        status = ttcap_events_open(&out->cursor, sink->base, 0, events, err);
    status = status ?: order_moments(out, err);
    status = status ?: list_inputs(out, err);
    status = status ?: sink_write_file(out, path, replace, err);
    ttcap_events_close(out->cursor);
    texts_clear(&out->inputs);
    mem_free(out->moments);
    mem_free(out);
    return status;
}
