/* SPDX-License-Identifier: Apache-2.0 */
/* How a replay is run, as the texts that are typed and that stand in databases and messages. Functions that write into
 * text cut where it is too short, and return it. */
#pragma once

#include "base/text/texts.h"
#include "order/replay.h"

/* "executed", "program", "firmware". */
const char *order_name(enum replay_order order);
/* The order that a capture is replayed in where none is asked for: executed where it holds executed words, else as it
 * boots cores or holds pushed ones. shows_cores: where it boots cores they are run, whatever else it holds, for whoever
 * looks at them. */
enum replay_order order_usual(const struct ttcap_info *info, bool shows_cores);
/* The order called so; says which there are. */
enum tt_status order_parse(const char *name, enum replay_order *order, struct tt_error *err);
/* The units of "pack,vector": the inverse of units_text(). */
enum tt_status units_parse(const char *text, uint32_t *units, struct tt_error *err);

/* The readings of "KEY=CHOICE,KEY=CHOICE", put over those that are there. */
enum tt_status variants_parse(const char *text, struct variant_set *variants, struct tt_error *err);

/* How a capture is replayed, as it is typed. Options that are typed for a run come behind the run's own, and win. */
struct replay_words {
    char *units;                          /* "pack,vector"; null: the run's, or all */
    struct texts variants, sets, assumes; /* KEY=CHOICE, FIELD=V, SPACE[=zero|reset] and several with commas */
    enum replay_order order;
    bool has_order;     /* else the run's, or the capture's usual one */
    uint64_t max_steps; /* 0: as many as usual */
    uint32_t checkpoint_word;
    bool has_checkpoint_word, has_evidence;
    enum fact_level evidence; /* values that rest on less have no verdict */
};
/* Puts them into options. sets: room for words->sets.count, borrowed by options. */
enum tt_status replay_words_parse(const struct replay_words *words, enum tt_chip chip, struct replay_options *options,
                                  struct replay_set *sets, struct tt_error *err);
void replay_words_clear(struct replay_words *words);

/* The words behind --assume, "dst=zero,cfg": put into options; and back. */
enum tt_status assume_parse(const char *text, struct replay_options *options, struct tt_error *err);
char *assumes_text(const struct replay_options *options, char *text, size_t size);

/* The units of a set, "pack,vector" or "none". */
char *units_text(uint32_t units, char *text, size_t size);
enum { READINGS_TEXT = 1024 };
/* The choices that are not silicon's, "simulator,pack.bfp.round=truncate". */
char *variants_text(const struct variant_set *variants, char *text, size_t size);
/* Of a replay whose readings were typed, or stand in the capture: "silicon"; "" where they are as of all
 * captures of its source. */
char *readings_text(const struct ttcap_info *info, const struct replay_words *typed, char *text, size_t size);
/* "FIELD=V,FIELD=V". */
char *sets_text(enum tt_chip chip, const struct replay_options *replay, char *text, size_t size);
