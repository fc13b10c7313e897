/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay run: programs on the cores of a tile, a host beside them, and a capture of it all.
 * docs/how-to/run-a-kernel.md */
#include "cli/run/run.h"

#include "base/input.h"
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
    struct run_words words;
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
    const struct texts *variants = &runner->words.variants;
    const struct replay_texts texts = {.variants = variants->items, .variant_count = variants->count};
    replay_options_init(&options, ttcap_info(start));
    options.order = REPLAY_FIRMWARE;
    options.outside = &outside;
    if (runner->words.max_steps)
        options.max_steps = runner->words.max_steps;
    enum tt_status status = replay_texts_parse(&texts, runner->plan.chip, &options, NULL, err);
    if (!status && runner->words.output)
        status = recorder_open(&runner->recorder, runner->words.output, runner->words.is_forced, start, &options, err);
    if (status)
        return status;
    recording = recorder_observer(runner->recorder);
    waits.next = runner->recorder ? &recording : NULL;
    progress_begin(&runner->progress, "run", "steps");
    status = replay_run(start, &options, NULL, &observer, &runner->summary, err);
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
            TRY(run_buffer_write(buffer, runner->words.is_forced, err));
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
            TRY(run_buffer_write(&plan->tensors[i], runner->words.is_forced, err));
    return load_memories_write(plan, runner->words.is_forced, err);
}

static int run_run_report(const struct runner *runner, struct ttcap *start)
{
    struct run_view_buffer buffers[LOAD_BUFFERS_MAX];
    size_t count = 0;
    for (size_t i = 0; i < runner->plan.buffer_count; i++)
        if (!runner->plan.buffers[i].is_between)
            buffers[count++] = (struct run_view_buffer){runner->plan.buffers[i].path, &runner->plan.feeds[i]};
    const struct run_view view = {
        .output = runner->words.output,
        .capture = start,
        .summary = &runner->summary,
        .waits = &runner->waits,
        .script = &runner->plan.script,
        .buffers = buffers,
        .buffer_count = count,
    };
    run_report(stdout, cli_form(runner->words.is_json), &view);
    return run_verdict_exit(&view);
}

static enum tt_status check_absent(const struct runner *runner, const char *path, struct tt_error *err)
{
    enum path_kind kind = PATH_ABSENT;
    const enum tt_status status = path_look(&kind, path, err);
    if (status || kind == PATH_ABSENT || runner->words.is_forced)
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
        return input_keep(runner->words.output, buffer->path, err);
    enum tt_status status = check_absent(runner, buffer->path, err);
    for (size_t k = 0; k < plan->item_count && !status; k++)
        status = input_keep(buffer->path, plan->items[k].path, err);
    for (size_t k = 0; k < plan->buffer_count && !status; k++)
        if (!plan->buffers[k].is_output && !plan->buffers[k].is_between)
            status = input_keep(buffer->path, plan->buffers[k].path, err);
    for (size_t k = 0; k < plan->tensor_count && !status; k++)
        if (!plan->tensors[k].is_output)
            status = input_keep(buffer->path, plan->tensors[k].path, err);
    return status;
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
        TRY(input_keep(runner->words.output, plan->items[k].path, err));
    for (size_t k = 0; k < plan->memory_count; k++)
        TRY(!plan->memories[k].path       ? TT_OK
            : plan->memories[k].is_output ? check_absent(runner, plan->memories[k].path, err)
                                          : input_keep(runner->words.output, plan->memories[k].path, err));
    return TT_OK;
}

static int run(struct runner *runner, const struct scratch *scratch)
{
    struct tt_error err = {{0}};
    struct ttcap *start = NULL;
    enum tt_status status = check_outputs(runner, &err);
    if (!status)
        status = load_start(&runner->plan, scratch->file, &err);
    if (!status)
        status = ttcap_open(&start, scratch->file, &err);
    if (!status)
        status = load_check_rooms(&runner->plan, start, &err);
    if (!status)
        status = run_start(runner, start, &err);
    if (!status)
        status = run_write_arrays(runner, &err);
    if (!status)
        status = write_memories(runner, &err);
    const int code = status ? cli_trouble(&err) : run_run_report(runner, start);
    ttcap_close(start);
    return code;
}

int verb_run(int argc, char **argv)
{
    struct runner runner = {.recorder = NULL};
    struct scratch scratch = {.folder = ""};
    struct tt_error err = {{0}};
    run_words_parse(&runner.words, argc, argv);
    if (runner.words.wire) {
        const struct program_words program = {.wire = runner.words.wire,
                                              .arch = runner.words.load.arch,
                                              .output = runner.words.output,
                                              .variants = &runner.words.variants,
                                              .max_steps = runner.words.max_steps,
                                              .is_forced = runner.words.is_forced,
                                              .is_json = runner.words.is_json};
        const int status = program_run(&program);
        run_words_clear(&runner.words);
        return status;
    }
    enum tt_status status = load_build(&runner.words.load, &err);
    if (!status)
        status = load_plan_make(&runner.plan, &runner.words.load, &err);
    if (!status)
        status = scratch_make(&scratch, "start.ttcap", &err);
    const int code = status ? cli_trouble(&err) : run(&runner, &scratch);
    scratch_remove(&scratch);
    load_plan_clear(&runner.plan);
    run_words_clear(&runner.words);
    return code;
}
