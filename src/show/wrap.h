/* SPDX-License-Identifier: Apache-2.0 */
/* Text in lines that fit. */
#pragma once

#include "base/usual.h"

/* Prints text and a newline, the cursor standing at column `indent`; breaks at spaces so that no line is longer than
 * `width` (0: no end), further lines indented alike. */
void wrap_text(FILE *out, const char *text, int indent, int width);

/* The end of a plural: "s", or nothing where it is one. */
const char *plural(uint64_t count);
