/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of a program's debug information, before they are put together: rows of line tables, and functions. */
#pragma once

#include "capture/import/source.h"
#include "capture/lines/line_set.h"
#include "capture/lines/spans.h"

#include <libelf.h>

enum { SPANS_MAX = 1 << 20, NO_SCOPE = -1 };

/* A name that is relative stands in the folder that the compiler ran in. Names are the library's. */
struct file {
    const char *folder, *name; /* null: not known */
};

/* A row of a line table. */
struct row {
    struct file file;
    uint32_t line;
};

/* A function, or an inlined one within another. */
struct scope {
    const char *name; /* null: it has none */
    struct file call_file;
    uint32_t call_line;
    int64_t within; /* number of the scope it was inlined into, or NO_SCOPE */
};

struct reading {
    const struct import_sink *sink;
    FILE *tape;
    enum tt_core core;
    uint32_t moved;        /* code runs so far from where it was linked */
    struct span_list code; /* sections with instructions */
    struct row *rows;
    size_t row_count, row_capacity;
    struct scope *scopes;
    size_t scope_count, scope_capacity;
    struct span_list row_spans, scope_spans;
    uint32_t visited;                  /* places of trees */
    const char *folder;                /* of the current unit */
    char (*joined)[LINE_TEXT_MAX + 1]; /* a name for each function of a chain */
    struct elf_lines *found;
    struct tt_error *err;
};

/* Puts all of it on the tape. */
enum tt_status reading_put(const struct reading *reading);

enum tt_status reading_no_memory(const struct reading *reading);

/* ---- elf_lines.c ----
 * Lines of source and chains of inlined functions of a program, from its debug information over libdw. */

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
