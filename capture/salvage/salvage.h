/* SPDX-License-Identifier: Apache-2.0 */
/* The whole parts of a damaged capture. docs/formats/ttcap.md#salvage */
#pragma once

#include "base/error.h"
#include "capture/file/source.h"
#include "capture/ttcap.h"

struct salvaged {
    bool is_whole;       /* nothing is wrong with the file */
    bool is_start_whole; /* nothing of the start is lost */
};

/* As ttcap_open(), of a file that is cut or has wrong bytes: whole chunks count, wherever they stand. Events end before
 * the first that is lost, and so do checkpoints, since it is not known what later ones would act on; a page of a
 * checkpoint that is lost is not known. Where anything of the start is lost, nothing of it counts as its reset value
 * any more. `said` gets a sentence, without the file, for each thing that is wrong, lost or left out. */
enum tt_status salvage_open(struct ttcap **out, const char *path, void (*said)(void *user, const char *sentence),
                            void *user, struct salvaged *salvaged, struct tt_error *err);
/* Something of the start is lost: missing state counts as unknown, no longer as its reset value. False: it was
 * unknown before. */
#define SALVAGE_FORGOT_RESETS "what the start does not hold counts as unknown, no longer as its reset value"
bool salvage_forget_resets(struct ttcap *capture);
/* The same as salvage_open of an open source, which it takes over, also on failure. */
enum tt_status salvage_source(struct ttcap **out, struct source *source, void (*said)(void *user, const char *sentence),
                              void *user, struct salvaged *salvaged, struct tt_error *err);
