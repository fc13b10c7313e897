/* SPDX-License-Identifier: Apache-2.0 */
/* The index of a program: which files its folder holds, and which of them is the capture of which tile.
 * docs/formats/program.md */
#pragma once

#include "base/names.h"
#include "base/usual.h"

#define PROGRAM_INDEX "program.json"

struct program_file {
    char *name; /* in the folder */
    uint64_t bytes, hash;
};
struct program_tile {
    uint8_t x, y;
    size_t file;
};
struct program {
    const char *folder; /* borrowed */
    enum tt_chip chip;
    char *name;                 /* of the conversation, when it was made */
    struct program_file *files; /* the conversation is the first */
    size_t file_count, file_capacity;
    struct program_tile *tiles;
    size_t tile_count, tile_capacity;
};

/* Names a file that is there, whole. */
enum tt_status program_add_file(struct program *program, const char *name, struct tt_error *err);
/* The file that was added last is the capture of this tile. */
enum tt_status program_add_tile(struct program *program, uint8_t x, uint8_t y, struct tt_error *err);
/* Writes the index. */
enum tt_status program_write_index(const struct program *program, struct tt_error *err);

/* Whether `path` is a folder with an index. */
bool program_is(const char *path);
/* Reads the index. Call program_clear() in any case. */
enum tt_status program_open(struct program *program, const char *folder, struct tt_error *err);
void program_clear(struct program *program);
/* The path of one of its files; mem_free it. Null: no memory. */
char *program_path(const struct program *program, size_t file);
/* Null: the program has no such tile. */
const struct program_tile *program_tile(const struct program *program, unsigned x, unsigned y);
/* That a file is as it was written. */
enum tt_status program_check(const struct program *program, size_t file, struct tt_error *err);
