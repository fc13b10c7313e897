/* SPDX-License-Identifier: Apache-2.0 */
/* A core's program from the ELF file that its linker wrote. docs/how-to/capture-from-elf.md */
#pragma once

#include "capture/import/source.h"

struct import_program {
    enum tt_core core;
    const char *path; /* messages begin with it */
    /* Where in L1 the loader puts what is to be loaded into the core's own memory; for programs that are linked without
     * an image of it. */
    bool has_image;
    uint32_t image;
};

/* Segments into L1 at the start, the entry as where the core leaves reset, and the names of functions and objects. The
 * chip must be known. */
enum tt_status import_elf(struct import_sink *sink, const struct import_program *program, struct tt_error *err);

/* The same from bytes, which are not changed. */
enum tt_status import_elf_bytes(struct import_sink *sink, const struct import_program *program, uint8_t *bytes,
                                size_t count, struct tt_error *err);
