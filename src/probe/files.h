/* SPDX-License-Identifier: Apache-2.0 */
/* Experiments, answers and profiles as files. docs/formats/probe.md */
#pragma once

#include "probe/experiments.h"

enum { FORMAT_VERSION = 1, FILE_BYTES_MAX = 1 << 28 };

/* A folder with probe.json, and an image of L1 for each experiment. Refuses one that has a probe.json. */
enum tt_status experiments_write(const struct experiments *set, const char *folder, struct tt_error *err);
enum tt_status experiments_open(struct experiments *set, const char *folder, struct tt_error *err);
enum tt_status experiment_write_image(const struct draw_program *program, const char *path, struct tt_error *err);

/* Answers by the names of experiments; mem_free them. */
enum tt_status experiment_answers_open(const struct experiments *set, const char *path,
                                       struct experiment_answer **answers, struct tt_error *err);
/* The emulated tile's answers under a choice of readings, so many times each. */
enum tt_status experiment_answers_write(const struct experiments *set, const struct variant_set *variants,
                                        unsigned repeats, const char *path, struct tt_error *err);

/* The readings that were decided, for --profile. */
enum tt_status experiment_profile_write(const struct experiments *set, const struct experiment_reading *reading,
                                        const char *path, struct tt_error *err);
/* Calls take("KEY=CHOICE") of each, in the order of the file. chip null: of any. */
typedef enum tt_status experiment_profile_take(void *user, const char *text, struct tt_error *err);
enum tt_status experiment_profile_read(const char *path, experiment_profile_take *take, void *user,
                                       struct tt_error *err);
