/* SPDX-License-Identifier: Apache-2.0 */
/* Plants known faults into recorded kernels and lets bisect look for them: it must name the place, the unit and the
 * cause of each.
 *
 *     bisect_plants COUNT FOLDER...    COUNT of each kind, over the captures and bundles of the folders
 *
 * Exit 0: all named; 1: some not; 2: trouble; 77: there are no captures. */
#include "ask/bisect/bisect.h"
#include "plant/folders.h"
#include "plant/plant.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct tally {
    uint64_t made, place, cause, only, seconds_e6;
};

static struct folders captures;

/* Whether one of the explanations is the planted one, and whether it is the only one. */
static bool is_explained(const struct plant *plant, const struct bisect_result *result, bool *is_only)
{
    *is_only = result->explanation_count == 1;
    for (unsigned i = 0; i < result->explanation_count; i++) {
        const struct bisect_explanation *explanation = &result->explanations[i];
        const struct bisect_change *change = &explanation->changes[0];
        if (explanation->count != 1)
            continue;
        if (plant->kind == PLANT_FIELD && change->is_set && change->set.field == plant->field &&
            change->set.value == plant->value)
            return true;
        if (plant->kind == PLANT_VARIANT && !change->is_set && change->variant == plant->variant &&
            change->choice == plant->choice)
            return true;
    }
    return false;
}

static void judge(const struct plant *plant, const struct ttcap *capture, const struct bisect_result *result,
                  bool *place, bool *cause, bool *only)
{
    const struct bisect_place *first = &result->first;
    *only = true;
    if (plant->kind == PLANT_OUTPUT || plant->kind == PLANT_DST) {
        const uint32_t bit = UINT32_C(1) << (8 * (plant->addr - first->lo) % 32 + plant->bit);
        *place = result->verdict == VERDICT_DIFFERS && first->space == plant->space && first->lo <= plant->addr &&
                 plant->addr < first->hi && first->has_writer && first->seq == plant->seq &&
                 first->unit == plant->unit && (first->held_bytes ^ first->replayed_bytes) == bit &&
                 strcmp(result->checkpoint, ttcap_checkpoint(capture, plant->checkpoint)->id) == 0;
        /* Nobody reads an output again; a cell of Dst is found by its use, where there is one. */
        *cause =
            result->cause == BISECT_NOTHING_FOUND || (plant->kind == PLANT_DST && result->cause == BISECT_RECORDING);
        *only = plant->kind == PLANT_OUTPUT || result->cause == BISECT_RECORDING;
        return;
    }
    if (plant->is_apart)
        *place = result->branch.is_found && result->branch.seq == plant->apart_seq &&
                 result->branch.unit == plant->apart_unit;
    else
        *place = !result->branch.is_found && first->space == TT_SPACE_STATE && first->has_writer;
    *cause = is_explained(plant, result, only);
}

static enum tt_status look(const struct plant *plant, uint64_t seed, const char *path, struct tally *tally,
                           const char *from, struct tt_error *err)
{
    static struct bisect_result result;
    struct bisect_options options = {.budget = 100000};
    struct ttcap *capture;
    struct timespec start, end;
    enum tt_status status = ttcap_open(&capture, path, err);
    if (status)
        return status;
    replay_options_init(&options.replay, ttcap_info(capture));
    (void)clock_gettime(CLOCK_MONOTONIC, &start);
    status = bisect_run(capture, &options, &result, err);
    (void)clock_gettime(CLOCK_MONOTONIC, &end);
    if (!status) {
        bool place, cause, only;
        judge(plant, capture, &result, &place, &cause, &only);
        tally->made++;
        tally->place += place;
        tally->cause += cause;
        tally->only += cause && only;
        tally->seconds_e6 += (uint64_t)((end.tv_sec - start.tv_sec) * 1000000 + (end.tv_nsec - start.tv_nsec) / 1000);
        if (!place || !cause)
            (void)printf("%s, seed %" PRIu64 ": %s: %s%s\n", from, seed, plant->text, place ? "" : "not the place ",
                         cause ? "" : "not the cause");
    }
    ttcap_close(capture);
    return status;
}

static enum tt_status plant_and_look(enum plant_kind kind, uint64_t seed, const char *scratch, struct tally *tally,
                                     struct tt_error *err)
{
    const char *path = captures.paths[(seed * 2654435761u + (uint64_t)kind * 17) % captures.count];
    const char *name = strrchr(path, '/') + 1;
    struct ttcap *from;
    struct plant plant;
    bool is_made = false;
    char imported[PATH_MAX];
    (void)snprintf(imported, sizeof imported, "%s.from", scratch);
    enum tt_status status = folders_open(&from, path, imported, err);
    if (status)
        return status;
    status = plant_make(&plant, &is_made, kind, seed, from, scratch, err);
    if (!status && is_made)
        status = look(&plant, seed, scratch, tally, name, err);
    ttcap_close(from);
    return status;
}

static void print(enum plant_kind kind, const struct tally *tally)
{
    (void)printf("%-12s %4" PRIu64 " planted: %4" PRIu64 " place and unit, %4" PRIu64 " cause, %4" PRIu64
                 " of them the only one named; %.0f ms each\n",
                 plant_kind_name(kind), tally->made, tally->place, tally->cause, tally->only,
                 tally->made ? (double)tally->seconds_e6 / 1000 / (double)tally->made : 0.0);
}

int main(int argc, char **argv)
{
    struct tt_error err;
    char scratch[PATH_MAX - 16];
    const char *base = getenv("TMPDIR");
    const uint64_t wanted = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
    for (int i = 2; i < argc; i++)
        folders_list(&captures, argv[i]);
    if (captures.count == 0) {
        (void)puts("skipped: there are no captures");
        return 77;
    }
    folders_sort(&captures);
    (void)snprintf(scratch, sizeof scratch, "%s/tt-replay-plants.%ld.ttcap", base && *base ? base : "/tmp",
                   (long)getpid());
    int code = 0;
    for (int kind = 0; kind < PLANT_KINDS && code < 2; kind++) {
        struct tally tally = {0};
        for (uint64_t seed = 1; tally.made < wanted && seed < 20 * wanted + 100 && code < 2; seed++) {
            if (plant_and_look((enum plant_kind)kind, seed, scratch, &tally, &err)) {
                (void)fprintf(stderr, "%s\n", err.text);
                code = 2;
            }
        }
        print((enum plant_kind)kind, &tally);
        if (code == 0 && (tally.made < wanted || tally.place < tally.made || tally.cause < tally.made))
            code = 1;
    }
    (void)unlink(scratch);
    folders_clear(&captures);
    return code;
}
