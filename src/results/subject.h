/* SPDX-License-Identifier: Apache-2.0 */
/* The subject of a question: a capture and how it is replayed, named by the capture's path or by that of a run's
 * database. */
#pragma once

#include "base/text/texts.h"
#include "order/options_text.h"
#include "results/results.h"

/* How a capture is replayed, as it is typed. Options that are typed for a run come behind the run's own, and win. */
struct replay_words {
    char *units;                          /* "pack,vector"; null: the run's, or all */
    struct texts variants, sets, assumes; /* KEY=CHOICE, FIELD=V, SPACE[=zero|reset] */
    enum replay_order order;
    bool has_order;     /* else the run's, or the capture's usual one */
    uint64_t max_steps; /* 0: as many as usual */
    uint32_t checkpoint_word;
    bool has_checkpoint_word, has_evidence;
    enum fact_level evidence; /* values that rest on less have no verdict */
};
/* Borrowed. */
struct replay_texts replay_words_texts(const struct replay_words *words);
/* Puts them into options. sets: room for words->sets.count, borrowed by options. */
enum tt_status replay_words_parse(const struct replay_words *words, enum tt_chip chip, struct replay_options *options,
                                  struct replay_set *sets, struct tt_error *err);
void replay_words_clear(struct replay_words *words);

/* All zero before. Clear it also on failure. */
struct subject {
    struct ttcap *capture;
    struct results *results; /* the run's database; null: a capture was named */
    struct replay_options replay;
    struct replay_set *sets; /* that these borrow */
};

/* An error of a file names it. */
enum tt_status subject_open(struct subject *subject, const char *path, const struct replay_words *words,
                            struct tt_error *err);
/* The path is that of a capture, or `subject->capture` is open. */
enum tt_status subject_open_capture(struct subject *subject, const char *path, const struct replay_words *words,
                                    struct tt_error *err);
/* Of a run whose database is open and stays the caller's. */
enum tt_status subject_of_run(struct subject *subject, const struct results_run_row *run, struct tt_error *err);
void subject_clear(struct subject *subject);
