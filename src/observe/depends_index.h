/* SPDX-License-Identifier: Apache-2.0 */
/* An instruction's ranges, sorted once, so that what one element depends on is found without a walk through all of
 * them: an instruction may report as many ranges as it writes bytes. */
#pragma once

#include "isa/chip.h"
#include "observe/depends.h"

enum { DEPENDS_STREAMS = ACCESS_PACK_PADDING + 1 };

/* All that one packer wrote of a stream. */
struct depends_stream {
    uint32_t bytes, first_datum;
    bool is_reported;
};

/* One of the ranges read, each once. */
struct depends_read {
    uint64_t lo, hi; /* with the space in the upper half */
    uint64_t most;   /* the furthest end in the tree below: depends_index.c */
    uint32_t number; /* of the first access that has it */
};

/* Bytes from `at` to the next place, and the access that wrote them last. */
struct depends_written {
    uint64_t at;     /* with the space in the upper half */
    uint32_t writer; /* 1 + number of the access; 0: none */
    uint32_t next;   /* while the index is made: the next place that has no writer */
};

/* Where an unpacker's cells come from. */
struct depends_cells {
    uint32_t *datum; /* of each cell of the space, 1 + number of the last datum that went there; 0: none */
    uint32_t *addrs; /* addresses of datums, ascending: what is read and is not among them is an exponent */
    uint32_t exponents[DST_ROWS]; /* bytes of L1 that were read and are no datum, in order */
    size_t datum_capacity, addr_capacity, addr_count;
    uint32_t exponent_count, datum_bytes, cell_count;
    enum tt_space space;
    bool is_ready;
};

struct depends_index {
    bool is_ready;
    struct depends_read *reads;
    struct depends_written *places;
    uint32_t *hits; /* scratch of a look-up */
    size_t read_count, place_count, hit_count;
    size_t read_capacity, place_capacity, hit_capacity;
    uint32_t first[TT_SPACE_COUNT + 1]; /* of each space in reads */
    uint32_t bytes[TT_SPACE_COUNT][2];  /* read, written */
    struct depends_stream streams[PROBE_INSTANCES][DEPENDS_STREAMS];
    uint32_t dst_bytes[PROBE_INSTANCES]; /* of Dst, read by an instance */
    struct depends_cells cells;
};

/* Another instruction begins: the index is made again for it. */
void depends_index_reset(struct depends_index *index);

/* Makes the instruction's index if there is none yet; false without memory. */
bool depends_index_prepare(const struct depends_insn *insn);

/* Ranges that were read and overlap [lo, hi), as numbers into reads, in the order reported: index->hits. False without
 * memory. */
bool depends_index_overlaps(struct depends_index *index, enum tt_space space, uint32_t lo, uint32_t hi);

/* Whether there is one. */
bool depends_index_reads(const struct depends_index *index, enum tt_space space, uint32_t lo, uint32_t hi);

/* The access that wrote a byte last, as 1 + its number; 0: none did. */
uint32_t depends_index_writer(const struct depends_index *index, enum tt_space space, uint32_t at);
/* How many bytes from one on have the same, at most `most`. */
uint32_t depends_index_writer_bytes(const struct depends_index *index, enum tt_space space, uint32_t at, uint32_t most);

/* Whether anything in [lo, hi) was written. */
bool depends_index_writes(const struct depends_index *index, enum tt_space space, uint32_t lo, uint32_t hi);
