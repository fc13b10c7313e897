/* SPDX-License-Identifier: Apache-2.0 */
/* A vector file: for each vector a tile is reset, given the starting state and the words, and held in every space
 * against reset, pre and post laid over each other. docs/formats/vectors.md */
#include "conform/conform_internal.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

struct vector_run_state {
    struct conform_context *context;
    const char *path;
    bool has_mask[TT_CHIP_COUNT];
    struct conform_mask mask[TT_CHIP_COUNT];
};

/* Vector files come from a simulator, which differs from silicon in two things: packed datums go to L1 at once and not
 * in blocks of 16 bytes (conflicts C-49), and one flag tells for all packers whether a data tile is open (C-50). */
static const char *const recorder_readings[] = {"pack.l1.write_through=on", "pack.l1.tile_flag=one_for_all"};

static enum tt_status make_tiles(struct conform_context *context, enum tt_chip chip, struct tt_error *err)
{
    struct variant_set variants = {{0}};
    if (context->held[chip])
        return TT_OK;
    for (size_t i = 0; i < sizeof recorder_readings / sizeof *recorder_readings; i++) {
        if (variant_parse(&variants, recorder_readings[i]) != 0)
            return tt_fail(err, TT_UNSUPPORTED, "there is no variant \"%s\"", recorder_readings[i]);
    }
    enum tt_status status = conform_variants(context->options, &variants, err);
    if (status)
        return status;
    context->held[chip] = tile_new(chip);
    context->replayed[chip] = tile_new(chip);
    if (!context->held[chip] || !context->replayed[chip])
        return tt_fail(err, TT_NO_MEMORY, "no memory for a tile");
    tile_set_variants(context->replayed[chip], &variants);
    return TT_OK;
}

static enum tt_status make_mask(struct vector_run_state *state, enum tt_chip chip, struct tt_error *err)
{
    if (state->has_mask[chip])
        return TT_OK;
    struct conform_mask *mask = &state->mask[chip];
    conform_mask_state(mask);
    enum tt_status status = recorder_mask(state->path, chip, TT_SPACE_CFG, mask->cfg, err);
    if (status == TT_OK)
        status = recorder_mask(state->path, chip, TT_SPACE_THREAD_CFG, mask->thread_cfg, err);
    state->has_mask[chip] = status == TT_OK;
    return status;
}

static void store_runs(struct tile *tile, const struct vector_run *runs, size_t count)
{
    for (size_t i = 0; i < count; i++)
        tile_store(tile, runs[i].space, runs[i].lo, runs[i].count, runs[i].bytes, NULL);
}

/* "PACR_2/cnt_0001" is about PACR. */
static void row_name(const char *name, char *row, size_t size)
{
    const char *end = strchr(name, '/');
    size_t length = end ? (size_t)(end - name) : strlen(name);
    if (length > 2 && memcmp(name + length - 2, "_2", 2) == 0)
        length -= 2;
    (void)snprintf(row, size, "%.*s", (int)(length < size ? length : size - 1), name);
}

/* What a run came to: how many words took effect, and which spaces differ. */
struct vector_result {
    struct conform_execution run;
    size_t difference_count;
    struct conform_difference differences[TT_SPACE_COUNT];
};

static void run_tiles(struct tile *held, struct tile *replayed, const struct vector *vector,
                      const struct conform_mask *mask, struct vector_result *out)
{
    tile_reset(held);
    tile_reset(replayed);
    store_runs(held, vector->pre, vector->pre_count);
    store_runs(held, vector->post, vector->post_count);
    store_runs(replayed, vector->pre, vector->pre_count);
    tile_packers_resume(replayed);
    conform_execute(replayed, vector, &out->run);
    if (!out->run.reason)
        out->difference_count = conform_compare(held, replayed, mask, out->differences);
}

static bool is_same(const struct vector *vector, const struct vector_result *came)
{
    return came->difference_count == 0 && came->run.done == vector->done && !came->run.has_wrong_word;
}

static enum tt_status run_vector(struct vector_run_state *state, const struct vector *vector, struct tt_error *err)
{
    struct conform_context *context = state->context;
    char row[64];
    row_name(vector->name, row, sizeof row);
    struct conform_case result = {.path = state->path, .name = vector->name, .row = row, .chip = vector->chip};
    enum tt_status status = make_tiles(context, vector->chip, err);
    if (status == TT_OK)
        status = make_mask(state, vector->chip, err);
    if (status)
        return status;

    struct vector_result came = {.run.reason = conform_obstacle(vector)};
    if (!came.run.reason)
        run_tiles(context->held[vector->chip], context->replayed[vector->chip], vector, &state->mask[vector->chip],
                  &came);
    result.reason = came.run.reason;
    if (came.run.reason)
        result.outcome = CONFORM_UNSUPPORTED;
    else
        result.outcome = is_same(vector, &came) ? CONFORM_PASSED : CONFORM_DIFFERED;

    char *explanation = NULL;
    if (result.outcome == CONFORM_DIFFERED && context->explained < context->options->explained_max) {
        result.explanation = explanation = conform_explain(vector, &came.run, came.differences, came.difference_count);
        context->explained++;
    }
    status = conform_result(context, &result, err);
    mem_free(explanation);
    return status;
}

enum tt_status conform_run_vectors(struct conform_context *context, const char *path, struct tt_error *err)
{
    struct vector_file *file;
    enum tt_status status = vector_file_open(&file, path, err);
    if (status)
        return status;
    struct vector_run_state *state = mem_calloc(1, sizeof *state);
    if (!state) {
        vector_file_close(file);
        return tt_fail(err, TT_NO_MEMORY, "%s: no memory", path);
    }
    state->context = context;
    state->path = path;
    while (status == TT_OK) {
        struct vector vector;
        status = vector_file_next(file, &vector, err);
        if (status == TT_OK)
            status = run_vector(state, &vector, err);
    }
    mem_free(state);
    vector_file_close(file);
    return status == TT_END ? TT_OK : status;
}
