/* SPDX-License-Identifier: Apache-2.0 */
/* Standard output and standard error: whatever is written to them, no control character comes out but newline and tab
 * (base/visible.h), and on a terminal the colours of show/ink.h. docs/formats/files.md, "What is printed" */
#pragma once

#include "base/usual.h"

/* Before the first use of either. */
void streams_begin(void);

/* Writes all of these bytes, as they are; false where the descriptor takes no more. */
bool streams_put(int descriptor, const char *bytes, size_t count);

/* Draws a line of progress over the one before, on standard error; "" takes it away. Without the filter above: the text
 * is made visible, the way back is ours. */
void streams_draw(const char *line);
