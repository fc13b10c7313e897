/* SPDX-License-Identifier: Apache-2.0 */
/* A loader: what a host of tt-metal puts on a tile before programs run, and what it stores and moves while they do.
 * Programs and kernels go through the importer of ELF files, so that a start is a capture; the host becomes a script of
 * order/script.h. docs/how-to/run-a-kernel.md */
#pragma once

#include "base/text/texts.h"
#include "capture/import/importer.h"
#include "numeric/format.h"
#include "order/script.h"

enum { LOAD_BUFFERS_MAX = 64 };

/* What is to be put there, in the words of `tt-replay run`. */
struct load_words {
    struct texts elves, kernels, images, holds, l1, pokes, buffers, arguments, semaphores, memories;
    const char *arch, *until, *noc_xy, *abi;
    uint64_t seed, ring;
    uint32_t buffers_at, config_at;
};

/* An array that goes through a circular buffer. */
struct load_buffer {
    unsigned number;
    char *path; /* its own; of the array; empty: between two cores */
    bool is_output, is_raw, is_between;
    enum format format;
    uint32_t page_bytes, start, ring;
    uint64_t count; /* of pages */
    uint8_t *pages;
};

/* A file that is memory of another tile. */
struct load_memory {
    char *path;
    bool is_output;
};

/* The plan of the words. All zero is nothing. */
struct load_plan {
    enum tt_chip chip;
    struct import_item *items;
    size_t item_count;
    struct load_buffer buffers[LOAD_BUFFERS_MAX];
    size_t buffer_count;
    struct script_store *stores;
    size_t store_count, store_capacity;
    size_t launch_count; /* the first of them are of the launch */
    struct script_feed feeds[LOAD_BUFFERS_MAX];
    struct load_memory *memories;
    struct script_memory *of_script;
    size_t memory_count;
    const char *firmware;     /* program of core b, where there are kernels; null: there are none */
    uint32_t nc_kernel_bytes; /* of the kernel of core nc, which firmware on Wormhole copies to where it runs */
    struct script script;
};
enum tt_status load_plan_make(struct load_plan *plan, const struct load_words *words, struct tt_error *err);
void load_plan_clear(struct load_plan *plan);

/* Writes the start, a capture of programs and bytes of L1. */
enum tt_status load_start(const struct load_plan *plan, const char *path, struct tt_error *err);
/* Programs and bytes of L1 stand where the host is to store something: they would be lost without a word. */
enum tt_status load_check_rooms(const struct load_plan *plan, struct ttcap *start, struct tt_error *err);
/* Files that are memory of other tiles and that programs wrote to. */
enum tt_status load_memories_write(const struct load_plan *plan, bool replace, struct tt_error *err);
