/* SPDX-License-Identifier: Apache-2.0 */
/* One answer in twenty is wrong: it is said, and no wrong reading comes of it. */
#include "unit/probe/hidden.h"
#include "unit/suite.h"

enum { ONE_IN = 20, REPEATS = 3 };

struct noise {
    uint64_t random;
    bool is_whole; /* all repeats of an experiment are wrong in the same way, as by a broken cell */
};

static size_t disturb(const struct experiments *set, struct noise *noise, struct experiment_answer *answers)
{
    size_t count = 0;
    for (size_t at = 0; at < set->count; at++) {
        const uint64_t wrong = draw_random(&noise->random);
        bool is_hit = noise->is_whole && draw_random(&noise->random) % ONE_IN == 0;
        for (unsigned i = 0; i < answers[at].count; i++) {
            const bool is_wrong = noise->is_whole ? is_hit : draw_random(&noise->random) % ONE_IN == 0;
            if (is_wrong)
                answers[at].repeats[i] = noise->is_whole ? wrong : draw_random(&noise->random);
            is_hit |= is_wrong;
        }
        count += is_hit;
    }
    return count;
}

static void check(const struct experiments *set, const struct experiment_answer *answers,
                  const struct variant_set *hidden, size_t disturbed)
{
    struct experiment_reading reading;
    struct tt_error err;
    size_t unusable = 0;
    ck_assert_int_eq(experiment_read(set, answers, &reading, &err), TT_OK);
    for (size_t at = 0; at < set->count; at++)
        unusable += reading.outcomes[at] == EXPERIMENT_DISAGREES || reading.outcomes[at] == EXPERIMENT_FITS_NONE;
    ck_assert_uint_eq(unusable, disturbed);
    for (unsigned id = 0; id < VARIANT_COUNT; id++)
        if (reading.verdicts[id].state == EXPERIMENT_DECIDED)
            ck_assert(reading.verdicts[id].fits >> hidden->choice[id] & 1);
    experiment_reading_clear(&reading);
}

START_TEST(noise__is_said)
{
    struct experiments set = make_experiments((enum tt_chip)(_i & 1), 1);
    struct tile *tile = tile_new(set.chip);
    struct experiment_answer *answers = mem_calloc(set.count, sizeof *answers);
    size_t all = 0;
    ck_assert(tile && answers);
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        const struct variant_set hidden = hide(seed);
        struct noise noise = {seed, _i >> 1};
        ask(tile, &set, &hidden, REPEATS, answers);
        const size_t disturbed = disturb(&set, &noise, answers);
        check(&set, answers, &hidden, disturbed);
        all += disturbed;
    }
    ck_assert_uint_gt(all, SEEDS);
    mem_free(answers);
    tile_free(tile);
    experiments_clear(&set);
}
END_TEST

/* Two answers that fit, each another choice of the same readings: neither counts, nor does what rests on them. */
START_TEST(noise__of_two_that_contradict_neither_counts)
{
    struct experiments set = make_experiments(TT_BLACKHOLE, 2);
    struct tile *tile = tile_new(set.chip);
    struct experiment_answer *answers = mem_calloc(set.count, sizeof *answers);
    struct experiment_reading reading;
    struct tt_error err;
    const struct variant_set plain = {{0}};
    struct variant_set other = {{0}};
    unsigned contradicting = 0;
    ck_assert(tile && answers);
    ck_assert_int_eq(variant_parse(&other, "matrix.shiftxb.columns=one_less"), 0);
    ask(tile, &set, &plain, 1, answers);
    for (size_t at = 0; at < set.count; at++) {
        const struct experiment *experiment = &set.experiments[at];
        uint8_t bytes[DRAW_OUTPUT_BYTES];
        if (experiment->reading_count != 1 || experiment->readings[0] != VARIANT_MATRIX_SHIFTXB_COLUMNS)
            continue;
        ck_assert(experiment_run(tile, experiment->program, &other, bytes));
        answers[at].repeats[0] = experiment_hash(bytes);
        break;
    }
    ck_assert_int_eq(experiment_read(&set, answers, &reading, &err), TT_OK);
    for (size_t at = 0; at < set.count; at++)
        contradicting += reading.outcomes[at] == EXPERIMENT_CONTRADICTS;
    ck_assert_uint_ge(contradicting, 2);
    ck_assert_int_eq(reading.verdicts[VARIANT_MATRIX_SHIFTXB_COLUMNS].state, EXPERIMENT_INCONSISTENT);
    ck_assert_int_eq(reading.verdicts[VARIANT_VECTOR_SWAP_EQUAL].state, EXPERIMENT_DECIDED);
    experiment_reading_clear(&reading);
    mem_free(answers);
    tile_free(tile);
    experiments_clear(&set);
}
END_TEST

/* What fits nothing is reduced: of the words left out one at a time those remain that the fault needs. */
START_TEST(noise__what_fits_none_is_reduced)
{
    struct experiments set = make_experiments(TT_BLACKHOLE, 1), next;
    struct experiment_answer *answers = mem_calloc(set.count, sizeof *answers);
    struct tile *tile = tile_new(set.chip);
    struct experiment_reading reading;
    struct tt_error err;
    const struct variant_set plain = {{0}};
    ck_assert(tile && answers);
    ask(tile, &set, &plain, 1, answers);
    answers[0].repeats[0] ^= 1;
    ck_assert_int_eq(experiment_read(&set, answers, &reading, &err), TT_OK);
    ck_assert_int_eq(reading.outcomes[0], EXPERIMENT_FITS_NONE);
    ck_assert_int_eq(experiments_reduce(&set, &reading, &next, &err), TT_OK);
    ck_assert_uint_gt(next.count, 0);
    for (size_t at = 0; at < next.count; at++) {
        ck_assert_uint_lt(next.experiments[at].program->count, set.experiments[0].program->count);
        ck_assert_uint_eq(next.experiments[at].program->step_count, set.experiments[0].program->step_count - 1);
    }
    experiments_clear(&next);
    experiment_reading_clear(&reading);
    mem_free(answers);
    tile_free(tile);
    experiments_clear(&set);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("experiments_noise");
    TCase *t = tcase_create("noise");
    tcase_set_timeout(t, 600);
    tcase_add_loop_test(t, noise__is_said, 0, 2 * TT_CHIP_COUNT);
    tcase_add_test(t, noise__of_two_that_contradict_neither_counts);
    tcase_add_test(t, noise__what_fits_none_is_reduced);
    suite_add_tcase(s, t);
    return s;
}
