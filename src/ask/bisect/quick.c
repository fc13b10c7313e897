/* SPDX-License-Identifier: Apache-2.0 */
/* A second tile, restored after every guess: L1 from what was written there, all else from a copy. */
#include "ask/bisect/quick.h"

#include "base/error.h"
#include "base/little.h"
#include "base/memory.h"
#include "isa/isa.h"
#include "order/sets.h"

#include <stddef.h>
#include <string.h>

enum { RANGES_MAX = 256 };

struct quick {
    struct tile *tile;
    struct tile_state *before;
    struct probe probe;
    const struct bisect_place *place;
    uint64_t seq;
    uint32_t word;
    unsigned thread;
    bool has_before, is_usable;
    struct {
        uint32_t lo, hi;
    } written[RANGES_MAX]; /* of L1, by the current guess */
    unsigned written_count;
};

static void on_before(void *user, struct tile *tile, unsigned thread, uint32_t word, uint64_t seq)
{
    struct quick *quick = user;
    if (seq != quick->seq || quick->has_before)
        return;
    quick->has_before = true;
    quick->thread = thread;
    quick->word = word;
    memcpy(quick->before, tile_state(tile), sizeof *quick->before);
}

static void on_access(void *user, const struct probe_access *access)
{
    struct quick *quick = user;
    if (!access->is_write || access->space != TT_SPACE_L1)
        return;
    if (quick->written_count == RANGES_MAX) { /* the last grows over all that is left */
        quick->written[RANGES_MAX - 1].lo = 0;
        quick->written[RANGES_MAX - 1].hi = L1_BYTES_MAX;
        return;
    }
    quick->written[quick->written_count].lo = access->lo;
    quick->written[quick->written_count++].hi = access->hi;
}

static void put_back(struct quick *quick)
{
    const size_t from = offsetof(struct tile_state, cfg);
    struct tile_state *state = tile_state(quick->tile);
    memcpy((uint8_t *)state + from, (const uint8_t *)quick->before + from, sizeof *state - from);
    for (unsigned i = 0; i < quick->written_count; i++)
        memcpy(state->l1 + quick->written[i].lo, quick->before->l1 + quick->written[i].lo,
               quick->written[i].hi - quick->written[i].lo);
    quick->written_count = 0;
    tile_state_changed(quick->tile);
}

/* Runs the instruction with the set (null: as it is); the value it leaves. */
static uint32_t run(struct quick *quick, const struct replay_set *set)
{
    const struct bisect_place *place = quick->place;
    uint8_t bytes[sizeof(uint32_t)];
    if (set)
        replay_set_store(quick->tile, set);
    (void)tile_exec(quick->tile, quick->thread, quick->word, quick->seq);
    tile_load(quick->tile, place->space, place->lo, place->hi - place->lo, bytes);
    put_back(quick);
    return load_number(bytes, place->hi - place->lo);
}

/* Whether a value has the bits that the device held, as far as they are known. */
static bool is_value(const struct quick *quick, uint32_t got, uint32_t wanted)
{
    return ((got ^ wanted) & quick->place->known_bytes) == 0;
}

bool quick_may_explain(struct quick *quick, const struct replay_set *set)
{
    return !quick->is_usable || is_value(quick, run(quick, set), quick->place->held_bytes);
}

static enum tt_status take_tile(struct quick *quick, struct ttcap *capture, const struct replay_options *options,
                                struct tt_error *err)
{
    struct replay_options until = *options;
    struct replay_summary summary;
    const struct replay_observer observer = {.user = quick, .before = on_before};
    bisect_end_behind(&until, quick->seq);
    enum tt_status status = replay_run(capture, &until, NULL, &observer, &summary, err);
    if (status || !quick->has_before)
        return status;
    memcpy(tile_state(quick->tile), quick->before, sizeof *quick->before);
    tile_state_changed(quick->tile);
    tile_set_variants(quick->tile, &options->variants);
    quick->probe = (struct probe){.user = quick, .wants = PROBE_ACCESS, .access = on_access};
    tile_set_probe(quick->tile, &quick->probe);
    /* What the matrix and vector unit leave, and counters, are the work of many instructions; the last alone does not
     * decide. */
    const enum tt_unit unit = quick->place->unit;
    quick->is_usable = quick->place->has_writer && quick->place->space != TT_SPACE_STATE &&
                       (unit == TT_UNIT_PACK || unit_is_unpacker(unit)) &&
                       is_value(quick, run(quick, NULL), quick->place->replayed_bytes);
    return TT_OK;
}

enum tt_status quick_new(struct quick **out, struct ttcap *capture, const struct replay_options *options,
                         const struct bisect_place *place, struct tt_error *err)
{
    *out = NULL;
    struct quick *quick = mem_calloc(1, sizeof *quick);
    if (quick) {
        quick->tile = tile_new(ttcap_info(capture)->chip);
        quick->before = mem_alloc(sizeof *quick->before);
    }
    if (!quick || !quick->tile || !quick->before) {
        quick_free(quick);
        return tt_fail(err, TT_NO_MEMORY, "no memory for a tile");
    }
    quick->place = place;
    quick->seq = place->seq;
    enum tt_status status = place->has_word ? take_tile(quick, capture, options, err) : TT_OK;
    if (status)
        quick_free(quick);
    else
        *out = quick;
    return status;
}

void quick_free(struct quick *quick)
{
    if (!quick)
        return;
    tile_free(quick->tile);
    mem_free(quick->before);
    mem_free(quick);
}
