/* SPDX-License-Identifier: Apache-2.0 */
/* Captures of drawn programs (draw/draw.h), for tests that want others than those that were recorded. */
#pragma once

#include "base/error.h"
#include "base/names.h"

#include <stddef.h>
#include <stdint.h>

/* The chip's template by number, drawn by the seed and run on the tile, as capture `path`. TT_END: there is no such
 * template, or the program does not come to its end. */
enum tt_status drawn_program_capture(enum tt_chip chip, size_t which, uint64_t seed, const char *path,
                                     struct tt_error *err);
