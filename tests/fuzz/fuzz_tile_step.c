/* SPDX-License-Identifier: Apache-2.0 */
/* A tile on words and state that are anything, beside a partner that must stay its equal after every step: without what
 * was decoded before, with a probe that listens to everything, or on the datasheets
 * alone. The first byte says the chip, the start and the partner, the second the readings, the
 * rest is a script (tile_script.h). */
#include "fuzz/harness.h"
#include "fuzz/require.h"
#include "fuzz/tile_script.h"
#include "fuzz/tile_shadow.h"
#include "tile/tile_internal.h"

#include <string.h>

enum partner { PARTNER_FORGETS, PARTNER_LISTENS, PARTNER_BY_STEPS, PARTNER_COUNT };

/* Made once: a tile is two megabytes. */
struct pair {
    struct tile *plain, *partner[PARTNER_COUNT];
    struct tile_state *starts[START_COUNT], before;
    struct tile_shadow shadow;
};
static struct pair *pairs[TT_CHIP_COUNT];

static struct tile *make_tile(enum tt_chip chip, enum partner partner)
{
    struct tile *tile = tile_new(chip);
    require(tile != NULL);
    if (partner == PARTNER_BY_STEPS)
        tile_set_fast(tile, TILE_FAST_NONE);
    return tile;
}

static struct pair *make_pair(enum tt_chip chip)
{
    struct pair *pair = must_alloc(sizeof *pair);
    pair->plain = make_tile(chip, PARTNER_COUNT);
    for (int i = 0; i < PARTNER_COUNT; i++)
        pair->partner[i] = make_tile(chip, (enum partner)i);
    for (int i = 0; i < START_COUNT; i++) {
        pair->starts[i] = must_alloc(sizeof *pair->starts[i]);
        script_start(pair->plain, (enum script_start)i);
        *pair->starts[i] = *tile_state(pair->plain);
    }
    tile_shadow_init(&pair->shadow, chip);
    tile_set_probe(pair->partner[PARTNER_LISTENS], &pair->shadow.probe);
    return pair;
}

static void begin(struct tile *tile, const struct tile_state *start, const struct variant_set *variants)
{
    *tile_state(tile) = *start;
    tile_state_changed(tile);
    tile_set_variants(tile, variants);
}

/* Everything but L1, which is large: that is held at the end. */
static bool is_rest_same(const struct tile_state *a, const struct tile_state *b)
{
    enum { REST = sizeof *a - sizeof a->l1 };
    return memcmp(a->cfg, b->cfg, REST) == 0;
}

static void copy_rest(struct tile_state *to, const struct tile_state *from)
{
    enum { REST = sizeof *to - sizeof to->l1 };
    memcpy((void *)to->cfg, (const void *)from->cfg, REST);
}

/* What no snapshot can set, and handlers take for granted. */
static void check_sound(const struct tile_state *state)
{
    require(state->vector.macro.count <= VECTOR_SCHEDULED_MAX);
    for (unsigned i = 0; i < PACKERS_MAX; i++) {
        const struct packer *packer = &state->pack.packer[i];
        require(packer->group_count < PACK_GROUP && packer->fifo_count <= PACK_FIFO_DEPTH);
        require(packer->compression.run_count <= PACK_RUNS_MAX);
        require(packer->compression.emitted <= packer->compression.run_count);
    }
}

static bool is_reported(const uint8_t step[static SCRIPT_STEP], const struct script_outcome *outcome)
{
    const unsigned what = step[0] & 15;
    return outcome->is_word || what == 7 || what == 9 || what == 10 || what == 12 || what == 14;
}

static void check_listener(struct pair *pair, bool was_reported)
{
    struct tile *tile = pair->partner[PARTNER_LISTENS];
    if (!was_reported) {
        tile_shadow_take(&pair->shadow, tile);
        return;
    }
    for (int space = 0; space < TT_SPACE_COUNT; space++) {
        if (space != TT_SPACE_L1)
            tile_shadow_check(&pair->shadow, tile, (enum tt_space)space);
    }
}

static void step_both(struct pair *pair, enum partner which, const uint8_t step[static SCRIPT_STEP])
{
    struct tile *plain = pair->plain, *partner = pair->partner[which];
    if (which == PARTNER_FORGETS)
        tile_set_variants(partner, &partner->variants);
    copy_rest(&pair->before, tile_state(plain));
    const struct script_outcome did = script_do(plain, step), did_too = script_do(partner, step);
    require(did.step == did_too.step && is_rest_same(tile_state(plain), tile_state(partner)));
    require(!did.is_word || did.step == TILE_DONE || is_rest_same(tile_state(plain), &pair->before));
    check_sound(tile_state(plain));
    if (which == PARTNER_LISTENS)
        check_listener(pair, is_reported(step, &did));
}

/* 0: the device's; else readings drawn by the number. */
static struct variant_set draw_variants(uint32_t number)
{
    struct variant_set variants = {0};
    for (int i = 0; i < VARIANT_COUNT && number; i++, number = number * 75 % 65537)
        variants.choice[i] = (uint8_t)(number % variant_get((enum variant_id)i)->choice_count);
    return variants;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    const enum tt_chip chip = data[0] & 1 ? TT_WORMHOLE_B0 : TT_BLACKHOLE;
    const enum partner which = (enum partner)((data[0] >> 1 & 3) % PARTNER_COUNT);
    const struct variant_set variants = draw_variants(data[1]);
    if (!pairs[chip])
        pairs[chip] = make_pair(chip);
    struct pair *pair = pairs[chip];
    const struct tile_state *start = pair->starts[data[0] >> 3 & 3];
    begin(pair->plain, start, &variants);
    begin(pair->partner[which], start, &variants);
    tile_shadow_begin(&pair->shadow, pair->partner[which]);
    for (size_t i = 0, at = 2; at + SCRIPT_STEP <= size && i < SCRIPT_STEPS_MAX; i++, at += SCRIPT_STEP)
        step_both(pair, which, data + at);
    require(memcmp(tile_state(pair->plain)->l1, tile_state(pair->partner[which])->l1, L1_BYTES_MAX) == 0);
    if (which == PARTNER_LISTENS)
        tile_shadow_check(&pair->shadow, pair->partner[which], TT_SPACE_L1);
    return 0;
}
