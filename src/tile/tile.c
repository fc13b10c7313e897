/* SPDX-License-Identifier: Apache-2.0 */
/* A tile's life: it is created, reset, configured and read. Reset values: docs/formats/vectors.md, "Reset state". */
#include "tile/tile.h"

#include "tile/config/config.h"
#include "tile/matrix/matrix.h"
#include "tile/pack/pack.h"
#include "tile/tile_internal.h"
#include "tile/unpack/unpack.h"
#include "tile/vector/vector.h"
#include "tile/words.h"

/* A build that measures what a path is worth leaves it out (tests/bench/fast_paths.py). */
#if !defined(TILE_FAST_BUILT)
#define TILE_FAST_BUILT TILE_FAST_ALL
#endif

/* Values in every lane; the other vector registers start at zero, LReg 15 at twice the lane's number. */
static const struct {
    uint8_t lreg;
    uint32_t bits;
} reset_constants[] = {
    {8, 0x3F56594B}, {10, 0x3F800000}, {11, 0xBF800000}, {12, 0x3B000000}, {13, 0xBF2CC4C7}, {14, 0xBEB08FF9},
};

static void reset_lregs(uint32_t lreg[LREGS][LANES])
{
    for (unsigned i = 0; i < sizeof reset_constants / sizeof *reset_constants; i++) {
        for (unsigned lane = 0; lane < LANES; lane++)
            lreg[reset_constants[i].lreg][lane] = reset_constants[i].bits;
    }
    for (unsigned lane = 0; lane < LANES; lane++)
        lreg[15][lane] = 2 * lane;
}

/* State that is not zero after reset. */
static void put_reset_values(struct tile *tile)
{
    memset(tile->state.dst_valid, 1, sizeof tile->state.dst_valid);
    tile->state.small.cc.enabled = 1;
    tile->state.small.cc.flags = UINT32_MAX;
    reset_lregs(tile->state.lreg);
    tile_state_changed(tile);
}

void tile_reset(struct tile *tile)
{
    memset(tile->state.l1, 0, sizeof tile->state.l1);
    tile_l1_written(tile, 0, sizeof tile->state.l1);
    tile_reset_but_l1(tile);
}

void tile_reset_but_l1(struct tile *tile)
{
    const size_t before = offsetof(struct tile_state, l1), behind = before + sizeof tile->state.l1;
    char *state = (char *)&tile->state;
    memset(state, 0, before);
    memset(state + behind, 0, sizeof tile->state - behind);
    put_reset_values(tile);
}

/* The bits of a configuration word that exist never change; looking them up field by field at each write would be slow.
 */
static void learn_cfg_words(struct tile *tile)
{
    for (uint32_t word = 0; word < tile->chip->cfg_words; word++) {
        enum reg_id ids[32];
        tile->cfg_mask[word] = reg_word_mask(tile->chip->id, TT_SPACE_CFG, word);
        size_t count = reg_fields_of_word(tile->chip->id, TT_SPACE_CFG, word, ids);
        for (size_t i = 0; i < count; i++) {
            const struct reg_field *field = reg_field_get(tile->chip->id, ids[i]);
            uint32_t ones = (uint32_t)((UINT64_C(1) << field->bits) - 1);
            if (!field->is_instantiated)
                tile->cfg_not_instantiated[word] |= ones << field->shift;
        }
        tile->cfg_is_plain[word] = tile_cfg_is_plain(tile, word);
    }
    tile_find_unread(tile);
}

enum { CELLS_BEGIN = offsetof(struct tile_state, dst) };
static_assert(CELLS_BEGIN % MEM_LINE == 0 && (offsetof(struct tile_state, srca) - CELLS_BEGIN) % MEM_LINE == 0 &&
                  (offsetof(struct tile_state, lreg) - CELLS_BEGIN) % MEM_LINE == 0 &&
                  (offsetof(struct tile_state, srcb) - CELLS_BEGIN) % MEM_LINE == 0,
              "cells that vectors work on begin at a line of the cache");
/* A processor holds a load against the stores before it by the low twelve bits of their addresses, and waits where they
 * agree: a row of SrcB must not stand a multiple of 4 KiB behind the row of SrcA that MOVB2A writes. */
enum { ALIAS_BYTES = 4096, ALIAS_ROWS = 16 * SRC_COLUMNS * sizeof(uint32_t) };
static_assert((offsetof(struct tile_state, srcb) - offsetof(struct tile_state, srca)) % ALIAS_BYTES >= ALIAS_ROWS,
              "the same rows of SrcA and SrcB have other low bits of their addresses");

struct tile *tile_new(enum tt_chip chip)
{
    struct tile *tile = mem_calloc_line(sizeof *tile);
    if (!tile)
        return NULL;
    tile->chip = chip_get(chip);
    tile->fast = TILE_FAST_BUILT;
    tile_set_probe(tile, NULL);
    tile->pack_cache = pack_cache_new();
    tile->unpack_cache = unpack_cache_new();
    tile->matrix_cache = matrix_cache_new();
    if (!tile->pack_cache || !tile->unpack_cache || !tile->matrix_cache) {
        tile_free(tile);
        return NULL;
    }
    tile->cfg_effects = config_effects_of(chip);
    learn_cfg_words(tile);
    put_reset_values(tile); /* the rest is zero, and is not touched: most of L1 never is */
    return tile;
}

void tile_free(struct tile *tile)
{
    if (!tile)
        return;
    mem_free(tile->pack_cache);
    mem_free(tile->unpack_cache);
    mem_free(tile->matrix_cache);
    mem_free_line(tile);
}

enum tt_chip tile_chip(const struct tile *tile)
{
    return tile->chip->id;
}

void tile_set_variants(struct tile *tile, const struct variant_set *variants)
{
    tile->variants = *variants;
    tile_note_choices(tile);
    tile_state_changed(tile); /* they are decoded under the variants */
}

void tile_set_fast(struct tile *tile, uint32_t paths)
{
    tile->fast = paths & TILE_FAST_BUILT;
    tile_set_variants(tile, &tile->variants); /* settings name the paths */
}

void tile_set_probe(struct tile *tile, const struct probe *probe)
{
    static const struct probe nobody = {0};
    tile->probe = probe ? probe : &nobody;
}

struct tile_state *tile_state(struct tile *tile)
{
    return &tile->state;
}

uint64_t tile_l1_number(struct tile *tile)
{
    return tile->l1_number++;
}

bool tile_l1_is_newer(const struct tile *tile, uint32_t page, uint64_t number)
{
    return tile->l1_written[page] > number;
}

void tile_l1_written(struct tile *tile, uint32_t lo, uint32_t count)
{
    for (uint32_t page = lo / TILE_L1_PAGE; count && page <= (lo + count - 1) / TILE_L1_PAGE; page++)
        tile->l1_written[page] = tile->l1_number;
}

void tile_state_changed(struct tile *tile)
{
    for (unsigned i = 0; i < CFG_READERS; i++)
        tile->cfg_version[i]++;
}

const struct stage_info *unit_stages(enum tt_unit unit, unsigned *count)
{
    *count = 0;
    if (unit_is_unpacker(unit))
        return unpack_stages(count);
    if (unit == TT_UNIT_MATRIX)
        return matrix_stages(count);
    if (unit == TT_UNIT_VECTOR)
        return vector_stages(count);
    return unit == TT_UNIT_PACK ? pack_stages(count) : word_stages(unit, count);
}
