/* SPDX-License-Identifier: Apache-2.0 */
/* A core's program from the ELF file that its linker wrote. docs/how-to/capture-from-elf.md */
#pragma once

#include "capture/import/source.h"

/* Segments into L1 at the start, the entry as where the core leaves reset, and the names of functions and objects. The
 * chip must be known. `path` is for messages, which begin with it. */
enum tt_status import_elf(struct import_sink *sink, enum tt_core core, const char *path, struct tt_error *err);

/* The same from bytes, which are not changed. */
enum tt_status import_elf_bytes(struct import_sink *sink, enum tt_core core, const char *path, uint8_t *bytes,
                                size_t count, struct tt_error *err);
