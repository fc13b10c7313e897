/* SPDX-License-Identifier: Apache-2.0 */
/* Collects differing bytes in the order in which a replay reports them, so that two sets can be merged. */
#include "ask/bisect/difference.h"

#include "base/search.h"
#include "tile/state.h"
#include "tile/tile.h"

static void difference_add(struct difference *difference, const struct differing_byte *byte)
{
    difference->total++;
    if (difference->count == DIFFERENCE_MAX || difference->is_out_of_memory)
        return;
    if (mem_grow(&difference->bytes, &difference->capacity, difference->count + 1, sizeof *difference->bytes))
        difference->is_out_of_memory = true;
    else
        difference->bytes[difference->count++] = *byte;
}

static void difference_on_mismatch(void *user, const struct replay_mismatch *run)
{
    for (uint32_t i = 0; i < run->hi - run->lo && !run->is_tainted; i++) {
        const struct differing_byte byte = {.checkpoint = run->checkpoint,
                                            .space = (uint8_t)run->space,
                                            .addr = run->lo + i,
                                            .held = run->held[i],
                                            .replayed = run->replayed[i],
                                            .known = run->known[i]};
        if ((byte.held ^ byte.replayed) & byte.known)
            difference_add(user, &byte);
    }
}

static void difference_on_undecided(void *user, const struct replay_undecided *run)
{
    struct difference *difference = user;
    if (difference->is_out_of_memory || mem_grow(&difference->undecided, &difference->undecided_capacity,
                                                 difference->undecided_count + 1, sizeof *difference->undecided)) {
        difference->is_out_of_memory = true;
        return;
    }
    difference->undecided[difference->undecided_count++] =
        (struct undecided_range){run->checkpoint, run->lo, run->hi, (uint8_t)run->space};
}

/* One value, whatever differs within it. */
static void difference_on_window(void *user, const struct held_window *window)
{
    const struct differing_byte byte = {.checkpoint = window->checkpoint,
                                        .space = (uint8_t)window->space,
                                        .addr = window->lo,
                                        .window = window->hi - window->lo};
    if (window->result == WINDOW_DIFFERS)
        difference_add(user, &byte);
    else if (window->result == WINDOW_UNDECIDED)
        difference_on_undecided(
            user, &(struct replay_undecided){window->checkpoint, window->space, window->lo, window->hi, 0});
}

/* The differences at the checkpoints before the frame. */
static void difference_on_resumed(void *user, uint32_t checkpoint)
{
    struct difference *difference = user;
    const struct difference *before = difference->before;
    size_t bytes = 0, ranges = 0;
    difference->resumed++;
    while (bytes < before->count && before->bytes[bytes].checkpoint < checkpoint)
        bytes++;
    while (ranges < before->undecided_count && before->undecided[ranges].checkpoint < checkpoint)
        ranges++;
    difference->is_out_of_memory |=
        mem_grow(&difference->bytes, &difference->capacity, bytes, sizeof *difference->bytes) ||
        mem_grow(&difference->undecided, &difference->undecided_capacity, ranges, sizeof *difference->undecided);
    if (difference->is_out_of_memory)
        return;
    if (bytes)
        memcpy(difference->bytes, before->bytes, bytes * sizeof *before->bytes);
    if (ranges)
        memcpy(difference->undecided, before->undecided, ranges * sizeof *before->undecided);
    difference->count = bytes;
    difference->total = bytes < before->count ? bytes : before->total;
    difference->undecided_count = ranges;
}

ORDER(difference_order, struct differing_byte,
      RISING(checkpoint) ?: RISING(space) ?: RISING(addr) ?: COMPARE(b->window != 0, a->window != 0))

ORDER(undecided_by_order, struct undecided_range, RISING(checkpoint) ?: RISING(space) ?: RISING(lo))

static bool undecided_is_before(const struct undecided_range *range, const struct differing_byte *byte)
{
    const struct differing_byte last = {.checkpoint = range->checkpoint, .space = range->space, .addr = range->hi - 1};
    return difference_order(&last, byte) < 0;
}

/* Windows are held before all bytes of their checkpoint. */
static void put_in_order(struct difference *difference)
{
    if (!difference->summary.facts.windows.compared)
        return;
    if (difference->count)
        qsort(difference->bytes, difference->count, sizeof *difference->bytes, difference_order);
    if (difference->undecided_count)
        qsort(difference->undecided, difference->undecided_count, sizeof *difference->undecided, undecided_by_order);
}

static void difference_on_ran(void *user, const struct tile *tile)
{
    struct difference *difference = user;
    struct small_state state;
    tile_load(tile, TT_SPACE_STATE, 0, sizeof state, (uint8_t *)&state);
    difference->left = state.src_valid.a[0] + state.src_valid.a[1] + state.src_valid.b[0] + state.src_valid.b[1];
    for (unsigned i = 0; i < SEMAPHORES; i++)
        difference->left += state.sem[i].value + (state.mutex[i] != 0);
}

static enum tt_status difference_run_once(struct difference *difference, struct ttcap *capture,
                                          const struct replay_options *options, const struct probe *probe,
                                          struct tt_error *err)
{
    const struct replay_observer observer = {.user = difference,
                                             .mismatch = difference_on_mismatch,
                                             .undecided = difference_on_undecided,
                                             .window = difference_on_window,
                                             .ran = difference_on_ran,
                                             .resumed = difference->before ? difference_on_resumed : NULL};
    difference->count = 0;
    difference->undecided_count = 0;
    difference->total = 0;
    difference->elements = 0;
    const enum tt_status status = replay_run(capture, options, probe, &observer, &difference->summary, err);
    put_in_order(difference);
    return status;
}

enum tt_status difference_run(struct difference *difference, struct ttcap *capture,
                              const struct replay_options *options, const struct probe *probe, struct tt_error *err)
{
    struct replay_options sure = *options;
    enum tt_status status = difference_run_once(difference, capture, &sure, probe, err);
    if (!status && replay_is_unsure(&difference->summary)) {
        sure.follows_undefined = true;
        status = difference_run_once(difference, capture, &sure, probe, err);
    }
    if (!status && difference->is_out_of_memory)
        status =
            tt_fail(err, TT_NO_MEMORY, "no memory for %llu differing bytes", (unsigned long long)difference->total);
    return status;
}

void difference_clear(struct difference *difference)
{
    mem_free(difference->bytes);
    mem_free(difference->undecided);
    *difference = (struct difference){0};
}

/* Whether a byte lies in the ranges from *at on, which is moved along: calls come with rising bytes. */
static bool is_undecided(const struct difference *difference, const struct differing_byte *byte, size_t *at)
{
    for (; *at < difference->undecided_count; ++*at) {
        const struct undecided_range *range = &difference->undecided[*at];
        if (!undecided_is_before(range, byte))
            return range->checkpoint == byte->checkpoint && range->space == byte->space && range->lo <= byte->addr;
    }
    return false;
}

struct difference_score difference_score(const struct difference *base, const struct difference *other)
{
    return difference_split(base, other, NULL);
}

struct difference_score difference_split(const struct difference *base, const struct difference *other,
                                         uint8_t *is_left)
{
    struct difference_score score = {.undecided = other->summary.facts.bytes.undecided};
    uint32_t last_element = UINT32_MAX;
    uint64_t remaining = 0;
    size_t at = 0, range = 0;
    if (is_left)
        memset(is_left, 0, base->elements);
    for (size_t i = 0; i < base->count; i++) {
        const struct differing_byte *byte = &base->bytes[i];
        for (; at < other->count && difference_order(&other->bytes[at], byte) < 0; at++)
            score.broken++;
        const bool differs = at < other->count && difference_order(&other->bytes[at], byte) == 0;
        at += differs;
        if ((differs || is_undecided(other, byte, &range)) && byte->element != last_element) {
            last_element = byte->element;
            remaining++;
            if (is_left)
                is_left[byte->element] = 1;
        }
    }
    score.broken += other->count - at;
    score.explained = base->elements - remaining;
    return score;
}

uint64_t difference_later(const struct difference *difference, uint32_t checkpoint)
{
    uint64_t later = 0;
    for (size_t i = 0; i < difference->count; i++)
        later += difference->bytes[i].checkpoint > checkpoint;
    return later;
}

bool difference_is_strong(const struct difference *difference, const uint8_t *is_left)
{
    enum { STRONG_BITS = 16 };
    unsigned bits = 0;
    for (size_t i = 0; i < difference->count && bits < STRONG_BITS; i++) {
        const struct differing_byte *byte = &difference->bytes[i];
        if (is_left && is_left[byte->element])
            continue;
        bits += byte->window ? STRONG_BITS : (unsigned)__builtin_popcount((byte->held ^ byte->replayed) & byte->known);
    }
    return bits >= STRONG_BITS;
}

/* ---- whether there is any ---- */

struct screen {
    const struct difference *base;
    bool differs;
};

/* The first range of `base` that ends behind a byte. */
static bool screen_is_undecided(const struct difference *base, const struct differing_byte *byte)
{
    const size_t at = SEARCH_FIRST(base->undecided, base->undecided_count, undecided_is_before(item, byte));
    if (at == base->undecided_count)
        return false;
    const struct undecided_range *range = &base->undecided[at];
    return range->checkpoint == byte->checkpoint && range->space == byte->space && range->lo <= byte->addr;
}

/* Whether the byte differs in `base`, too, and is not of the first value that does: it may be the work of another
 * fault. */
static bool screen_is_later(const struct difference *base, const struct differing_byte *byte)
{
    const size_t at = SEARCH_FIRST(base->bytes, base->count, difference_order(item, byte) < 0);
    return at < base->count && difference_order(&base->bytes[at], byte) == 0 &&
           base->bytes[at].element != base->bytes[0].element;
}

static bool screen_counts(const struct screen *screen, const struct differing_byte *byte)
{
    return screen->base->count == 0 ||
           (!screen_is_undecided(screen->base, byte) && !screen_is_later(screen->base, byte));
}

static void screen_on_mismatch(void *user, const struct replay_mismatch *run)
{
    struct screen *screen = user;
    for (uint32_t i = 0; i < run->hi - run->lo && !screen->differs; i++) {
        const struct differing_byte byte = {
            .checkpoint = run->checkpoint, .space = (uint8_t)run->space, .addr = run->lo + i};
        screen->differs = ((run->held[i] ^ run->replayed[i]) & run->known[i]) && screen_counts(screen, &byte);
    }
}

static void screen_on_window(void *user, const struct held_window *window)
{
    struct screen *screen = user;
    const struct differing_byte byte = {
        .checkpoint = window->checkpoint, .space = (uint8_t)window->space, .addr = window->lo, .window = 1};
    screen->differs |= window->result == WINDOW_DIFFERS && screen_counts(screen, &byte);
}

static void screen_on_resumed(void *user, uint32_t checkpoint)
{
    struct screen *screen = user;
    screen->differs |= screen->base->count && screen->base->bytes[0].checkpoint < checkpoint;
}

static bool screen_is_enough(void *user)
{
    return ((const struct screen *)user)->differs;
}

enum tt_status difference_screen(const struct difference *base, struct ttcap *capture,
                                 const struct replay_options *options, enum difference_screened *outcome,
                                 struct tt_error *err)
{
    struct screen screen = {.base = base};
    struct replay_options screened = *options;
    struct replay_summary summary;
    const struct replay_observer observer = {.user = &screen,
                                             .mismatch = screen_on_mismatch,
                                             .window = screen_on_window,
                                             .resumed = screen_on_resumed,
                                             .is_enough = screen_is_enough};
    screened.is_screened = true;
    const enum tt_status status = replay_run(capture, &screened, NULL, &observer, &summary, err);
    const bool hangs = base->count == 0 && !status && summary.is_deadlocked &&
                       (base->summary.is_deadlocked || summary.facts.end != VERDICT_HANGS_AS_DEVICE);
    const bool is_undone = base->count == 0 && !status && summary.facts.unsupported;
    *outcome = hangs            ? SCREENED_UNDONE
               : screen.differs ? SCREENED_DIFFERS
               : is_undone      ? SCREENED_UNDONE
                                : SCREENED_SAME;
    return status;
}
