/* SPDX-License-Identifier: Apache-2.0 */
/* Finds where a stretch of a space differs from the device's, in one pass: equal bytes at memcmp's speed, differing
 * ones as runs of whole 4-byte words, near neighbours in one run, no run longer than RUN_MAX. */
#include "verdict/held.h"

#include "base/little.h"

/* Equal pages are passed over; in others blocks are counted in lanes. */
enum { PAGE = 256, BLOCK = 64, WORD = 4, RUN_GAP = 16, RUN_MAX = 256 };

static bool mismatch_differs_at(const struct stretch *s, uint32_t i)
{
    return ((s->held[i] ^ s->replayed[i]) & s->known[i]) != 0;
}

static inline bool is_tainted_in(const struct stretch *s, uint32_t from, uint32_t count)
{
    uint64_t tainted = 0;
    for (uint32_t i = 0; s->tainted && i < count; i += sizeof tainted)
        tainted |= load_u64(s->tainted + from + i);
    return tainted != 0;
}

static bool is_tainted_at(const struct stretch *s, uint32_t i)
{
    return s->tainted && s->tainted[i];
}

/* Bytes of [from, to) as equal, differing or undecided. */
static void count_bytes(const struct stretch *s, uint32_t from, uint32_t to, struct replay_comparison *sum)
{
    for (uint32_t i = from; i < to; i++) {
        if (!s->known[i])
            continue;
        sum->known_bytes++;
        sum->known_bits += (uint64_t)__builtin_popcount(s->known[i]);
        if (is_tainted_at(s, i))
            sum->tainted_bytes++;
        else if (mismatch_differs_at(s, i))
            sum->differing_bytes++;
        else
            sum->equal_bytes++;
    }
}

/* All known and untainted and equal: the usual page. Its flags are looked at in plain loops, which become lanes. */
static bool is_plainly_equal(const struct stretch *s, uint32_t from)
{
    uint64_t unknown = 0;
    if (memcmp(s->held + from, s->replayed + from, PAGE) != 0)
        return false;
    for (uint32_t i = 0; i < PAGE; i += sizeof unknown)
        unknown |= ~load_u64(s->known + from + i);
    return unknown == 0 && !is_tainted_in(s, from, PAGE);
}

struct run {
    uint32_t lo, hi; /* within the stretch; empty while lo == hi */
    bool is_tainted;
};

static void report_run(const struct stretch *s, struct run *run, const struct mismatch_sink *sink)
{
    if (run->lo < run->hi && sink->mismatch) {
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
        sink->mismatch(sink->user, &mismatch);
    }
    run->lo = run->hi = 0;
}

/* A word that differs: joins the run that is open, or opens the next. */
static void mismatch_add_word(const struct stretch *s, struct run *run, uint32_t lo, uint32_t hi, bool is_tainted,
                              const struct mismatch_sink *sink)
{
    bool joins =
        run->lo < run->hi && run->is_tainted == is_tainted && lo - run->hi <= RUN_GAP && hi - run->lo <= RUN_MAX;
    if (!joins) {
        report_run(s, run, sink);
        run->lo = lo;
        run->is_tainted = is_tainted;
    }
    run->hi = hi;
}

/* A word, or the part of one at an end; it is tainted when each of its differing bytes is. */
static void compare_word(const struct stretch *s, uint32_t lo, uint32_t hi, struct replay_comparison *sum,
                         struct run *run, const struct mismatch_sink *sink)
{
    bool differs = false, is_sure = false;
    count_bytes(s, lo, hi, sum);
    for (uint32_t i = lo; i < hi; i++) {
        if (!mismatch_differs_at(s, i))
            continue;
        differs = true;
        is_sure |= !is_tainted_at(s, i);
    }
    if (differs)
        mismatch_add_word(s, run, lo, hi, !is_sure, sink);
}

static void mismatch_compare_words(const struct stretch *s, uint32_t from, uint32_t to, struct replay_comparison *sum,
                                   struct run *run, const struct mismatch_sink *sink)
{
    for (uint32_t lo = from, hi; lo < to; lo = hi) {
        hi = lo - (s->lo + lo) % WORD + WORD;
        if (hi > to)
            hi = to;
        compare_word(s, lo, hi, sum, run, sink);
    }
}

/* A whole block of which nothing is tainted: its bytes counted in lanes, and only words that differ looked at. */
static void compare_block(const struct stretch *s, uint32_t from, struct replay_comparison *sum, struct run *run,
                          const struct mismatch_sink *sink)
{
    const uint8_t *held = s->held + from, *replayed = s->replayed + from, *known = s->known + from;
    uint8_t known_bytes = 0, differing = 0;
    for (uint32_t i = 0; i < BLOCK; i++) {
        known_bytes = (uint8_t)(known_bytes + (known[i] != 0));
        differing = (uint8_t)(differing + (((held[i] ^ replayed[i]) & known[i]) != 0));
    }
    for (uint32_t i = 0; i < BLOCK; i += sizeof(uint64_t)) {
        const uint64_t bits = load_u64(known + i);
        sum->known_bits += bits == UINT64_MAX ? 64 : (uint64_t)__builtin_popcountll(bits); /* a call */
    }
    sum->known_bytes += known_bytes;
    sum->differing_bytes += differing;
    sum->equal_bytes += (uint64_t)known_bytes - differing;
    for (uint32_t i = 0; differing && i < BLOCK; i += WORD) {
        if ((load_u32(held + i) ^ load_u32(replayed + i)) & load_u32(known + i))
            mismatch_add_word(s, run, from + i, from + i + WORD, false, sink);
    }
}

/* The end of the part of `bytes`, aligned, that `from` lies in, or of the stretch. */
static uint32_t part_end(const struct stretch *s, uint32_t from, uint32_t bytes)
{
    const uint32_t end = from - (s->lo + from) % bytes + bytes;
    return end < s->count ? end : s->count;
}

static void report_undecided(const struct stretch *s, const struct mismatch_sink *sink)
{
    for (uint32_t from = 0, to; from < s->count; from = to) {
        const bool is_undecided = s->known[from] && s->tainted[from];
        const origin_set origins = is_undecided ? s->origins[from] : 0;
        for (to = from + 1; to < s->count && (s->known[to] && s->tainted[to]) == is_undecided;) {
            if (is_undecided && s->origins[to] != origins)
                break;
            to++;
        }
        if (is_undecided)
            sink->undecided(sink->user,
                            &(struct replay_undecided){s->checkpoint, s->space, s->lo + from, s->lo + to, origins});
    }
}

void stretch_compare(const struct stretch *s, struct replay_comparison *sum, const struct mismatch_sink *sink)
{
    struct run run = {0, 0, false};
    for (uint32_t from = 0, to; from < s->count; from = to) {
        to = part_end(s, from, PAGE);
        if (to - from == PAGE && is_plainly_equal(s, from)) {
            sum->known_bytes += PAGE;
            sum->known_bits += 8 * PAGE;
            sum->equal_bytes += PAGE;
            continue;
        }
        for (uint32_t end = to; from < end; from = to) {
            to = part_end(s, from, BLOCK);
            if (to - from == BLOCK && !is_tainted_in(s, from, BLOCK))
                compare_block(s, from, sum, &run, sink);
            else
                mismatch_compare_words(s, from, to, sum, &run, sink);
        }
    }
    report_run(s, &run, sink);
    if (sink->undecided && s->tainted)
        report_undecided(s, sink);
}
