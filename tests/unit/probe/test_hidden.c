/* SPDX-License-Identifier: Apache-2.0 */
/* A hidden choice of all readings, 100 seeds a chip: what is decided is right, and what is not decided no program of
 * the generator shows beside these choices: among all that were drawn, none has another answer with another choice. */
#include "unit/probe/hidden.h"
#include "unit/suite.h"

#include <stdio.h>
#include <string.h>

enum { PROOF_EVERY = 10, PROOF_DRAWS = 2 };

struct tally {
    unsigned decided, open, shown_all_the_same;
};

/* Whether a program shows a difference between two choices of a reading beside the others. */
static bool shows(struct tile *tile, const struct draw_program *program, struct variant_set variants, unsigned id,
                  unsigned other)
{
    uint8_t one[DRAW_OUTPUT_BYTES], two[DRAW_OUTPUT_BYTES];
    if (!experiment_run(tile, program, &variants, one))
        return false;
    variants.choice[id] = (uint8_t)other;
    return experiment_run(tile, program, &variants, two) && memcmp(one, two, sizeof one) != 0;
}

/* All programs of a few draws of every template. */
static bool any_shows(struct tile *tile, const struct variant_set *hidden, unsigned id, unsigned other)
{
    struct draw_program *program = mem_alloc(sizeof *program);
    char name[DRAW_NAME_MAX];
    bool does = false;
    ck_assert_ptr_nonnull(program);
    for (size_t i = 0; !does && draw_template(tile_chip(tile), i, name); i++) {
        for (uint64_t seed = 0; !does && seed < PROOF_DRAWS; seed++) {
            struct tt_error err;
            ck_assert_msg(draw_program(tile_chip(tile), name, seed, program, &err) == TT_OK, "%s", err.text);
            does = shows(tile, program, *hidden, id, other);
        }
    }
    mem_free(program);
    return does;
}

static void look(struct tile *tile, const struct experiment_reading *reading, const struct variant_set *hidden,
                 bool is_proven, struct tally *tally)
{
    for (unsigned id = 0; id < VARIANT_COUNT; id++) {
        const struct experiment_verdict *verdict = &reading->verdicts[id];
        const char *key = variant_get((enum variant_id)id)->key;
        ck_assert_msg(verdict->fits >> hidden->choice[id] & 1, "%s: the hidden choice does not fit", key);
        ck_assert_msg(verdict->state != EXPERIMENT_INCONSISTENT, "%s", key);
        if (verdict->state == EXPERIMENT_DECIDED) {
            tally->decided++;
            if ((verdict->fits & (verdict->fits - 1)) == 0)
                ck_assert_uint_eq(verdict->choice, hidden->choice[id]);
            continue;
        }
        tally->open++;
        for (unsigned other = 0; is_proven && other < variant_get((enum variant_id)id)->choice_count; other++) {
            if (other == hidden->choice[id] || !(verdict->fits >> other & 1) || !any_shows(tile, hidden, id, other))
                continue;
            tally->shown_all_the_same++;
            (void)fprintf(stderr, "%s %s: a program shows it, no experiment does\n", chip_get(tile_chip(tile))->name,
                          key);
        }
    }
}

static struct tally run_chip(enum tt_chip chip)
{
    struct experiments set = make_experiments(chip, 1);
    struct tile *tile = tile_new(chip);
    struct experiment_answer *answers = mem_calloc(set.count, sizeof *answers);
    struct tally tally = {0};
    ck_assert(tile && answers);
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        const struct variant_set hidden = hide(seed);
        struct experiment_reading reading;
        struct tt_error err;
        ask(tile, &set, &hidden, 1, answers);
        ck_assert_int_eq(experiment_read(&set, answers, &reading, &err), TT_OK);
        for (size_t at = 0; at < set.count; at++)
            ck_assert_msg(reading.outcomes[at] == EXPERIMENT_FITS, "seed %u: %s", (unsigned)seed,
                          set.experiments[at].name);
        look(tile, &reading, &hidden, IS_WHOLE && seed % PROOF_EVERY == 0, &tally);
        experiment_reading_clear(&reading);
    }
    (void)printf("%s: %zu experiments, of %u readings %u decided, %u open\n", chip_get(chip)->name, set.count,
                 SEEDS * VARIANT_COUNT, tally.decided, tally.open);
    mem_free(answers);
    tile_free(tile);
    experiments_clear(&set);
    return tally;
}

START_TEST(hidden__is_recovered)
{
    const struct tally tally = run_chip((enum tt_chip)_i);
    ck_assert_uint_ge(tally.decided, SEEDS * VARIANT_COUNT / 2);
    ck_assert_uint_eq(tally.shown_all_the_same, 0);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("experiments_hidden");
    TCase *t = tcase_create("hidden");
    tcase_set_timeout(t, 600);
    tcase_add_loop_test(t, hidden__is_recovered, 0, TT_CHIP_COUNT);
    suite_add_tcase(s, t);
    return s;
}
