/* SPDX-License-Identifier: Apache-2.0 */
/* Events of a capture in order, a chunk at a time. docs/formats/ttcap.md#events */
#include "capture/cursor.h"
#include "capture/columns/columns_take.h"
#include "capture/container/reader.h"

/* Which events of a chunk are of some lanes, in order. */
struct event_list {
    uint64_t lanes; /* bit a lane */
    uint32_t *at;   /* behind the last the chunk's count; null: there is no such list */
};

/* A thread's list may be asked for of each thread; and one of all of them. */
enum { EVENT_LISTS = LANE_THREADS + 1 };

/* A chunk taken apart, for all cursors that stand in it: those of several threads go through a capture together. A
 * chunk in which no cursor stands is retained while there is room. */
struct event_chunk {
    const struct chunk *chunk; /* null: nothing yet, or the error */
    unsigned users;
    struct byte_buffer raw;
    struct column_view view;              /* at its first event */
    struct event_list lists[EVENT_LISTS]; /* of the lanes that cursors asked for first: a thread's, mostly */
    struct event_chunk *next;
};

/* Of chunks taken apart that are retained, as they lie in the file but unpacked: three times that with their order and
 * lists. */
enum { RETAINED_BYTES = 8 << 20 };

/* So many events are taken from their columns at once: one by one, each waits for its column to come from memory. */
enum { BATCH = 32 };

struct cursor {
    struct ttcap_cursor head; /* within the batch; first, so that one is the other */
    struct ttcap *capture;
    uint64_t next, last;           /* next: behind the batch */
    uint64_t lanes;                /* bit a lane: those that are wanted */
    uint64_t stop;                 /* where the wanted part of the open chunk ends; next == stop: none is */
    struct event_chunk *chunk;     /* null: none is open */
    struct column_view view;       /* of the chunk, which owns its memory */
    const struct event_list *list; /* the wanted part of the chunk; null: they are walked to one by one */
    uint32_t list_at;              /* the first of it that was not read */
    bool is_of_words;              /* of a lane's words alone: no list is needed */
    struct ttcap_event batch[BATCH];
};

static struct cursor *behind(struct ttcap_cursor *head)
{
    return (struct cursor *)head;
}

static void drop_chunk(struct cursor *cursor)
{
    if (cursor->chunk)
        cursor->chunk->users--;
    cursor->chunk = NULL;
    cursor->list = NULL;
    cursor->stop = cursor->next;
}

/* The one that holds this chunk, else a new one while there are few bytes in all, else the one that no cursor uses and
 * that was made last: who goes through a capture again and again finds the first chunks there; who does so once needs
 * none of them again. Null without memory. */
static struct event_chunk *cursor_find_place(struct ttcap *capture, const struct chunk *chunk)
{
    struct event_chunk *place = NULL;
    uint64_t bytes = chunk->raw_bytes;
    for (struct event_chunk *at = capture->event_chunks; at; at = at->next) {
        if (at->chunk == chunk)
            return at;
        bytes += at->raw.capacity;
        if (at->users == 0 && (!place || !at->chunk))
            place = at;
    }
    if (!place || (place->chunk && capture->event_cursors > 1 && bytes <= RETAINED_BYTES)) {
        place = mem_calloc(1, sizeof *place);
        if (!place)
            return NULL;
        place->next = capture->event_chunks;
        capture->event_chunks = place;
    }
    return place;
}

static void clear_lists(struct event_list *lists, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        mem_free(lists[i].at);
        lists[i] = (struct event_list){0};
    }
}

/* Room for the events of these lanes. */
static bool begin_list(struct event_list *list, const struct column_view *view, uint64_t lanes)
{
    size_t count = 1;
    for (unsigned lane = 0; lane < LANE_COUNT; lane++)
        count += lanes >> lane & 1 ? view->lane_count[lane] : 0;
    *list = (struct event_list){lanes, mem_alloc(count * sizeof *list->at)};
    return list->at != NULL;
}

/* Each event is put behind the last of the list, and stays there if it is of it: no branch, and nothing waits for
 * memory.
 */
static void fill_list(struct event_list *list, const struct column_view *view)
{
    uint8_t is_of_it[LANE_COUNT];
    const uint8_t *const order = view->order;
    const uint32_t events = view->count;
    uint32_t *at = list->at;
    for (unsigned lane = 0; lane < LANE_COUNT; lane++)
        is_of_it[lane] = list->lanes >> lane & 1;
    for (uint32_t event = 0; event < events; event++) {
        *at = event;
        at += is_of_it[order[event]];
    }
    *at = events;
}

/* The list of these lanes; where they are one thread's, and there is room, also those of the same kinds of each other
 * thread: whoever wants a thread mostly wants all. False without memory, or where all lists are in use. */
static bool make_lists(struct event_chunk *chunk, uint64_t lanes)
{
    const uint64_t a_thread = UINT64_MAX / ((1u << LANE_THREADS) - 1); /* bit 0 of each kind */
    const unsigned thread = (unsigned)__builtin_ctzll(lanes) % LANE_THREADS;
    struct event_list *lists = chunk->lists, *const end = lists + EVENT_LISTS;
    while (lists < end && lists->at)
        lists++;
    const bool are_all = end - lists >= LANE_THREADS && !(lanes & ~(a_thread << thread));
    const unsigned count = are_all ? LANE_THREADS : 1;
    bool is_well = lists < end;
    for (unsigned i = 0; i < count && is_well; i++)
        is_well = begin_list(&lists[i], &chunk->view, are_all ? lanes >> thread << i : lanes);
    for (unsigned i = 0; i < count && is_well; i++)
        fill_list(&lists[i], &chunk->view);
    if (!is_well && lists < end)
        clear_lists(lists, count);
    return is_well;
}

/* The list of these lanes; null where their events have to be reached one by one: there is no memory for a list, all
 * lists are in use, or the place of an event depends on those before it. */
static const struct event_list *cursor_list_of(struct event_chunk *chunk, uint64_t lanes)
{
    if (!lanes || lanes == UINT64_MAX || !view_can_jump(&chunk->view))
        return NULL;
    do {
        for (unsigned i = 0; i < EVENT_LISTS; i++)
            if (chunk->lists[i].at && chunk->lists[i].lanes == lanes)
                return &chunk->lists[i];
    } while (make_lists(chunk, lanes));
    return NULL;
}

static enum tt_status container_cursor_fill(struct ttcap *capture, const struct chunk *chunk, struct event_chunk *place,
                                            struct tt_error *err)
{
    view_close(&place->view);
    clear_lists(place->lists, EVENT_LISTS);
    place->chunk = NULL;
    TRY(load_chunk(&capture->source, &capture->unpacker, chunk, &place->raw, err));
    enum tt_status status = view_open(&place->view, place->raw.data, chunk->raw_bytes, chunk->count, chunk->kind_count,
                                      chunk->pc_count, err);
    if (status)
        return place_chunk(&capture->source, chunk, status, err);
    place->chunk = chunk;
    return TT_OK;
}

static enum tt_status open_chunk(struct cursor *cursor, struct tt_error *err)
{
    struct ttcap *capture = cursor->capture;
    const struct chunk *chunk = contents_find(&capture->contents, CHUNK_EVENTS, cursor->next);
    drop_chunk(cursor);
    struct event_chunk *place = cursor_find_place(capture, chunk);
    NEED(place, err, "%s: no memory", capture->path);
    TRY(place->chunk == chunk ? TT_OK : container_cursor_fill(capture, chunk, place, err));
    place->users++;
    cursor->chunk = place;
    cursor->view = place->view;
    struct ttcap_event skipped;
    for (uint64_t seq = chunk->first; seq < cursor->next; seq++)
        view_take(&cursor->view, &skipped);
    cursor->list = cursor->is_of_words ? NULL : cursor_list_of(place, cursor->lanes);
    cursor->list_at = 0;
    while (cursor->list && cursor->list->at[cursor->list_at] < cursor->view.at)
        cursor->list_at++;
    cursor->stop = chunk->first + chunk->count;
    if (cursor->stop > cursor->last)
        cursor->stop = cursor->last;
    return TT_OK;
}

void event_chunks_clear(struct ttcap *capture)
{
    while (capture->event_chunks) {
        struct event_chunk *chunk = capture->event_chunks;
        assert(chunk->users == 0);
        capture->event_chunks = chunk->next;
        view_close(&chunk->view);
        clear_lists(chunk->lists, EVENT_LISTS);
        buffer_clear(&chunk->raw);
        mem_free(chunk);
    }
}

enum tt_status ttcap_events_open(struct ttcap_cursor **out, struct ttcap *capture, uint64_t first, uint64_t last,
                                 struct tt_error *err)
{
    *out = NULL;
    uint64_t count = capture->info.event_count;
    struct cursor *cursor = mem_calloc(1, sizeof *cursor);
    NEED(cursor, err, "%s: no memory", capture->path);
    capture->event_cursors++;
    cursor->capture = capture;
    cursor->lanes = UINT64_MAX;
    cursor->last = last < count ? last : count;
    cursor->next = cursor->stop = first;
    *out = &cursor->head;
    return TT_OK;
}

void ttcap_events_choose(struct ttcap_cursor *head, int thread, uint32_t kinds)
{
    struct cursor *cursor = behind(head);
    const uint64_t all = (UINT64_C(1) << LANE_THREADS) - 1;
    const uint64_t threads = thread == TTCAP_ANY_THREAD ? all : UINT64_C(1) << lane_of((enum ttcap_kind)0, thread);
    assert(cursor->lanes == UINT64_MAX);
    cursor->lanes = 0;
    for (unsigned kind = 0; kind < TTCAP_KIND_COUNT; kind++)
        if (kinds >> kind & 1)
            cursor->lanes |= threads << kind * LANE_THREADS;
}

/* Goes to the next event that is wanted, or to the end of the chunk where it has none. */
static void skip(struct cursor *cursor)
{
    const uint64_t left = cursor->stop - cursor->next;
    if (cursor->list) {
        const uint32_t step = cursor->list->at[cursor->list_at] - cursor->view.at;
        const uint32_t passed = step < left ? step : (uint32_t)left;
        cursor->view.at += passed;
        cursor->next += passed;
    } else if (cursor->lanes != UINT64_MAX) {
        cursor->next += view_skip(&cursor->view, cursor->lanes, (uint32_t)left);
    }
}

/* To where the next event that is wanted can be read. */
static __attribute__((noinline)) enum tt_status seek(struct cursor *cursor, struct tt_error *err)
{
    skip(cursor);
    while (cursor->next == cursor->stop) {
        if (cursor->next >= cursor->last)
            return TT_END;
        TRY(open_chunk(cursor, err));
        skip(cursor);
    }
    return TT_OK;
}

/* The next of the list, as far as the chunk is wanted: how many. */
static unsigned take_listed(struct cursor *cursor)
{
    struct column_view *view = &cursor->view;
    const uint32_t *list = cursor->list->at;
    const uint64_t first = cursor->next - view->at, stop = cursor->stop - first;
    uint32_t at = cursor->list_at;
    unsigned count = 0;
    for (; count < BATCH && list[at] < stop; at++, count++) {
        view_take_at(view, list[at], &cursor->batch[count]);
        cursor->batch[count].seq = first + list[at];
    }
    if (count > 0)
        view->at = list[at - 1] + 1;
    cursor->next = first + view->at;
    cursor->list_at = at;
    return count;
}

/* Where there is no list, as far as events that are wanted lie one behind the other. */
static unsigned cursor_take_run(struct cursor *cursor)
{
    const uint64_t left = cursor->stop - cursor->next, first = cursor->next;
    const unsigned most = left < BATCH ? (unsigned)left : BATCH;
    unsigned count = 0;
    for (; count < most && (cursor->lanes >> view_lane(&cursor->view) & 1); count++) {
        view_take(&cursor->view, &cursor->batch[count]);
        cursor->batch[count].seq = first + count;
    }
    cursor->next += count;
    return count;
}

static unsigned take_batch(struct cursor *cursor)
{
    const unsigned count = cursor->list ? take_listed(cursor) : cursor_take_run(cursor);
    cursor->head.at = cursor->batch;
    cursor->head.end = cursor->batch + count;
    return count;
}

enum tt_status cursor_fill(struct ttcap_cursor *head, struct tt_error *err)
{
    while (take_batch(behind(head)) == 0) {
        TRY(seek(behind(head), err));
    }
    return TT_OK;
}

enum tt_status cursor_words(struct ttcap_cursor *head, const uint8_t **words, uint32_t *count, struct tt_error *err)
{
    struct cursor *cursor = behind(head);
    const unsigned lane = (unsigned)__builtin_ctzll(cursor->lanes);
    const struct column_view *view = &cursor->view;
    cursor->is_of_words = true;
    for (*count = 0; *count == 0; cursor->next = cursor->stop) {
        if (cursor->next >= cursor->last)
            return TT_END;
        TRY(open_chunk(cursor, err));
        *count = view->lane_count[lane] - view->lane[lane].next;
        *words = *count ? view->lane[lane].value + 4 * view->lane[lane].next : NULL;
    }
    return TT_OK;
}

enum tt_status ttcap_events_next(struct ttcap_cursor *cursor, struct ttcap_event *event, struct tt_error *err)
{
    const struct ttcap_event *next;
    TRY(cursor_next(cursor, &next, err));
    *event = *next;
    return TT_OK;
}

void ttcap_events_close(struct ttcap_cursor *cursor)
{
    if (!cursor)
        return;
    drop_chunk(behind(cursor));
    mem_free(behind(cursor));
}
