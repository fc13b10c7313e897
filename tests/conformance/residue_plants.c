/* SPDX-License-Identifier: Apache-2.0 */
/* Leaves out, in recorded kernels, the word or store that set up a place, and lets residue look: the place must be
 * named. And the other way round: each row that is named changes what a replay ends with, each that is not does not, as
 * replays of the test's alone show.
 *
 *     residue_plants COUNT CHECKED FOLDER...   COUNT planted over the captures and bundles of the folders; the rows of
 *                                              the first CHECKED of them, by other values; of the folder "drawn"
 *                                              programs that are drawn, of both chips
 *
 * Exit 0: all are named, no row is wrong; 1: else; 2: trouble; 77: there are no captures. SEED, VERBOSE as in
 * bisect_plants. */
#include "ask/residue/residue.h"
#include "base/memory.h"
#include "isa/spaces.h"
#include "plant/drawn_programs.h"
#include "plant/folders.h"
#include "plant/stale.h"
#include "plant/words.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BUDGET = 20000, DRAWS = 24, SAMPLES = 2, ELEMENT_MAX = 4, RANGE_MAX = 1 << 16 };

static const enum tt_space spaces[] = {TT_SPACE_CFG, TT_SPACE_THREAD_CFG, TT_SPACE_STATE,     TT_SPACE_GPR,
                                       TT_SPACE_DST, TT_SPACE_LREG,       TT_SPACE_DST_VALID, TT_SPACE_SRCA};
enum { SPACES = sizeof spaces / sizeof spaces[0] };

struct tally {
    uint64_t made[TT_SPACE_COUNT], named[TT_SPACE_COUNT];
    uint64_t rows, idle, wrong, missed, replays; /* rows held, named or not; of those, that are wrong */
};

static struct folders captures;
static bool takes_drawn; /* programs, too */

/* ---- planted ---- */

static bool has_bit(const struct residue_row *row, const struct plant_stale *plant)
{
    for (unsigned i = 0; i < row->range_count; i++) {
        const struct residue_range *range = &row->ranges[i];
        const uint32_t at = plant->at - range->lo; /* wraps where it lies before */
        if (range->space == plant->space && at < range->hi - range->lo &&
            (!row->has_value || range->mask >> (8 * at + plant->bit) & 1))
            return true;
    }
    return false;
}

static bool is_named(const struct residue *residue, const struct plant_stale *plant)
{
    for (size_t i = 0; i < residue->count; i++)
        if (residue_reaches(residue->rows[i].reach) && has_bit(&residue->rows[i], plant))
            return true;
    return false;
}

/* ---- rows ---- */

/* A start with other values at a row: of a number `number`, else random ones. */
struct other {
    struct plant_start starts[RESIDUE_RANGES_MAX];
    uint8_t *bytes, *mask;
};

static uint32_t draw_number(const struct residue_row *row, uint64_t draw)
{
    const uint32_t low = row->ranges[0].space == TT_SPACE_STATE ? 0xF : UINT32_MAX; /* what any counter holds */
    return (uint32_t)draw & low;
}

static void make_other(struct other *other, const struct residue_row *row, bool has_number, uint32_t number,
                       unsigned nth, uint64_t *state)
{
    size_t used = 0;
    for (unsigned i = 0; i < row->range_count; i++) {
        const struct residue_range *range = &row->ranges[i];
        const uint32_t count = range->hi - range->lo, mask = row->has_value ? range->mask : UINT32_MAX;
        const uint32_t value = mask == UINT32_MAX ? number : number << __builtin_ctz(mask);
        for (uint32_t at = 0; at < count; at++) {
            other->mask[used + at] = (uint8_t)(row->has_value ? mask >> 8 * at : UINT8_MAX);
            other->bytes[used + at] = (uint8_t)(has_number ? value >> 8 * at : plant_draw(state));
            if (!has_number && nth % 3 == 1)
                other->bytes[used + at] = (uint8_t)(other->bytes[used + at] | (at & 1 ? 0x3C : 0));
            if (!has_number && nth % 3 == 2)
                other->bytes[used + at] = (uint8_t)(other->bytes[used + at] | (at & 1 ? 0 : 0x7C));
            if (range->space == TT_SPACE_DST_VALID)
                other->bytes[used + at] = nth % 5 == 4 ? 0 : 1;
            if ((range->space == TT_SPACE_SRCA || range->space == TT_SPACE_SRCB) && at % 4 >= 2)
                other->bytes[used + at] &= at % 4 == 2 ? 7 : 0; /* 19 bits */
        }
        other->starts[i] =
            (struct plant_start){range->space, range->lo, count, other->bytes + used, other->mask + used};
        used += count;
    }
}

/* Whether any of so many starts ends otherwise than the one as it is. */
static enum tt_status ends_otherwise(bool *is, const struct residue_row *row, struct ttcap *capture, unsigned draws,
                                     uint64_t *state, struct tally *tally, struct tt_error *err)
{
    struct other other;
    struct plant_start as_is[RESIDUE_RANGES_MAX];
    uint8_t *none = calloc(1, RANGE_MAX);
    struct plant_own own_base = {0}, own = {0};
    uint64_t sum = 0, base = 0;
    enum tt_status status = TT_OK;
    other.bytes = malloc(RANGE_MAX);
    other.mask = malloc(RANGE_MAX);
    if (!none || !other.bytes || !other.mask)
        abort();
    for (unsigned i = 0; i < row->range_count; i++) /* the same bytes are left out of what counts */
        as_is[i] = (struct plant_start){row->ranges[i].space, row->ranges[i].lo, row->ranges[i].hi - row->ranges[i].lo,
                                        none, none};
    *is = false;
    status = plant_outcome(&base, &own_base, capture, as_is, row->range_count, err);
    for (unsigned nth = 0; nth < draws && !status && !*is; nth++) {
        const bool is_witness = nth == 0 && residue_reaches(row->reach);
        const uint32_t number = is_witness ? row->other : draw_number(row, plant_draw(state));
        make_other(&other, row, row->has_value, number, nth, state);
        status = plant_outcome(&sum, &own, capture, other.starts, row->range_count, err);
        tally->replays++;
        *is = !status && (sum != base || plant_own_differs(&own_base, &own, other.starts, row->range_count));
        plant_own_clear(&own);
    }
    plant_own_clear(&own_base);
    free(none);
    free(other.bytes);
    free(other.mask);
    return status;
}

static uint32_t bytes_of(const struct residue_row *row)
{
    uint32_t bytes = 0;
    for (unsigned i = 0; i < row->range_count; i++)
        bytes += row->ranges[i].hi - row->ranges[i].lo;
    return bytes;
}

static enum tt_status hold_rows(const struct residue *residue, struct ttcap *capture, uint64_t *state,
                                struct tally *tally, struct tt_error *err)
{
    enum tt_status status = TT_OK;
    for (size_t i = 0; i < residue->count && !status; i++) {
        const struct residue_row *row = &residue->rows[i];
        const bool is_named_row = residue_reaches(row->reach);
        bool is = false;
        if (row->is_given || row->reach == RESIDUE_NOT_TRIED || row->reach == RESIDUE_UNSUPPORTED ||
            bytes_of(row) > RANGE_MAX)
            continue;
        status = ends_otherwise(&is, row, capture, is_named_row ? DRAWS : SAMPLES, state, tally, err);
        tally->rows += is_named_row;
        tally->idle += !is_named_row;
        tally->wrong += is_named_row && !is;
        tally->missed += !is_named_row && is;
        if (!status && is != is_named_row)
            (void)printf("    %s: %s, and other values %s\n", row->name, residue_reach_name(row->reach),
                         is ? "change what it ends with" : "change nothing");
    }
    return status;
}

/* ---- */

static enum tt_status look(const struct plant_stale *plant, const char *name, uint64_t seed, const char *path,
                           bool is_checked, struct tally *tally, struct tt_error *err)
{
    struct residue residue = {0};
    struct residue_options options = {.budget = BUDGET};
    struct ttcap *capture = NULL;
    uint64_t state = seed;
    enum tt_status status = ttcap_open(&capture, path, err);
    if (status)
        return status;
    replay_options_init(&options.replay, ttcap_info(capture));
    status = residue_find(&residue, capture, &options, err);
    if (!status) {
        const bool is = is_named(&residue, plant);
        tally->made[plant->space]++;
        tally->named[plant->space] += is;
        if (!is || getenv("VERBOSE"))
            (void)printf("%s, seed %" PRIu64 ": %s: %s\n", name, seed, plant->text, is ? "named" : "NOT NAMED");
    }
    if (!status && is_checked)
        status = hold_rows(&residue, capture, &state, tally, err);
    residue_clear(&residue);
    ttcap_close(capture);
    return status;
}

static uint64_t sum_of(const uint64_t by_space[static TT_SPACE_COUNT])
{
    uint64_t sum = 0;
    for (int space = 0; space < TT_SPACE_COUNT; space++)
        sum += by_space[space];
    return sum;
}

/* One of the captures; of programs that are drawn each third. */
static enum tt_status open_from(struct ttcap **from, const char **name, uint64_t seed, const char *imported,
                                struct tt_error *err)
{
    enum { TEMPLATES = 64, DRAWN_EVERY = 3 };
    uint64_t state = seed;
    const char *drawn = captures.count ? captures.paths[seed * 2654435761u % captures.count] : imported;
    *name = strrchr(drawn, '/') + 1;
    if (!takes_drawn || (captures.count && seed % DRAWN_EVERY))
        return folders_open(from, drawn, imported, err);
    *name = "drawn";
    const enum tt_chip chip = seed / DRAWN_EVERY % 2 ? TT_WORMHOLE_B0 : TT_BLACKHOLE;
    enum tt_status status = drawn_program_capture(chip, (size_t)(plant_draw(&state) % TEMPLATES), seed, imported, err);
    if (!status)
        status = ttcap_open(from, imported, err);
    (void)unlink(imported);
    return status;
}

static enum tt_status plant_and_look(uint64_t seed, uint64_t checked, const char *scratch, struct tally *tally,
                                     struct tt_error *err)
{
    const char *name;
    struct plant_stale plant;
    struct ttcap *from = NULL;
    char imported[PATH_MAX + 8];
    bool is_made = false;
    (void)snprintf(imported, sizeof imported, "%s.from", scratch);
    enum tt_status status = open_from(&from, &name, seed, imported, err);
    if (status)
        return status == TT_END ? TT_OK : status;
    status = plant_stale(&plant, &is_made, spaces[seed % SPACES], seed, from, scratch, err);
    ttcap_close(from);
    if (status || !is_made)
        return status;
    return look(&plant, name, seed, scratch, sum_of(tally->made) < checked, tally, err);
}

static int report(const struct tally *tally, uint64_t wanted)
{
    for (int i = 0; i < SPACES; i++)
        (void)printf("%-11s %5" PRIu64 " planted, %5" PRIu64 " named\n", space_name(spaces[i]), tally->made[spaces[i]],
                     tally->named[spaces[i]]);
    (void)printf("all         %5" PRIu64 " planted, %5" PRIu64 " named\n", sum_of(tally->made), sum_of(tally->named));
    (void)printf("rows named %" PRIu64 ", of which %" PRIu64 " change nothing; not named %" PRIu64 ", of which %" PRIu64
                 " change something; %" PRIu64 " replays\n",
                 tally->rows, tally->wrong, tally->idle, tally->missed, tally->replays);
    return sum_of(tally->made) < wanted || sum_of(tally->named) < sum_of(tally->made) || tally->wrong || tally->missed;
}

int main(int argc, char **argv)
{
    struct tally tally = {.rows = 0};
    (void)setvbuf(stdout, NULL, _IOLBF, 0);
    mem_keep_freed(); /* thousands of tiles, each touched in part */
    struct tt_error err;
    char scratch[] = "/tmp/residue_plants.XXXXXX", path[PATH_MAX];
    const char *given = getenv("SEED");
    const uint64_t first = given ? strtoull(given, NULL, 10) : 1;
    if (argc < 4)
        return 2;
    const uint64_t wanted = strtoull(argv[1], NULL, 10), checked = strtoull(argv[2], NULL, 10);
    for (int i = 3; i < argc; i++) {
        if (strcmp(argv[i], "drawn") == 0)
            takes_drawn = true;
        else
            folders_list(&captures, argv[i]);
    }
    folders_sort(&captures);
    if (!captures.count && !takes_drawn)
        return 77;
    if (!mkdtemp(scratch))
        return 2;
    (void)snprintf(path, sizeof path, "%s/planted.ttcap", scratch);
    int code = 0;
    for (uint64_t seed = first; !code && sum_of(tally.made) < wanted && seed < first + 20 * wanted + 100; seed++) {
        if (plant_and_look(seed, checked, path, &tally, &err)) {
            (void)fprintf(stderr, "%s\n", err.text);
            code = 2;
        }
    }
    if (!code)
        code = report(&tally, wanted);
    (void)unlink(path);
    (void)rmdir(scratch);
    folders_clear(&captures);
    return code;
}
