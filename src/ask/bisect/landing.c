/* SPDX-License-Identifier: Apache-2.0 */
/* Bytes that the device held where the replay has others are looked for in all that the replay left in L1, and the
 * other way round: a packer that wrote elsewhere, an unpacker that read elsewhere and changed no format. */
#include "ask/bisect/landing.h"

#include "ask/bisect/bisect.h"
#include "isa/spaces.h"

enum { UNIT = 16, WINDOW = 32, WINDOWS = 4 };

struct landing_l1 {
    uint8_t *held, *known, *replayed;
    uint32_t size;
};

static void landing_on_ended(void *user, const struct tile *tile)
{
    struct landing_l1 *l1 = user;
    tile_load(tile, TT_SPACE_L1, 0, l1->size, l1->replayed);
}

static void landing_add(struct landing *landing, int64_t by)
{
    for (unsigned i = 0; i < landing->count; i++)
        if (landing->by[i] == by)
            return;
    if (by && landing->count < LANDING_MAX)
        landing->by[landing->count++] = (int32_t)by;
}

/* Bytes that stand anywhere by chance say nothing. */
static bool landing_is_telling(const uint8_t *window)
{
    enum { LEAST = 8 };
    bool has[256] = {false};
    unsigned count = 0;
    for (int i = 0; i < WINDOW; i++) {
        count += !has[window[i]];
        has[window[i]] = true;
    }
    return count >= LEAST;
}

/* The first place but `not` where a window stands; the size: none. */
static uint32_t landing_place_of(const uint8_t *window, const uint8_t *in, uint32_t size, uint32_t not )
{
    for (uint32_t at = not % UNIT; at + WINDOW <= size; at += UNIT)
        if (at != not &&in[at] == window[0] && memcmp(in + at, window, WINDOW) == 0)
            return at;
    return size;
}

/* The bytes at `at`: where the replay has those that the device held, and the device those that the replay left. */
static void landing_look(struct landing *landing, const struct landing_l1 *l1, uint32_t at)
{
    const uint8_t *held = l1->held + at, *replayed = l1->replayed + at;
    const bool has_held = landing_is_telling(held), has_replayed = landing_is_telling(replayed);
    const uint32_t from = has_held ? landing_place_of(held, l1->replayed, l1->size, at) : l1->size;
    const uint32_t to = has_replayed ? landing_place_of(replayed, l1->held, l1->size, at) : l1->size;
    const uint32_t read = has_replayed ? landing_place_of(replayed, l1->replayed, l1->size, at) : l1->size;
    if (from < l1->size)
        landing_add(landing, ((int64_t)at - from) / UNIT);
    if (to < l1->size)
        landing_add(landing, ((int64_t)to - at) / UNIT);
    if (from < l1->size && read < l1->size) /* both are copies of what stands at the start */
        landing_add(landing, ((int64_t)from - read) / UNIT);
}

static bool landing_is_known(const struct landing_l1 *l1, uint32_t at)
{
    bool is_known = at + WINDOW <= l1->size;
    for (uint32_t i = 0; i < WINDOW && is_known; i++)
        is_known = l1->known[at + i] == UINT8_MAX;
    return is_known;
}

static void landing_look_all(struct landing *landing, const struct difference *base, const struct landing_l1 *l1)
{
    uint32_t next = 0;
    for (size_t i = 0, windows = 0; i < base->count && windows < WINDOWS; i++) {
        const struct differing_byte *byte = &base->bytes[i];
        const uint32_t at = byte->addr - byte->addr % UNIT;
        if (byte->checkpoint != base->bytes[0].checkpoint || byte->space != TT_SPACE_L1 || at < next ||
            !landing_is_known(l1, at))
            continue;
        landing_look(landing, l1, at);
        windows++;
        next = at + WINDOW;
    }
}

static enum tt_status landing_read(struct landing_l1 *l1, struct ttcap *capture, const struct replay_options *options,
                                   uint32_t checkpoint, struct tt_error *err)
{
    const struct replay_observer observer = {.user = l1, .ended = landing_on_ended};
    struct replay_options until = *options;
    struct replay_summary summary;
    until.frames = NULL;
    bisect_end_behind(&until, (uint64_t)ttcap_checkpoint(capture, checkpoint)->after_event);
    TRY(ttcap_read(capture, checkpoint, TT_SPACE_L1, 0, l1->size, l1->held, l1->known, err));
    return replay_run(capture, &until, NULL, &observer, &summary, err);
}

enum tt_status landing_find(struct landing *landing, const struct difference *base, struct ttcap *capture,
                            const struct replay_options *options, uint64_t *replays, struct tt_error *err)
{
    const uint32_t size = space_bytes(ttcap_info(capture)->chip, TT_SPACE_L1);
    bool has_l1 = false;
    for (size_t i = 0; i < base->count && !has_l1; i++)
        has_l1 = base->bytes[i].space == TT_SPACE_L1 && base->bytes[i].checkpoint == base->bytes[0].checkpoint;
    if (!has_l1)
        return TT_OK;
    struct landing_l1 l1 = {
        .held = mem_alloc(size), .known = mem_alloc(size), .replayed = mem_alloc(size), .size = size};
    enum tt_status status = l1.held && l1.known && l1.replayed ? TT_OK : tt_fail(err, TT_NO_MEMORY, "no memory for L1");
    if (!status)
        status = landing_read(&l1, capture, options, base->bytes[0].checkpoint, err);
    ++*replays;
    if (!status)
        landing_look_all(landing, base, &l1);
    mem_free(l1.held);
    mem_free(l1.known);
    mem_free(l1.replayed);
    return status;
}
