/* SPDX-License-Identifier: Apache-2.0 */
/* Of captures without recorded words, which boot cores, the words that a replay executes. */
#include "ask/bisect/pair/pair_internal.h"

#include "order/options_text.h"

struct word_reader {
    struct pair_list *threads;
    bool is_out_of_memory;
};

static void pair_words_on_before(void *user, struct tile *tile, unsigned thread, uint32_t word, uint64_t seq)
{
    struct word_reader *reader = user;
    struct pair_list *list = &reader->threads[thread];
    (void)tile;
    reader->is_out_of_memory |= mem_grow(&list->items, &list->capacity, list->count + 1, sizeof *list->items) != 0;
    if (!reader->is_out_of_memory)
        list->items[list->count++] = (struct pair_executed){seq, word};
}

static enum tt_status pair_words_of(struct ttcap *capture, struct pair_list threads[static THREADS],
                                    struct tt_error *err)
{
    struct word_reader reader = {.threads = threads};
    const struct replay_observer observer = {.user = &reader, .before = pair_words_on_before};
    struct replay_options options;
    struct replay_summary summary;
    replay_options_init(&options, ttcap_info(capture));
    options.order = order_usual(ttcap_info(capture), false);
    const enum tt_status status = replay_run(capture, &options, NULL, &observer, &summary, err);
    return !status && reader.is_out_of_memory ? tt_fail(err, TT_NO_MEMORY, "no memory for the words of two replays")
                                              : status;
}

enum tt_status pair_read_words(struct pair *pair, struct tt_error *err)
{
    TRY(pair_words_of(pair->good, pair->good_words, err));
    return pair_words_of(pair->bad, pair->bad_words, err);
}

void pair_clear_words(struct pair *pair)
{
    for (unsigned thread = 0; thread < THREADS; thread++) {
        mem_free(pair->good_words[thread].items);
        mem_free(pair->bad_words[thread].items);
    }
}
