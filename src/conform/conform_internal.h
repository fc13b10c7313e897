/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files of this folder. */
#pragma once

#include "capture/vectors.h"
#include "conform/conform.h"
#include "isa/spaces.h"
#include "tile/tile.h"

/* ---- paths.c ---- */

enum conform_kind { CONFORM_VECTORS, CONFORM_BUNDLE, CONFORM_CAPTURE };

struct conform_item {
    enum conform_kind kind;
    char *path;
    const char *named; /* the word of the command line that it comes from */
};

struct conform_items {
    struct conform_item *items; /* by path within each path named */
    size_t count, capacity;
    const char *named; /* the path that is being looked at */
};

enum tt_status conform_collect(struct conform_items *items, const char *const *paths, size_t path_count,
                               struct tt_error *err);
void conform_items_clear(struct conform_items *items);

/* ---- report.c ---- */

enum tt_status conform_add(struct conform_report *report, const struct conform_case *result, struct tt_error *err);
void conform_report_sort(struct conform_report *report);

/* ---- compare.c ---- */

/* The bits of a space that the recorder holds, where it does not hold all. */
struct conform_mask {
    uint8_t state[STATE_WORDS * 4];
    uint8_t cfg[CFG_STATES * CFG_WORDS_MAX * 4];
    uint8_t thread_cfg[THREADS * THREAD_WORDS_MAX * 2];
};

/* How a space of two tiles differs: how many elements, and the first of them. */
struct conform_difference {
    enum tt_space space;
    uint32_t count, element;
    uint32_t held, replayed; /* its values */
};

/* All of the small state that recordings have (docs/formats/bundle.md, "optional keys"). */
void conform_mask_state(struct conform_mask *mask);

/* Every space; returns how many differ, first in the order of enum tt_space. */
size_t conform_compare(struct tile *held, struct tile *replayed, const struct conform_mask *mask,
                       struct conform_difference out[static TT_SPACE_COUNT]);

/* "l1 0x3f010", "dst row 12 column 3", "state packer.tpg.0.1", … Returns text. */
enum { CONFORM_PLACE_MAX = 128 };
char *conform_place(enum tt_chip chip, enum tt_space space, uint32_t element, char text[static CONFORM_PLACE_MAX]);

/* ---- weigh.c ---- */

/* The weakest fact that the words of a vector rested on since it was last set to null. */
struct conform_scale {
    struct probe probe;
    const struct fact *of_word, *weakest;
};

void conform_scale_init(struct conform_scale *scale);

/* Why a recording that passed has no verdict: the fact that it rests on, where that is less than `least`; else null. */
const char *conform_too_weak(const struct conform_scale *scale, enum fact_level least);

/* ---- piece.c ---- */

/* State of one worker. */
struct conform_worker {
    const struct conform_options *options;
    struct tile *held[TT_CHIP_COUNT], *replayed[TT_CHIP_COUNT]; /* allocated when first needed */
    struct conform_scale scale;                                 /* of `replayed`, where evidence is asked for */
    bool is_l1_used[TT_CHIP_COUNT];                             /* L1 of the two may not be zero */
    const struct conform_item *masks_of;                        /* the item whose masks these are */
    bool has_mask[TT_CHIP_COUNT], is_masked;
    struct conform_mask mask[TT_CHIP_COUNT];
};

struct conform_result {
    struct conform_case result; /* borrows from texts */
    char *texts;
};

/* A piece of work, a few lines of a vector file or a whole other recording, with its results. */
struct conform_piece {
    const struct conform_item *item;
    size_t number;              /* of the item */
    struct vector_block *block; /* the lines of a vector file */
    struct conform_result *results;
    size_t count, capacity;
    uint64_t explained;    /* of the results */
    enum tt_status status; /* behind the results */
    struct tt_error err;
};

/* Does the piece's work; its results and status are there afterwards. */
void conform_work(struct conform_worker *worker, struct conform_piece *piece);

/* Appends a copy of a result. */
enum tt_status conform_keep(struct conform_piece *piece, const struct conform_case *result, struct tt_error *err);
void conform_piece_empty(struct conform_piece *piece);

void conform_worker_clear(struct conform_worker *worker);

/* ---- run_vectors.c, run_bundle.c ---- */

enum tt_status conform_run_block(struct conform_worker *worker, struct conform_piece *piece, struct tt_error *err);
enum tt_status conform_run_bundle(const struct conform_worker *worker, struct conform_piece *piece,
                                  struct tt_error *err);
enum tt_status conform_run_capture(const struct conform_worker *worker, struct conform_piece *piece,
                                   struct tt_error *err);

/* variants applied to a set; an unknown one is an error that names it. */
enum tt_status conform_variants(const struct conform_options *options, struct variant_set *set, struct tt_error *err);

/* ---- execute.c ---- */

/* The outcome of a vector's words. */
struct conform_execution {
    const char *reason; /* why there is no verdict (a mnemonic), or null */
    size_t done;        /* how many of its words took effect */
    /* Mode push: the first word that left the expanders and is not the recorded one. */
    bool has_wrong_word;
    size_t wrong_at;        /* in the recorded list, or its length where that is too short */
    struct vector_op wrong; /* the result */
    bool is_missing;        /* instead: nothing came where a word is recorded */
};

/* Why a vector cannot be run, or null. */
const char *conform_obstacle(const struct vector *vector);

/* Runs the words of a vector on a tile, through the expanders if its mode is push. */
void conform_execute(struct tile *tile, const struct vector *vector, struct conform_execution *out);

/* ---- explain.c ---- */

/* Text of the differences of a vector; mem_free it. Null without memory. */
char *conform_explain(const struct vector *vector, const struct conform_execution *run,
                      const struct conform_difference *differences, size_t count);
