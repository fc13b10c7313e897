/* SPDX-License-Identifier: Apache-2.0 */
/* The ranges that an instruction read on which an element that it wrote may depend: by the wiring of the unit,
 * whatever the values. docs/semantics/dependence.md. One file a unit: depends_matrix.c, depends_vector.c,
 * depends_unpack.c, depends_pack.c; all others: everything they read. */
#pragma once

#include "tile/probe.h"

/* The datums that one packer or unpacker of the instruction handled, as its stages were reported. */
struct depends_datums {
    enum tt_unit unit;
    uint8_t instance;
    uint32_t count;
    const uint16_t *cells; /* packer: of Dst, where each came from; unpacker: where it went; UINT16_MAX: none */
    const uint32_t *addrs; /* unpacker: byte of L1 where each begins; packer: null */
};

/* An index of the instruction's ranges, made by the first look-up: depends_index.h. */
struct depends_index;
struct depends_index *depends_index_new(void);        /* null without memory */
void depends_index_free(struct depends_index *index); /* null is allowed */

struct depends_insn {
    const struct isa_insn *row; /* of the word; null: no instruction */
    enum tt_unit unit;
    uint32_t word;
    bool has_remap, has_swizzle;         /* DEST_ACCESS_CFG of the thread's configuration */
    const struct probe_access *accesses; /* in the order reported; their bytes are not there */
    size_t access_count;
    const struct depends_datums *datums; /* none: the stages were not reported */
    size_t datums_count;
    struct depends_index *index; /* used for this instruction alone until it ends; never null */
};

struct tile;

struct depends_range {
    enum tt_space space;
    uint32_t lo, hi;
};

/* Ranges that were read, and spaces of which everything that was read counts: an instruction of which that is true for
 * each byte would otherwise list every range for each byte. Free with depends_clear. */
struct depends {
    uint32_t spaces; /* a bit a space */
    struct depends_range *items;
    size_t count, capacity;
    bool is_out_of_memory;
};

/* Rows of Dst or of a source, each once for the upper and the lower half of a 32-bit one (is_wide). */
enum { DEPENDS_ROWS_MAX = 64 };
struct depends_rows {
    uint32_t count;
    uint32_t at[DEPENDS_ROWS_MAX]; /* number of a row in its space, banks and all */
    bool is_wide;
};
/* Those that the instruction read, or wrote. */
void depends_rows_list(const struct depends_insn *insn, enum tt_space space, bool is_write, struct depends_rows *rows);

/* How Dst's rows lie for a thread (F-3.4 to F-3.6). */
void depends_order(const struct tile *tile, unsigned thread, bool *has_remap, bool *has_swizzle);

/* Adds what bytes [lo, hi) of one element, written by the instruction, may depend on. A range that is already there is
 * not added again. Where the wiring is not known, all that the instruction read is added. */
void depends_of(const struct depends_insn *insn, enum tt_space space, uint32_t lo, uint32_t hi,
                struct depends *depends);
/* How many bytes of L1 from `lo` on, at least 1, depend on the same as the first of them, for which depends_of was
 * called. */
uint32_t depends_alike(const struct depends_insn *insn, uint32_t lo, uint32_t hi);
/* How many bytes of L1 from `lo` on are datums that each depend on a cell of their own alone, where these cells are
 * neighbours; adds all of these. 0: it is not as simple, and depends_of says what the bytes depend on. */
uint32_t depends_run(const struct depends_insn *insn, uint32_t lo, uint32_t hi, struct depends *depends);
/* Whether each cell that an unpacker wrote depends on L1 that it read, and each byte of L1 that a packer wrote on cells
 * that it read: then all do on the same, where all that was read comes from the same. False also where that is not
 * known. */
bool depends_is_each_cell_read(const struct depends_insn *insn);
bool depends_is_each_byte_packed(const struct depends_insn *insn);
/* Adds the ranges that `spaces` stands for. */
void depends_expand(const struct depends_insn *insn, struct depends *depends);
void depends_clear(struct depends *depends);
