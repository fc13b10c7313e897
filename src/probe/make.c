/* SPDX-License-Identifier: Apache-2.0 */
/* Draws programs of every template on all processors, weighs each, and retains the fewest that are worth asking. */
#include "probe/experiments_internal.h"

#include "base/pool.h"
#include "base/search.h"
#include "tile/tile.h"

enum { TEMPLATES_MAX = 128 };

struct work {
    const struct experiment_options *options;
    char names[TEMPLATES_MAX][DRAW_NAME_MAX];
    size_t name_count;
    struct experiment_candidate *candidates;
    size_t chosen[EXPERIMENTS_MAX], chosen_count;
    struct worker {
        struct tile *tile;
        struct draw_program program;
    } * workers;
};

/* The candidate's program, drawn again, and a tile to run it on. */
static enum tt_status draw_candidate(struct work *work, const struct pool_item *item, size_t at, struct tt_error *err)
{
    struct worker *worker = &work->workers[item->worker];
    if (!worker->tile)
        worker->tile = tile_new(work->options->chip);
    NEED(worker->tile, err, "no memory for a tile");
    return draw_program(work->options->chip, work->names[at % work->name_count], work->candidates[at].experiment.seed,
                        &worker->program, err);
}

static enum tt_status make_weigh(void *user, const struct pool_item *item, struct tt_error *err)
{
    struct work *work = user;
    struct worker *worker = &work->workers[item->worker];
    struct experiment_candidate *candidate = &work->candidates[item->index];
    uint64_t seed = work->options->seed + item->index;
    candidate->experiment.seed = draw_random(&seed);
    TRY(draw_candidate(work, item, item->index, err));
    experiment_weigh(worker->tile, &worker->program, candidate);
    return TT_OK;
}

static enum tt_status make_pass(void *user, const struct pool_item *item, struct tt_error *err)
{
    (void)user;
    (void)item;
    (void)err;
    return TT_OK;
}

static enum tt_status take_over(struct experiments *set, const struct work *work, const size_t *chosen, size_t count,
                                struct tt_error *err)
{
    set->experiments = mem_calloc(count + 1, sizeof *set->experiments);
    NEED(set->experiments, err, "no memory for experiments");
    for (size_t i = 0; i < count; i++) {
        struct experiment *experiment = &set->experiments[set->count++];
        *experiment = work->candidates[chosen[i]].experiment;
        experiment->program = mem_calloc(1, sizeof *experiment->program);
        NEED(experiment->program, err, "no memory for a program");
        const char *name = work->names[chosen[i] % work->name_count];
        TRY(draw_program(set->chip, name, experiment->seed, experiment->program, err));
        (void)snprintf(experiment->name, sizeof experiment->name, "%02zu-%s", i, name);
    }
    return TT_OK;
}

static enum tt_status verify(void *user, const struct pool_item *item, struct tt_error *err)
{
    struct work *work = user;
    struct worker *worker = &work->workers[item->worker];
    const size_t at = work->chosen[item->index];
    struct experiment_candidate *candidate = &work->candidates[at];
    if (candidate->is_verified)
        return TT_OK;
    TRY(draw_candidate(work, item, at, err));
    experiment_verify(worker->tile, &worker->program, candidate);
    return TT_OK;
}

static bool is_all_verified(const struct work *work)
{
    return ALL(i, work->chosen_count, work->candidates[work->chosen[i]].is_verified);
}

/* Chooses, verifies the choice, and chooses again where that changed the readings of an answer. */
static enum tt_status make_choose(struct work *work, struct experiments *set, size_t items, struct tt_error *err)
{
    const size_t threads = work->options->threads;
    for (;;) {
        enum tt_status status = experiment_choose(work->candidates, items, work->options->cover, work->chosen,
                                                  &work->chosen_count, set->sight, err);
        if (status || is_all_verified(work))
            return status;
        const struct pool pool = {work, threads, 2 * threads, work->chosen_count, NULL, verify, make_pass};
        TRY(pool_run(&pool, err));
    }
}

static enum tt_status draw_all(struct work *work, struct experiments *set, struct tt_error *err)
{
    const size_t threads = work->options->threads, items = work->name_count * work->options->draws;
    const struct pool pool = {work, threads, 2 * threads, items, NULL, make_weigh, make_pass};
    set->programs = items;
    TRY(pool_run(&pool, err));
    TRY(make_choose(work, set, items, err));
    return take_over(set, work, work->chosen, work->chosen_count, err);
}

enum tt_status experiments_make(const struct experiment_options *options, struct experiments *set, struct tt_error *err)
{
    struct work work = {.options = options};
    memset(set, 0, sizeof *set);
    set->chip = options->chip;
    set->seed = options->seed;
    set->draws = options->draws;
    while (work.name_count < TEMPLATES_MAX &&
           draw_template(options->chip, work.name_count, work.names[work.name_count]))
        work.name_count++;
    work.candidates = mem_calloc(work.name_count * options->draws, sizeof *work.candidates);
    work.workers = mem_calloc(options->threads, sizeof *work.workers);
    const enum tt_status status = work.candidates && work.workers
                                      ? draw_all(&work, set, err)
                                      : tt_fail(err, TT_NO_MEMORY, "no memory for programs");
    for (size_t i = 0; work.workers && i < options->threads; i++)
        tile_free(work.workers[i].tile);
    mem_free(work.workers);
    mem_free(work.candidates);
    return status;
}

void experiments_clear(struct experiments *set)
{
    for (size_t i = 0; i < set->count; i++)
        mem_free(set->experiments[i].program);
    mem_free(set->experiments);
    set->experiments = NULL;
    set->count = 0;
}
