/* SPDX-License-Identifier: Apache-2.0 */
/* The reference of a plan, in its file. */
#pragma once

#include "batch/settings.h"

struct cJSON;
struct json_out;

/* Member `reference` of the settings: null without one. */
void plan_reference_put(struct json_out *out, const struct batch_settings *settings);

/* The same, untrusted. */
enum tt_status plan_reference_read(const struct cJSON *object, struct batch_settings *settings, struct tt_error *err);
