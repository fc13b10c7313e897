/* SPDX-License-Identifier: Apache-2.0 */
/* What tt-exalens prints, in any order and with anything in between: rows of memory (brxy, read), tables (tensix),
 * single registers (reg), register files (dump-regfile). docs/how-to/capture-from-silicon.md */
#pragma once

#include "capture/import/source.h"

#include <stdbool.h>
#include <stddef.h>

/* Reads the file at `path` into checkpoint `id`; somebody must have said the chip. */
enum tt_status exalens_import(struct import_sink *sink, const char *path, const char *id, struct tt_error *err);

/* Whether the beginning of a file looks like one. */
bool exalens_is(const char *text, size_t count);

/* The same from a text; errors name line and column, not the file. */
enum tt_status exalens_read(struct import_sink *sink, const char *text, size_t count, const char *id,
                            struct tt_error *err);
