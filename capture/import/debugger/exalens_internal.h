/* SPDX-License-Identifier: Apache-2.0 */
/* Inside of the reader of tt-exalens: shared by its files. Each part is offered every line, and says whether it took
 * it. */
#pragma once

#include "capture/import/debugger/debugger.h"
#include "capture/import/debugger/text_lines.h"

enum { PLACE_BYTES = 24, TABLES_MAX = 4 };

/* A block of memory while its rows come. */
struct memory_block {
    bool is_open, is_l1;
    unsigned long line;         /* of its heading */
    uint32_t addr, bytes, done; /* done: bytes of the rows so far */
    uint32_t cell_bytes;        /* 0 before the first row */
    bool may_be_hex, may_be_decimal;
    uint8_t *as_hex, *as_decimal; /* the block read one way and the other */
    size_t hex_capacity, decimal_capacity;
};

/* One of the tables that stand side by side: where it is in a line, counted in characters, and whose rows come. */
struct table_column {
    size_t start, end; /* of its left and its right border */
    bool is_closed, has_title, is_signals, is_gpr;
    unsigned thread; /* of GPRs */
    char title[40];
    size_t group; /* of debugger_groups; debugger_group_count where the title is not known */
};

struct table_rows {
    struct table_column tables[TABLES_MAX];
    size_t count; /* 0: no table is open */
};

struct exalens {
    struct text_lines lines;
    struct import_sink *sink;
    const char *id;
    struct debugger debugger;
    struct memory_block memory;
    struct table_rows rows;
    char place[PLACE_BYTES],
        taken_from[PLACE_BYTES];        /* tile as "0,0": the last in the text, and that of the first value taken */
    char reg[256];                      /* a register whose value is the next line; empty: none */
    uint32_t blocks, l1_bytes, skipped; /* blocks of L1, their bytes; blocks of other memory */
    bool has_register_file;             /* the output of dump-regfile, which is left out */
};

/* One dump is of one tile: remembers where values come from, or refuses another place. */
enum tt_status exalens_take(struct exalens *exalens, struct tt_error *err);

/* Each returns TT_END for a line that is not its. */
enum tt_status exalens_memory_line(struct exalens *exalens, struct tt_error *err);
enum tt_status exalens_table_line(struct exalens *exalens, struct tt_error *err);

/* At the end of the text. */
enum tt_status exalens_memory_end(struct exalens *exalens, struct tt_error *err);

/* "0x1f", "31", "True,False", "TensixDataFormat.Float16_b", "17 -> INVALID VALUE": false for anything else. */
bool exalens_value(const char *text, size_t count, uint64_t *value);
