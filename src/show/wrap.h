/* SPDX-License-Identifier: Apache-2.0 */
/* Text in lines that fit. */
#pragma once

#include "base/error.h"

#include <stdint.h>
#include <stdio.h>

/* Prints text and a newline, the cursor standing at column `indent`; breaks at spaces so that no line is longer than
 * `width`, further lines indented alike. */
void wrap_text(FILE *out, const char *text, int indent, int width);

/* A line that begins with a label, and a text from column `indent` on, 80 columns wide. At most 1,199 bytes of text. */
void wrap_labelled(FILE *out, int indent, const char *label, const char *format, ...) TT_PRINTF(4, 5);

/* What makes a plural: "s", or nothing where it is one. */
const char *plural(uint64_t count);
