/* SPDX-License-Identifier: Apache-2.0 */
/* What tt-exalens prints, in any order and with anything in between: rows of memory (brxy, read), tables (tensix),
 * single registers (reg), register files (dump-regfile). docs/how-to/capture-from-silicon.md */
#pragma once

#include "capture/import/source.h"

#include <stdbool.h>
#include <stddef.h>

/* Whether the beginning of a file looks like one. */
bool exalens_is(const char *text, size_t count);

/* Reads a text into checkpoint `id`; somebody must have said the chip. Errors name line and column, not the file. */
enum { EXALENS_BYTES_MAX = 256 << 20 };
enum tt_status exalens_read(struct import_sink *sink, const char *text, size_t count, const char *id,
                            struct tt_error *err);
