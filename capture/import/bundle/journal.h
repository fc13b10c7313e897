/* SPDX-License-Identifier: Apache-2.0 */
/* A recording that was never closed: a folder in which tt_record.h left events, regions, and a journal that says with
 * checksums how far they go, but no bundle.json. docs/formats/journal.md */
#pragma once

#include "base/error.h"

#include <stdbool.h>

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
