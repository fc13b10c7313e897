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

/* A circular buffer as a build describes it. */
struct load_described {
    bool is_there;
    char format[24];    /* as --cb takes it; empty: it is not said */
    uint32_t pages, at; /* of room, and where; 0: as options say */
};

/* A name of a kernel's generated headers: a runtime argument by its number, a circular buffer by its own, and the
 * common runtime argument that is the address of a tensor. */
enum load_name_kind { LOAD_ARGUMENT, LOAD_COMMON_ARGUMENT, LOAD_BUFFER_NAME, LOAD_TENSOR_NAME };
enum { LOAD_NAME_MAX = 64 };
struct load_name {
    enum load_name_kind kind;
    enum tt_core core; /* T0 for the three compute cores */
    char text[LOAD_NAME_MAX];
    uint32_t number;
};

/* A buffer in DRAM of a program: its name in --dram, where it begins in each bank, its pages. */
struct load_tensor {
    char name[LOAD_NAME_MAX], format[24];
    uint32_t at;
};
enum { LOAD_TENSORS_MAX = 32 };

/* The table of banks, by which kernels find pages: where firmware looks for it in L1, and how many it has of DRAM and
 * of L1; none: it is not known. */
struct load_banks {
    uint32_t at, count, of_l1;
};

/* The words of `tt-replay run`, and those that build folders add to them. */
struct load_words {
    struct texts builds, elves, kernels, images, holds, l1, pokes, buffers, tensors, arguments, common_arguments,
        semaphores, memories;
    const char *arch, *until, *noc_xy, *abi;
    uint64_t seed; /* 0: the default, 1 */
    uint64_t ring;
    uint32_t buffers_at, config_at;
    struct load_described described[LOAD_BUFFERS_MAX];
    struct load_name *names;
    size_t name_count, name_capacity;
    struct load_tensor known_tensors[LOAD_TENSORS_MAX];
    size_t known_tensor_count;
    struct load_banks banks;
    char place[16]; /* noc_xy, where a build says it */
};
/* Looks through the folders of a build of tt-metal's, and adds what is found: firmware, kernels, where images go, which
 * cores are held; circular buffers, arguments, semaphores. */
enum tt_status load_build(struct load_words *words, struct tt_error *err);

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

/* A file that is memory of another tile; without a path a bank of DRAM. */
struct load_memory {
    char *path;
    bool is_output;
};

/* Runtime arguments: of all cores that have none of their own, of B, of NC, of the compute cores; and common ones. */
enum { LOAD_SHARED, LOAD_OF_B, LOAD_OF_NC, LOAD_OF_COMPUTE, LOAD_CLASSES, LOAD_ARGUMENTS_MAX = 341 };
struct load_arguments {
    uint32_t values[LOAD_ARGUMENTS_MAX];
    bool is_given[LOAD_ARGUMENTS_MAX];
    uint32_t count;
};

/* The plan of the words. All zero is nothing. */
struct load_plan {
    enum tt_chip chip;
    const struct load_words *words;
    struct import_item *items;
    size_t item_count;
    struct load_buffer buffers[LOAD_BUFFERS_MAX];
    size_t buffer_count;
    struct script_store *stores;
    size_t store_count, store_capacity;
    size_t launch_count; /* the first of them are of the launch */
    struct script_feed feeds[LOAD_BUFFERS_MAX];
    struct load_buffer tensors[LOAD_TENSORS_MAX]; /* in DRAM, page by page in turn over its banks */
    char tensor_names[LOAD_TENSORS_MAX][LOAD_NAME_MAX];
    size_t tensor_count, first_bank; /* memories of banks, tensor by tensor */
    struct load_arguments own[LOAD_CLASSES], common[LOAD_CLASSES];
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
/* Copies the bytes that programs wrote to DRAM into the pages of its tensors that are outputs. */
void load_tensors_take(struct load_plan *plan);
/* Files that are memory of other tiles and that programs wrote to. */
enum tt_status load_memories_write(const struct load_plan *plan, bool replace, struct tt_error *err);
