/* SPDX-License-Identifier: Apache-2.0 */
/* Read once; candidates come from the rest of the thread: the other rounds of its loops. */
#include "ask/bisect/word_list.h"

#include "base/search.h"

static enum tt_status word_list_no_memory(const struct word_list *list, struct tt_error *err)
{
    return tt_fail(err, TT_NO_MEMORY, "no memory for %zu recorded words", list->count);
}

static bool word_list_takes(const struct word_list *list, const struct ttcap_event *event)
{
    return event->kind == (list->is_executed ? TTCAP_EXEC : TTCAP_PUSH) || event->kind == TTCAP_CFGW ||
           event->kind == TTCAP_MOPW || event->kind == TTCAP_GPRW;
}

static enum tt_status word_list_read_items(struct word_list *list, struct ttcap *capture, struct tt_error *err)
{
    const struct ttcap_info *info = ttcap_info(capture);
    const int64_t before = ttcap_checkpoint(capture, 0)->after_event;
    struct ttcap_cursor *cursor = NULL;
    struct ttcap_event event;
    const uint64_t *counts = info->kind_count;
    const uint64_t count = counts[list->is_executed ? TTCAP_EXEC : TTCAP_PUSH] + counts[TTCAP_CFGW] +
                           counts[TTCAP_MOPW] + counts[TTCAP_GPRW];
    list->items = mem_calloc(count + 1, sizeof *list->items);
    if (!list->items)
        return word_list_no_memory(list, err);
    enum tt_status status = ttcap_events_open(&cursor, capture, (uint64_t)(before + 1), info->event_count, err);
    while (!status && !(status = ttcap_events_next(cursor, &event, err))) {
        if (event.kind == TTCAP_SEMW)
            *(event.value ? &list->core_gets : &list->core_posts) |= 1u << event.addr % SEMAPHORES;
        if (!word_list_takes(list, &event))
            continue;
        struct recorded_word *item = &list->items[list->count++];
        const uint8_t thread = event.thread < 0 ? 0 : (uint8_t)event.thread;
        *item =
            (struct recorded_word){event.seq, event.value, list->thread_count[thread], thread, event.kind, event.addr};
        list->thread_count[thread] += !recorded_is_store(item);
    }
    ttcap_events_close(cursor);
    return status == TT_END ? TT_OK : status;
}

struct counted {
    uint32_t word, count;
};

ORDER(by_word, uint32_t, COMPARE(*a, *b))

ORDER(by_count, struct counted, FALLING(count) ?: RISING(word))

static bool find_distinct(struct word_list *list, unsigned thread)
{
    const uint32_t count = list->thread_count[thread];
    uint32_t *words = list->distinct[thread] = mem_calloc((size_t)count + 1, sizeof *words);
    struct counted *counted = mem_calloc((size_t)count + 1, sizeof *counted);
    if (!words || !counted) {
        mem_free(counted);
        return false;
    }
    for (uint32_t i = 0; i < count; i++)
        words[i] = word_of_thread(list, thread, i)->word;
    qsort(words, count, sizeof *words, by_word);
    uint32_t distinct = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (i == 0 || words[i] != words[i - 1])
            counted[distinct++] = (struct counted){words[i], 0};
        counted[distinct - 1].count++;
    }
    qsort(counted, distinct, sizeof *counted, by_count);
    for (uint32_t i = 0; i < distinct; i++)
        words[i] = counted[i].word;
    list->distinct_count[thread] = distinct;
    mem_free(counted);
    return true;
}

enum tt_status word_list_read(struct word_list *list, struct ttcap *capture, enum replay_order order,
                              struct tt_error *err)
{
    list->chip = ttcap_info(capture)->chip;
    list->is_executed = order == REPLAY_EXECUTED;
    list->has_unknown = ttcap_info(capture)->source == TTCAP_SILICON;
    enum tt_status status = word_list_read_items(list, capture, err);
    for (unsigned thread = 0; thread < THREADS && !status; thread++) {
        list->of_thread[thread] = mem_calloc((size_t)list->thread_count[thread] + 1, sizeof *list->of_thread[thread]);
        if (!list->of_thread[thread])
            status = word_list_no_memory(list, err);
    }
    for (size_t i = 0; i < list->count && !status; i++)
        if (!recorded_is_store(&list->items[i]))
            list->of_thread[list->items[i].thread][list->items[i].nth] = (uint32_t)i;
    for (unsigned thread = 0; thread < THREADS && !status; thread++)
        if (!find_distinct(list, thread))
            status = word_list_no_memory(list, err);
    return status;
}

void word_list_clear(struct word_list *list)
{
    mem_free(list->items);
    for (unsigned thread = 0; thread < THREADS; thread++) {
        mem_free(list->of_thread[thread]);
        mem_free(list->distinct[thread]);
    }
    *list = (struct word_list){0};
}
