/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay run: programs on the cores of a tile, a host beside them, and a capture of it all.
 * docs/how-to/run-a-kernel.md */
#include "cli/run/run.h"

#include "base/input.h"
#include "base/path.h"
#include "base/scratch.h"
#include "cli/cli.h"
#include "cli/progress.h"
#include "order/options_text.h"
#include "order/record.h"
#include "show/runs/run_report.h"

struct runner {
    struct run_words words;
    struct run_plan plan;
    struct recorder *recorder; /* null: no capture is wanted */
    struct replay_waits waits;
    struct replay_summary summary;
    struct progress progress;
};

static void on_started(void *user, const struct tile *tile)
{
    const struct runner *runner = user;
    if (runner->recorder)
        recorder_start(runner->recorder, tile);
}

static void on_happened(void *user, const struct ttcap_event *event)
{
    const struct runner *runner = user;
    if (runner->recorder)
        recorder_event(runner->recorder, event);
}

static void on_ended(void *user, const struct tile *tile)
{
    const struct runner *runner = user;
    if (runner->recorder)
        recorder_ended(runner->recorder, tile);
}

static void on_waiting(void *user, const struct replay_wait *wait)
{
    struct runner *runner = user;
    replay_waits_add(&runner->waits, wait);
}

static void on_progress(void *user, uint64_t done, uint64_t of)
{
    struct runner *runner = user;
    progress_show(&runner->progress, done, of);
}

/* The start, as import puts it together. */
static enum tt_status make_start(const struct run_plan *plan, const char *path, struct tt_error *err)
{
    const struct import_options options = {.chip = plan->chip, .has_kind = true, .kind = TTCAP_SIMULATOR};
    enum tt_status status = TT_OK;
    for (size_t i = 0; i < plan->item_count && !status; i++)
        status = input_keep(path, plan->items[i].path, err);
    return status ? status : import_items(plan->items, plan->item_count, &options, "run", path, true, err);
}

/* The first byte of L1 of [from, to) that is known at the start; `to`: none is. */
static enum tt_status find_known(struct ttcap *start, uint32_t from, uint32_t to, uint32_t *found, struct tt_error *err)
{
    enum { PIECE = 1024 };
    uint8_t bytes[PIECE], known[PIECE];
    enum tt_status status = TT_OK;
    for (*found = from; *found < to && !status;) {
        const uint32_t count = to - *found < PIECE ? to - *found : PIECE;
        status = ttcap_read(start, 0, TT_SPACE_L1, *found, count, bytes, known, err);
        for (uint32_t i = 0; i < count && !status; i++, (*found)++)
            if (known[i])
                return TT_OK;
    }
    return status;
}

/* Programs and bytes of L1 that stand where the host is to store something would be lost without a word. */
static enum tt_status check_room(struct ttcap *start, uint32_t from, uint64_t bytes, const char *what,
                                 struct tt_error *err)
{
    const uint32_t l1_bytes = chip_get(ttcap_info(start)->chip)->l1_bytes;
    if (from >= l1_bytes)
        return TT_OK;
    const uint32_t to = bytes < l1_bytes - from ? from + (uint32_t)bytes : l1_bytes;
    uint32_t found = to;
    const enum tt_status status = find_known(start, from, to, &found, err);
    if (!status && found < to)
        return tt_fail(
            err, TT_BAD_INPUT,
            "%s at 0x%x: a program or --l1 has bytes at 0x%x already (--cb-at moves the buffers, --config-at "
            "kernels)",
            what, (unsigned)from, (unsigned)found);
    return status;
}

static enum tt_status check_rooms(const struct run_plan *plan, struct ttcap *start, struct tt_error *err)
{
    enum tt_status status = TT_OK;
    for (size_t i = 0; i < plan->launch_count && !status; i++)
        status = check_room(start, plan->stores[i].addr, 4, "the launch message or the kernel's configuration", err);
    for (size_t i = 0; i < plan->buffer_count && !status; i++)
        status = check_room(start, plan->feeds[i].start, (uint64_t)plan->feeds[i].ring * plan->feeds[i].page_bytes,
                            "the ring of a circular buffer", err);
    return status;
}

static enum tt_status run_start(struct runner *runner, struct ttcap *start, struct tt_error *err)
{
    struct replay_options options;
    const struct replay_outside outside = script_outside(&runner->plan.script);
    const struct replay_observer observer = {.user = runner,
                                             .started = on_started,
                                             .happened = on_happened,
                                             .ended = on_ended,
                                             .waiting = on_waiting,
                                             .progress = on_progress};
    const struct cli_texts *variants = &runner->words.variants;
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
    progress_begin(&runner->progress, "run", "steps");
    status = replay_run(start, &options, NULL, &observer, &runner->summary, err);
    progress_end(&runner->progress);
    if (!status && runner->recorder)
        return recorder_finish(runner->recorder, err);
    recorder_abandon(runner->recorder);
    return status;
}

/* Arrays that are whole. */
static enum tt_status write_arrays(const struct runner *runner, struct tt_error *err)
{
    enum tt_status status = TT_OK;
    for (size_t i = 0; i < runner->plan.buffer_count && !status; i++) {
        const struct run_buffer *buffer = &runner->plan.buffers[i];
        if (buffer->is_output && runner->plan.feeds[i].done == buffer->count)
            status = run_buffer_write(buffer, runner->words.is_forced, err);
    }
    return status;
}

/* Memories of other tiles, where the run came to its end. */
static enum tt_status write_memories(const struct runner *runner, struct tt_error *err)
{
    const bool is_whole = !runner->summary.is_deadlocked && !runner->summary.facts.is_stopped;
    return is_whole ? run_memories_write(&runner->plan, runner->words.is_forced, err) : TT_OK;
}

static int report(const struct runner *runner, struct ttcap *start)
{
    struct run_view_buffer buffers[RUN_BUFFERS_MAX];
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

/* What is written must be none of what is read, and not there. */
static enum tt_status check_outputs(const struct runner *runner, struct tt_error *err)
{
    const struct run_plan *plan = &runner->plan;
    enum tt_status status = TT_OK;
    for (size_t i = 0; i < plan->buffer_count && !status; i++) {
        const struct run_buffer *buffer = &plan->buffers[i];
        if (buffer->is_between)
            continue;
        if (!buffer->is_output) {
            status = input_keep(runner->words.output, buffer->path, err);
            continue;
        }
        status = check_absent(runner, buffer->path, err);
        for (size_t k = 0; k < plan->item_count && !status; k++)
            status = input_keep(buffer->path, plan->items[k].path, err);
        for (size_t k = 0; k < plan->buffer_count && !status; k++)
            if (!plan->buffers[k].is_output && !plan->buffers[k].is_between)
                status = input_keep(buffer->path, plan->buffers[k].path, err);
    }
    for (size_t k = 0; k < plan->item_count && !status; k++)
        status = input_keep(runner->words.output, plan->items[k].path, err);
    for (size_t k = 0; k < plan->memory_count && !status; k++)
        status = plan->memories[k].is_output ? check_absent(runner, plan->memories[k].path, err)
                                             : input_keep(runner->words.output, plan->memories[k].path, err);
    return status;
}

static int run(struct runner *runner, const struct scratch *scratch)
{
    struct tt_error err = {{0}};
    struct ttcap *start = NULL;
    enum tt_status status = check_outputs(runner, &err);
    if (!status)
        status = make_start(&runner->plan, scratch->file, &err);
    if (!status)
        status = ttcap_open(&start, scratch->file, &err);
    if (!status)
        status = check_rooms(&runner->plan, start, &err);
    if (!status)
        status = run_start(runner, start, &err);
    if (!status)
        status = write_arrays(runner, &err);
    if (!status)
        status = write_memories(runner, &err);
    const int code = status ? cli_trouble(&err) : report(runner, start);
    ttcap_close(start);
    return code;
}

int verb_run(int argc, char **argv)
{
    struct runner runner = {.recorder = NULL};
    struct scratch scratch = {.folder = ""};
    struct tt_error err = {{0}};
    run_words_parse(&runner.words, argc, argv);
    enum tt_status status = run_plan_make(&runner.plan, &runner.words, &err);
    if (!status)
        status = scratch_make(&scratch, "start.ttcap", &err);
    const int code = status ? cli_trouble(&err) : run(&runner, &scratch);
    scratch_remove(&scratch);
    run_plan_clear(&runner.plan);
    run_words_clear(&runner.words);
    return code;
}
