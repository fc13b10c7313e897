/* SPDX-License-Identifier: Apache-2.0 */
/* Columns back into events. docs/formats/ttcap.md#events */
#include "capture/columns/columns.h"

#include "capture/columns/columns_order.h"
#include "capture/columns/event_kinds.h"

/* Decodes into view->order until a code is none; how many there are before. */
static uint32_t decode_order(struct column_view *view, const uint8_t *codes, uint32_t *lane_count)
{
    struct order_model model;
    struct order_last last = {0};
    uint8_t *restrict order = view->order;
    const uint32_t count = view->count;
    order_model_init(&model);
    uint32_t i = 0;
    for (; i < count && codes[i] <= LANE_COUNT; i++)
        order[i] = order_decode(&model, &last, codes[i]);
    for (uint32_t at = 0; at < i; at++)
        lane_count[order[at]]++;
    return i;
}

static bool lane_exists(unsigned lane)
{
    return lane_thread(lane) >= 0 || event_kinds[lane_kind(lane)].may_lack_thread;
}

/* Fills view->order and the events of each lane. */
static enum tt_status read_order(struct column_view *view, struct byte_reader *reader, uint32_t *lane_count,
                                 struct tt_error *err)
{
    const uint8_t *codes = read_bytes(reader, view->count);
    REFUSE_IF(!codes, err, "it is too short for the order of %u events", view->count);
    const uint32_t decoded = decode_order(view, codes, lane_count);
    bool all_exist = decoded == view->count;
    for (unsigned lane = 0; lane < LANE_COUNT; lane++)
        all_exist &= lane_count[lane] == 0 || lane_exists(lane);
    if (all_exist)
        return TT_OK;
    uint32_t i = 0;
    while (i < decoded && lane_exists(view->order[i]))
        i++;
    return tt_fail(err, TT_BAD_INPUT, "its event %u is of an unknown kind or thread (code %u)", i, codes[i]);
}

static bool read_lane(struct column_view *view, unsigned lane, uint32_t count, struct byte_reader *reader)
{
    const struct event_kind *kind = &event_kinds[lane_kind(lane)];
    view->lane[lane].kind = lane_kind(lane);
    view->lane[lane].thread = lane_thread(lane);
    if (kind->has_addr)
        view->lane[lane].addr = read_bytes(reader, (uint64_t)count * 4);
    if (kind->has_index)
        view->lane[lane].index = read_bytes(reader, count);
    if (kind->has_value)
        view->lane[lane].value = read_bytes(reader, (uint64_t)count * 4);
    if (kind->has_bytes)
        view->lane[lane].length = read_bytes(reader, (uint64_t)count * 4);
    return !reader->is_bad;
}

/* The event of a lane, as far as it can be unsound. */
static struct ttcap_event lane_event(const struct column_view *view, unsigned lane, uint32_t at)
{
    struct ttcap_event event = {.kind = lane_kind(lane), .thread = lane_thread(lane)};
    if (view->lane[lane].length)
        event.byte_count = load_u32(view->lane[lane].length + 4 * (size_t)at);
    if (view->lane[lane].value)
        event.value = load_u32(view->lane[lane].value + 4 * (size_t)at);
    if (view->lane[lane].index)
        event.index = view->lane[lane].index[at];
    return event;
}

/* Names the first event that is not sound. */
static enum tt_status name_unsound(const struct column_view *view, struct tt_error *err)
{
    uint32_t next[LANE_COUNT] = {0};
    const char *why = "";
    uint32_t i = 0;
    for (; i < view->count; i++) {
        const unsigned lane = view->order[i];
        const struct ttcap_event event = lane_event(view, lane, next[lane]++);
        if (!event_is_sound(&event, &why))
            break;
    }
    return tt_fail(err, TT_BAD_INPUT, "its event %u is wrong: %s", i, why);
}

/* Whether events of a lane can be unsound: by their value, index or length. */
static bool can_be_unsound(unsigned lane)
{
    const struct event_kind *kind = &event_kinds[lane_kind(lane)];
    return lane_kind(lane) == TTCAP_SEMW || kind->has_index || kind->has_bytes;
}

/* Checks every event once, so that code that walks the view need not check again. */
static enum tt_status columns_view_check_events(const struct column_view *view, const uint32_t *lane_count,
                                                struct tt_error *err)
{
    uint64_t bytes = 0;
    for (unsigned lane = 0; lane < LANE_COUNT; lane++) {
        for (uint32_t at = 0; can_be_unsound(lane) && at < lane_count[lane]; at++) {
            const struct ttcap_event event = lane_event(view, lane, at);
            const char *why;
            if (!event_is_sound(&event, &why))
                return name_unsound(view, err);
            bytes += event.byte_count;
        }
    }
    uint64_t held = (uint64_t)(view->bytes_end - view->bytes);
    REFUSE_IF(bytes != held, err, "its events store %llu bytes and it holds %llu", (unsigned long long)bytes,
              (unsigned long long)held);
    return TT_OK;
}

/* Where the bytes are that each event stores: they lie one behind the other, of all lanes. False without memory. */
static bool find_bytes(struct column_view *view, const uint32_t *lane_count)
{
    uint32_t count = 0, next[LANE_COUNT], sum = 0;
    for (unsigned lane = 0; lane < LANE_COUNT; lane++) {
        next[lane] = count;
        count += view->lane[lane].length ? lane_count[lane] : 0;
    }
    if (count == 0)
        return true;
    view->offsets = mem_alloc(count * sizeof *view->offsets);
    if (!view->offsets)
        return false;
    bool stores[LANE_COUNT];
    for (unsigned lane = 0; lane < LANE_COUNT; lane++) {
        view->lane[lane].offset = &view->offsets[next[lane]];
        stores[lane] = view->lane[lane].length != NULL;
    }
    for (uint32_t i = 0; i < view->count; i++) {
        const unsigned lane = view->order[i];
        if (!stores[lane])
            continue;
        const uint32_t at = next[lane]++;
        view->offsets[at] = sum;
        sum += load_u32(view->lane[lane].length + 4 * (&view->offsets[at] - view->lane[lane].offset));
    }
    return true;
}

static bool kinds_agree(const uint32_t *lane_count, const uint32_t *kind_count)
{
    for (unsigned kind = 0; kind < TTCAP_KIND_COUNT; kind++) {
        uint32_t total = 0;
        for (unsigned i = 0; i < LANE_THREADS; i++)
            total += lane_count[kind * LANE_THREADS + i];
        if (total != kind_count[kind])
            return false;
    }
    return true;
}

static enum tt_status open_columns(struct column_view *view, const uint8_t *raw, size_t raw_bytes,
                                   const uint32_t *kind_count, uint32_t pc_count, struct tt_error *err)
{
    struct byte_reader reader = byte_reader(raw, raw_bytes);
    uint32_t *lane_count = view->lane_count;
    TRY(read_order(view, &reader, lane_count, err));
    for (unsigned lane = 0; lane < LANE_COUNT; lane++)
        REFUSE_IF(lane_count[lane] > 0 && !read_lane(view, lane, lane_count[lane], &reader), err,
                  "it is too short for the columns of its events");
    REFUSE_IF(kind_count && !kinds_agree(lane_count, kind_count), err,
              "its events are not of the kinds that its head counts");
    TRY(pc_view_open(&view->pc, &reader, view->order, view->count, pc_count, err));
    view->bytes = reader.at;
    view->bytes_end = reader.end;
    TRY(columns_view_check_events(view, lane_count, err));
    NEED(find_bytes(view, lane_count), err, "no memory for %u events", view->count);
    return TT_OK;
}

enum tt_status view_open(struct column_view *view, const uint8_t *raw, size_t raw_bytes, uint32_t count,
                         const uint32_t *kind_count, uint32_t pc_count, struct tt_error *err)
{
    *view = (struct column_view){.count = count};
    REFUSE_IF(count > raw_bytes, err, "it is too short for the order of %u events", count);
    view->order = mem_alloc(count);
    NEED(view->order, err, "no memory for %u events", count);
    enum tt_status status = open_columns(view, raw, raw_bytes, kind_count, pc_count, err);
    if (status)
        view_close(view);
    return status;
}

void view_close(struct column_view *view)
{
    mem_free(view->order);
    mem_free(view->offsets);
    *view = (struct column_view){0};
}
