/* SPDX-License-Identifier: Apache-2.0 */
/* A file of JSON that appears whole or not at all. */
#pragma once

#include "base/error.h"
#include "report/json_out.h"

enum json_text_how {
    JSON_TEXT_NEW, /* refuses a file that exists */
    JSON_TEXT_REPLACE,
    JSON_TEXT_UNSYNCED, /* replaces, and does not wait for the disk: of what can be made again */
};

/* put writes one outermost value. The same values give the same bytes. */
enum tt_status json_text_file(const char *path, enum json_text_how how, void (*put)(struct json_out *, const void *),
                              const void *what, struct tt_error *err);
