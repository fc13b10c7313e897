/* SPDX-License-Identifier: Apache-2.0 */
/* Two queues a thread: the words that its expanders produced, and those that it executed. Where their heads differ, the
 * words behind them show what happened: the explanation after which most words agree. */
#include "order/streams.h"

#include "capture/cursor.h"
#include "isa/isa.h"
#include "isa/spaces.h"
#include "order/program.h"
#include "order/word_origins.h"
#include "tile/sync/sync.h"

/* So many words behind a fault are looked at, and so many in a row may be missing or too much. */
enum { LOOK = 96, RUN = 24, SHIFT_MAX = 64, STALE_MAX = 1 << 16 };

enum { AT_ONCE = 32 }; /* words of a push that are taken from the expanders */

struct stream_word {
    uint32_t word;
    uint64_t event;
    bool has_pc;
    enum tt_core core;
    uint32_t pc;
};

struct queue {
    struct stream_word *items;
    size_t first, end, capacity;
};

struct stream_holder {
    struct ttcap *capture;
    struct streams *streams;
    void *user;
    void (*found)(void *user, const struct stream_fault *fault);
    enum tt_chip chip;
    struct tile *tile; /* of which the expanders' state alone counts */
    struct pipe pipe[THREADS];
    struct queue pushed[THREADS], executed[THREADS];
    uint64_t agreed[THREADS]; /* executed words that were as pushed; and the others that are off the queue: */
    uint64_t others[THREADS];
    bool has_pushed[THREADS];  /* at all */
    uint64_t pushed_most;      /* no more pushed words than these can meet an executed one */
    uint64_t next;             /* behind the event at work */
    struct word_origin origin; /* the push that it came from, if it is an executed word */
};

static size_t streams_left(const struct queue *queue)
{
    return queue->end - queue->first;
}

static const struct stream_word *streams_word_at(const struct queue *queue, size_t i)
{
    return i < streams_left(queue) ? &queue->items[queue->first + i] : NULL;
}

/* Room behind a queue's last word; null without memory. */
static struct stream_word *streams_room(struct queue *queue, uint32_t count)
{
    const size_t left = streams_left(queue);
    if (!left || (queue->first > STALE_MAX && queue->first > left)) {
        if (left)
            memmove(queue->items, queue->items + queue->first, left * sizeof *queue->items);
        queue->first = 0;
        queue->end = left;
    }
    const size_t end = queue->end + count;
    if (end > queue->capacity && mem_grow(&queue->items, &queue->capacity, end, sizeof *queue->items))
        return NULL;
    struct stream_word *room = &queue->items[queue->end];
    queue->end = end;
    return room;
}

static bool streams_is_equal(const struct stream_word *a, const struct stream_word *b)
{
    return a && b && a->word == b->word;
}

/* How many words agree from there on; two ends that meet agree, too. */
static int streams_run_of(const struct queue *pushed, size_t i, const struct queue *executed, size_t k)
{
    int run = 0;
    while (run < RUN &&
           streams_is_equal(streams_word_at(pushed, i + (size_t)run), streams_word_at(executed, k + (size_t)run)))
        run++;
    const bool is_end = !streams_word_at(pushed, i + (size_t)run) && !streams_word_at(executed, k + (size_t)run);
    return is_end ? RUN : run;
}

/* An explanation of a difference at the heads: so many words of each queue are skipped. */
struct reading {
    enum stream_kind kind;
    size_t pushed, executed;
    int worth;
};

static void try_reading(struct reading *best, const struct queue *pushed, const struct queue *executed,
                        struct reading reading, int cost)
{
    reading.worth = streams_run_of(pushed, reading.pushed, executed, reading.executed) - cost;
    if (reading.worth > best->worth)
        *best = reading;
}

static struct reading read_fault(const struct queue *pushed, const struct queue *executed)
{
    struct reading best = {.worth = -2 * SHIFT_MAX};
    if (!streams_left(pushed)) {
        best = (struct reading){STREAM_EXTRA, 0, streams_left(executed), 0};
    } else {
        if (streams_is_equal(streams_word_at(pushed, 0), streams_word_at(executed, 1)) &&
            streams_is_equal(streams_word_at(pushed, 1), streams_word_at(executed, 0)))
            try_reading(&best, pushed, executed, (struct reading){STREAM_SWAPPED, 2, 2, 0}, 0);
        try_reading(&best, pushed, executed, (struct reading){STREAM_CHANGED, 1, 1, 0}, 1);
        for (size_t shift = 1; shift <= SHIFT_MAX; shift++) {
            try_reading(&best, pushed, executed, (struct reading){STREAM_MISSING, shift, 0, 0}, (int)shift);
            try_reading(&best, pushed, executed, (struct reading){STREAM_EXTRA, 0, shift, 0}, (int)shift);
        }
    }
    return best;
}

static void take_fault(struct stream_holder *holder, unsigned thread)
{
    struct queue *pushed = &holder->pushed[thread], *executed = &holder->executed[thread];
    const struct reading reading = read_fault(pushed, executed);
    const struct stream_word *was = streams_word_at(pushed, 0), *is = streams_word_at(executed, 0);
    struct stream_fault fault = {
        .kind = reading.kind, .thread = thread, .number = holder->agreed[thread] + holder->others[thread]};
    fault.words = reading.kind == STREAM_MISSING ? reading.pushed : reading.executed;
    fault.has_executed = is != NULL;
    if (is) {
        fault.event = is->event;
        fault.executed = is->word;
    }
    fault.has_pushed = was && reading.kind != STREAM_EXTRA;
    if (fault.has_pushed) {
        fault.pushed_event = was->event;
        fault.pushed = was->word;
        fault.has_pc = was->has_pc;
        fault.core = was->core;
        fault.pc = was->pc;
    }
    holder->streams->faults++;
    if (holder->found)
        holder->found(holder->user, &fault);
    pushed->first += reading.pushed;
    executed->first += reading.executed;
    holder->others[thread] += reading.executed;
}

static void note_origin(struct stream_holder *holder, const struct stream_word *pushed, uint64_t executed)
{
    if (pushed->has_pc && executed + 1 == holder->next)
        holder->origin = (struct word_origin){pushed->has_pc, pushed->core, pushed->pc};
}

/* Whether the word behind the head was executed before it: the head is a wait that does not stop such words (F22). */
static bool streams_passes(const struct stream_holder *holder, const struct queue *pushed,
                           const struct stream_word *executed)
{
    const struct stream_word *wait = streams_word_at(pushed, 0), *next = streams_word_at(pushed, 1);
    const enum tt_chip chip = holder->chip;
    return streams_is_equal(next, executed) && sync_is_wait(isa_find(chip, wait->word)) &&
           !(sync_kinds(isa_find(chip, next->word), next->word) & sync_stops(chip, wait->word));
}

/* Takes an executed word that agrees with the head of what was pushed; false: it does not. */
static inline bool streams_take_due(struct stream_holder *holder, unsigned thread, uint32_t word, uint64_t event)
{
    struct queue *pushed = &holder->pushed[thread];
    const struct stream_word *due = pushed->first < pushed->end ? &pushed->items[pushed->first] : NULL;
    if (!due || due->word != word)
        return false;
    note_origin(holder, due, event);
    pushed->first++;
    holder->agreed[thread]++;
    return true;
}

/* Likewise, or with the word that passes the head. */
static bool streams_take_equal(struct stream_holder *holder, unsigned thread, const struct stream_word *executed)
{
    struct queue *pushed = &holder->pushed[thread];
    if (executed && streams_left(pushed) && pushed->items[pushed->first].word != executed->word &&
        streams_passes(holder, pushed, executed)) {
        const struct stream_word wait = pushed->items[pushed->first];
        pushed->items[pushed->first] = pushed->items[pushed->first + 1];
        pushed->items[pushed->first + 1] = wait;
    }
    return executed && streams_take_due(holder, thread, executed->word, executed->event);
}

/* Takes what agrees; a fault waits until enough stands behind it, or nothing more comes. */
static void streams_compare(struct stream_holder *holder, unsigned thread, bool is_end)
{
    struct queue *pushed = &holder->pushed[thread], *executed = &holder->executed[thread];
    while (streams_left(pushed) || streams_left(executed)) {
        if (streams_take_equal(holder, thread, streams_word_at(executed, 0))) {
            executed->first++;
        } else if (is_end && !streams_left(executed)) {
            holder->streams->pending += streams_left(pushed); /* a recording may end before them, of a hang always */
            return;
        } else if (is_end || (streams_left(pushed) >= LOOK && streams_left(executed) >= LOOK)) {
            take_fault(holder, thread);
        } else {
            return;
        }
    }
}

static inline struct stream_word streams_word_of(const struct ttcap_event *event)
{
    return (struct stream_word){event->value, event->seq, event->has_pc, event->core, event->pc};
}

/* A pushed word that the expanders leave as it is, where no executed one waits for others: most do. False: it has to go
 * through them. */
static inline bool streams_pass(struct stream_holder *holder, unsigned thread, const struct ttcap_event *event)
{
    struct queue *pushed = &holder->pushed[thread];
    const bool is_behind = event->has_pc && event->core == TT_CORE_B;
    if (is_behind || streams_left(&holder->executed[thread]) || streams_left(pushed) >= holder->pushed_most ||
        !pipe_passes(holder->tile, &holder->pipe[thread], event->value))
        return false;
    struct stream_word *to = streams_room(pushed, 1);
    if (to)
        *to = streams_word_of(event);
    holder->has_pushed[thread] |= to != NULL;
    return to != NULL;
}

static bool streams_push(struct stream_holder *holder, unsigned thread, bool is_behind, const struct ttcap_event *event)
{
    struct pipe *pipe = &holder->pipe[thread];
    struct stream_word word = streams_word_of(event);
    uint32_t words[AT_ONCE], count = AT_ONCE;
    holder->has_pushed[thread] = true;
    if (streams_left(&holder->pushed[thread]) >= holder->pushed_most) /* a word may stand for sixteen thousand */
        return true;
    if (is_behind)
        pipe_push_behind(pipe, event->value);
    else
        pipe_push(holder->tile, pipe, event->value);
    while (count == AT_ONCE) {
        count = pipe_next_words(holder->tile, pipe, words, AT_ONCE);
        struct stream_word *to = count ? streams_room(&holder->pushed[thread], count) : NULL;
        if (count && !to)
            return false;
        for (uint32_t i = 0; i < count; i++) {
            word.word = words[i];
            to[i] = word;
        }
    }
    return true;
}

/* An executed word that is not the one that is due. */
static bool take_executed(struct stream_holder *holder, unsigned thread, const struct ttcap_event *event)
{
    struct queue *executed = &holder->executed[thread];
    const struct stream_word word = {.word = event->value, .event = event->seq};
    if (!streams_left(executed) && streams_take_equal(holder, thread, &word))
        return true;
    if (pipe_drops(holder->tile, event->value)) /* some recorders report those, too; none of them is pushed here */
        return true;
    struct stream_word *to = streams_room(executed, 1);
    if (!to)
        return false;
    *to = word;
    streams_compare(holder, thread, false);
    return true;
}

static bool __attribute__((noinline)) streams_take_event(struct stream_holder *holder, const struct ttcap_event *event)
{
    unsigned thread = event->thread < 0 ? 0 : (unsigned)event->thread;
    bool is_behind = event->kind == TTCAP_PUSH && event->has_pc && event->core == TT_CORE_B;
    bool is_good = true, is_window = false;
    if (event->kind == TTCAP_EXEC)
        return take_executed(holder, thread, event);
    if (event->kind != TTCAP_MOPW && program_pushes(event, &thread, &is_window))
        is_good = streams_push(holder, thread, is_behind || is_window, event);
    else if (event->kind == TTCAP_MOPW || event->kind == TTCAP_MMIO)
        replay_apply_store(holder->tile, event, NULL);
    if (is_good && streams_left(&holder->executed[thread]))
        streams_compare(holder, thread, false);
    return is_good;
}

enum tt_status streams_take(struct stream_holder *holder, const struct ttcap_event *event, struct tt_error *err)
{
    const unsigned thread = event->thread < 0 ? 0 : (unsigned)event->thread;
    holder->next = event->seq + 1;
    bool is_taken = false;
    if (event->kind == TTCAP_EXEC) /* mostly the word that is due, and nothing has to be queued */
        is_taken =
            !streams_left(&holder->executed[thread]) && streams_take_due(holder, thread, event->value, event->seq);
    else if (event->kind == TTCAP_PUSH)
        is_taken = streams_pass(holder, thread, event);
    if (is_taken || streams_take_event(holder, event))
        return TT_OK;
    return tt_fail(err, TT_NO_MEMORY, "no memory for the words of thread %d", event->thread);
}

void streams_reach(struct stream_holder *holder, uint64_t event)
{
    holder->next = event > holder->next ? event : holder->next;
}

enum tt_status streams_finish(struct stream_holder *holder, struct tt_error *err)
{
    struct ttcap_cursor *cursor = NULL;
    const struct ttcap_event *event;
    if (!holder)
        return TT_OK;
    enum tt_status status =
        ttcap_events_open(&cursor, holder->capture, holder->next, ttcap_info(holder->capture)->event_count, err);
    uint32_t kinds = 0;
    for (unsigned kind = 0; kind < TTCAP_KIND_COUNT; kind++)
        kinds |= (uint32_t)streams_want((enum ttcap_kind)kind) << kind;
    if (!status)
        ttcap_events_choose(cursor, TTCAP_ANY_THREAD, kinds);
    while (!status && !(status = cursor_next(cursor, &event, err)))
        status = streams_take(holder, event, err);
    ttcap_events_close(cursor);
    for (unsigned thread = 0; status == TT_END && thread < THREADS; thread++) {
        if (holder->has_pushed[thread])
            streams_compare(holder, thread, true);
        holder->streams->words += holder->agreed[thread];
    }
    return walk_ended(status);
}

void streams_agree(struct stream_holder *holder)
{
    holder->next = ttcap_info(holder->capture)->event_count;
    holder->streams->words = ttcap_info(holder->capture)->kind_count[TTCAP_EXEC];
}

/* The expanders as they stood; *is_known: the capture says all of it, or what it leaves out is reset. */
static enum tt_status load_state(struct stream_holder *holder, bool *is_known, struct tt_error *err)
{
    const uint32_t size = space_bytes(holder->chip, TT_SPACE_STATE);
    uint8_t *bytes OWNED(mem_free_at) = mem_calloc(2, size);
    NEED(bytes, err, "no memory for the state of the expanders");
    TRY(ttcap_read(holder->capture, 0, TT_SPACE_STATE, 0, size, bytes, bytes + size, err));
    *is_known = ttcap_info(holder->capture)->unlisted_start_is_reset;
    tile_store(holder->tile, TT_SPACE_STATE, 0, size, bytes, bytes + size);
    for (uint32_t i = 0; !*is_known; i++) {
        *is_known = i == size;
        if (i < size && bytes[size + i] != 0xFF)
            break;
    }
    return TT_OK;
}

enum tt_status streams_open(struct stream_holder **out, struct ttcap *capture, void *user,
                            void (*found)(void *user, const struct stream_fault *fault), struct streams *streams,
                            struct tt_error *err)
{
    const struct ttcap_info *info = ttcap_info(capture);
    *out = NULL;
    *streams = (struct streams){0};
    if (!info->kind_count[TTCAP_EXEC] || !info->kind_count[TTCAP_PUSH] || !info->checkpoint_count)
        return TT_OK;
    struct stream_holder *holder = mem_calloc(1, sizeof *holder);
    NEED(holder, err, "no memory for the words of the threads");
    holder->capture = capture;
    holder->streams = streams;
    holder->user = user;
    holder->found = found;
    holder->chip = info->chip;
    holder->next = (uint64_t)(ttcap_checkpoint(capture, 0)->after_event + 1);
    /* An executed word takes one, and those that are missing before it. */
    holder->pushed_most = (info->kind_count[TTCAP_EXEC] + 1) * (SHIFT_MAX + 1) + LOOK;
    for (unsigned i = 0; i < THREADS; i++)
        pipe_init(&holder->pipe[i], i);
    holder->tile = tile_new(holder->chip);
    const enum tt_status status =
        holder->tile ? load_state(holder, &streams->is_held, err) : tt_fail(err, TT_NO_MEMORY, "no memory for a tile");
    if (!status && streams->is_held)
        *out = holder;
    else
        streams_close(holder);
    return status;
}

void streams_close(struct stream_holder *holder)
{
    for (unsigned i = 0; holder && i < THREADS; i++) {
        mem_free(holder->pushed[i].items);
        mem_free(holder->executed[i].items);
    }
    if (holder)
        tile_free(holder->tile);
    mem_free(holder);
}

enum tt_status streams_hold(struct ttcap *capture, void *user,
                            void (*found)(void *user, const struct stream_fault *fault), struct streams *streams,
                            struct tt_error *err)
{
    struct stream_holder *holder OWNED(streams_close_at) = NULL;
    TRY(streams_open(&holder, capture, user, found, streams, err));
    return streams_finish(holder, err);
}

/* ---- word_origins.h ---- */

struct word_origins {
    struct stream_holder *holder; /* null: an executed word knows its own origin, or nobody does */
    struct streams streams;
};

enum tt_status word_origins_open(struct word_origins **out, struct ttcap *capture, struct tt_error *err)
{
    *out = NULL;
    if (ttcap_info(capture)->pc_count == 0)
        return TT_OK;
    struct word_origins *origins = mem_calloc(1, sizeof *origins);
    NEED(origins, err, "no memory for the origins of words");
    const enum tt_status status = streams_open(&origins->holder, capture, NULL, NULL, &origins->streams, err);
    if (status)
        word_origins_close(origins);
    else
        *out = origins;
    return status;
}

enum tt_status word_origins_next(struct word_origins *origins, const struct ttcap_event *event,
                                 struct word_origin *origin, struct tt_error *err)
{
    *origin = (struct word_origin){.is_known = false};
    if (origins->holder) {
        origins->holder->origin = *origin;
        TRY(streams_take(origins->holder, event, err));
        *origin = origins->holder->origin;
    }
    if (event->has_pc)
        *origin = (struct word_origin){true, event->core, event->pc};
    return TT_OK;
}

void word_origins_close(struct word_origins *origins)
{
    if (origins)
        streams_close(origins->holder);
    mem_free(origins);
}
