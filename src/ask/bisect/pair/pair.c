/* SPDX-License-Identifier: Apache-2.0 */
/* Threads are held side by side word by word, since their order among each other may be another each time. */
#include "ask/bisect/pair/pair_internal.h"

#include "base/error.h"
#include "base/memory.h"
#include "isa/spaces.h"

#include <stdio.h>
#include <string.h>

enum { CHUNK = 64 * 1024 };

enum { PAIR_STORES = 1 << TTCAP_CFGW | 1 << TTCAP_MOPW | 1 << TTCAP_GPRW };

/* The next event of a thread of one of the kinds (bit a enum ttcap_kind); TT_END after the last. */
static enum tt_status pair_next_word(struct ttcap_cursor *cursor, uint32_t kinds, unsigned thread,
                                     struct ttcap_event *event, struct tt_error *err)
{
    enum tt_status status;
    do
        status = ttcap_events_next(cursor, event, err);
    while (!status && (!(kinds >> event->kind & 1) || event->thread != (int)thread));
    return status;
}

static void note_words(struct pair_words *words, unsigned thread, uint64_t number, const struct ttcap_event *good,
                       const struct ttcap_event *bad)
{
    /* Of several threads the one that parts first in the bad capture. */
    const uint64_t at = bad ? bad->seq : UINT64_MAX;
    if (words->differs && (words->has_bad ? words->bad_event : UINT64_MAX) <= at)
        return;
    words->differs = true;
    words->thread = thread;
    words->number = number;
    words->has_good = good != NULL;
    words->has_bad = bad != NULL;
    words->good_event = good ? good->seq : 0;
    words->bad_event = bad ? bad->seq : 0;
    words->good_word = good ? good->value : 0;
    words->bad_word = bad ? bad->value : 0;
    words->good_kind = good ? good->kind : TTCAP_EXEC;
    words->bad_kind = bad ? bad->kind : TTCAP_EXEC;
    words->good_addr = good ? good->addr : 0;
    words->bad_addr = bad ? bad->addr : 0;
}

static bool pair_is_same(const struct ttcap_event *a, const struct ttcap_event *b)
{
    return a->value == b->value && a->kind == b->kind && (!(PAIR_STORES >> a->kind & 1) || a->addr == b->addr);
}

/* *number: how many are the same. */
static enum tt_status walk_thread(struct pair_words *words, uint32_t kinds, unsigned thread, struct ttcap_cursor *good,
                                  struct ttcap_cursor *bad, uint64_t *number, struct tt_error *err)
{
    for (*number = 0;; ++*number) {
        struct ttcap_event a, b;
        const enum tt_status status_a = pair_next_word(good, kinds, thread, &a, err);
        const enum tt_status status_b = pair_next_word(bad, kinds, thread, &b, err);
        if (status_a == TT_END && status_b == TT_END)
            return TT_OK;
        if (status_a && status_a != TT_END)
            return status_a;
        if (status_b && status_b != TT_END)
            return status_b;
        if (status_a || status_b || !pair_is_same(&a, &b)) {
            note_words(words, thread, *number, status_a ? NULL : &a, status_b ? NULL : &b);
            return TT_OK;
        }
        words->compared++;
    }
}

static enum tt_status compare_events(struct pair *pair, struct pair_words *words, uint32_t kinds,
                                     uint64_t agreed[static THREADS], struct tt_error *err)
{
    enum tt_status status = TT_OK;
    for (unsigned thread = 0; thread < THREADS && !status; thread++) {
        struct ttcap_cursor *good = NULL, *bad = NULL;
        status = ttcap_events_open(&good, pair->good, 0, ttcap_info(pair->good)->event_count, err);
        if (!status)
            status = ttcap_events_open(&bad, pair->bad, 0, ttcap_info(pair->bad)->event_count, err);
        if (!status)
            status = walk_thread(words, kinds, thread, good, bad, &agreed[thread], err);
        ttcap_events_close(good);
        ttcap_events_close(bad);
    }
    return status;
}

static enum tt_status compare_words(struct pair *pair, struct tt_error *err)
{
    const struct ttcap_info *a = ttcap_info(pair->good), *b = ttcap_info(pair->bad);
    const bool is_pushed = a->kind_count[TTCAP_EXEC] == 0 || b->kind_count[TTCAP_EXEC] == 0;
    uint64_t agreed[THREADS];
    pair->result->words.is_pushed = is_pushed;
    const enum tt_status status = compare_events(
        pair, &pair->result->words, UINT32_C(1) << (is_pushed ? TTCAP_PUSH : TTCAP_EXEC), pair->agreed, err);
    return status ? status : compare_events(pair, &pair->result->stores, PAIR_STORES, agreed, err);
}

/* ---- data ---- */

struct chunks {
    uint8_t good[CHUNK], bad[CHUNK], good_known[CHUNK], bad_known[CHUNK];
};

static void compare_chunk(struct pair_data *data, const struct chunks *chunks, enum tt_space space, uint32_t lo,
                          uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t known = chunks->good_known[i] & chunks->bad_known[i];
        data->compared += known != 0;
        if (!((chunks->good[i] ^ chunks->bad[i]) & known))
            continue;
        if (!data->differs) {
            data->differs = true;
            data->space = space;
            data->addr = lo + i;
            data->good = chunks->good[i];
            data->bad = chunks->bad[i];
        }
        data->bytes += data->space == space;
    }
}

static enum tt_status compare_snapshots(struct pair *pair, struct chunks *chunks, uint32_t good, uint32_t bad,
                                        struct tt_error *err)
{
    struct pair_data *data = &pair->result->data;
    enum tt_status status = TT_OK;
    for (int i = 0; i < TT_SPACE_COUNT && !status && !data->differs; i++) {
        const enum tt_space space = (enum tt_space)i;
        const uint32_t size = space_bytes(ttcap_info(pair->good)->chip, space);
        for (uint32_t lo = 0; lo < size && !status; lo += CHUNK) {
            const uint32_t count = size - lo < CHUNK ? size - lo : CHUNK;
            status = ttcap_read(pair->good, good, space, lo, count, chunks->good, chunks->good_known, err);
            if (!status)
                status = ttcap_read(pair->bad, bad, space, lo, count, chunks->bad, chunks->bad_known, err);
            if (!status)
                compare_chunk(data, chunks, space, lo, count);
        }
    }
    (void)snprintf(data->checkpoint, sizeof data->checkpoint, "%s", ttcap_checkpoint(pair->good, good)->id);
    return status;
}

/* Compares the first checkpoints, then every later one that has the same name in both captures. */
static enum tt_status compare_data(struct pair *pair, struct tt_error *err)
{
    struct chunks *chunks = mem_alloc(sizeof *chunks);
    if (!chunks)
        return tt_fail(err, TT_NO_MEMORY, "no memory for two snapshots");
    enum tt_status status = TT_OK;
    const uint32_t goods = ttcap_info(pair->good)->checkpoint_count, bads = ttcap_info(pair->bad)->checkpoint_count;
    for (uint32_t a = 0; a < goods && !status && !pair->result->data.differs; a++) {
        uint32_t b = a == 0 ? 0 : 1;
        while (a > 0 && b < bads &&
               strcmp(ttcap_checkpoint(pair->good, a)->id, ttcap_checkpoint(pair->bad, b)->id) != 0)
            b++;
        if (b < bads)
            status = compare_snapshots(pair, chunks, a, b, err);
    }
    mem_free(chunks);
    return status;
}

enum tt_status pair_run(struct ttcap *good, struct ttcap *bad, struct pair_result *result, struct tt_error *err)
{
    struct pair pair = {.good = good, .bad = bad, .result = result};
    const enum tt_chip chip = ttcap_info(good)->chip;
    *result = (struct pair_result){0};
    if (chip != ttcap_info(bad)->chip)
        return tt_fail(err, TT_BAD_INPUT, "the good capture is of %s, the bad one of %s", chip_get(chip)->name,
                       chip_get(ttcap_info(bad)->chip)->name);
    enum tt_status status = compare_words(&pair, err);
    if (!status)
        status = pair_compare_fields(&pair, err);
    return status ? status : compare_data(&pair, err);
}
