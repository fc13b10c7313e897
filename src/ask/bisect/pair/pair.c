/* SPDX-License-Identifier: Apache-2.0 */
/* Threads are held side by side word by word, since their order among each other may be another each time. */
#include "ask/bisect/pair/pair_internal.h"

#include "base/little.h"
#include "isa/spaces.h"

enum { CHUNK = 64 * 1024 };

enum {
    PAIR_STORES =
        1 << TTCAP_CFGW | 1 << TTCAP_MOPW | 1 << TTCAP_GPRW | 1 << TTCAP_SEMW | 1 << TTCAP_L1W | 1 << TTCAP_MMIO
};

/* The events of one source in one capture, and what is to be said of the one at hand. */
struct side {
    struct ttcap_cursor *cursor; /* null: of `words` */
    const struct pair_list *words;
    size_t at;
    struct ttcap_event event;
    enum tt_status status;
};

static enum pair_source side_source(const struct ttcap_event *event)
{
    if (event->thread >= 0)
        return (enum pair_source)event->thread;
    if (!event->has_pc || (event->core != TT_CORE_B && event->core != TT_CORE_NC))
        return PAIR_NOBODY;
    return event->core == TT_CORE_B ? PAIR_CORE_B : PAIR_CORE_NC;
}

static enum tt_status side_open(struct side *side, struct ttcap *capture, const struct pair_list *words,
                                unsigned source, uint32_t kinds, struct tt_error *err)
{
    *side = (struct side){.words = words};
    if (words)
        return TT_OK;
    const enum tt_status status = ttcap_events_open(&side->cursor, capture, 0, ttcap_info(capture)->event_count, err);
    if (!status)
        ttcap_events_choose(side->cursor, source < THREADS ? (int)source : -1, kinds);
    return status;
}

/* TT_END behind the last. */
static void side_next(struct side *side, unsigned source, struct tt_error *err)
{
    side->status = TT_OK;
    if (side->words && side->at < side->words->count)
        side->event = (struct ttcap_event){
            .kind = TTCAP_EXEC, .seq = side->words->items[side->at].seq, .value = side->words->items[side->at].word};
    else if (side->words)
        side->status = TT_END;
    else
        do
            side->status = ttcap_events_next(side->cursor, &side->event, err);
        while (!side->status && side_source(&side->event) != source);
    side->at++;
}

/* Of a store to L1 from byte `from` of it on. */
static struct pair_event side_event(const struct side *side, uint32_t from)
{
    const struct ttcap_event *event = &side->event;
    struct pair_event said = {.has = !side->status};
    uint8_t bytes[4] = {0};
    if (!said.has)
        return said;
    said = (struct pair_event){.has = true,
                               .kind = event->kind,
                               .index = event->index,
                               .event = event->seq,
                               .addr = event->addr + from,
                               .bytes = event->byte_count - from,
                               .word = event->value};
    for (uint32_t i = 0; i < sizeof bytes && i < said.bytes; i++)
        bytes[i] = event->bytes[from + i];
    if (event->kind == TTCAP_L1W)
        said.word = load_u32(bytes);
    return said;
}

static void note_words(struct pair_words *words, unsigned source, uint64_t number, const struct side *good,
                       const struct side *bad)
{
    const struct ttcap_event *a = &good->event, *b = &bad->event;
    uint32_t from = 0; /* of two stores to one place of L1: the first byte that differs */
    /* Of several sources the one that parts first in the bad capture. */
    const uint64_t at = bad->status ? UINT64_MAX : b->seq;
    if (words->differs && (words->bad.has ? words->bad.event : UINT64_MAX) <= at)
        return;
    const bool is_one_place =
        !good->status && !bad->status && a->kind == TTCAP_L1W && b->kind == TTCAP_L1W && a->addr == b->addr;
    while (is_one_place && from < a->byte_count && from < b->byte_count && a->bytes[from] == b->bytes[from])
        from++;
    words->differs = true;
    words->thread = source;
    words->number = number;
    words->good = side_event(good, from);
    words->bad = side_event(bad, from);
}

static bool pair_is_same(const struct ttcap_event *a, const struct ttcap_event *b)
{
    if (a->kind != b->kind || a->value != b->value)
        return false;
    if (!(PAIR_STORES >> a->kind & 1))
        return true;
    return a->addr == b->addr && (a->kind != TTCAP_CFGW || a->index == b->index) &&
           (a->kind != TTCAP_L1W || (a->byte_count == b->byte_count && memcmp(a->bytes, b->bytes, a->byte_count) == 0));
}

/* *number: how many are the same. */
static enum tt_status walk_source(struct pair_words *words, unsigned source, struct side *good, struct side *bad,
                                  uint64_t *number, struct tt_error *err)
{
    for (*number = 0;; ++*number) {
        side_next(good, source, err);
        side_next(bad, source, err);
        if (good->status && good->status != TT_END)
            return good->status;
        if (bad->status && bad->status != TT_END)
            return bad->status;
        if (good->status && bad->status)
            return TT_OK;
        if (good->status || bad->status || !pair_is_same(&good->event, &bad->event)) {
            note_words(words, source, *number, good, bad);
            return TT_OK;
        }
        words->compared++;
    }
}

static enum tt_status compare_events(struct pair *pair, struct pair_words *words, uint32_t kinds, unsigned sources,
                                     uint64_t agreed[static PAIR_SOURCES], struct tt_error *err)
{
    const bool has_lists = words->of == PAIR_REPLAYED && kinds == UINT32_C(1) << TTCAP_EXEC;
    enum tt_status status = TT_OK;
    for (unsigned source = 0; source < sources && !status; source++) {
        struct side good = {0}, bad = {0};
        status = side_open(&good, pair->good, has_lists ? &pair->good_words[source] : NULL, source, kinds, err);
        if (!status)
            status = side_open(&bad, pair->bad, has_lists ? &pair->bad_words[source] : NULL, source, kinds, err);
        if (!status)
            status = walk_source(words, source, &good, &bad, &agreed[source], err);
        ttcap_events_close(good.cursor);
        ttcap_events_close(bad.cursor);
    }
    return status;
}

static bool pair_both_have(const struct pair *pair, enum ttcap_kind kind)
{
    return ttcap_info(pair->good)->kind_count[kind] && ttcap_info(pair->bad)->kind_count[kind];
}

static bool pair_boots_differ(const struct ttcap_info *a, const struct ttcap_info *b)
{
    bool differ = a->boot_count != b->boot_count;
    for (size_t i = 0; i < a->boot_count && !differ; i++) {
        size_t k = 0;
        while (k < b->boot_count && (b->boot[k].core != a->boot[i].core || b->boot[k].pc != a->boot[i].pc))
            k++;
        differ = k == b->boot_count;
    }
    return differ;
}

static enum tt_status compare_words(struct pair *pair, struct tt_error *err)
{
    struct pair_result *result = pair->result;
    uint64_t stores[PAIR_SOURCES];
    const enum pair_of of = pair_both_have(pair, TTCAP_EXEC)   ? PAIR_EXECUTED
                            : pair_both_have(pair, TTCAP_PUSH) ? PAIR_PUSHED
                                                               : PAIR_REPLAYED;
    const uint32_t kinds = UINT32_C(1) << (of == PAIR_PUSHED ? TTCAP_PUSH : TTCAP_EXEC);
    enum tt_status status = TT_OK;
    result->words.of = of;
    if (of == PAIR_REPLAYED)
        status = pair_read_words(pair, err);
    if (!status)
        status = compare_events(pair, &result->words, kinds, THREADS, pair->agreed, err);
    return status ? status : compare_events(pair, &result->stores, PAIR_STORES, PAIR_SOURCES, stores, err);
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

/* Windows known by hash alone that both have; *alone: those that one has. */
static void compare_windows(struct pair *pair, uint32_t good, uint32_t bad)
{
    struct pair_data *data = &pair->result->data;
    struct ttcap_window a, b;
    struct tt_error err;
    uint32_t matched = 0, others = 0;
    for (uint32_t i = 0; !ttcap_window_get(pair->good, good, i, &a, &err); i++) {
        uint32_t k = 0;
        while (!ttcap_window_get(pair->bad, bad, k, &b, &err) &&
               (a.space != b.space || a.lo != b.lo || a.count != b.count))
            k++;
        if (ttcap_window_get(pair->bad, bad, k, &b, &err)) {
            data->alone++;
            continue;
        }
        matched++;
        data->compared += a.count;
        if (data->differs || memcmp(a.digest, b.digest, sizeof a.digest) == 0)
            continue;
        data->differs = true;
        data->space = a.space;
        data->addr = a.lo;
        data->window = a.count;
    }
    while (!ttcap_window_get(pair->bad, bad, others, &b, &err))
        others++;
    data->alone += others - matched;
}

/* Which later checkpoint has that id; 0: none. */
static uint32_t pair_find_checkpoint(struct ttcap *in, const struct ttcap_checkpoint *sought)
{
    uint32_t at = 1;
    while (at < ttcap_info(in)->checkpoint_count && strcmp(ttcap_checkpoint(in, at)->id, sought->id) != 0)
        at++;
    return at < ttcap_info(in)->checkpoint_count ? at : 0;
}

/* Compares the first checkpoints, then every later one that has the same name in both captures. */
static enum tt_status compare_data(struct pair *pair, struct tt_error *err)
{
    struct chunks *chunks = mem_alloc(sizeof *chunks);
    struct pair_data *data = &pair->result->data;
    NEED(chunks, err, "no memory for two snapshots");
    enum tt_status status = TT_OK;
    const uint32_t goods = ttcap_info(pair->good)->checkpoint_count, bads = ttcap_info(pair->bad)->checkpoint_count;
    for (uint32_t a = 0; a < goods && !status && !data->differs; a++) {
        const uint32_t b = a ? pair_find_checkpoint(pair->bad, ttcap_checkpoint(pair->good, a)) : 0;
        data->alone += a && !b;
        if (!a || b)
            status = compare_snapshots(pair, chunks, a, b, err);
        if (!status && (!a || b))
            compare_windows(pair, a, b);
    }
    for (uint32_t b = 1; b < bads; b++)
        data->alone += !pair_find_checkpoint(pair->good, ttcap_checkpoint(pair->bad, b));
    mem_free(chunks);
    return status;
}

enum tt_status pair_run(struct ttcap *good, struct ttcap *bad, struct pair_result *result, struct tt_error *err)
{
    struct pair pair = {.good = good, .bad = bad, .result = result};
    const enum tt_chip chip = ttcap_info(good)->chip;
    *result = (struct pair_result){.boots_differ = pair_boots_differ(ttcap_info(good), ttcap_info(bad))};
    REFUSE_IF(chip != ttcap_info(bad)->chip, err, "the good capture is of %s, the bad one of %s", chip_get(chip)->name,
              chip_get(ttcap_info(bad)->chip)->name);
    enum tt_status status = compare_words(&pair, err);
    if (!status)
        status = pair_compare_fields(&pair, err);
    pair_clear_words(&pair);
    return status ? status : compare_data(&pair, err);
}
