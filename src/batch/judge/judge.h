/* SPDX-License-Identifier: Apache-2.0 */
/* One capture, replayed and compared with the device's state, as `tt-replay replay` and `diff` do it. */
#pragma once

#include "batch/plan.h"
#include "batch/record.h"

/* The resources for judging one capture. One thread at a time. */
struct judge {
    const struct batch_settings *settings;
    const char *path, *root;          /* of the capture or bundle, and of the folder of all of them; null: none */
    const struct batch_capture *what; /* as planned */
    const char *keep; /* null, or where the database of a capture that differs stays; a bundle's capture beside it */
};

/* Fills the record; whatever goes wrong is in it. Clear it in any case. False: not even that, for lack of memory. */
bool batch_judge(const struct judge *judge, struct batch_record *record);

/* ---- judge_trace.c: shared by the parts of judging ---- */

/* The replay. */
struct judged {
    const struct judge *judge;
    const char *path; /* of the capture, made of a bundle or not */
    struct subject subject;
    struct waivers *waivers; /* null: none */
    char *stuck;             /* the waits of a replay that came to no end; null: nothing */
    struct batch_record *record;
    bool has_no_memory;
    uint64_t seq; /* of the instruction at hand, */
    uint32_t word;
};

/* Replays once more with all stages stored, and takes verdict, counts and the first difference from that. */
enum tt_status judge_trace(struct judged *judged, struct tt_error *err);

/* Where bytes differ: changes that make all of them equal, by at most settings->causes replays. */
enum tt_status judge_causes(struct judged *judged, struct tt_error *err);

/* Takes the counts of a replay. */
void judge_take_summary(struct batch_record *record, const struct replay_summary *summary);

/* Takes `path` out of a text: a record says nothing of where the capture lay. */
void judge_cut_path(char *text, const char *path);

/* ---- fewest.c: the fewest causes of which each failure has one: the cause of most failures is taken first ---- */

/* Which of its causes each record is put to; records without any, and null ones, get SIZE_MAX. The same for the same
 * records in the same order, whoever judged them. False: no memory. */
bool batch_fewest_causes(const struct batch_record *const *records, size_t count, size_t *chosen);
