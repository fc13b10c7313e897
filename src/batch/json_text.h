/* SPDX-License-Identifier: Apache-2.0 */
/* A file of JSON that appears whole or not at all, and ends with its seal (seal.h). */
#pragma once

#include "base/new_file.h"
#include "show/json_out.h"

/* put begins the outermost object, and leaves it open. The same values give the same bytes. */
enum tt_status json_text_file(const char *path, enum new_file_how how, void (*put)(struct json_out *, const void *),
                              const void *what, struct tt_error *err);
