/* SPDX-License-Identifier: Apache-2.0 */
/* A conversation of a host with a chip on tiles here: of a file, or of a program. docs/formats/program.md */
#include "cli/run/program.h"

#include "cli/cli.h"
#include "device/program.h"
#include "order/options_text.h"
#include "show/runs/program_report.h"

#include "base/memory.h"

#include <stdio.h>

struct program_run {
    const struct program_words *words;
    const char *path; /* of the conversation */
    char *own_path;   /* the same, where it is of a program; mem_free it */
    struct program program;
    enum tt_chip chip;
    struct wire wire;
    struct replay_options options;
    struct program_writer *writer; /* null: no program is wanted */
    struct device *device;
    struct conversation conversation;
};

static enum tt_status program_find_chip(struct program_run *run, struct tt_error *err)
{
    const char *arch = run->words->arch;
    if (run->words->folder)
        run->chip = run->program.chip;
    else
        run->chip = arch ? chip_find(arch) : conversation_chip(&run->wire);
    if (run->chip == TT_CHIP_COUNT && arch)
        return tt_fail(err, TT_BAD_INPUT, "--arch %s: expected blackhole or wormhole_b0", arch);
    return run->chip < TT_CHIP_COUNT ? TT_OK
                                     : tt_fail(err, TT_BAD_INPUT,
                                               "%s: its places do not say which chip it was; --arch blackhole or "
                                               "wormhole_b0 does",
                                               run->path);
}

/* A program is run by the readings that its tiles were recorded by. */
static enum tt_status program_options(struct program_run *run, struct tt_error *err)
{
    const struct texts *variants = run->words->variants;
    const struct replay_texts texts = {.variants = variants ? variants->items : NULL,
                                       .variant_count = variants ? variants->count : 0};
    struct ttcap *tile = NULL;
    char *path = run->program.tile_count ? program_path(&run->program, run->program.tiles[0].file) : NULL;
    enum tt_status status = path ? ttcap_open(&tile, path, err) : TT_OK;
    if (status) {
        mem_free(path);
        return status;
    }
    replay_options_init(&run->options, tile ? ttcap_info(tile)
                                            : &(struct ttcap_info){.chip = run->chip, .source = TTCAP_SIMULATOR});
    ttcap_close(tile);
    mem_free(path);
    run->options.order = REPLAY_FIRMWARE;
    if (run->words->max_steps)
        run->options.max_steps = run->words->max_steps;
    return replay_texts_parse(&texts, run->chip, &run->options, NULL, err);
}

static enum tt_status program_read(struct program_run *run, struct tt_error *err)
{
    const char *folder = run->words->folder;
    enum tt_status status = folder ? program_open(&run->program, folder, err) : TT_OK;
    run->path = run->words->wire;
    if (!status && folder)
        run->path = run->own_path = program_path(&run->program, 0);
    if (!status && !run->path)
        return tt_fail(err, TT_NO_MEMORY, "%s: no memory", folder);
    if (!status)
        status = wire_read(&run->wire, run->path, err);
    if (!status)
        status = program_find_chip(run, err);
    return status ? status : program_options(run, err);
}

static enum tt_status program_do(struct program_run *run, struct tt_error *err)
{
    const struct program_words *words = run->words;
    enum tt_status status = program_read(run, err);
    if (!status && words->output)
        status = program_writer_open(&run->writer, words->output, words->is_forced, run->path, &run->options,
                                     run->chip, err);
    const struct device_listener listener =
        run->writer ? program_writer_listener(run->writer) : (struct device_listener){.user = NULL};
    if (!status)
        status = device_new(&run->device, run->chip, &run->options.variants, &listener, err);
    run->conversation = (struct conversation){.wire = &run->wire, .max_rounds = run->options.max_steps};
    if (!status)
        status = conversation_run(&run->conversation, run->device, run->chip, run->path, err);
    struct program_writer *writer = run->writer;
    run->writer = status ? writer : NULL;
    return status || !writer ? status : program_writer_finish(writer, run->device, err);
}

static void program_run_clear(struct program_run *run)
{
    program_writer_abandon(run->writer);
    conversation_clear(&run->conversation);
    device_free(run->device);
    wire_clear(&run->wire);
    program_clear(&run->program);
    mem_free(run->own_path);
}

int program_run(const struct program_words *words)
{
    struct program_run run = {.words = words};
    struct tt_error err = {{0}};
    int code = EXIT_TROUBLE;
    if (program_do(&run, &err)) {
        code = cli_trouble(&err);
    } else {
        const struct program_view view = {words->folder ? words->folder : run.path, words->output, &run.conversation,
                                          run.device, run.chip};
        program_report(stdout, cli_form(words->is_json), &view);
        code = verdict_exit(verdict_of(&run.conversation.facts));
    }
    program_run_clear(&run);
    return code;
}

int program_import(const struct program_words *words)
{
    struct program_run run = {.words = words};
    struct tt_error err = {{0}};
    const int code = program_do(&run, &err) ? cli_trouble(&err) : EXIT_SAME;
    program_run_clear(&run);
    return code;
}

int program_info(const char *folder, bool is_json)
{
    struct program_run run = {.words = &(struct program_words){.folder = folder}};
    struct tt_error err = {{0}};
    const enum tt_status status = program_read(&run, &err);
    if (!status)
        program_info_report(stdout, cli_form(is_json), &run.program, &run.wire);
    program_run_clear(&run);
    return status ? cli_trouble(&err) : EXIT_SAME;
}
