/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay verify: every chunk, checksum and reference of captures. docs/formats/ttcap.md#verifying */
#include "batch/seal.h"
#include "capture/program/index.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "show/reports.h"

struct arguments {
    struct texts paths;
    bool is_json;
};

static const struct cli_option options[] = {
    {CLI_PATHS("no capture named", struct arguments, paths)},
    {"json", 0, NULL, "as JSON (schemas/verify.schema.json)", INTO(struct arguments, is_json)},
    {0},
};

/* A file of a batch is held against its seal; any other is a capture. */
static void verify_look(struct verify_file *file, const char *path)
{
    static const char *const names[] = {[SEAL_PLAN] = "plan", [SEAL_RESULT] = "result", [SEAL_DATABASE] = "batch"};
    enum seal_kind kind;
    file->path = path;
    file->status = seal_look(&kind, path, &file->error);
    file->sealed = kind == SEAL_NONE ? NULL : names[kind];
}

static void say_trouble(const struct tt_error *err)
{
    (void)cli_trouble(err);
}

/* Its index and all files that it names, and behind it the captures of its tiles. */
static enum tt_status verify_program(struct texts *paths, const char *folder, struct tt_error *err)
{
    struct program program OWNED(program_clear) = {0};
    TRY(program_open(&program, folder, err));
    for (size_t i = 0; i < program.file_count; i++)
        TRY(program_check(&program, i, err));
    for (size_t i = 0; i < program.tile_count; i++) {
        char *path OWNED(mem_free_at) = program_path(&program, program.tiles[i].file);
        if (!path)
            cli_no_memory();
        cli_texts_add(paths, path);
    }
    return TT_OK;
}

static void verify_take(struct verify_file *file, struct texts *paths, const char *path)
{
    if (!program_is(path)) {
        verify_look(file, path);
        return;
    }
    file->path = path;
    file->sealed = "program";
    file->status = verify_program(paths, path, &file->error);
}

static enum tt_status verify_do(void *words, int *code, struct tt_error *err)
{
    struct arguments *arguments = words;
    struct verify_file *files OWNED(mem_free_at) = NULL;
    size_t count = 0, capacity = 0;
    for (; count < arguments->paths.count; count++) {
        NEED(!mem_grow(&files, &capacity, count + 1, sizeof *files), err, "no memory for the names of %zu files",
             count);
        files[count] = (struct verify_file){.path = NULL};
        verify_take(&files[count], &arguments->paths, arguments->paths.items[count]);
    }
    *code = verify_report(stdout, cli_form(arguments->is_json), files, count, say_trouble) ? EXIT_SAME : EXIT_TROUBLE;
    return TT_OK;
}

int verb_verify(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        "FILE...",
        "Check every chunk, checksum and reference of captures, and that the executed words are those that the "
        "cores pushed, after expansion. Of a batch's database, plan or result: that it is as it was written.\v"
        "Exit status: 0 all whole, 2 one is damaged, contradicts itself, or cannot be read.\n\n"
        "Example:\n"
        "  tt-replay verify case.ttcap",
        options, NULL};
    struct arguments arguments = {0};
    return cli_do(&syntax, argc, argv, &arguments, verify_do);
}
