/* SPDX-License-Identifier: Apache-2.0 */
/* A second tile, which goes back after every guess to the moment before the instruction. */
#include "ask/bisect/quick.h"

#include "base/little.h"
#include "isa/isa.h"
#include "isa/spaces.h"
#include "order/moment.h"
#include "order/sets.h"

struct quick {
    struct tile *tile;
    struct moments *moments;
    struct moment *before;
    struct probe probe;
    const struct bisect_place *place;
    uint64_t seq;
    uint32_t word;
    unsigned thread;
    bool has_before, is_usable;
};

static void quick_on_before(void *user, struct tile *tile, unsigned thread, uint32_t word, uint64_t seq)
{
    struct quick *quick = user;
    if (seq != quick->seq || quick->has_before)
        return;
    quick->has_before = true;
    quick->thread = thread;
    quick->word = word;
    memcpy(tile_state(quick->tile), tile_state(tile), sizeof(struct tile_state));
    tile_state_changed(quick->tile);
}

static void quick_on_access(void *user, const struct probe_access *access)
{
    struct quick *quick = user;
    if (access->is_write)
        moments_wrote(quick->moments, access->space, access->lo, access->hi);
}

/* Runs the instruction with the set (null: as it is); the value it leaves. */
static uint32_t quick_run(struct quick *quick, const struct replay_set *set)
{
    const struct bisect_place *place = quick->place;
    uint8_t bytes[sizeof(uint32_t)];
    if (set) {
        replay_set_store(quick->tile, set);
        moments_wrote(quick->moments, TT_SPACE_CFG, 0, space_bytes(tile_chip(quick->tile), TT_SPACE_CFG));
        moments_wrote(quick->moments, TT_SPACE_THREAD_CFG, 0, space_bytes(tile_chip(quick->tile), TT_SPACE_THREAD_CFG));
    }
    (void)tile_exec(quick->tile, quick->thread, quick->word, quick->seq);
    tile_load(quick->tile, place->space, place->lo, place->hi - place->lo, bytes);
    moment_restore(quick->moments, quick->before);
    return load_number(bytes, place->hi - place->lo);
}

/* Whether a value has the bits that the device held, as far as they are known. */
static bool quick_is_value(const struct quick *quick, uint32_t got, uint32_t wanted)
{
    return ((got ^ wanted) & quick->place->known_bytes) == 0;
}

bool quick_may_explain(struct quick *quick, const struct replay_set *set)
{
    return !quick->is_usable || quick_is_value(quick, quick_run(quick, set), quick->place->held_bytes);
}

static enum tt_status quick_take_tile(struct quick *quick, struct ttcap *capture, const struct replay_options *options,
                                      struct tt_error *err)
{
    struct replay_options until = *options;
    struct replay_summary summary;
    const struct replay_observer observer = {.user = quick, .before = quick_on_before};
    bisect_end_behind(&until, quick->seq);
    enum tt_status status = replay_run(capture, &until, NULL, &observer, &summary, err);
    if (status || !quick->has_before)
        return status;
    quick->moments = moments_new(quick->tile);
    NEED(quick->moments && moment_save(quick->moments, &quick->before), err, "no memory for a tile");
    moments_hear(quick->moments, MOMENTS_HEAR_ACCESSES);
    tile_set_variants(quick->tile, &options->variants);
    quick->probe = (struct probe){.user = quick, .wants = PROBE_ACCESS, .access = quick_on_access};
    tile_set_probe(quick->tile, &quick->probe);
    /* Results of the matrix and vector unit, and counters, are the work of many instructions; the last alone does not
     * decide. */
    const enum tt_unit unit = quick->place->unit;
    quick->is_usable = quick->place->has_writer && quick->place->space < TT_SPACE_STATE &&
                       quick->place->part != BISECT_WINDOW && (unit == TT_UNIT_PACK || unit_is_unpacker(unit)) &&
                       quick_is_value(quick, quick_run(quick, NULL), quick->place->replayed_bytes);
    return TT_OK;
}

enum tt_status quick_new(struct quick **out, struct ttcap *capture, const struct replay_options *options,
                         const struct bisect_place *place, struct tt_error *err)
{
    *out = NULL;
    struct quick *quick = mem_calloc(1, sizeof *quick);
    if (quick)
        quick->tile = tile_new(ttcap_info(capture)->chip);
    if (!quick || !quick->tile) {
        quick_free(quick);
        return tt_fail(err, TT_NO_MEMORY, "no memory for a tile");
    }
    quick->place = place;
    quick->seq = place->seq;
    enum tt_status status = place->has_word ? quick_take_tile(quick, capture, options, err) : TT_OK;
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
    moment_free(quick->moments, quick->before);
    moments_free(quick->moments);
    tile_free(quick->tile);
    mem_free(quick);
}
