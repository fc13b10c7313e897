/* SPDX-License-Identifier: Apache-2.0 */
/* Finds where a stretch of a space differs from what was held, in one pass: equal bytes at memcmp's speed, differing
 * ones as runs of whole 4-byte words, near neighbours in one run, no run longer than RUN_MAX. */
#include "replay/replay_internal.h"

#include <string.h>

/* Equal pages are passed over, then equal blocks of what is left, then equal words. */
enum { PAGE = 1024, BLOCK = 64, WORD = 4, RUN_GAP = 16, RUN_MAX = 256 };

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
    const uint8_t *known = s->known + from;
    return memcmp(s->held + from, s->replayed + from, count) == 0 && known[0] == 0xFF &&
           memcmp(known, known + 1, count - 1) == 0 && !(s->tainted && memchr(s->tainted + from, 1, count));
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

/* A word, or the part of one at an end; it is tainted when each of its differing bytes is. */
static void compare_word(const struct stretch *s, uint32_t lo, uint32_t hi, struct replay_comparison *sum,
                         struct run *run, const struct replay_observer *observer)
{
    bool differs = false, is_sure = false;
    count_bytes(s, lo, hi, sum);
    for (uint32_t i = lo; i < hi; i++) {
        if (!differs_at(s, i))
            continue;
        differs = true;
        is_sure |= !is_tainted_at(s, i);
    }
    if (differs)
        add_word(s, run, lo, hi, !is_sure, observer);
}

/* How many of its four bytes are not zero. */
static unsigned bytes_set(uint32_t word)
{
    const uint32_t low = UINT32_C(0x7F7F7F7F);
    return (unsigned)__builtin_popcount((((word & low) + low) | word) & ~low);
}

/* A whole word, if all of it is known and nothing tainted; else false. */
static bool compare_plain_word(const struct stretch *s, uint32_t lo, struct replay_comparison *sum, struct run *run,
                               const struct replay_observer *observer)
{
    uint32_t held, replayed, known, tainted = 0;
    memcpy(&held, s->held + lo, WORD);
    memcpy(&replayed, s->replayed + lo, WORD);
    memcpy(&known, s->known + lo, WORD);
    if (s->tainted)
        memcpy(&tainted, s->tainted + lo, WORD);
    if (known != UINT32_MAX || tainted)
        return false;
    const unsigned differing = bytes_set(held ^ replayed);
    sum->known_bytes += WORD;
    sum->equal_bytes += WORD - differing;
    sum->differing_bytes += differing;
    if (differing)
        add_word(s, run, lo, lo + WORD, false, observer);
    return true;
}

static void compare_words(const struct stretch *s, uint32_t from, uint32_t to, struct replay_comparison *sum,
                          struct run *run, const struct replay_observer *observer)
{
    for (uint32_t lo = from; lo < to;) {
        const uint32_t hi = lo - (s->lo + lo) % WORD + WORD;
        if (hi > to || hi - lo != WORD || !compare_plain_word(s, lo, sum, run, observer))
            compare_word(s, lo, hi < to ? hi : to, sum, run, observer);
        lo = hi;
    }
}

/* The end of the part of `bytes`, aligned, that `from` lies in, or of the stretch. */
static uint32_t part_end(const struct stretch *s, uint32_t from, uint32_t bytes)
{
    const uint32_t end = from - (s->lo + from) % bytes + bytes;
    return end < s->count ? end : s->count;
}

void stretch_compare(const struct stretch *s, struct replay_comparison *sum, const struct replay_observer *observer)
{
    struct run run = {0, 0, false};
    for (uint32_t from = 0, page_end = 0, to; from < s->count; from = to) {
        to = part_end(s, from, PAGE);
        const bool is_new_page = from >= page_end;
        page_end = to;
        if (!is_new_page || !is_plainly_equal(s, from, to - from)) {
            to = part_end(s, from, BLOCK);
            if (!is_plainly_equal(s, from, to - from)) {
                compare_words(s, from, to, sum, &run, observer);
                continue;
            }
        }
        sum->known_bytes += to - from;
        sum->equal_bytes += to - from;
    }
    tell_run(s, &run, observer);
}
