/* SPDX-License-Identifier: Apache-2.0 */
/* How the captures of a batch are replayed and judged: one set of settings for all of them. docs/formats/batch.md */
#pragma once

#include "ask/run/expect/expect.h"
#include "results/subject.h"

enum { BATCH_HASH_TEXT = 65, BATCH_DAY_TEXT = 11, BATCH_TOOL_TEXT = 80 };

struct batch_settings {
    struct replay_words how;            /* has_order: in any case */
    uint64_t causes;                    /* replays at most that look for the cause of a failure; 0: none */
    char *waivers;                      /* path of the file; null: none */
    char waivers_hash[BATCH_HASH_TEXT]; /* of its content; "": none */
    char day[BATCH_DAY_TEXT];           /* the day by which waivers expire, "2026-11-21"; "": none are given */
    char *mask;                         /* of bundles, in place of a cfg-mask.json; null: none */
    char mask_hash[BATCH_HASH_TEXT];    /* of its content; "": none */
    /* References in place of the device's state: each a file for all, or a folder with one for each capture, by its
     * name (reference.h). Their texts are in the list. */
    struct expect_asked references[EXPECTS_MAX];
    size_t reference_count;
    struct texts reference_texts;
};

/* A copy of a reference's text that stays with the settings, in place of the text; null stays. */
enum tt_status batch_settings_keep(struct batch_settings *settings, const char **text, struct tt_error *err);
/* Adds a copy of a requested reference. */
enum tt_status batch_settings_refer(struct batch_settings *settings, const struct expect_asked *asked,
                                    struct tt_error *err);
void batch_settings_clear(struct batch_settings *settings);

/* Refuses settings with which no capture could be replayed, and takes the hashes of waivers and mask: a fault in the
 * settings is reported once, before anything runs. */
enum tt_status batch_settings_check(struct batch_settings *settings, struct tt_error *err);

/* How one capture is replayed by hand as the batch does it: " --order program --variant K=V"; mem_free it. Null: no
 * memory. */
char *batch_settings_words(const struct batch_settings *settings);

/* All that decides a result, and nothing else, as text; mem_free it. Null: no memory. */
char *batch_settings_text(const struct batch_settings *settings);
