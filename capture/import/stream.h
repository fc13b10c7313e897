/* SPDX-License-Identifier: Apache-2.0 */
/* Instruction words of one thread, from what compilers, debuggers and people write. docs/how-to/capture-from-elf.md */
#pragma once

#include "capture/import/source.h"

enum { STREAM_BYTES_MAX = 64 << 20 };

/* Pushes of thread 0 to 2, in the order of the file: by its name raw words (.bin), or text. Text is a hexadecimal word
 * a line, or a listing of machine code as `objdump -d` prints it: of that, the words that are `.ttinsn`, turned back to
 * what is pushed (spec/riscv.md R4), with their addresses, and the labels as symbols. The chip must be known. Messages
 * begin with the path and say the line. */
enum tt_status import_stream(struct import_sink *sink, unsigned thread, const char *path, struct tt_error *err);

/* The same from text that a zero byte ends, count of them without it. */
enum tt_status import_stream_text(struct import_sink *sink, unsigned thread, const char *path, const char *text,
                                  size_t count, struct tt_error *err);

/* Whether the text is a listing: its first line with an address, a colon and machine code, or a label. */
bool listing_is(const char *text);
enum tt_status import_listing(struct import_sink *sink, unsigned thread, const char *path, const char *text,
                              struct tt_error *err);
