/* SPDX-License-Identifier: Apache-2.0 */
/* A folder for captures, two tiles, and a program on the first of them. */
#include "fuzz/fuzz_internal.h"

#include "base/new_file.h"
#include "base/scratch.h"
#include "base/temporary.h"
#include "tile/tile.h"

#include <sys/stat.h>

void fuzz_work_folder(const struct fuzz_work *work, char path[static FUZZ_PATH])
{
    (void)snprintf(path, FUZZ_PATH, "%s/captures", work->folder);
}

void fuzz_work_path(const struct fuzz_work *work, unsigned i, char path[static FUZZ_PATH])
{
    (void)snprintf(path, FUZZ_PATH, "%s/captures/%03u.ttcap", work->folder, i);
}

enum tt_status fuzz_work_add(struct fuzz_work *work, uint64_t number, const char *path, struct tt_error *err)
{
    const unsigned at = work->captures++;
    struct fuzz_sum sum = {.verdict = VERDICT_SAME}; /* the capture holds what this tile left */
    const enum tt_status status =
        work->options->has_reports ? fuzz_sum(path, &work->options->variants, true, &sum, err) : TT_OK;
    work->numbers[at] = number;
    work->reports[at] = sum.reports;
    work->verdicts[at] = (uint8_t)sum.verdict;
    return status;
}

static enum tt_status work_make_folder(struct fuzz_work *work, struct tt_error *err)
{
    struct scratch scratch;
    char path[FUZZ_PATH];
    TRY(scratch_make_named(&scratch, "capture", err));
    (void)snprintf(work->folder, sizeof work->folder, "%s", scratch.folder);
    work->folder_slot = temporary_add_tree(work->folder);
    temporary_drop(scratch.file_slot);
    temporary_drop(scratch.folder_slot);
    fuzz_work_folder(work, path);
    return mkdir(path, 0700) < 0 ? tt_fail(err, TT_IO, "%s: %s", path, strerror(errno)) : TT_OK;
}

enum tt_status fuzz_work_open(struct fuzz_work *work, const struct fuzz_options *options, struct tt_error *err)
{
    memset(work, 0, sizeof *work);
    work->options = options;
    work->folder_slot = -1;
    work->tile = tile_new(options->chip);
    work->other = tile_new(options->chip);
    work->program = mem_calloc(1, sizeof *work->program);
    NEED(work->tile && work->other && work->program, err, "no memory for two tiles");
    return work_make_folder(work, err);
}

void fuzz_work_close(struct fuzz_work *work)
{
    if (work->folder[0])
        tree_remove(work->folder);
    temporary_drop(work->folder_slot);
    tile_free(work->tile);
    tile_free(work->other);
    mem_free(work->program);
}

/* ---- a program on this tile ---- */

enum fuzz_limit fuzz_limit_of_seed(const struct fuzz_options *options, uint64_t seed)
{
    const bool is_second = seed & 1;
    return options->limit == FUZZ_UNDEFINED && !is_second ? FUZZ_DEFINED : options->limit;
}

enum fuzz_limit fuzz_limit_of(const struct fuzz_work *work)
{
    return fuzz_limit_of_seed(work->options, work->program->seed);
}

static enum tt_status run_words(struct fuzz_work *work, bool is_first, const char *path, bool *is_legal,
                                struct tt_error *err)
{
    const struct fuzz_options *options = work->options;
    *is_legal = is_first ? fuzz_sieve(work->tile, work->program, &options->variants, fuzz_limit_of(work)) == FUZZ_LEGAL
                         : fuzz_run_words(work->tile, work->program, &options->variants, fuzz_limit_of(work));
    if (*is_legal && options->is_for_card) {
        uint8_t output[DRAW_OUTPUT_BYTES];
        tile_load(work->tile, TT_SPACE_L1, DRAW_OUTPUT, DRAW_OUTPUT_BYTES, output);
        *is_legal = fuzz_suits_card(work->other, work->program, &options->variants, output);
    }
    const struct fuzz_end end = {work->tile, NULL};
    /* Nobody reads it, or the other tile is beside this one. */
    const bool has_capture = options->backend.kind != FUZZ_VARIANTS && options->backend.kind != FUZZ_NOBODY;
    return has_capture && *is_legal ? fuzz_capture(work->program, &options->variants, &end, path, true, err) : TT_OK;
}

enum tt_status fuzz_work_run(struct fuzz_work *work, bool is_first, const char *path, bool *is_legal,
                             struct tt_error *err)
{
    return work->program->is_of_cores ? fuzz_run_cores(work, is_first, path, is_legal, err)
                                      : run_words(work, is_first, path, is_legal, err);
}
