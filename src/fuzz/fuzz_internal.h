/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files of this room. */
#pragma once

#include "fuzz/fuzz.h"

#include <limits.h>

/* ---- process.c ---- */

struct fuzz_process {
    char *output; /* its standard output, the first MiB */
    int code;     /* exit status, or 128 and a signal's number */
};

/* Ends it when it takes more processor time than that, or five times as long. Clear it in any case. */
enum tt_status fuzz_process(char *const *argv, unsigned seconds, struct fuzz_process *process, struct tt_error *err);
void fuzz_process_clear(struct fuzz_process *process);

/* ---- run.c ---- */

/* L1 before a program runs. */
void fuzz_load(struct tile *tile, const struct draw_program *program);

/* ---- work.c ---- */

enum { FUZZ_BATCH = 64, FUZZ_PATH = PATH_MAX + 64 };

/* The state of a run: two tiles, and a folder for captures. */
struct fuzz_work {
    const struct fuzz_options *options;
    struct tile *tile, *other;
    struct draw_program *program; /* the one at work */
    uint64_t reports[FUZZ_BATCH]; /* with --reports: of each capture that another build is asked of, its sum here */
    uint8_t verdicts[FUZZ_BATCH]; /* enum verdict: how it ends here */
    uint64_t numbers[FUZZ_BATCH]; /* of its program */
    unsigned captures;
    char folder[PATH_MAX];
    int folder_slot;
};

enum tt_status fuzz_work_open(struct fuzz_work *work, const struct fuzz_options *options, struct tt_error *err);
void fuzz_work_close(struct fuzz_work *work);
void fuzz_work_path(const struct fuzz_work *work, unsigned i, char path[static FUZZ_PATH]);
void fuzz_work_folder(const struct fuzz_work *work, char path[static FUZZ_PATH]);
/* One more capture that another build is asked of. */
enum tt_status fuzz_work_add(struct fuzz_work *work, uint64_t number, const char *path, struct tt_error *err);

/* Of a program by its seed: of work->program. */
enum fuzz_limit fuzz_limit_of_seed(const struct fuzz_options *options, uint64_t seed);
enum fuzz_limit fuzz_limit_of(const struct fuzz_work *work);
/* Runs work->program on this tile; is_first: takes out words that are not legal. path: of the capture to make, with the
 * tile's results; words that the other tile here runs have none. */
enum tt_status fuzz_work_run(struct fuzz_work *work, bool is_first, const char *path, bool *is_legal,
                             struct tt_error *err);

/* ---- cores.c ---- */

/* fuzz_work_run() of a program of cores. A program after the first also has to end the same whichever core begins
 * later. */
enum tt_status fuzz_run_cores(struct fuzz_work *work, bool is_first, const char *path, bool *is_legal,
                              struct tt_error *err);

/* ---- backend.c ---- */

/* Of work->program, which has just run on this tile (path: its capture): what the other backend does. */
enum tt_status fuzz_ask(struct fuzz_work *work, const char *path, enum fuzz_outcome *outcome, struct tt_error *err);
/* Whether any capture of the folder differs in another build, and the lowest number of those that do; UINT64_MAX: none.
 * Numbers are the lower half of a program's seed. */
enum tt_status fuzz_ask_folder(struct fuzz_work *work, uint64_t *number, bool *is_known, struct tt_error *err);
/* Writes the program with the other backend's state at its end. *has_end false: that is not known, and this tile's
 * state stands there. */
enum tt_status fuzz_write_other(struct fuzz_work *work, const char *path, const char *output, bool *has_end,
                                struct tt_error *err);

/* ---- serve.c ---- */

enum { FUZZ_STEPS_MAX = 200000, FUZZ_NAME_MAX = 64 };

/* How a capture ends and, where that is asked for, a sum of all that the tile reports meanwhile. */
struct fuzz_sum {
    char name[FUZZ_NAME_MAX];
    enum verdict verdict; /* the first of its replays that is not the same */
    uint64_t reports;
};

/* A sum of all that a tile holds; of all but the code of its cores. */
uint64_t fuzz_state(const struct tile *tile);
uint64_t fuzz_state_but_code(const struct tile *tile);
/* variants: null for those that suit the capture. */
enum tt_status fuzz_sum(const char *path, const struct variant_set *variants, bool has_reports, struct fuzz_sum *out,
                        struct tt_error *err);
/* A line of the output of fuzz_serve(); false: it is none. */
bool fuzz_sum_read(const char *line, struct fuzz_sum *sum);

/* ---- bundle.c ---- */

enum tt_status fuzz_bundle_write(const struct draw_program *program, const struct variant_set *variants,
                                 const char *folder, struct tt_error *err);

/* ---- shrink.c ---- */

/* Fewer words, less code, operands that are zero. */
enum tt_status fuzz_shrink(struct fuzz_work *work, struct fuzz_result *result, struct tt_error *err);
