/* SPDX-License-Identifier: Apache-2.0 */
/* Program after program on both backends, until one differs. */
#include "fuzz/fuzz_internal.h"

#include "isa/riscv.h"

#include <time.h>

struct search {
    struct fuzz_work *work;
    struct fuzz_result *result;
    uint64_t next; /* number of the program that is drawn next */
    struct timespec begun;
};

static bool find_is_over(const struct search *search)
{
    const struct fuzz_options *options = search->work->options;
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    if (options->seconds && (uint64_t)(now.tv_sec - search->begun.tv_sec) >= options->seconds)
        return true;
    return options->count && search->result->programs >= options->count;
}

/* Draws a program by its number and runs it on this tile. */
static enum tt_status find_draw(struct search *search, uint64_t number, const char *path, bool *is_legal,
                                struct tt_error *err)
{
    const struct fuzz_options *options = search->work->options;
    const uint64_t seed = options->seed << 32 | (number & UINT32_MAX);
    struct draw_free free = options->free;
    free.has_other_tile = fuzz_limit_of_seed(options, seed) == FUZZ_UNDEFINED;
    enum tt_status status = draw_free_program(options->chip, &free, seed, search->work->program, err);
    return status ? status : fuzz_work_run(search->work, true, path, is_legal, err);
}

static void find_count(struct search *search, bool is_legal)
{
    const struct fuzz_options *options = search->work->options;
    search->result->programs += is_legal;
    search->result->skipped += !is_legal;
    if (is_legal && options->coverage)
        fuzz_coverage_add(options->coverage, search->work->program);
    if (options->progress && search->next % FUZZ_BATCH == 0)
        options->progress(options->user, search->result->programs, options->count);
}

static void find_note(struct search *search, uint64_t number, enum fuzz_outcome outcome)
{
    struct fuzz_result *result = search->result;
    const struct draw_program *program = search->work->program;
    result->is_found = true;
    result->number = number;
    result->seed = program->seed;
    result->outcome = outcome;
    (void)memcpy(result->name, program->name, sizeof result->name);
    result->events_before = program->is_of_cores ? program->code_count : program->count;
}

/* One program, and both backends at once. */
static enum tt_status try_one(struct search *search, uint64_t number, bool is_again, struct tt_error *err)
{
    struct fuzz_work *work = search->work;
    enum fuzz_outcome outcome = FUZZ_SAME;
    char path[FUZZ_PATH];
    bool is_legal = false;
    fuzz_work_path(work, 0, path);
    TRY(find_draw(search, number, path, &is_legal, err));
    if (!is_again)
        find_count(search, is_legal);
    if (is_legal)
        TRY(fuzz_ask(work, path, &outcome, err));
    if (outcome != FUZZ_SAME)
        find_note(search, number, outcome);
    return TT_OK;
}

/* ---- many captures a process ---- */

static enum tt_status find_fill(struct search *search, struct tt_error *err)
{
    struct fuzz_work *work = search->work;
    enum tt_status status = TT_OK;
    work->captures = 0;
    while (!status && work->captures < FUZZ_BATCH && !find_is_over(search)) {
        char path[FUZZ_PATH], final[FUZZ_PATH];
        bool is_legal = false;
        const uint64_t number = search->next++;
        (void)snprintf(path, sizeof path, "%s/drawn.ttcap", work->folder);
        status = find_draw(search, number, path, &is_legal, err);
        if (status)
            break;
        find_count(search, is_legal);
        fuzz_work_path(work, work->captures, final);
        if (!is_legal || rename(path, final) < 0) {
            (void)remove(path);
            continue;
        }
        status = fuzz_work_add(work, number, final, err);
    }
    return status;
}

/* The build did not say which: each alone. */
static enum tt_status try_each(struct search *search, const uint64_t *numbers, unsigned captures, struct tt_error *err)
{
    for (unsigned i = 0; i < captures && !search->result->is_found; i++)
        TRY(try_one(search, numbers[i], true, err));
    return TT_OK;
}

static enum tt_status ask_batch(struct search *search, struct tt_error *err)
{
    const unsigned captures = search->work->captures;
    uint64_t numbers[FUZZ_BATCH], number = UINT64_MAX;
    (void)memcpy(numbers, search->work->numbers, sizeof numbers); /* whoever asks of one uses these */
    bool is_known = true;
    enum tt_status status = captures ? fuzz_ask_folder(search->work, &number, &is_known, err) : TT_OK;
    if (!status && number != UINT64_MAX)
        status = try_one(search, number, true, err);
    if (!status && !search->result->is_found && (!is_known || number != UINT64_MAX))
        status = try_each(search, numbers, captures, err);
    for (unsigned i = 0; i < captures; i++) {
        char path[FUZZ_PATH];
        fuzz_work_path(search->work, i, path);
        (void)remove(path);
    }
    return status;
}

/* ---- the whole ---- */

static enum tt_status find(struct search *search, struct tt_error *err)
{
    const bool is_build = search->work->options->backend.kind == FUZZ_BUILD;
    while (!search->result->is_found && !find_is_over(search)) {
        if (is_build) {
            TRY(find_fill(search, err));
            TRY(ask_batch(search, err));
        } else {
            TRY(try_one(search, search->next++, false, err));
        }
    }
    return TT_OK;
}

/* The program at hand is small: once more, and the other backend's results. */
static enum tt_status find_finish(struct fuzz_work *work, struct fuzz_result *result, struct tt_error *err)
{
    enum fuzz_outcome outcome;
    char path[FUZZ_PATH];
    bool is_legal;
    fuzz_work_path(work, 0, path);
    result->events_after = work->program->count;
    for (uint32_t i = 0; i < work->program->code_count; i++)
        result->events_after += work->program->code[i] != RISCV_NOP;
    TRY(fuzz_work_run(work, false, path, &is_legal, err));
    TRY(fuzz_ask(work, path, &outcome, err));
    return fuzz_write_other(work, path, work->options->output, &result->has_reference, err);
}

enum tt_status fuzz_run(const struct fuzz_options *options, struct fuzz_result *result, struct tt_error *err)
{
    struct fuzz_work work OWNED(fuzz_work_close) = {0};
    struct search search = {.work = &work, .result = result};
    memset(result, 0, sizeof *result);
    (void)clock_gettime(CLOCK_MONOTONIC, &search.begun);
    TRY(fuzz_work_open(&work, options, err));
    TRY(find(&search, err));
    if (!result->is_found || !options->output)
        return TT_OK;
    TRY(fuzz_shrink(&work, result, err));
    return find_finish(&work, result, err);
}
