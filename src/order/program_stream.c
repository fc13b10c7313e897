/* SPDX-License-Identifier: Apache-2.0 */
/* A thread's events, one after the other. Each stream reads the capture with a cursor of its own, so that nothing needs
 * to be retained. And the words of the run beside those that the capture has as executed: where each is its thread's
 * next, the streams agree (streams.h), and the capture need not be walked again for them. */
#include "order/program.h"

#include "base/little.h"
#include "capture/cursor.h"
#include "isa/cores.h"
#include "isa/mmio.h"
#include "order/streams.h"

enum tt_status program_stream_next(struct program_stream *stream, struct tt_error *err)
{
    static const struct ttcap_event none = {.thread = -1};
    enum tt_status status = TT_END;
    if (stream->cursor) {
        status = cursor_next(stream->cursor, &stream->event, err);
    } else if (stream->list_at < stream->list_count) {
        stream->event = &stream->list[stream->list_at++];
        status = TT_OK;
    }
    stream->has_event = status == TT_OK;
    if (!stream->has_event)
        stream->event = &none;
    return walk_ended(status);
}

enum tt_status program_stream_open(struct program_stream *stream, struct ttcap *capture, int thread, uint64_t first,
                                   struct tt_error *err)
{
    const uint32_t all = (UINT32_C(1) << TTCAP_KIND_COUNT) - 1;
    TRY(ttcap_events_open(&stream->cursor, capture, first, ttcap_info(capture)->event_count, err));
    ttcap_events_choose(stream->cursor, thread, all & ~(UINT32_C(1) << TTCAP_EXEC));
    return program_stream_next(stream, err);
}

void program_stream_close(struct program_stream *stream)
{
    ttcap_events_close(stream->cursor);
    stream->cursor = NULL;
}

/* ---- words of edits ---- */

static bool program_stream_insert(struct program_stream *stream, const struct replay_options *options, int64_t behind,
                                  unsigned thread)
{
    const struct replay_edit *const edits[] = {options->edit, options->other_edit};
    unsigned left = stream->inserts;
    for (unsigned i = 0; i < 2; i++) {
        const struct replay_edit *edit = edits[i];
        if (!edit || edit->kind != REPLAY_EDIT_INSERT || edit->event != behind || edit->thread != thread)
            continue;
        if (left >= replay_edit_inserts(edit)) {
            left -= replay_edit_inserts(edit);
            continue;
        }
        stream->inserted = replay_edit_inserted(edit, left, TTCAP_PUSH);
        stream->event = &stream->inserted;
        stream->has_event = true;
        stream->inserts++;
        return true;
    }
    stream->inserts = 0;
    return false;
}

void program_stream_begin(struct program_stream *stream, const struct replay_options *options, unsigned thread)
{
    stream->first = stream->event;
    stream->has_first = stream->has_event;
    stream->is_at_start = program_stream_insert(stream, options, -1, thread);
}

enum tt_status program_stream_go_on(struct program_stream *stream, const struct replay_options *options,
                                    unsigned thread, struct tt_error *err)
{
    const int64_t behind = stream->is_at_start ? -1 : (int64_t)stream->event->seq;
    if (options->edit && program_stream_insert(stream, options, behind, thread))
        return TT_OK;
    if (!stream->is_at_start)
        return program_stream_next(stream, err);
    stream->is_at_start = false;
    stream->event = stream->first;
    stream->has_event = stream->has_first;
    return TT_OK;
}

/* ---- beside the executed words ---- */

enum tt_status program_recorded_open(struct program *program, uint64_t first, struct tt_error *err)
{
    struct ttcap *capture = program->replay->capture;
    const struct replay_options *options = program->replay->options;
    program->is_as_recorded =
        program->replay->streams && !options->edit && !options->set_count && !options->patch && !options->operand_count;
    for (unsigned i = 0; i < THREADS && program->is_as_recorded; i++) {
        struct ttcap_cursor **cursor = &program->recorded[i].cursor;
        TRY(ttcap_events_open(cursor, capture, first, ttcap_info(capture)->event_count, err));
        ttcap_events_choose(*cursor, (int)i, UINT32_C(1) << TTCAP_EXEC);
    }
    return TT_OK;
}

/* TT_END: the thread has no other one. The streams' own walk says where something is wrong with the capture. */
static enum tt_status __attribute__((noinline)) recorded_next(struct program_recorded *recorded)
{
    struct tt_error err;
    return cursor_words(recorded->cursor, &recorded->words, &recorded->count, &err);
}

void program_recorded_word(struct program *program, unsigned thread, uint32_t word)
{
    struct program_recorded *recorded = &program->recorded[thread];
    program->is_as_recorded =
        (recorded->count || recorded_next(recorded) == TT_OK) && load_u32(recorded->words) == word;
    if (program->is_as_recorded) {
        recorded->words += sizeof word;
        recorded->count--;
    }
}

void program_recorded_close(struct program *program)
{
    for (unsigned i = 0; i < THREADS; i++) {
        program->is_as_recorded =
            program->is_as_recorded && !program->recorded[i].count && recorded_next(&program->recorded[i]) == TT_END;
        ttcap_events_close(program->recorded[i].cursor);
    }
    if (program->is_as_recorded)
        streams_agree(program->replay->streams);
}

/* ---- in memory ---- */

static enum tt_status program_stream_take(struct program_lists *lists, unsigned number, size_t at,
                                          const struct ttcap_event *event)
{
    struct ttcap_event *taken = &lists->events[number][at];
    *taken = *event;
    if (!event->byte_count)
        return TT_OK;
    uint8_t *copy = mem_alloc(event->byte_count);
    if (!copy || mem_grow(&lists->bytes, &lists->bytes_capacity, lists->bytes_count + 1, sizeof *lists->bytes)) {
        mem_free(copy);
        return TT_NO_MEMORY;
    }
    lists->bytes[lists->bytes_count++] = copy;
    memcpy(copy, event->bytes, event->byte_count);
    taken->bytes = copy;
    return TT_OK;
}

static enum tt_status read_stream(struct program_lists *lists, struct ttcap *capture, struct program_stream *stream,
                                  unsigned number, uint64_t first, struct tt_error *err)
{
    struct program_stream from = {0};
    size_t count = 0, capacity = 0;
    enum tt_status status =
        program_stream_open(&from, capture, number == NO_THREAD_STREAM ? -1 : (int)number, first, err);
    while (!status && from.has_event) {
        enum tt_status grown = mem_grow(&lists->events[number], &capacity, count + 1, sizeof *lists->events[number])
                                   ? TT_NO_MEMORY
                                   : TT_OK;
        if (!grown) {
            grown = program_stream_take(lists, number, count++, from.event);
        }
        status = grown ? tt_fail(err, TT_NO_MEMORY, "no memory for the events") : program_stream_next(&from, err);
    }
    program_stream_close(&from);
    *stream = (struct program_stream){.list = lists->events[number], .list_count = count};
    return status ? status : program_stream_next(stream, err);
}

enum tt_status program_lists_open(struct program_lists *lists, struct program *program, struct tt_error *err)
{
    struct ttcap *capture = program->replay->capture;
    const uint64_t first = (uint64_t)(ttcap_checkpoint(capture, 0)->after_event + 1);
    enum tt_status status = program_reads_open(program, first, err);
    lists->reads = program->reads;
    if (!status)
        status = read_stream(lists, capture, &program->others, NO_THREAD_STREAM, first, err);
    for (unsigned i = 0; i < THREADS && !status; i++) {
        pipe_init(&program->threads[i].pipe, i);
        status = read_stream(lists, capture, &program->threads[i].stream, i, first, err);
    }
    return status;
}

void program_lists_close(struct program_lists *lists)
{
    for (unsigned i = 0; i < PROGRAM_STREAMS; i++)
        mem_free(lists->events[i]);
    for (size_t i = 0; i < lists->bytes_count; i++)
        mem_free(lists->bytes[i]);
    mem_free(lists->bytes);
    program_reads_close(lists->reads);
    *lists = (struct program_lists){0};
}

/* ---- values that one core stores and another reads ----
 *
 * A core goes on from the read of what another one stored, in L1 or its mailbox, once that store has happened.
 * docs/semantics/program-order.md#cores */

/* A store that may be read: its event, and its stream plus one. 0: none, or the host's. */
enum { STORED_BY_BITS = 3, STORED_BY_MASK = (1 << STORED_BY_BITS) - 1 };

/* Values in mailboxes, by who stored and for whom. All that one core stores to hold four together (ISA page Mailboxes),
 * and a value beyond these is not there: who takes it comes behind those who made room. */
enum { MAILBOX_VALUES = 4 };
struct mail {
    struct sent {
        uint64_t seq, taken;    /* events */
        size_t before[THREADS]; /* so many of the same core's were sent to each before it */
    } * sent;
    size_t count, capacity, taken;
};

struct finder {
    struct program_reads *reads;
    enum tt_chip chip;
    bool frees_cores; /* core B and NC keep no place */
    uint32_t l1_bytes;
    uint64_t *stored; /* by byte of L1 */
    struct mail mail[THREADS][THREADS];
};

static bool reads_add(struct program_reads *reads, unsigned stream, struct program_read read)
{
    read.slot = reads->slots++;
    return MEM_PUSH(reads->of[stream], reads->count[stream], reads->capacity[stream], read);
}

/* The stream of an event, and of a read, which is an event of no thread, that of its core. */
static unsigned stream_of_core(const struct ttcap_event *event)
{
    const int thread = event->thread < 0 && event->has_pc ? core_thread(event->core) : event->thread;
    return thread < 0 ? NO_THREAD_STREAM : (unsigned)thread;
}

static void reads_find_store(struct finder *finder, const struct ttcap_event *event)
{
    const uint64_t stored = event->has_pc ? event->seq << STORED_BY_BITS | (stream_of_core(event) + 1) : 0;
    const uint64_t end = (uint64_t)event->addr + (event->byte_count ? event->byte_count : 1);
    for (uint32_t byte = event->addr; byte < end && byte < finder->l1_bytes; byte++)
        finder->stored[byte] = stored;
}

static bool reads_find_read(struct finder *finder, const struct ttcap_event *event)
{
    const uint64_t stored = finder->stored[event->addr];
    const unsigned stream = stream_of_core(event), by = stored & STORED_BY_MASK;
    finder->reads->has_any = true;
    return by == 0 || by == stream + 1 ||
           reads_add(
               finder->reads, stream,
               (struct program_read){.seq = event->seq, .store = stored >> STORED_BY_BITS, .from = (uint8_t)(by - 1)});
}

static bool reads_find_sent(struct finder *finder, const struct ttcap_event *event, unsigned reader)
{
    const struct mail *from = finder->mail[event->thread];
    struct mail *mail = &finder->mail[event->thread][reader];
    struct sent sent = {.seq = event->seq};
    for (unsigned i = 0; i < THREADS; i++)
        sent.before[i] = from[i].count;
    return MEM_PUSH(mail->sent, mail->count, mail->capacity, sent);
}

static bool reads_find_taken(struct finder *finder, const struct ttcap_event *event, unsigned writer, unsigned reader)
{
    struct mail *mail = &finder->mail[writer][reader];
    struct program_reads *reads = finder->reads;
    reads->has_any = true;
    if (mail->taken == mail->count)
        return true;
    struct sent *sent = &mail->sent[mail->taken++];
    sent->taken = event->seq;
    bool is_good =
        reads_add(reads, reader, (struct program_read){.seq = event->seq, .store = sent->seq, .from = (uint8_t)writer});
    for (unsigned other = 0; other < THREADS && is_good; other++) {
        const struct mail *others = &finder->mail[writer][other];
        const size_t room = sent->before[other] - MAILBOX_VALUES;
        if (other != reader && sent->before[other] >= MAILBOX_VALUES && room < others->taken)
            is_good = reads_add(
                reads, reader,
                (struct program_read){
                    .seq = event->seq, .store = others->sent[room].taken, .from = (uint8_t)other, .makes_room = true});
    }
    return is_good;
}

/* A thread's event is a store to another core's mailbox, its core's event of no thread the read of its own. */
static bool reads_find_mail(struct finder *finder, const struct ttcap_event *event, int other)
{
    const unsigned stream = stream_of_core(event);
    if (other < 0 || stream >= THREADS)
        return true;
    return event->thread >= 0 ? reads_find_sent(finder, event, (unsigned)other)
                              : reads_find_taken(finder, event, (unsigned)other, stream);
}

/* The host acts behind what it has read back. Core B and NC are one stream with it, and keep their place unless they
 * are free (`--without place`): docs/semantics/program-order.md#cores */
static bool keeps_place(const struct finder *finder, const struct ttcap_event *event)
{
    return stream_of_core(event) == NO_THREAD_STREAM && !(event->has_pc && finder->frees_cores);
}

static bool reads_find_place(struct program_reads *reads, uint64_t seq)
{
    if (mem_grow(&reads->places, &reads->place_capacity, reads->place_count + 1, sizeof seq))
        return false;
    reads->places[reads->place_count++] = seq;
    return true;
}

static bool reads_find_event(struct finder *finder, const struct ttcap_event *event)
{
    const struct mmio_target at = mmio_decode_any(finder->chip, -1, event->addr);
    if (keeps_place(finder, event) && !reads_find_place(finder->reads, event->seq))
        return false;
    if (event->kind == TTCAP_L1W)
        reads_find_store(finder, event);
    if (event->kind != TTCAP_MMIO || !event->has_pc)
        return true;
    if (event->addr < finder->l1_bytes)
        return event->thread >= 0 || reads_find_read(finder, event);
    return at.place != PLACE_MAILBOX || reads_find_mail(finder, event, core_thread((enum tt_core)at.block));
}

static enum tt_status reads_find_all(struct finder *finder, struct ttcap *capture, uint64_t first, struct tt_error *err)
{
    struct ttcap_cursor *cursor = NULL;
    struct ttcap_event event;
    enum tt_status status = ttcap_events_open(&cursor, capture, first, ttcap_info(capture)->event_count, err);
    const uint32_t all = (UINT32_C(1) << TTCAP_KIND_COUNT) - 1;
    if (!status)
        ttcap_events_choose(cursor, TTCAP_ANY_THREAD, all & ~(UINT32_C(1) << TTCAP_EXEC | UINT32_C(1) << TTCAP_PUSH));
    while (!status && !(status = ttcap_events_next(cursor, &event, err)))
        status = reads_find_event(finder, &event) ? TT_OK : tt_fail(err, TT_NO_MEMORY, "no memory for what cores read");
    ttcap_events_close(cursor);
    return walk_ended(status);
}

static int by_store(const void *a, const void *b)
{
    const struct program_awaited *x = a, *y = b;
    return x->seq < y->seq ? -1 : x->seq > y->seq;
}

/* The stores that are read, by stream. */
static bool list_awaited(struct program_reads *reads)
{
    size_t capacity[PROGRAM_STREAMS] = {0};
    for (unsigned i = 0; i < PROGRAM_STREAMS; i++) {
        for (size_t k = 0; k < reads->count[i]; k++) {
            const struct program_read *read = &reads->of[i][k];
            const size_t at = reads->awaited_count[read->from]++;
            if (mem_grow(&reads->awaited[read->from], &capacity[read->from], at + 1, sizeof *reads->awaited[0]))
                return false;
            reads->awaited[read->from][at] = (struct program_awaited){read->store, read->slot};
        }
    }
    for (unsigned i = 0; i < PROGRAM_STREAMS; i++)
        if (reads->awaited_count[i])
            qsort(reads->awaited[i], reads->awaited_count[i], sizeof *reads->awaited[i], by_store);
    return true;
}

enum tt_status program_reads_open(struct program *program, uint64_t first, struct tt_error *err)
{
    struct ttcap *capture = program->replay->capture;
    const struct ttcap_info *info = ttcap_info(capture);
    struct finder finder = {.chip = info->chip,
                            .frees_cores = program->replay->options->hazards_without >> EDGE_PLACE & 1,
                            .l1_bytes = chip_get(info->chip)->l1_bytes};
    program->reads = NULL;
    if (!info->pc_count)
        return TT_OK;
    finder.reads = mem_calloc(1, sizeof *finder.reads);
    finder.stored = mem_calloc(finder.l1_bytes, sizeof *finder.stored);
    enum tt_status status = finder.reads && finder.stored ? reads_find_all(&finder, capture, first, err) : TT_NO_MEMORY;
    if (!status && !list_awaited(finder.reads))
        status = TT_NO_MEMORY;
    mem_free(finder.stored);
    for (unsigned i = 0; i < THREADS; i++)
        for (unsigned j = 0; j < THREADS; j++)
            mem_free(finder.mail[i][j].sent);
    if (!status && finder.reads->has_any) {
        program->reads = finder.reads;
        return TT_OK;
    }
    program_reads_close(finder.reads);
    return status == TT_NO_MEMORY ? tt_fail(err, status, "no memory for what cores read") : status;
}

void program_reads_close(struct program_reads *reads)
{
    for (unsigned i = 0; reads && i < PROGRAM_STREAMS; i++) {
        mem_free(reads->of[i]);
        mem_free(reads->awaited[i]);
    }
    if (reads)
        mem_free(reads->places);
    mem_free(reads);
}

bool program_keeps_place(const struct program *program, const struct ttcap_event *event)
{
    const struct program_reads *reads = program->reads;
    return event->thread < 0 &&
           (!reads || (program->place_at < reads->place_count && reads->places[program->place_at] == event->seq));
}

static bool reads_hold(struct program *program, unsigned stream, uint64_t seq);

/* An event of the stream has happened, or it has taken a value out of a mailbox there. */
static bool has_passed(struct program *program, unsigned stream, uint64_t seq)
{
    const struct program_stream *other = program_stream_of(program, stream);
    return (!other->has_event || other->event->seq > seq) && !reads_hold(program, stream, seq);
}

static bool reads_hold(struct program *program, unsigned stream, uint64_t seq)
{
    const struct program_reads *reads = program->reads;
    bool holds = false;
    for (size_t i = program->read_at[stream]; !holds && i < reads->count[stream] && reads->of[stream][i].seq <= seq;
         i++)
        holds = !has_passed(program, reads->of[stream][i].from, reads->of[stream][i].store);
    return holds;
}

bool program_reads_hold(struct program *program, unsigned stream, const struct ttcap_event *event)
{
    return reads_hold(program, stream, event->seq);
}

/* Others may know the stream's events before this one. */
static void reads_pass_on(struct program *program, unsigned stream, uint64_t end)
{
    const struct program_reads *reads = program->reads;
    while (program->awaited_at[stream] < reads->awaited_count[stream] &&
           reads->awaited[stream][program->awaited_at[stream]].seq < end) {
        const struct program_awaited *awaited = &reads->awaited[stream][program->awaited_at[stream]++];
        if (program->hazards)
            hazard_store_value(program->hazards, stream, awaited->slot);
    }
}

/* The core that made room has passed, or is about to: then it knows as much as at its last event. */
static void reads_learn(struct program *program, unsigned stream, const struct program_read *read)
{
    const size_t at = program->read_at[read->from];
    const bool is_passed_on =
        at == program->reads->count[read->from] || program->reads->of[read->from][at].seq > read->store;
    if (!read->makes_room || is_passed_on)
        hazard_read_value(program->hazards, stream, read->slot, read->makes_room ? EDGE_MAILBOX_FULL : EDGE_MAILBOX);
    else
        hazard_learn_core(program->hazards, stream, read->from);
}

void program_reads_pass(struct program *program, unsigned stream, const struct ttcap_event *event)
{
    const struct program_reads *reads = program->reads;
    while (program->read_at[stream] < reads->count[stream] &&
           reads->of[stream][program->read_at[stream]].seq <= event->seq) {
        const struct program_read *read = &reads->of[stream][program->read_at[stream]++];
        reads_pass_on(program, stream, read->seq);
        if (program->hazards)
            reads_learn(program, stream, read);
    }
    reads_pass_on(program, stream, event->seq);
}

void program_reads_stored(struct program *program, unsigned stream, const struct ttcap_event *event)
{
    reads_pass_on(program, stream, event->seq + 1);
    program->place_at += stream == NO_THREAD_STREAM && program_keeps_place(program, event);
}
