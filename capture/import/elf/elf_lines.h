/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of source and chains of inlined functions of a program, from its debug information over libdw. */
#pragma once

#include "capture/import/source.h"

#include <libelf.h>
#include <stdio.h>

struct elf_lines {
    uint64_t ranges;     /* how many ranges of addresses were put on the tape */
    uint64_t left_out;   /* how many a capture does not take: their names are too long, or it holds no more */
    uint64_t unreadable; /* how many parts of the debug information are damaged */
    char why[120];       /* says which the first of them is */
};

/* Of addresses in code, which runs `moved` bytes from where it was linked; symbols of the core in the sink name code
 * without debug information. A program without it has none. The sentence in err has no file. */
enum tt_status elf_lines_read(const struct import_sink *sink, FILE *tape, enum tt_core core, Elf *elf, uint32_t moved,
                              struct elf_lines *lines, struct tt_error *err);
