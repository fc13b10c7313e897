/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of `tt-replay run` share: its words, what they come to, the host that comes of it. */
#pragma once

#include "base/error.h"
#include "capture/import/importer.h"
#include "cli/options.h"
#include "isa/chip.h"
#include "numeric/format.h"
#include "order/script.h"

enum { RUN_BUFFERS_MAX = 64 };

/* As typed. */
struct run_words {
    struct cli_texts elves, kernels, images, holds, l1, pokes, buffers, arguments, semaphores, variants, memories;
    const char *arch, *until, *output, *noc_xy, *abi;
    uint64_t seed, ring, max_steps;
    uint32_t buffers_at, config_at;
    bool is_forced, is_json;
};
void run_words_parse(struct run_words *words, int argc, char **argv);
void run_words_clear(struct run_words *words);

/* An array that goes through a circular buffer. */
struct run_buffer {
    unsigned number;
    char *path; /* its own; of the array; empty: between two cores */
    bool is_output, is_raw, is_between;
    enum format format;
    uint32_t page_bytes, start, ring;
    uint64_t count; /* of pages */
    uint8_t *pages;
};

/* A file that is memory of another tile. */
struct run_memory {
    char *path;
    bool is_output;
};

/* What the words come to. All zero is nothing. */
struct run_plan {
    enum tt_chip chip;
    struct import_item *items;
    size_t item_count;
    struct run_buffer buffers[RUN_BUFFERS_MAX];
    size_t buffer_count;
    struct script_store *stores;
    size_t store_count, store_capacity;
    size_t launch_count; /* the first of them are of the launch */
    struct script_feed feeds[RUN_BUFFERS_MAX];
    struct run_memory *memories;
    struct script_memory *of_script;
    size_t memory_count;
    const char *firmware;     /* program of core b, where there are kernels; null: there are none */
    uint32_t nc_kernel_bytes; /* of the kernel of core nc, which firmware on Wormhole copies to where it runs */
    struct script script;
};
enum tt_status run_plan_make(struct run_plan *plan, const struct run_words *words, struct tt_error *err);
void run_plan_clear(struct run_plan *plan);

/* ---- run_store.c ---- */

/* One more store of the host's. */
enum tt_status run_store(struct run_plan *plan, uint32_t addr, uint32_t value, struct tt_error *err);
/* ADDR=V, ADDR=V@ROUND, ADDR=V@ADDR==V; ADDR=V. */
enum tt_status run_store_as(struct run_plan *plan, const struct script_store *store, struct tt_error *err);
enum tt_status run_poke(struct run_plan *plan, const char *text, struct tt_error *err);
enum tt_status run_until(struct run_plan *plan, const char *text, struct tt_error *err);

/* ---- run_launch.c ---- */

/* Numbers, `stride` bytes from one to the next, as the option NAME gives them. */
enum tt_status run_numbers(struct run_plan *plan, const struct cli_texts *texts, const char *name, uint32_t from,
                           uint32_t stride, struct tt_error *err);
/* What start code finds of the circular buffers: 16 bytes each, from there on. */
enum tt_status run_describe_buffers(struct run_plan *plan, uint32_t from, struct tt_error *err);
/* How many a chip has. */
uint8_t run_buffers_most(enum tt_chip chip);

/* Where the tile is, the circular buffers, arguments, the launch message and the signal to go, as a host of tt-metal
 * stores them. */
enum tt_status run_launch(struct run_plan *plan, const struct run_words *words, struct tt_error *err);

/* ---- run_firmware.c ---- */

/* A kernel's program stands behind the kernel's configuration; that of core b must be there to call it. */
enum tt_status run_kernels_place(struct run_plan *plan, const struct run_words *words, struct tt_error *err);
/* The launch by the firmware's own protocol, and the end when it says that it is done. */
enum tt_status run_firmware(struct run_plan *plan, const struct run_words *words, struct tt_error *err);

/* ---- run_memory.c ---- */

/* X,Y:ADDR=FILE or X,Y:ADDR=FILE:BYTES; reads what is there. */
enum tt_status run_memory_read(struct run_plan *plan, const char *text, struct tt_error *err);
/* Writes those that are written. */
enum tt_status run_memories_write(const struct run_plan *plan, bool replace, struct tt_error *err);
void run_memories_clear(struct run_plan *plan);

/* ---- run_file.c ---- */

/* All of a file, to be given back by mem_free, also after a failure. */
enum tt_status run_file_read(const char *path, uint8_t **bytes, size_t *count, struct tt_error *err);

/* ---- run_buffer.c ---- */

/* N=in.npy:FORMAT or N=out.npy:FORMAT:PAGES; reads what goes in. */
enum tt_status run_buffer_read(struct run_plan *plan, const char *text, struct tt_error *err);
/* Writes what came out. */
enum tt_status run_buffer_write(const struct run_buffer *buffer, bool replace, struct tt_error *err);
