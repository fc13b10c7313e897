/* SPDX-License-Identifier: Apache-2.0 */
/* Pages: many instructions or accesses in one row, and how its BLOBs encode them. The sink writes them, and
 * readers see one row each again. docs/formats/results.md#pages */
#pragma once

#include "isa/chip.h"
#include "results/database.h"
#include "results/last_written.h"
#include "results/results.h"
#include "results/squeeze.h"

#include <stddef.h>
#include <stdint.h>

/* The first byte of an instruction. */
enum {
    INSN_THREAD = 3,     /* bits 1:0 */
    INSN_UNIT_SHIFT = 2, /* bits 5:2 */
    INSN_UNIT = 15,
    INSN_IS_NEXT = 0x40,  /* its event is the one after that of the instruction before; else a distance follows */
    INSN_SAME_WORD = 0x80 /* as the instruction before; else four bytes follow */
};

/* The second byte of an access; the first is its kind. What is not as foretold follows as a number. */
enum {
    ACCESS_SAME_EVENT = 1,     /* as the access before */
    ACCESS_LO_FOLLOWS = 2,     /* begins where the last of its kind ended */
    ACCESS_SAME_SIZE = 4,      /* as the last of its kind */
    ACCESS_SAME_TILE = 8,      /* as the last of its kind */
    ACCESS_DATUM_FOLLOWS = 16, /* one step on from the last of its kind, or 0 in another data tile */
    ACCESS_BYTES_SHIFT = 5     /* three bits: enum access_bytes */
};

/* Which bytes an access has, and where they are; "last": what the page wrote there last. */
enum access_bytes {
    BYTES_NONE,
    BYTES_BOTH,       /* before and after are stored, one behind the other */
    BYTES_AS_AFTER,   /* stored once, for both */
    BYTES_LAST,       /* before is the last, after is stored */
    BYTES_SAME,       /* both are the last */
    BYTES_LAST_ZEROS, /* before is the last, after is zeros */
    BYTES_ONE,        /* the other is not known: a byte follows, 0 before, 1 after; that is stored */
    BYTES_ZEROS       /* both are zeros */
};

/* Where bytes are stored, a BLOB each: those of sources and of Dst are numbers, and squeezed as such. What a packer's
 * data stream wrote stands by itself, since the values of stages are read off it. */
enum access_part { PART_BYTES, PART_SOURCES, PART_DST, PART_PACKED, PARTS = PART_PACKED + PACKERS_MAX };

static inline enum access_part access_part_of(enum tt_space space)
{
    return space == TT_SPACE_SRCA || space == TT_SPACE_SRCB ? PART_SOURCES
           : space == TT_SPACE_DST                          ? PART_DST
                                                            : PART_BYTES;
}

/* A kind of access, numbered by its first of a page, and what its next one is encoded against. */
struct access_kind {
    enum tt_space space;
    enum tt_unit unit;
    uint8_t instance;
    enum access_stream stream;
    bool is_write;
    uint32_t hi, size, tile, datum, step;
};

enum {
    ACCESS_KINDS_MAX = 255,     /* of a page */
    ACCESS_ID_BITS = 16,        /* of an access's place among those of its event */
    ACCESS_ZEROS_MAX = 1 << 16, /* more zeros than these are stored */
    RANGE_BITS = 8              /* access_range counts bytes by the 256 */
};

/* One page as rows. Zero is empty. */
struct insn_page {
    bool is_loaded;
    uint64_t first_seq;
    size_t count;
    struct results_insn_row *rows;
};
struct access_page {
    bool is_loaded;
    uint64_t first_seq, last_seq;
    size_t count;
    struct results_access_row *rows; /* point into bytes and read */
    uint64_t *ids;                   /* seq << ACCESS_ID_BITS | place */
    uint8_t *bytes;                  /* what is stored */
    uint8_t *last_bytes;             /* what was read off the last writers, and zeros behind it */
};
/* What reading a page of accesses takes, retained from page to page. Zero is empty. */
struct page_scratch {
    struct last_written last;
    struct squeezer squeezer;
};

/* Of the row at hand: first_seq, last_seq, count, head, and for accesses last_bytes, and the parts. A page that is
 * loaded already stays. TT_BAD_INPUT, with `path`, where it contradicts itself. */
enum tt_status insn_page_load(struct insn_page *page, sqlite3_stmt *row, const char *path, struct tt_error *err);
enum tt_status access_page_load(struct access_page *page, struct page_scratch *scratch, sqlite3_stmt *row,
                                const char *path, struct tt_error *err);
void insn_page_clear(struct insn_page *page);
void access_page_clear(struct access_page *page);
void page_scratch_clear(struct page_scratch *scratch);

/* Queries that such a load reads from. Pages of events ?1 to ?2: */
#define INSN_PAGES_BY_SEQ                                                                                              \
    "SELECT first_seq, last_seq, count, head FROM instruction_page WHERE first_seq BETWEEN "                           \
    "ifnull((SELECT max(first_seq) FROM instruction_page WHERE first_seq <= ?1), 0) AND ?2 ORDER BY first_seq"
#define ACCESS_COLUMNS                                                                                                 \
    "first_seq, last_seq, count, head, last_bytes, bytes, sources, dst, packed0, packed1, packed2, packed3"
#define ACCESS_PAGES_BY_SEQ                                                                                            \
    "SELECT " ACCESS_COLUMNS " FROM access_page WHERE "                                                                \
    "first_seq BETWEEN "                                                                                               \
    "ifnull((SELECT max(first_seq) FROM access_page WHERE first_seq <= ?1), 0) AND ?2 ORDER BY first_seq"
/* Of those, the ones that touch [?5, ?6) of space ?3; ?4 is is_write, or -1 for both. What overlaps begins below the
 * end, and not further below the start than the longest range is long. */
#define ACCESS_PAGES_BY_PLACE                                                                                          \
    "SELECT " ACCESS_COLUMNS " FROM access_page "                                                                      \
    "WHERE first_seq IN (SELECT r.page FROM space s JOIN access_range r ON r.space = s.id AND r.lo < ?6 "              \
    "AND r.lo > ?5 - s.longest_range AND r.hi > ?5 AND (?4 < 0 OR r.is_write = ?4) AND r.page <= ?2 WHERE s.id = ?3) " \
    "AND first_seq <= ?2 AND last_seq >= ?1 ORDER BY first_seq"
