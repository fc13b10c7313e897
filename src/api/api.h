/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files of the exported functions. */
#pragma once

#include "api/ttreplay.h"
#include "base/names.h"
#include "base/usual.h"

#define TTREPLAY_EXPORT __attribute__((visibility("default")))

/* Where an exported function begins that has `error`: *err is the sentence of the functions it calls, and is copied to
 * `error`, if that is not null, where it is left. Their status is the number that is exported. */
struct api_error {
    struct tt_error err;
    char *error;
};
void api_error_copy(const struct api_error *said);
#define API_ERROR                                                                                                      \
    struct api_error said OWNED(api_error_copy) = {.error = error};                                                    \
    struct tt_error *const err = &said.err
#define API_TRY(call)                                                                                                  \
    do {                                                                                                               \
        const enum tt_status tried = (call);                                                                           \
        if (tried)                                                                                                     \
            return (int)tried;                                                                                         \
    } while (0)

/* The meaning of names, or the error in them. */
enum tt_status api_chip(const char *name, enum tt_chip *chip, struct tt_error *err);
enum tt_status api_core(const char *name, enum tt_core *core, struct tt_error *err);
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

/* How a capture is replayed, as the library takes it; the words are borrowed. */
struct replay_words;
enum tt_status api_words(struct replay_words *words, const struct ttreplay_options *options, struct tt_error *err);

/* An answer on its way: begun, written to text->out, ended with the outcome of the writing. */
struct text_stream;
enum tt_status api_text_begin(struct text_stream *text, struct tt_error *err);
enum tt_status api_text_end(struct text_stream *text, enum tt_status status, char **json, struct tt_error *err);
