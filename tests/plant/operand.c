/* SPDX-License-Identifier: Apache-2.0 */
/* Of the bytes of L1 that unpackers read as they stood at the start one is taken, and one of its bits turned over at
 * every checkpoint. */
#include "plant/operand.h"

#include "ask/reduce/copy.h"
#include "isa/spaces.h"
#include "plant/words.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { TRIES = 40, WRITTEN = 1, READ = 2 };

struct reads {
    uint8_t *flags; /* of each byte of L1 */
    uint32_t size;
};

static void on_access(void *user, const struct probe_access *access)
{
    const struct reads *reads = user;
    const bool is_unpack = access->unit == TT_UNIT_UNPACK0 || access->unit == TT_UNIT_UNPACK1;
    for (uint32_t at = access->lo; access->space == TT_SPACE_L1 && at < access->hi && at < reads->size; at++)
        if (access->is_write)
            reads->flags[at] |= WRITTEN;
        else if (is_unpack && !(reads->flags[at] & WRITTEN))
            reads->flags[at] |= READ;
}

static void flip(void *user, uint32_t checkpoint, enum tt_space space, uint32_t lo, uint32_t count, uint8_t *bytes,
                 uint8_t *known)
{
    const struct plant *plant = user;
    (void)checkpoint, (void)known;
    if (space == TT_SPACE_L1 && plant->addr >= lo && plant->addr < lo + count)
        bytes[plant->addr - lo] ^= (uint8_t)(1u << plant->bit);
}

/* ---- all of an input ---- */

enum tile_fault { TILE_SWAPPED, TILE_ZERO, TILE_STEP, TILE_OTHER, TILE_FAULTS };

struct tile_plant {
    struct plant *plant;
    struct ttcap *from;
    enum tile_fault fault;
    uint32_t other; /* OTHER: what stands there instead */
};

/* Where the byte at an offset of the input comes from. */
static uint32_t tile_source(const struct tile_plant *tile, uint32_t at)
{
    const uint32_t half = tile->plant->bytes / 2, step = 16;
    if (tile->fault == TILE_SWAPPED)
        return tile->plant->addr + (at < half ? at + half : at < 2 * half ? at - half : at);
    if (tile->fault == TILE_STEP)
        return tile->plant->addr + (at + step < tile->plant->bytes ? at + step : at);
    return tile->other + at;
}

static void tile_change(void *user, uint32_t checkpoint, enum tt_space space, uint32_t lo, uint32_t count,
                        uint8_t *bytes, uint8_t *known)
{
    const struct tile_plant *tile = user;
    struct tt_error err;
    (void)checkpoint, (void)known;
    for (uint32_t at = 0; space == TT_SPACE_L1 && at < tile->plant->bytes; at++) {
        const uint32_t addr = tile->plant->addr + at;
        uint8_t was;
        if (addr >= lo && addr < lo + count &&
            (tile->fault == TILE_ZERO ||
             !ttcap_read(tile->from, 0, TT_SPACE_L1, tile_source(tile, at), 1, &bytes[addr - lo], &was, &err)))
            bytes[addr - lo] = tile->fault == TILE_ZERO ? 0 : bytes[addr - lo];
    }
}

/* A stretch that unpackers read and nothing writes; false: it is too short. */
static bool tile_choose(struct tile_plant *tile, const struct reads *reads, const uint32_t *places, uint32_t count,
                        uint64_t *state)
{
    enum { LEAST = 128, MOST = 2048 };
    struct plant *plant = tile->plant;
    const uint32_t at = places[plant_draw(state) % count];
    uint32_t lo = at;
    while (lo > 0 && reads->flags[lo - 1] == READ)
        lo--;
    lo += (at - lo) / MOST * MOST; /* of several tiles in a row that one */
    uint32_t hi = lo;
    while (hi < reads->size && reads->flags[hi] == READ && hi - lo < MOST)
        hi++;
    plant->addr = lo;
    plant->bytes = hi - lo;
    tile->fault = (enum tile_fault)(plant_draw(state) % TILE_FAULTS);
    tile->other = places[plant_draw(state) % count] & ~UINT32_C(15);
    return plant->bytes >= LEAST;
}

static enum tt_status operand_reads(struct reads *reads, uint32_t **places, uint32_t *count, struct ttcap *from,
                                    struct tt_error *err)
{
    struct replay_options options;
    struct replay_summary summary;
    const struct probe probe = {.user = reads, .wants = PROBE_ACCESS, .access = on_access};
    reads->size = space_bytes(ttcap_info(from)->chip, TT_SPACE_L1);
    reads->flags = calloc(reads->size, 1);
    *places = calloc(reads->size, sizeof **places);
    if (!reads->flags || !*places)
        abort();
    replay_options_init(&options, ttcap_info(from));
    const enum tt_status status = replay_run(from, &options, &probe, NULL, &summary, err);
    for (uint32_t at = 0; at < reads->size; at++) /* what is overwritten later would be a fault of two values */
        if (reads->flags[at] == READ)
            (*places)[(*count)++] = at;
    return status;
}

enum tt_status plant_tile(struct plant *plant, bool *is_made, struct ttcap *from, const char *path, uint64_t *state,
                          struct tt_error *err)
{
    static const char *const names[TILE_FAULTS] = {"halves swapped", "zero", "a step away", "another's"};
    struct reads reads = {0};
    struct tile_plant tile = {.plant = plant, .from = from};
    const struct copy_edit edit = {.user = &tile, .change_known = tile_change};
    uint32_t count = 0, *places;
    enum tt_status status = operand_reads(&reads, &places, &count, from, err);
    plant->space = TT_SPACE_L1;
    for (int i = 0; i < TRIES && count && !status && !*is_made; i++) {
        if (!tile_choose(&tile, &reads, places, count, state))
            continue;
        status = capture_copy(from, path, true, &edit, err);
        if (!status)
            status = plant_is_shown(is_made, path, err);
    }
    (void)snprintf(plant->text, sizeof plant->text, "input l1 0x%" PRIx32 ", %" PRIu32 " bytes: %s (0x%" PRIx32 ")",
                   plant->addr, plant->bytes, names[tile.fault], tile.other);
    free(reads.flags);
    free(places);
    return status;
}

enum tt_status plant_operand(struct plant *plant, bool *is_made, struct ttcap *from, const char *path, uint64_t *state,
                             struct tt_error *err)
{
    struct reads reads = {0};
    const struct copy_edit edit = {.user = plant, .change_known = flip};
    uint32_t count = 0, *places;
    enum tt_status status = operand_reads(&reads, &places, &count, from, err);
    plant->space = TT_SPACE_L1;
    for (int i = 0; i < TRIES && count && !status && !*is_made; i++) {
        plant->addr = places[plant_draw(state) % count];
        plant->bit = plant_draw(state) % 8;
        status = capture_copy(from, path, true, &edit, err);
        if (!status)
            status = plant_is_shown(is_made, path, err);
    }
    (void)snprintf(plant->text, sizeof plant->text, "bit %u of l1 byte 0x%" PRIx32 ", an operand", plant->bit,
                   plant->addr);
    free(reads.flags);
    free(places);
    return status;
}
