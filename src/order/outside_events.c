/* SPDX-License-Identifier: Apache-2.0 */
/* A host as a capture has it. docs/semantics/firmware.md#outside */
#include "order/outside.h"

#include "isa/mmio.h"
#include "order/program.h"

enum { CLOCK_LOW = MMIO_DEBUG + DEBUG_OFFSET_CLOCK_LOW, CLOCK_HIGH = MMIO_DEBUG + DEBUG_OFFSET_CLOCK_HIGH };

struct outside_events {
    struct replay_outside outside;
    struct program_stream stream;
    uint64_t round; /* of what comes next */
    bool ends_run;  /* nothing comes: the run ends in `round` */
    bool is_handed_out;
    uint64_t requests; /* of the network that were recorded: they took place */
    enum tt_status status;
    struct tt_error err;
};

bool outside_is_mark(const struct ttcap_event *event)
{
    return event->kind == TTCAP_MMIO && event->thread < 0 && !event->has_pc &&
           (event->addr == (uint32_t)CLOCK_LOW || event->addr == (uint32_t)CLOCK_HIGH);
}

struct ttcap_event outside_mark(uint64_t round, bool is_high)
{
    return (struct ttcap_event){.kind = TTCAP_MMIO,
                                .thread = -1,
                                .addr = is_high ? (uint32_t)CLOCK_HIGH : (uint32_t)CLOCK_LOW,
                                .value = (uint32_t)(is_high ? round >> 32 : round)};
}

static void outside_events_next(struct outside_events *events)
{
    if (!events->status)
        events->status = program_stream_next(&events->stream, &events->err);
}

/* Moves on to the next event of the host, past marks and past what cores did. */
static void outside_events_find(struct outside_events *events)
{
    uint64_t high = 0;
    bool has_mark = false;
    for (; !events->status && events->stream.has_event; outside_events_next(events)) {
        const struct ttcap_event *event = events->stream.event;
        if (event->has_pc)
            continue;
        if (!outside_is_mark(event))
            return;
        if (event->addr == (uint32_t)CLOCK_HIGH) {
            high = event->value;
            continue;
        }
        events->round = high << 32 | event->value;
        high = 0;
        has_mark = true;
    }
    events->ends_run = has_mark;
    if (!has_mark)
        events->round = UINT64_MAX;
}

/* The event that was handed out last is borrowed until this call. */
static struct outside_events *go_on(void *user)
{
    struct outside_events *events = user;
    if (events->is_handed_out) {
        events->is_handed_out = false;
        outside_events_next(events);
        outside_events_find(events);
    }
    return events;
}

static uint64_t outside_events_due(void *user, const struct tile *tile, uint64_t round)
{
    const struct outside_events *events = go_on(user);
    (void)tile;
    return events->round < round ? round : events->round;
}

static bool outside_events_act(void *user, const struct tile *tile, uint64_t round, struct ttcap_event *event)
{
    struct outside_events *events = go_on(user);
    (void)tile;
    if (events->ends_run || events->status || !events->stream.has_event || events->round > round)
        return false;
    *event = *events->stream.event;
    events->is_handed_out = true;
    return true;
}

static bool outside_events_ends(void *user, const struct tile *tile, uint64_t round)
{
    const struct outside_events *events = go_on(user);
    (void)tile;
    return events->status || (events->ends_run && events->round <= round);
}

/* A recorded request took place: the tile that held the memory is not part of the replay, but the bytes that were read
 * are. */
static bool outside_events_serve(void *user, const struct tile *tile, uint64_t round, const struct noc_refusal *request)
{
    const struct outside_events *events = user;
    (void)tile;
    (void)round;
    return request->before < events->requests;
}

/* Requests of the network that a thread's core, or those of no thread, sent. */
static enum tt_status count_requests(struct outside_events *events, struct ttcap *capture, int thread,
                                     struct tt_error *err)
{
    struct program_stream stream = {.cursor = NULL};
    const enum tt_chip chip = ttcap_info(capture)->chip;
    enum tt_status status = program_stream_open(&stream, capture, thread, 0, err);
    for (; !status && stream.has_event; status = program_stream_next(&stream, err)) {
        const struct mmio_target at = mmio_decode_any(chip, thread, stream.event->addr);
        events->requests += stream.event->kind == TTCAP_MMIO && mmio_sends_request(&at, stream.event->value);
    }
    program_stream_close(&stream);
    return status;
}

enum tt_status outside_events_open(struct outside_events **out, struct ttcap *capture, struct tt_error *err)
{
    *out = NULL;
    struct outside_events *events = mem_calloc(1, sizeof *events);
    NEED(events, err, "no memory for what the host did");
    enum tt_status status = program_stream_open(&events->stream, capture, -1, 0, err);
    while (!status && events->stream.has_event && !outside_is_mark(events->stream.event))
        status = program_stream_next(&events->stream, err);
    if (status || !events->stream.has_event) {
        outside_events_close(events);
        return status;
    }
    for (int thread = -1; thread < THREADS && !status; thread++)
        status = count_requests(events, capture, thread, err);
    if (status) {
        outside_events_close(events);
        return status;
    }
    events->outside = (struct replay_outside){events, outside_events_due, outside_events_act, outside_events_ends,
                                              outside_events_serve};
    outside_events_find(events);
    *out = events;
    return TT_OK;
}

void outside_events_close(struct outside_events *events)
{
    if (!events)
        return;
    program_stream_close(&events->stream);
    mem_free(events);
}

const struct replay_outside *outside_events_of(struct outside_events *events)
{
    return events ? &events->outside : NULL;
}

enum tt_status outside_events_status(const struct outside_events *events, struct tt_error *err)
{
    if (!events || !events->status)
        return TT_OK;
    *err = events->err;
    return events->status;
}

struct outside_position outside_events_position(const struct outside_events *events)
{
    return (struct outside_position){events->stream.has_event ? events->stream.event->seq : UINT64_MAX, events->round,
                                     events->ends_run, events->is_handed_out};
}

enum tt_status outside_events_go(struct outside_events *events, struct ttcap *capture,
                                 const struct outside_position *position, struct tt_error *err)
{
    const struct outside_position now = outside_events_position(events);
    events->round = position->round;
    events->ends_run = position->ends_run;
    events->is_handed_out = position->is_handed_out;
    if (now.event == position->event)
        return TT_OK;
    program_stream_close(&events->stream);
    if (position->event == UINT64_MAX) {
        events->stream.has_event = false;
        return TT_OK;
    }
    return program_stream_open(&events->stream, capture, -1, position->event, err);
}
