/* SPDX-License-Identifier: Apache-2.0 */
/* The references of a plan, in its file. */
#pragma once

#include "batch/settings.h"

struct cJSON;
struct json_out;

/* Member `references` of the settings. */
void plan_references_put(struct json_out *out, const struct batch_settings *settings);

/* One of them, into the settings; untrusted. */
enum tt_status plan_reference_take(void *settings, const struct cJSON *item, const char *place, struct tt_error *err);
