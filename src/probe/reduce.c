/* SPDX-License-Identifier: Apache-2.0 */
/* The next questions where an answer fits no reading: the same program with one of its steps left out, each step in
 * turn. The chip answers again; as long as one of them still fits nothing, it is the one to go on with. */
#include "probe/experiments_internal.h"

#include "tile/tile.h"

/* The program without a step. */
static void reduce_leave_out(const struct draw_program *from, uint32_t without, struct draw_program *to)
{
    *to = *from;
    to->count = to->step_count = 0;
    for (uint32_t i = 0; i < from->step_count; i++) {
        const struct draw_step *step = &from->steps[i];
        if (i == without)
            continue;
        memcpy(&to->words[to->count], &from->words[step->first], step->count * sizeof *to->words);
        to->steps[to->step_count++] = (struct draw_step){(uint16_t)to->count, step->count, step->is_needed};
        to->count += step->count;
    }
}

/* Adds it where all of its words take effect on the emulated tile. */
static enum tt_status reduce_add(struct experiments *out, struct tile *tile, const struct draw_program *program,
                                 struct tt_error *err)
{
    struct experiment_candidate candidate = {0};
    struct experiment *experiment = &out->experiments[out->count];
    experiment_weigh(tile, program, &candidate);
    if (!candidate.is_usable)
        return TT_OK;
    *experiment = candidate.experiment;
    experiment->seed = program->seed;
    experiment->program = mem_alloc(sizeof *program);
    NEED(experiment->program, err, "no memory for a program");
    *experiment->program = *program;
    (void)snprintf(experiment->name, sizeof experiment->name, "%02zu-%s", out->count, program->name);
    out->count++;
    return TT_OK;
}

static enum tt_status reduce_all(const struct experiments *set, const struct experiment_reading *reading,
                                 struct tile *tile, struct draw_program *scratch, struct experiments *out,
                                 struct tt_error *err)
{
    size_t smallest = set->count;
    for (size_t at = 0; at < set->count; at++)
        if (reading->outcomes[at] == EXPERIMENT_FITS_NONE &&
            (smallest == set->count || set->experiments[at].program->count < set->experiments[smallest].program->count))
            smallest = at;
    if (smallest == set->count)
        return TT_OK;
    const struct draw_program *program = set->experiments[smallest].program;
    for (uint32_t step = 0; step < program->step_count && out->count < EXPERIMENTS_MAX; step++) {
        if (program->steps[step].is_needed)
            continue;
        reduce_leave_out(program, step, scratch);
        TRY(reduce_add(out, tile, scratch, err));
    }
    return TT_OK;
}

OWNED_AT(struct tile, tile_free)

enum tt_status experiments_reduce(const struct experiments *set, const struct experiment_reading *reading,
                                  struct experiments *out, struct tt_error *err)
{
    memset(out, 0, sizeof *out);
    out->chip = set->chip;
    out->seed = set->seed;
    memcpy(out->sight, set->sight, sizeof out->sight);
    out->experiments = mem_calloc(EXPERIMENTS_MAX, sizeof *out->experiments);
    struct tile *tile OWNED(tile_free_at) = tile_new(set->chip);
    struct draw_program *scratch OWNED(mem_free_at) = mem_alloc(sizeof *scratch);
    return out->experiments && tile && scratch ? reduce_all(set, reading, tile, scratch, out, err)
                                               : tt_fail(err, TT_NO_MEMORY, "no memory for smaller experiments");
}
