/* SPDX-License-Identifier: Apache-2.0 */
/* Which reference a capture of a batch is held against. docs/formats/batch.md#judging */
#pragma once

#include "batch/plan.h"
#include "batch/settings.h"

#include <limits.h>

/* The reference of a capture: `asked` as it stands where its path is a file; where it is a folder, PATH/NAME.npy
 * with the capture's name below the batch's folder, less .ttcap. path: room for it, borrowed by what is returned. */
enum tt_status reference_of(struct expect_asked *of, const struct expect_asked *asked, const char *name,
                            char path[static PATH_MAX], struct tt_error *err);

/* A hash of the contents of all its references. Of a folder one that cannot be read stops no other capture: it is met
 * again when it is judged. */
enum tt_status reference_hash(const struct batch_settings *settings, const char *name,
                              char hash[static BATCH_HASH_TEXT], struct tt_error *err);

/* How a capture (null: any, "NAME") is held against its references by hand: " --expect FILE --at PLACE ...", "" without
 * one; mem_free it. Null: no memory. */
char *reference_words(const struct batch_settings *settings, const char *name);

/* ---- plan_reference.c ---- */

struct cJSON;
struct json_out;

/* Member `references` of the settings. */
void plan_references_put(struct json_out *out, const struct batch_settings *settings);

/* One of them, into the settings; untrusted. */
enum tt_status plan_reference_take(void *settings, const struct cJSON *item, const char *place, struct tt_error *err);
