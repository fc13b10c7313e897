/* SPDX-License-Identifier: Apache-2.0 */
/* Finds where a stretch of a space differs from what was held, in one pass: equal bytes at memcmp's speed, differing
 * ones as runs of whole 4-byte words, near neighbours in one run, no run longer than RUN_MAX. */
#include "replay/replay_internal.h"

#include <string.h>

enum { BLOCK = 256, WORD = 4, RUN_GAP = 16, RUN_MAX = 256 };

static bool differs_at(const struct stretch *s, uint32_t i)
{
    return ((s->held[i] ^ s->replayed[i]) & s->known[i]) != 0;
}

static bool is_tainted_at(const struct stretch *s, uint32_t i)
{
    return s->tainted && s->tainted[i];
}

/* Bytes of [from, to) by what they say. */
static void count_bytes(const struct stretch *s, uint32_t from, uint32_t to, struct replay_comparison *sum)
{
    for (uint32_t i = from; i < to; i++) {
        if (!s->known[i])
            continue;
        sum->known_bytes++;
        if (is_tainted_at(s, i))
            sum->tainted_bytes++;
        else if (differs_at(s, i))
            sum->differing_bytes++;
        else
            sum->equal_bytes++;
    }
}

/* All known and untainted and equal: the usual block. */
static bool is_plainly_equal(const struct stretch *s, uint32_t from, uint32_t count)
{
    static const uint8_t all[BLOCK] = {
#define ONES 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF
        ONES, ONES, ONES, ONES, ONES, ONES, ONES, ONES, ONES, ONES, ONES, ONES, ONES, ONES, ONES, ONES,
#undef ONES
    };
    return memcmp(s->held + from, s->replayed + from, count) == 0 && memcmp(s->known + from, all, count) == 0 &&
           !(s->tainted && memchr(s->tainted + from, 1, count));
}

struct run {
    uint32_t lo, hi; /* within the stretch; empty while lo == hi */
    bool is_tainted;
};

static void tell_run(const struct stretch *s, struct run *run, const struct replay_observer *observer)
{
    if (run->lo < run->hi && observer && observer->mismatch) {
        struct replay_mismatch mismatch = {
            .checkpoint = s->checkpoint,
            .space = s->space,
            .lo = s->lo + run->lo,
            .hi = s->lo + run->hi,
            .held = s->held + run->lo,
            .replayed = s->replayed + run->lo,
            .known = s->known + run->lo,
            .is_tainted = run->is_tainted,
        };
        observer->mismatch(observer->user, &mismatch);
    }
    run->lo = run->hi = 0;
}

/* A word that differs: joins the run that is open, or opens the next. */
static void add_word(const struct stretch *s, struct run *run, uint32_t lo, uint32_t hi, bool is_tainted,
                     const struct replay_observer *observer)
{
    bool joins =
        run->lo < run->hi && run->is_tainted == is_tainted && lo - run->hi <= RUN_GAP && hi - run->lo <= RUN_MAX;
    if (!joins) {
        tell_run(s, run, observer);
        run->lo = lo;
        run->is_tainted = is_tainted;
    }
    run->hi = hi;
}

/* Words that differ in [from, to); a word is tainted when each of its differing bytes is. */
static void find_runs(const struct stretch *s, uint32_t from, uint32_t to, struct run *run,
                      const struct replay_observer *observer)
{
    for (uint32_t lo = from; lo < to;) {
        uint32_t hi = lo - (s->lo + lo) % WORD + WORD;
        if (hi > to)
            hi = to;
        bool differs = false, is_sure = false;
        for (uint32_t i = lo; i < hi; i++) {
            if (!differs_at(s, i))
                continue;
            differs = true;
            is_sure |= !is_tainted_at(s, i);
        }
        if (differs)
            add_word(s, run, lo, hi, !is_sure, observer);
        lo = hi;
    }
}

void stretch_compare(const struct stretch *s, struct replay_comparison *sum, const struct replay_observer *observer)
{
    struct run run = {0, 0, false};
    for (uint32_t from = 0; from < s->count;) {
        uint32_t to = from - (s->lo + from) % BLOCK + BLOCK;
        if (to > s->count)
            to = s->count;
        if (is_plainly_equal(s, from, to - from)) {
            sum->known_bytes += to - from;
            sum->equal_bytes += to - from;
        } else {
            count_bytes(s, from, to, sum);
            find_runs(s, from, to, &run, observer);
        }
        from = to;
    }
    tell_run(s, &run, observer);
}
