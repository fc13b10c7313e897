/* SPDX-License-Identifier: Apache-2.0 */
/* A vector file: for each vector a tile is reset, given the starting state and the words, and held in every space
 * against reset, pre and post laid over each other. docs/formats/vectors.md */
#include "conform/conform_internal.h"

#include "base/search.h"
#include "capture/bundle.h"

/* Vectors name no source. */
static struct variant_set variants_of(enum ttcap_source source)
{
    const struct variant_set silicon = {{0}};
    return source == TTCAP_SILICON ? silicon : variants_of_simulator();
}

static enum tt_status run_vectors_make_tiles(struct conform_worker *worker, enum tt_chip chip, struct tt_error *err)
{
    struct variant_set variants = variants_of(worker->options->source);
    if (worker->held[chip])
        return TT_OK;
    TRY(conform_variants(worker->options, &variants, err));
    worker->held[chip] = tile_new(chip);
    worker->replayed[chip] = tile_new(chip);
    NEED(worker->held[chip] && worker->replayed[chip], err, "no memory for a tile");
    tile_set_variants(worker->replayed[chip], &variants);
    tile_watch_fields(worker->replayed[chip], worker->options->fields_read[chip]);
    if (worker->options->by_datasheets)
        tile_set_fast(worker->replayed[chip], TILE_FAST_NONE);
    if (worker->options->asks_evidence) {
        conform_scale_init(&worker->scale);
        tile_set_probe(worker->replayed[chip], &worker->scale.probe);
    }
    return TT_OK;
}

static enum tt_status make_mask(struct conform_worker *worker, const struct conform_item *item, enum tt_chip chip,
                                struct tt_error *err)
{
    if (worker->masks_of != item)
        memset(worker->has_mask, 0, sizeof worker->has_mask);
    worker->masks_of = item;
    if (worker->has_mask[chip])
        return TT_OK;
    struct conform_mask *mask = &worker->mask[chip];
    conform_mask_state(mask);
    char *found = NULL;
    const char *file = worker->options->mask;
    enum tt_status status = file ? TT_OK : recorder_mask_find(&found, item->path, item->named, err);
    file = file ? file : found;
    worker->is_masked = file != NULL;
    status = status ?: recorder_mask(file, chip, TT_SPACE_CFG, mask->cfg, err);
    status = status ?: recorder_mask(file, chip, TT_SPACE_THREAD_CFG, mask->thread_cfg, err);
    mem_free(found);
    worker->has_mask[chip] = status == TT_OK;
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

/* The outcome of a run: how many words took effect, and which spaces differ. */
struct vector_result {
    struct conform_execution run;
    size_t difference_count;
    struct conform_difference differences[TT_SPACE_COUNT];
};

static void clear_l1(struct tile *tile, const struct vector_run *runs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (runs[i].space == TT_SPACE_L1)
            memset(tile_state(tile)->l1 + runs[i].lo, 0, runs[i].count);
    }
}

/* All that is in L1 where both are the same: to clear the whole would be a third of the work on a vector. */
static void clear_named(struct tile *tile, const struct vector *vector)
{
    clear_l1(tile, vector->pre, vector->pre_count);
    clear_l1(tile, vector->post, vector->post_count);
}

static bool is_l1_same(const struct vector_result *came)
{
    return !ANY(i, came->difference_count, came->differences[i].space == TT_SPACE_L1) && !came->run.reason;
}

static void reset(struct conform_worker *worker, struct tile *tile)
{
    if (worker->is_l1_used[tile_chip(tile)])
        tile_reset(tile);
    else
        tile_reset_but_l1(tile);
}

static void run_tiles(struct conform_worker *worker, const struct vector *vector, struct vector_result *out)
{
    struct tile *held = worker->held[vector->chip], *replayed = worker->replayed[vector->chip];
    reset(worker, held);
    reset(worker, replayed);
    store_runs(held, vector->pre, vector->pre_count);
    store_runs(held, vector->post, vector->post_count);
    store_runs(replayed, vector->pre, vector->pre_count);
    tile_packers_resume(replayed);
    conform_execute(replayed, vector, &out->run);
    if (!out->run.reason)
        out->difference_count = conform_compare(held, replayed, &worker->mask[vector->chip], out->differences);
    worker->is_l1_used[vector->chip] = !is_l1_same(out);
    if (is_l1_same(out)) {
        clear_named(held, vector);
        clear_named(replayed, vector);
    }
}

static bool run_vectors_is_same(const struct vector *vector, const struct vector_result *came)
{
    return came->difference_count == 0 && came->run.done == vector->done && !came->run.has_wrong_word;
}

static enum tt_status run_vector(struct conform_worker *worker, struct conform_piece *piece,
                                 const struct vector *vector, struct tt_error *err)
{
    const enum tt_chip chip = vector->chip;
    char row[64];
    row_name(vector->name, row, sizeof row);
    struct conform_case result = {.name = vector->name, .row = row, .chip = chip};
    TRY(run_vectors_make_tiles(worker, chip, err));
    TRY(make_mask(worker, piece->item, chip, err));

    struct vector_result came = {.run.reason = conform_obstacle(vector)};
    worker->scale.weakest = NULL;
    if (!came.run.reason)
        run_tiles(worker, vector, &came);
    result.reason = came.run.reason;
    result.is_masked = worker->is_masked;
    if (came.run.reason)
        result.outcome = CONFORM_UNSUPPORTED;
    else
        result.outcome = run_vectors_is_same(vector, &came) ? CONFORM_PASSED : CONFORM_DIFFERED;
    if (result.outcome == CONFORM_PASSED && worker->options->asks_evidence) {
        result.reason = conform_too_weak(&worker->scale, worker->options->evidence);
        result.outcome = result.reason ? CONFORM_NO_VERDICT : CONFORM_PASSED;
    }

    char *explanation OWNED(mem_free_at) = NULL;
    if (result.outcome == CONFORM_DIFFERED && piece->explained < worker->options->explained_max)
        result.explanation = explanation = conform_explain(vector, &came.run, came.differences, came.difference_count);
    return conform_keep(piece, &result, err);
}

enum tt_status conform_run_block(struct conform_worker *worker, struct conform_piece *piece, struct tt_error *err)
{
    for (;;) {
        struct vector vector;
        const enum tt_status status = vector_block_next(piece->block, &vector, err);
        if (status == TT_END)
            return TT_OK;
        TRY(PLACED(status, err, "%s", piece->item->path));
        TRY(run_vector(worker, piece, &vector, err));
    }
}
