/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/tile/fast_bed.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { PROBE_OF_ACCESSES = 1, PROBE_OF_STAGES, PROBE_OF_PLACES };

static const char *const way_names[FAST_BED_WAYS] = {"the datasheet", "the fast paths"};

/* ---- what is reported ---- */

static void add(uint64_t *sum, const void *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        *sum = (*sum ^ ((const uint8_t *)bytes)[i]) * UINT64_C(0x100000001B3);
}

static void add_numbers(uint64_t *sum, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    const uint32_t numbers[] = {a, b, c, d};
    add(sum, numbers, sizeof numbers);
}

static void on_stage(void *user, const struct probe_stage *stage)
{
    uint64_t *sum = &((struct fast_bed_heard *)user)->stages;
    add_numbers(sum, stage->unit, stage->stage, stage->format, stage->count);
    add_numbers(sum, stage->instance, stage->value_bytes, stage->origin != NULL, 0);
    add(sum, stage->values, (size_t)stage->count * stage->value_bytes);
    if (stage->origin)
        add(sum, stage->origin, stage->count * sizeof *stage->origin);
}

/* The cells of a space that places are distinguished by: lines of L1, rows of Dst (their flags too), words. */
static unsigned cell_shift(enum tt_space space)
{
    enum { LINE_SHIFT = 4, ROW_SHIFT = 5, WORD_SHIFT = 2 };
    if (space == TT_SPACE_DST_VALID)
        return 0;
    return space == TT_SPACE_L1 ? LINE_SHIFT : space == TT_SPACE_DST ? ROW_SHIFT : WORD_SHIFT;
}

static void on_place(struct fast_bed_heard *heard, const struct probe_access *access)
{
    const unsigned shift = cell_shift(access->space);
    const uint64_t space = access->space == TT_SPACE_DST_VALID ? TT_SPACE_DST : access->space;
    if (!probe_has_places(access->space) || access->lo >= access->hi)
        return;
    for (uint32_t cell = access->lo >> shift; cell <= (access->hi - 1) >> shift; cell++) {
        const uint64_t place = ((space * TT_UNIT_COUNT + access->unit) * 2 + access->is_write) << 32 | cell;
        if (heard->place_count && heard->places[heard->place_count - 1] == place)
            continue;
        ck_assert_uint_lt(heard->place_count, FAST_BED_PLACES_MAX);
        heard->places[heard->place_count++] = place;
    }
}

static void on_access(void *user, const struct probe_access *access)
{
    struct fast_bed_heard *heard = user;
    uint64_t *sum = &heard->accesses;
    if (heard->has_places && !access->is_for_dependence) /* no operand, and no place */
        on_place(heard, access);
    if (!access->before && access->is_write)
        return; /* a place */
    add_numbers(sum, access->space, access->unit, access->instance, access->is_write);
    add_numbers(sum, access->lo, access->hi, access->stream, access->tile);
    add_numbers(sum, access->first_datum, 0, 0, 0);
    if (access->is_write) {
        add(sum, access->before, access->hi - access->lo);
        add(sum, access->after, access->hi - access->lo);
    }
}

static int by_number(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Each once, in order. */
static void sort_places(struct fast_bed_heard *heard)
{
    uint32_t count = 0;
    qsort(heard->places, heard->place_count, sizeof *heard->places, by_number);
    for (uint32_t i = 0; i < heard->place_count; i++) {
        if (!count || heard->places[count - 1] != heard->places[i])
            heard->places[count++] = heard->places[i];
    }
    heard->place_count = count;
}

static void on_finding(void *user, const struct probe_finding *finding)
{
    uint64_t *sum = &((struct fast_bed_heard *)user)->findings;
    add_numbers(sum, finding->id, finding->unit, finding->instance, 0);
    if (finding->detail)
        add(sum, finding->detail, strlen(finding->detail));
}

/* ---- the tiles ---- */

void fast_bed_make(struct fast_bed *bed, enum tt_chip chip)
{
    static const unsigned wants[FAST_BED_PROBES] = {
        0, PROBE_ACCESS | PROBE_FINDING, PROBE_ACCESS | PROBE_FINDING | PROBE_STAGE, PROBE_PLACES | PROBE_FINDING};
    *bed = (struct fast_bed){.chip = chip};
    for (unsigned way = 0; way < FAST_BED_WAYS; way++) {
        for (unsigned p = 0; p < FAST_BED_PROBES; p++) {
            struct tile *tile = tile_new(chip);
            ck_assert_ptr_nonnull(tile);
            tile_set_fast(tile, way ? TILE_FAST_ALL : TILE_FAST_NONE);
            bed->probes[way][p] = (struct probe){.user = &bed->heard[way][p],
                                                 .wants = wants[p],
                                                 .stage = on_stage,
                                                 .access = on_access,
                                                 .finding = on_finding};
            bed->heard[way][p].has_places = p == PROBE_OF_PLACES || (p == PROBE_OF_ACCESSES && way == 0);
            tile_set_probe(tile, p ? &bed->probes[way][p] : NULL);
            bed->tiles[way][p] = tile;
        }
    }
}

void fast_bed_free(struct fast_bed *bed)
{
    for (unsigned way = 0; way < FAST_BED_WAYS; way++) {
        for (unsigned p = 0; p < FAST_BED_PROBES; p++)
            tile_free(bed->tiles[way][p]);
    }
}

void fast_bed_begin(struct fast_bed *bed, const struct variant_set *variants,
                    void (*set_up)(struct tile *tile, const void *how), const void *how)
{
    static const struct variant_set device;
    struct tile *first = bed->tiles[0][0];
    tile_reset(first);
    set_up(first, how);
    for (unsigned way = 0; way < FAST_BED_WAYS; way++) {
        for (unsigned p = 0; p < FAST_BED_PROBES; p++) {
            struct tile *tile = bed->tiles[way][p];
            if (tile != first)
                *tile_state(tile) = *tile_state(first);
            tile_state_changed(tile);
            tile_set_variants(tile, variants ? variants : &device);
        }
    }
}

static void count(struct fast_bed *bed, unsigned way, struct tile *tile)
{
    for (unsigned path = 0; path < FAST_PATHS; path++)
        bed->taken[way][path] += tile->fast_taken[path];
    memset(tile->fast_taken, 0, sizeof tile->fast_taken);
}

static void hold(const struct fast_bed *bed, unsigned way, unsigned p, uint32_t word, const char *what)
{
    const struct tile_state *first = tile_state(bed->tiles[0][0]), *state = tile_state(bed->tiles[way][p]);
    const struct fast_bed_heard *heard = &bed->heard[way][p], *by_first = &bed->heard[0][p];
    ck_assert_msg(!memcmp(first->cfg, state->cfg, sizeof *state - sizeof state->l1),
                  "%s, %s, probe %u: word %08X leaves another state", what, way_names[way], p, (unsigned)word);
    ck_assert_msg(p == PROBE_OF_PLACES || heard->accesses == by_first->accesses,
                  "%s, %s, probe %u: word %08X reports other accesses", what, way_names[way], p, (unsigned)word);
    ck_assert_msg(heard->findings == by_first->findings, "%s, %s, probe %u: word %08X reports other findings", what,
                  way_names[way], p, (unsigned)word);
    ck_assert_msg(heard->stages == by_first->stages, "%s, %s, probe %u: word %08X reports other stages", what,
                  way_names[way], p, (unsigned)word);
}

/* Against the accesses by the datasheet. */
static void hold_places(struct fast_bed *bed, unsigned way, uint32_t word, const char *what)
{
    const struct fast_bed_heard *all = &bed->heard[0][PROBE_OF_ACCESSES];
    struct fast_bed_heard *heard = &bed->heard[way][PROBE_OF_PLACES];
    sort_places(heard);
    ck_assert_msg(heard->place_count == all->place_count &&
                      !memcmp(heard->places, all->places, all->place_count * sizeof *all->places),
                  "%s, %s: word %08X touches %u places, and %u by its accesses", what, way_names[way], (unsigned)word,
                  (unsigned)heard->place_count, (unsigned)all->place_count);
}

void fast_bed_run(struct fast_bed *bed, unsigned thread, uint32_t word, const char *what)
{
    const enum tile_step step = tile_exec(bed->tiles[0][0], thread, word, 0);
    for (unsigned way = 0; way < FAST_BED_WAYS; way++) {
        for (unsigned p = 0; p < FAST_BED_PROBES; p++)
            bed->heard[way][p].place_count = 0;
    }
    for (unsigned way = 0; way < FAST_BED_WAYS; way++) {
        for (unsigned p = 0; p < FAST_BED_PROBES; p++) {
            struct tile *tile = bed->tiles[way][p];
            if (way || p)
                ck_assert_int_eq(tile_exec(tile, thread, word, 0), step);
            hold(bed, way, p, word, what);
            count(bed, way, tile);
        }
    }
    sort_places(&bed->heard[0][PROBE_OF_ACCESSES]);
    for (unsigned way = 0; way < FAST_BED_WAYS; way++)
        hold_places(bed, way, word, what);
    /* What is reported of accesses does not hang on whether stages are. */
    ck_assert_msg(bed->heard[0][PROBE_OF_ACCESSES].accesses == bed->heard[0][PROBE_OF_STAGES].accesses, "%s: word %08X",
                  what, (unsigned)word);
}

void fast_bed_end(struct fast_bed *bed, const char *what)
{
    const uint8_t *first = tile_state(bed->tiles[0][0])->l1;
    for (unsigned way = 0; way < FAST_BED_WAYS; way++) {
        for (unsigned p = 0; p < FAST_BED_PROBES; p++)
            ck_assert_msg(!memcmp(first, tile_state(bed->tiles[way][p])->l1, L1_BYTES_MAX),
                          "%s, %s, probe %u: another L1", what, way_names[way], p);
    }
}

void fast_bed_count_from_zero(struct fast_bed *bed)
{
    memset(bed->taken, 0, sizeof bed->taken);
}

void fast_bed_has_taken(const struct fast_bed *bed, enum fast_path path, const char *what)
{
    for (unsigned p = 0; p < FAST_PATHS; p++)
        ck_assert_uint_eq(bed->taken[0][p], 0);
    for (unsigned way = 1; way < FAST_BED_WAYS && FAST_BED_ONE_IN == 1; way++)
        ck_assert_msg(bed->taken[way][path] > 0, "%s, %s: path %u was never taken", what, way_names[way], path);
}

enum { SEEDS_A_VARIANT = 32 };

static const uint32_t seed_step = 0x9E3779B9;

void fast_bed_run_case(struct fast_bed *bed, int nth, uint32_t settings, fast_bed_setting *run)
{
    fast_bed_make(bed, nth % 2 ? TT_WORMHOLE_B0 : TT_BLACKHOLE);
    for (uint32_t i = 0; i < settings; i += FAST_BED_ONE_IN)
        run(bed, NULL, (uint32_t)nth / 2, seed_step * (settings * (uint32_t)nth + i + 1));
}

static bool begins_with_one_of(const char *key, const char *const *beginnings)
{
    while (*beginnings && strncmp(key, *beginnings, strlen(*beginnings)) != 0)
        beginnings++;
    return *beginnings;
}

void fast_bed_run_readings(enum tt_chip chip, const char *const *beginnings, uint32_t cases, fast_bed_setting *run)
{
    struct fast_bed bed;
    fast_bed_make(&bed, chip);
    for (uint32_t id = 0; id < VARIANT_COUNT; id++) {
        const struct variant_info *variant = variant_get((enum variant_id)id);
        for (uint8_t choice = 1; choice < variant->choice_count && begins_with_one_of(variant->key, beginnings);
             choice++) {
            struct variant_set variants = {{0}};
            variants.choice[id] = choice;
            for (uint32_t i = id % FAST_BED_ONE_IN; i < cases; i += FAST_BED_ONE_IN)
                run(&bed, &variants, i, seed_step * (id * SEEDS_A_VARIANT + i + 1));
        }
    }
    fast_bed_free(&bed);
}
