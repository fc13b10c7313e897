/* SPDX-License-Identifier: Apache-2.0 */
/* A plan: the captures under a folder, the name of each result, and its shard.
 * docs/formats/batch.md#plan */
#pragma once

#include "batch/settings.h"

struct batch_capture {
    char *name; /* below the root, '/' between folders */
    bool is_bundle;
    uint64_t bytes;
    char hash[BATCH_HASH_TEXT];      /* of the content */
    char reference[BATCH_HASH_TEXT]; /* of its reference; "": the device's state */
    char key[BATCH_HASH_TEXT];       /* of content, reference, settings and tool: the name of the result */
    uint32_t shard;                  /* 1 to shards; of all captures of one content the same */
    size_t same_as;                  /* the first capture of the same content and reference, or itself */
};

struct batch_plan {
    char *root; /* the folder */
    char tool[BATCH_TOOL_TEXT];
    struct batch_settings settings; /* owned */
    uint32_t shards;
    struct batch_capture *captures; /* by name */
    size_t count, capacity;
};

enum { BATCH_SHARDS_MAX = 100000, BATCH_CAPTURES_MAX = 10 * 1000 * 1000 };

struct batch_observer {
    void *user;
    void (*progress)(void *user, uint64_t done, uint64_t of); /* may be null */
    void (*said)(void *user, const char *sentence);           /* a note for the user; may be null */
};

/* Finds and reads every capture (.ttcap) and dump bundle under `folder`. Takes settings over, also on failure: clear
 * the plan in any case. A capture that cannot be read is planned all the same, and reported when it is judged. */
enum tt_status batch_plan_make(struct batch_plan *plan, const char *folder, struct batch_settings *settings,
                               uint32_t shards, const struct batch_observer *observer, struct tt_error *err);
void batch_plan_clear(struct batch_plan *plan);

/* ---- plan_shards.c ---- */

/* Sets same_as and shard: a function of the contents and of nothing else. The heaviest first, each to the shard that
 * has the least. */
enum tt_status batch_plan_share(struct batch_plan *plan, struct tt_error *err);

/* The indices of those that are to be done (the first of each content), the heaviest first; mem_free it. Null: no
 * memory.
 */
size_t *batch_plan_work(const struct batch_plan *plan, uint32_t shard /* 0: all */, size_t *count);

/* ---- find.c ---- */

/* Appends name and kind of every capture under plan->root, sorted by name. */
enum tt_status batch_find(struct batch_plan *plan, struct tt_error *err);

/* ---- plan_file.c ---- */

/* Waivers and mask of a plan stand beside it under these names: a plan names no file elsewhere. */
#define BATCH_PLAN_WAIVERS "waivers"
#define BATCH_PLAN_MASK "cfg-mask.json"
enum tt_status batch_plan_write(const struct batch_plan *plan, const char *path, bool replace, struct tt_error *err);
/* Untrusted: everything is checked, and an error names its place. Clear also on failure. */
enum tt_status batch_plan_read(struct batch_plan *plan, const char *path, struct tt_error *err);
