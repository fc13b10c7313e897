/* SPDX-License-Identifier: Apache-2.0 */
/* The state of a tile as the tests of the low-level kernels write it: JSON of alu_config, unpack_config, ..., gpr and
 * counters. docs/how-to/capture-from-silicon.md */
#pragma once

#include "capture/import/source.h"

#include <stdbool.h>
#include <stddef.h>

/* Whether the beginning of a file looks like one. */
bool llk_json_is(const char *text, size_t count);

/* Reads a text into checkpoint `id`. Where nobody said the chip, the number of packers tells it. A key that is not
 * known is kept as a note. Errors name the place in it, not the file. */
enum { LLK_JSON_BYTES_MAX = 16 << 20 };
enum tt_status llk_json_read(struct import_sink *sink, const char *text, size_t count, const char *id,
                             struct tt_error *err);
