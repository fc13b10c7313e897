/* SPDX-License-Identifier: Apache-2.0 */
/* A listing of machine code as `objdump -d` prints it: of that, the words that are `.ttinsn`, turned back into the
 * pushed words (R4), with their addresses, and the labels as symbols. docs/how-to/capture-from-elf.md */
#pragma once

#include "capture/import/importer.h"

/* Whether the text is a listing: its first line with an address, a colon and machine code, or a label. */
bool listing_is(const char *text);
enum tt_status listing_read(struct import_sink *sink, const struct import_item *item, const char *text,
                            struct tt_error *err);
