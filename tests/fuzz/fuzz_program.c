/* SPDX-License-Identifier: Apache-2.0 */
/* The index of a program, beside two files that are there: refused with a sentence, or its names stay in the folder,
 * its tiles name its files, and what is written of it again is read as the same. */
#include "base/memory.h"
#include "capture/program/index.h"
#include "fuzz/folder.h"
#include "fuzz/harness.h"
#include "fuzz/require.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const beside[] = {"conversation.wire", "tile-1-1.ttcap"};

static void remove_file(const char *folder, const char *name)
{
    char path[PATH_BYTES];
    path_of(path, folder, name);
    (void)unlink(path);
}

static void hold(const struct program *program)
{
    struct tt_error err = {""};
    require(program->file_count > 0 && program->name && program->chip < TT_CHIP_COUNT);
    for (size_t i = 0; i < program->file_count; i++) {
        char *path = program_path(program, i);
        require(path && *program->files[i].name && !strchr(program->files[i].name, '/'));
        require(!program_check(program, i, &err) || *err.text);
        mem_free(path);
    }
    for (size_t i = 0; i < program->tile_count; i++) {
        require(program->tiles[i].file < program->file_count);
        require(program_tile(program, program->tiles[i].x, program->tiles[i].y) == &program->tiles[i]);
    }
}

static void hold_written(const struct program *program)
{
    struct program again;
    struct tt_error err = {""};
    remove_file(program->folder, PROGRAM_INDEX);
    require(program_write_index(program, &err) == TT_OK && program_open(&again, program->folder, &err) == TT_OK);
    require(again.chip == program->chip && strcmp(again.name, program->name) == 0);
    require(again.file_count == program->file_count && again.tile_count == program->tile_count);
    for (size_t i = 0; i < again.file_count; i++)
        require(strcmp(again.files[i].name, program->files[i].name) == 0 &&
                again.files[i].bytes == program->files[i].bytes && again.files[i].hash == program->files[i].hash);
    for (size_t i = 0; i < again.tile_count; i++)
        require(again.tiles[i].x == program->tiles[i].x && again.tiles[i].y == program->tiles[i].y);
    program_clear(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char folder[] = "/tmp/ttr-fuzz-program-XXXXXX";
    struct program program;
    struct tt_error err = {""};
    require(mkdtemp(folder));
    write_file(folder, PROGRAM_INDEX, data, size);
    for (size_t i = 0; i < sizeof beside / sizeof beside[0]; i++)
        write_file(folder, beside[i], data, size < 4 ? size : 4);
    require(program_is(folder));
    if (program_open(&program, folder, &err)) {
        require(*err.text);
    } else {
        hold(&program);
        hold_written(&program);
    }
    program_clear(&program);
    for (size_t i = 0; i < sizeof beside / sizeof beside[0]; i++)
        remove_file(folder, beside[i]);
    remove_file(folder, PROGRAM_INDEX);
    require(rmdir(folder) == 0);
    return 0;
}
