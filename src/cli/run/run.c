/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay run: programs on the cores of a tile, a host beside them, and a capture of it all.
 * docs/how-to/run-a-kernel.md */
#include "cli/run/run.h"
#include "base/input.h"
#include "base/new_file.h"
#include "base/path.h"
#include "base/scratch.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "cli/run/program.h"
#include "load/load.h"
#include "order/options_text.h"
#include "order/record.h"
#include "show/export/export.h"
#include "show/runs/run_report.h"

struct run_words {
    struct load_words load;
    struct texts variants;
    const char *output, *wire;
    const char *capture; /* of run_within(), in place of `output` */
    uint64_t max_steps;
    bool is_forced, is_json;
};

static const struct cli_option options[] = {
    {CLI_HEADING("What runs:")},
    {"arch", 0, "CHIP", "blackhole or wormhole_b0; of a conversation by default the one that has its places",
     INTO(struct run_words, load.arch)},
    {"build", 0, "FOLDER",
     "a kernel's folder in tt-metal's cache, or one above it: firmware, kernels, formats of circular buffers and what "
     "else --elf, --kernel, --image and --hold say are found in it, and launch.json where there is one",
     INTO(struct run_words, load.builds)},
    {"elf", 0, "CORE=FILE", "program of core b, nc, t0, t1 or t2, which leaves reset at its entry",
     INTO(struct run_words, load.elves)},
    {"kernel", 0, "CORE=FILE", "kernel of tt-metal's, which the program of that core (its firmware) calls",
     INTO(struct run_words, load.kernels)},
    {"hold", 0, "CORE", "the core stays in reset: another core or a store lets it go",
     INTO(struct run_words, load.holds)},
    {"image", 0, "CORE=ADDR",
     "where in L1 start code finds the image of the core's own memory (default: the program's __loader_init_start)",
     INTO(struct run_words, load.images)},
    {"l1", 0, "ADDR=FILE", "bytes of L1 at the start (raw or .npy)", INTO(struct run_words, load.l1)},
    {CLI_HEADING("The host beside it:")},
    {"cb", 0, "N=FILE:FORMAT[:PAGES]",
     "circular buffer N: filled from an array, or with PAGES emptied into one, or without FILE between two cores, with "
     "room for PAGES; FORMAT: bf16, fp16, fp32, bfp8_b, bfp4_b, bfp2_b, or raw with the bytes of a page (raw/2048)",
     INTO(struct run_words, load.buffers)},
    {"dram", 0, "ADDR=FILE:FORMAT[:PAGES]",
     "a buffer in DRAM, page by page over its banks: filled from an array, or with PAGES written into one; ADDR may be "
     "a name that the build has",
     INTO(struct run_words, load.tensors)},
    {"ring", 0, "PAGES", "pages of room in each circular buffer (default 2)", INTO(struct run_words, load.ring),
     .least = 1, .most = 0xFFFF},
    {"cb-at", 0, "ADDR", "where in L1 the buffers begin (default 0x20000)", INTO(struct run_words, load.buffers_at)},
    {"arg", 0, "[CORE=]V",
     "the next runtime argument of all kernels, or of that of core b, nc or t; or NAME=V by its name",
     INTO(struct run_words, load.arguments)},
    {"common-arg", 0, "[CORE=]V", "the next common runtime argument, likewise",
     INTO(struct run_words, load.common_arguments)},
    {"semaphore", 0, "V", "start value of the kernel's next semaphore", INTO(struct run_words, load.semaphores)},
    {"config-at", 0, "ADDR",
     "where in L1 the configuration of kernels and, behind it, their programs begin (default 0x14000)",
     INTO(struct run_words, load.config_at)},
    {"abi", 0, "A|B", "shape of the launch message (default A; see docs/how-to/run-a-kernel.md)",
     INTO(struct run_words, load.abi)},
    {"poke", 0, "ADDR=V[@MOMENT]",
     "a store to L1 or a register, one after the other: at the start, in step MOMENT, or once MOMENT (ADDR==V) holds",
     INTO(struct run_words, load.pokes)},
    {"until", 0, "ADDR=V", "end the run when the word there is V", INTO(struct run_words, load.until)},
    {"noc-xy", 0, "X,Y", "where the tile is on network 0 (default 1,2 on Blackhole, 1,1 on Wormhole)",
     INTO(struct run_words, load.noc_xy)},
    {"noc", 0, "X,Y:ADDR=FILE[:BYTES]",
     "memory of another tile or of DRAM from its address ADDR on: a file that is read, or with BYTES one that is made "
     "of what was written",
     INTO(struct run_words, load.memories)},
    {"seed", 0, "N",
     "seed of the draws of when pages come and go (default 1); with --wire of another legal timing of the tiles "
     "(default: they step together)",
     INTO(struct run_words, load.seed), .least = 1},
    {"max-steps", 0, "N", "a program that still runs after N steps hangs (default 100000000)",
     INTO(struct run_words, max_steps), .least = 1},
    VARIANT_OPTION(VARIANT_TEXT, struct run_words),
    PROFILE_OPTION(struct run_words),
    {CLI_HEADING("Or a whole program, instead of all above but --arch, --max-steps, --seed and the readings:")},
    {"wire", 0, "FILE",
     "a recorded conversation of a host with a chip: all its tiles run, and what the host read is compared",
     INTO(struct run_words, wire)},
    {CLI_HEADING("What comes of it:")},
    {"output", 'o', "OUT", "a capture of the run; it replays in every order. Of a conversation: a program, a folder",
     INTO(struct run_words, output)},
    {"force", 0, NULL, FORCE_TEXT, INTO(struct run_words, is_forced)},
    {"json", 0, NULL, "the summary as JSON (schemas/run.schema.json)", INTO(struct run_words, is_json)},
    {0},
};

static void run_options_check(const struct argp_state *state, void *into)
{
    const struct run_words *words = into;
    const struct load_words *load = &words->load;
    CLI_REFUSE_IF(!words->wire && !load->arch && load->builds.count == 0, state, "no chip named: --arch");
    CLI_REFUSE_IF(!words->wire && load->elves.count == 0 && load->builds.count == 0, state,
                  "no program named: --elf CORE=FILE, --build FOLDER, or --wire FILE");
    const size_t of_one_tile = load->builds.count + load->tensors.count + load->common_arguments.count +
                               load->elves.count + load->kernels.count + load->images.count + load->holds.count +
                               load->l1.count + load->pokes.count + load->buffers.count + load->arguments.count +
                               load->semaphores.count + load->memories.count;
    CLI_REFUSE_IF(words->wire && (of_one_tile || load->until || load->noc_xy), state,
                  "--wire has all that its tiles hold and its host does: no other program or host goes with it");
}

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
    struct replay_options replay;
    const struct replay_outside outside = script_outside(&runner->plan.script);
    struct replay_observer recording, waits = {.user = &runner->waits, .waiting = replay_waits_add};
    const struct replay_observer observer = {.user = &runner->progress, .progress = progress_report, .next = &waits};
    const struct replay_words how = {.variants = runner->words->variants,
                                     .has_order = true,
                                     .order = REPLAY_FIRMWARE,
                                     .max_steps = runner->words->max_steps};
    replay_options_init(&replay, ttcap_info(start));
    replay.outside = &outside;
    TRY(replay_words_parse(&how, runner->plan.chip, &replay, NULL, err));
    if (runner->words->output)
        TRY(recorder_open(&runner->recorder, runner->words->output, runner->words->is_forced, start, &replay, err));
    recording = recorder_observer(runner->recorder);
    waits.next = runner->recorder ? &recording : NULL;
    progress_begin(&runner->progress, "run", "steps");
    const enum tt_status status = replay_run(start, &replay, NULL, &observer, &runner->summary, err);
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

/* is_within: nothing is said. */
static int run_run_report(const struct runner *runner, struct ttcap *start, bool is_within)
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
    if (!is_within)
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

static enum tt_status run_through(struct runner *runner, struct ttcap **start, struct tt_error *err)
{
    struct scratch scratch OWNED(scratch_remove) = {.folder = ""};
    TRY(load_build(&runner->words->load, err));
    TRY(load_plan_make(&runner->plan, &runner->words->load, err));
    TRY(scratch_make(&scratch, "start.ttcap", err));
    TRY(check_outputs(runner, err));
    TRY(load_start(&runner->plan, scratch.file, err));
    TRY(ttcap_open(start, scratch.file, err));
    TRY(load_check_rooms(&runner->plan, *start, err));
    return run_start(runner, *start, err);
}

static enum tt_status run_tile(struct runner *runner, int *code, struct tt_error *err)
{
    struct ttcap *start OWNED(ttcap_close_at) = NULL;
    TRY(run_through(runner, &start, err));
    TRY(run_write_arrays(runner, err));
    TRY(write_memories(runner, err));
    *code = run_run_report(runner, start, false);
    return TT_OK;
}

/* Nothing but the capture of a run to its end. */
static enum tt_status run_capture(struct runner *runner, struct tt_error *err)
{
    struct ttcap *start OWNED(ttcap_close_at) = NULL;
    TRY(run_through(runner, &start, err));
    REFUSE_IF(run_run_report(runner, start, true) != EXIT_SAME, err,
              "the run does not come to its end: `tt-replay run` with the same words says where it stands");
    return TT_OK;
}

static enum tt_status run_do(void *words, int *code, struct tt_error *err)
{
    struct run_words *run = words;
    struct runner runner = {.words = run};
    const struct program_words program = {.wire = run->wire,
                                          .arch = run->load.arch,
                                          .output = run->output,
                                          .variants = &run->variants,
                                          .max_steps = run->max_steps,
                                          .seed = run->load.seed,
                                          .is_forced = run->is_forced,
                                          .is_json = run->is_json};
    const enum tt_status status = run->wire ? program_run(&program, code, err) : run_tile(&runner, code, err);
    load_plan_clear(&runner.plan);
    mem_free(run->load.names);
    return status;
}

static const struct cli_syntax run_syntax = {
    "--arch CHIP --elf CORE=FILE...\n--build FOLDER...\n--wire FILE",
    "Put programs on the cores of a tile and run them, with a host that stores at moments and fills and empties "
    "circular buffers. Or do a recorded conversation with a chip again, on all its tiles.\v"
    "Exit status: 0 came to its end, 1 hangs, 2 trouble, 3 unsupported work; with --wire as of `replay`: 0 same, "
    "1 differs, 2 trouble, 3 no verdict or unsupported work.\n\n"
    "Examples:\n"
    "  tt-replay run --arch blackhole --elf t0=t0.elf --elf t1=t1.elf \\\n"
    "      --elf t2=t2.elf --cb 0=a.bin:raw/2048 --cb 16=out.npy:bf16:4\n"
    "  tt-replay run --arch blackhole --elf b=program.elf --poke 0x20000=5@20 \\\n"
    "      --until 0x20000=5 -o ran.ttcap\n"
    "  tt-replay run --wire test.wire -o program",
    options, run_options_check};
#define RUN_WORDS                                                                                                      \
    {                                                                                                                  \
        .load = {.ring = 2, .buffers_at = 0x20000, .config_at = 0x14000, .abi = "A" }                                  \
    }

int verb_run(int argc, char **argv)
{
    struct run_words words = RUN_WORDS;
    return cli_do(&run_syntax, argc, argv, &words, run_do);
}

static enum tt_status run_capture_do(void *words, int *code, struct tt_error *err)
{
    struct run_words *run = words;
    struct runner runner = {.words = run};
    (void)code;
    REFUSE_IF(run->wire, err, "--wire: many tiles; `run --wire FILE -o PROGRAM` makes captures of them");
    REFUSE_IF(run->output, err, "-o %s: expected none: the capture goes when it is read", run->output);
    run->output = run->capture;
    run->is_forced = true; /* nothing that is there is written */
    const enum tt_status status = run_capture(&runner, err);
    load_plan_clear(&runner.plan);
    mem_free(run->load.names);
    return status;
}

int run_within(const struct texts *typed, const char *capture)
{
    char name[] = "tt-replay run";
    struct run_words words = RUN_WORDS;
    char **argv = mem_calloc(typed->count + 2, sizeof *argv);
    if (!argv)
        cli_no_memory();
    argv[0] = name;
    for (size_t i = 0; i < typed->count; i++)
        argv[i + 1] = (char *)(uintptr_t)typed->items[i];
    words.capture = capture;
    const int code = cli_do(&run_syntax, (int)typed->count + 1, argv, &words, run_capture_do);
    mem_free(argv);
    return code;
}
