/* SPDX-License-Identifier: Apache-2.0 */
/* The one JSON of a merged batch, which is printed and which stands in its page. */
#pragma once

#include "batch/merge.h"
#include "show/json_out.h"

void batch_summary_put(struct json_out *out, const char *key, const struct batch_merged *merged);
