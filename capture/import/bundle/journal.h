/* SPDX-License-Identifier: Apache-2.0 */
/* A recording that was never closed: a folder in which tt_record.h left events, regions, and a journal that says with
 * checksums how far they go, but no bundle.json. docs/formats/journal.md */
#pragma once

#include "capture/import/bundle/bundle_manifest.h"

struct salvaged {
    bool is_whole;       /* nothing is wrong with it */
    bool is_start_whole; /* nothing of the start is lost */
};

/* Whether `folder` is one. */
enum tt_status journal_look(bool *is_recording, const char *folder, struct tt_error *err);

/* Writes the capture `path`, of the parts that were flushed by the journal, for an importer that reads it and writes it
 * again (it is not synced): events up to the first that is damaged, and the checkpoints among them. A region that is
 * damaged is not known. Where anything of the start may be missing, nothing of it counts as its reset value. `said`
 * gets a sentence, without the folder, for each thing that is wrong, lost or was refused. */
enum tt_status journal_salvage(const char *folder, const char *path, void (*said)(void *user, const char *sentence),
                               void *user, struct salvaged *salvaged, struct tt_error *err);

/* ---- journal_lines.c ----
 * The lines of a journal, one by one, as long as their checksums go on. docs/formats/journal.md */

struct cJSON;

struct journal_lines {
    const char *text; /* all of it; borrowed */
    size_t count, at;
    uint64_t number; /* of the line that was read last */
    uint64_t check;
};

/* The next line; cJSON_Delete it in any case. TT_END where the journal ends; TT_BAD_INPUT where the line is cut,
 * damaged or no JSON. */
enum tt_status journal_next(struct journal_lines *lines, struct cJSON **line, struct tt_error *err);

/* A bundle whose manifest is read into a capture: for callers that have the manifest from elsewhere. */
struct bundle_copied {
    const char *folder; /* the folder's path, without slashes at its end */
    struct bundle_file *file;
    uint64_t event_limit; /* events from this number on are left out */
    bool is_passing;      /* the capture is removed before the process ends, so that it is not synced */
};

enum tt_status bundle_copy(struct bundle_manifest *manifest, const struct bundle_copied *from, const char *path,
                           bool replace, struct tt_error *err);
