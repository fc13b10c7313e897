/* SPDX-License-Identifier: Apache-2.0 */
#include "debug/index.h"

#include "base/search.h"
#include "isa/chip.h"
#include "order/word_origins.h"

enum { NO_CORE = 0xFF };

struct index_entry {
    uint32_t value, pc;
    uint8_t kind, core;
    int8_t thread;
};

struct index {
    uint64_t count;
    struct index_entry *entries;
    uint32_t *words[THREADS]; /* numbers of the executed words of a thread */
    size_t word_count[THREADS];
};

void index_close(struct index *index)
{
    if (!index)
        return;
    for (unsigned i = 0; i < THREADS; i++)
        mem_free(index->words[i]);
    mem_free(index->entries);
    mem_free(index);
}

static enum tt_status index_take(struct index *index, const struct ttcap_event *event, const struct word_origin *origin,
                                 size_t capacity[THREADS], struct tt_error *err)
{
    struct index_entry *entry = &index->entries[event->seq];
    *entry = (struct index_entry){
        .value = event->value, .kind = (uint8_t)event->kind, .core = NO_CORE, .thread = event->thread};
    if (event->has_pc || origin->is_known) {
        entry->core = (uint8_t)(event->has_pc ? event->core : origin->core);
        entry->pc = event->has_pc ? event->pc : origin->pc;
    }
    if (event->kind != TTCAP_EXEC || event->thread < 0 || event->thread >= THREADS)
        return TT_OK;
    const unsigned thread = (unsigned)event->thread;
    return MEM_PUSH(index->words[thread], index->word_count[thread], capacity[thread], (uint32_t)event->seq)
               ? TT_OK
               : tt_fail(err, TT_NO_MEMORY, "no memory for an index of the events");
}

static enum tt_status index_read_all(struct index *index, struct ttcap *capture, struct tt_error *err)
{
    const uint64_t first = (uint64_t)(ttcap_checkpoint(capture, 0)->after_event + 1);
    size_t capacity[THREADS] = {0};
    struct ttcap_cursor *cursor = NULL;
    struct word_origins *origins = NULL;
    enum tt_status status = ttcap_events_open(&cursor, capture, 0, index->count, err);
    status = status ?: word_origins_open(&origins, capture, err);
    while (!status) {
        struct ttcap_event event;
        struct word_origin origin = {.is_known = false};
        status = ttcap_events_next(cursor, &event, err);
        if (!status && origins && event.seq >= first)
            status = word_origins_next(origins, &event, &origin, err);
        status = status ?: index_take(index, &event, &origin, capacity, err);
    }
    word_origins_close(origins);
    ttcap_events_close(cursor);
    return walk_ended(status);
}

enum tt_status index_open(struct index **out, struct ttcap *capture, struct tt_error *err)
{
    const struct ttcap_info *info = ttcap_info(capture);
    struct index *index = *out = mem_calloc(1, sizeof *index);
    enum tt_status status = TT_OK;
    if (index && info->event_count < UINT32_MAX) {
        index->count = info->event_count;
        index->entries = mem_calloc(index->count + 1, sizeof *index->entries);
    }
    if (!index || !index->entries)
        status =
            tt_fail(err, TT_NO_MEMORY, "no memory for an index of %llu events", (unsigned long long)info->event_count);
    else
        status = index_read_all(index, capture, err);
    if (!status)
        return TT_OK;
    index_close(index);
    *out = NULL;
    return status;
}

bool index_event(const struct index *index, uint64_t seq, struct ttcap_event *event)
{
    if (seq >= index->count)
        return false;
    const struct index_entry *entry = &index->entries[seq];
    *event = (struct ttcap_event){.seq = seq,
                                  .kind = (enum ttcap_kind)entry->kind,
                                  .thread = (int8_t)entry->thread,
                                  .value = entry->value,
                                  .has_pc = entry->core != NO_CORE};
    if (event->has_pc) {
        event->core = (enum tt_core)entry->core;
        event->pc = entry->pc;
    }
    return true;
}

bool index_next_word(const struct index *index, unsigned thread, uint64_t seq, struct ttcap_event *event)
{
    const uint32_t *words = index->words[thread];
    const size_t next = SEARCH_FIRST(words, index->word_count[thread], *item < seq);
    return next < index->word_count[thread] && index_event(index, words[next], event);
}
