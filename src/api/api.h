/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files of the exported functions. */
#pragma once

#include "api/ttreplay.h"
#include "base/error.h"
#include "base/names.h"

#define TTREPLAY_EXPORT __attribute__((visibility("default")))

/* Copies the sentence out. Returns the status as the number that is exported. */
int api_result(enum tt_status status, const struct tt_error *err, char *error);

/* The meaning of names, or the error in them. */
enum tt_status api_chip(const char *name, enum tt_chip *chip, struct tt_error *err);

enum tt_status api_space(const char *name, enum tt_space *space, struct tt_error *err);
/* Whether [lo, lo + count) lies within the space of the chip. */
enum tt_status api_range(enum tt_chip chip, enum tt_space space, uint32_t lo, uint32_t count, struct tt_error *err);

/* The run behind an open database. */
struct results;
struct results *api_results(struct ttreplay_database *database);

/* A reference as the library's questions take it; borrows the members of `from`. */
struct expects;
/* Reads all of a list; null: none. Clear in any case. */
enum tt_status api_expects(struct expects *expects, const struct ttreplay_expected *list, enum tt_chip chip,
                           struct tt_error *err);

/* How a capture is replayed, as the library takes it. Clear the words in any case. */
struct replay_words;
enum tt_status api_words(struct replay_words *words, const struct ttreplay_options *options, struct tt_error *err);

/* An answer on its way: begun, written to text->out, ended with the outcome of the writing. */
struct text_stream;
enum tt_status api_text_begin(struct text_stream *text, struct tt_error *err);
enum tt_status api_text_end(struct text_stream *text, enum tt_status status, char **json, struct tt_error *err);
