/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay run: programs on the cores of a tile, a host beside them, and a capture of it all.
 * docs/how-to/run-a-kernel.md */
#include "cli/run/run.h"

#include "base/input.h"
#include "base/memory.h"
#include "base/new_file.h"
#include "base/path.h"
#include "base/scratch.h"
#include "cli/cli.h"
#include "cli/progress.h"
#include "cli/run/program.h"
#include "order/options_text.h"
#include "order/record.h"
#include "show/export/export.h"
#include "show/runs/run_report.h"

struct runner {
    struct run_words *words;
    struct load_plan plan;
    struct recorder *recorder; /* null: no capture is wanted */
    struct replay_waits waits;
    struct replay_summary summary;
    struct progress progress;
};

static enum tt_status run_start(struct runner *runner, struct ttcap *start, struct tt_error *err)
{
    struct replay_options options;
    const struct replay_outside outside = script_outside(&runner->plan.script);
    struct replay_observer recording, waits = {.user = &runner->waits, .waiting = replay_waits_add};
    const struct replay_observer observer = {.user = &runner->progress, .progress = progress_report, .next = &waits};
    const struct texts *variants = &runner->words->variants;
    const struct replay_texts texts = {.variants = variants->items, .variant_count = variants->count};
    replay_options_init(&options, ttcap_info(start));
    options.order = REPLAY_FIRMWARE;
    options.outside = &outside;
    if (runner->words->max_steps)
        options.max_steps = runner->words->max_steps;
    TRY(replay_texts_parse(&texts, runner->plan.chip, &options, NULL, err));
    if (runner->words->output)
        TRY(recorder_open(&runner->recorder, runner->words->output, runner->words->is_forced, start, &options, err));
    recording = recorder_observer(runner->recorder);
    waits.next = runner->recorder ? &recording : NULL;
    progress_begin(&runner->progress, "run", "steps");
    const enum tt_status status = replay_run(start, &options, NULL, &observer, &runner->summary, err);
    progress_end(&runner->progress);
    if (!status && runner->recorder)
        return recorder_finish(runner->recorder, err);
    recorder_abandon(runner->recorder);
    return status;
}

static enum tt_status put_raw(void *user, FILE *out, struct tt_error *err)
{
    const struct load_buffer *buffer = user;
    const size_t bytes = buffer->count * buffer->page_bytes;
    return fwrite(buffer->pages, 1, bytes, out) == bytes ? TT_OK
                                                         : tt_fail(err, TT_IO, "%s: cannot be written", buffer->path);
}

static enum tt_status run_put_values(void *user, FILE *out, struct tt_error *err)
{
    const struct load_buffer *buffer = user;
    return export_pages(out, buffer->path, buffer->format, buffer->pages, buffer->count, err);
}

static enum tt_status run_buffer_write(const struct load_buffer *buffer, bool replace, struct tt_error *err)
{
    struct load_buffer copy = *buffer;
    return new_file_write(buffer->path, replace ? NEW_FILE_REPLACE : NEW_FILE_NEW,
                          buffer->is_raw ? put_raw : run_put_values, &copy, err);
}

/* Arrays that are whole. */
static enum tt_status run_write_arrays(const struct runner *runner, struct tt_error *err)
{
    for (size_t i = 0; i < runner->plan.buffer_count; i++) {
        const struct load_buffer *buffer = &runner->plan.buffers[i];
        if (buffer->is_output && runner->plan.feeds[i].done == buffer->count)
            TRY(run_buffer_write(buffer, runner->words->is_forced, err));
    }
    return TT_OK;
}

/* Memories of other tiles and of DRAM, where the run came to its end. */
static enum tt_status write_memories(struct runner *runner, struct tt_error *err)
{
    struct load_plan *plan = &runner->plan;
    if (runner->summary.is_deadlocked || runner->summary.facts.is_stopped)
        return TT_OK;
    load_tensors_take(plan);
    for (size_t i = 0; i < plan->tensor_count; i++)
        if (plan->tensors[i].is_output)
            TRY(run_buffer_write(&plan->tensors[i], runner->words->is_forced, err));
    return load_memories_write(plan, runner->words->is_forced, err);
}

static int run_run_report(const struct runner *runner, struct ttcap *start)
{
    struct run_view_buffer buffers[LOAD_BUFFERS_MAX];
    size_t count = 0;
    for (size_t i = 0; i < runner->plan.buffer_count; i++)
        if (!runner->plan.buffers[i].is_between)
            buffers[count++] = (struct run_view_buffer){runner->plan.buffers[i].path, &runner->plan.feeds[i]};
    const struct run_view view = {
        .output = runner->words->output,
        .capture = start,
        .summary = &runner->summary,
        .waits = &runner->waits,
        .script = &runner->plan.script,
        .buffers = buffers,
        .buffer_count = count,
    };
    run_report(stdout, cli_form(runner->words->is_json), &view);
    return run_verdict_exit(&view);
}

static enum tt_status check_absent(const struct runner *runner, const char *path, struct tt_error *err)
{
    enum path_kind kind = PATH_ABSENT;
    const enum tt_status status = path_look(&kind, path, err);
    if (status || kind == PATH_ABSENT || runner->words->is_forced)
        return status;
    return tt_fail(err, TT_BAD_INPUT, "%s: the file exists; --force replaces it", path);
}

/* An array that is written is none that is read, and is not there already; the capture is none that is read. */
static enum tt_status run_check_array(const struct runner *runner, const struct load_buffer *buffer,
                                      struct tt_error *err)
{
    const struct load_plan *plan = &runner->plan;
    if (buffer->is_between)
        return TT_OK;
    if (!buffer->is_output)
        return input_keep(runner->words->output, buffer->path, err);
    TRY(check_absent(runner, buffer->path, err));
    for (size_t k = 0; k < plan->item_count; k++)
        TRY(input_keep(buffer->path, plan->items[k].path, err));
    for (size_t k = 0; k < plan->buffer_count; k++)
        if (!plan->buffers[k].is_output && !plan->buffers[k].is_between)
            TRY(input_keep(buffer->path, plan->buffers[k].path, err));
    for (size_t k = 0; k < plan->tensor_count; k++)
        if (!plan->tensors[k].is_output)
            TRY(input_keep(buffer->path, plan->tensors[k].path, err));
    return TT_OK;
}

/* No output may be an input, or be there already. */
static enum tt_status check_outputs(const struct runner *runner, struct tt_error *err)
{
    const struct load_plan *plan = &runner->plan;
    for (size_t i = 0; i < plan->buffer_count; i++)
        TRY(run_check_array(runner, &plan->buffers[i], err));
    for (size_t i = 0; i < plan->tensor_count; i++)
        TRY(run_check_array(runner, &plan->tensors[i], err));
    for (size_t k = 0; k < plan->item_count; k++)
        TRY(input_keep(runner->words->output, plan->items[k].path, err));
    for (size_t k = 0; k < plan->memory_count; k++)
        TRY(!plan->memories[k].path       ? TT_OK
            : plan->memories[k].is_output ? check_absent(runner, plan->memories[k].path, err)
                                          : input_keep(runner->words->output, plan->memories[k].path, err));
    return TT_OK;
}

static enum tt_status run_tile(struct runner *runner, int *code, struct tt_error *err)
{
    struct scratch scratch OWNED(scratch_remove) = {.folder = ""};
    struct ttcap *start OWNED(ttcap_close_at) = NULL;
    TRY(load_build(&runner->words->load, err));
    TRY(load_plan_make(&runner->plan, &runner->words->load, err));
    TRY(scratch_make(&scratch, "start.ttcap", err));
    TRY(check_outputs(runner, err));
    TRY(load_start(&runner->plan, scratch.file, err));
    TRY(ttcap_open(&start, scratch.file, err));
    TRY(load_check_rooms(&runner->plan, start, err));
    TRY(run_start(runner, start, err));
    TRY(run_write_arrays(runner, err));
    TRY(write_memories(runner, err));
    *code = run_run_report(runner, start);
    return TT_OK;
}

enum tt_status run_do(void *words, int *code, struct tt_error *err)
{
    struct run_words *run = words;
    struct runner runner = {.words = run};
    const struct program_words program = {.wire = run->wire,
                                          .arch = run->load.arch,
                                          .output = run->output,
                                          .variants = &run->variants,
                                          .max_steps = run->max_steps,
                                          .is_forced = run->is_forced,
                                          .is_json = run->is_json};
    const enum tt_status status = run->wire ? program_run(&program, code, err) : run_tile(&runner, code, err);
    load_plan_clear(&runner.plan);
    mem_free(run->load.names);
    return status;
}
