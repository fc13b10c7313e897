/* SPDX-License-Identifier: Apache-2.0 */
/* A file of JSON that appears whole or not at all. */
#pragma once

#include "base/error.h"
#include "report/json_out.h"

/* put writes one outermost value. The same values give the same bytes. */
enum tt_status json_text_file(const char *path, bool replace, void (*put)(struct json_out *out, const void *what),
                              const void *what, struct tt_error *err);
