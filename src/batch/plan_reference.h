/* SPDX-License-Identifier: Apache-2.0 */
/* The references of a plan, in its file. */
#pragma once

#include "batch/settings.h"

struct cJSON;
struct json_out;

/* Member `references` of the settings. */
void plan_references_put(struct json_out *out, const struct batch_settings *settings);

/* The same, untrusted. */
enum tt_status plan_references_read(const struct cJSON *list, struct batch_settings *settings, struct tt_error *err);
