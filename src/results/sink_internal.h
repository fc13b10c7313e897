/* SPDX-License-Identifier: Apache-2.0 */
/* The sink's parts: where the rows go, and what waits in memory to become one. */
#pragma once

#include "base/new_file.h"
#include "isa/chip.h"
#include "isa/evidence.h"
#include "results/database.h"
#include "results/foretold.h"
#include "results/page.h"
#include "results/results.h"
#include "results/row_queue.h"
#include "results/series.h"
#include "results/stage_page.h"

enum { INSTANCES_MAX = PROBE_INSTANCES, GROUPS_MAX = TT_UNIT_COUNT * INSTANCES_MAX };
enum { SINK_THREADS = 3, STORE_THREAD = SINK_THREADS };
enum { STREAM_COUNT = ACCESS_PACK_PADDING + 1 };
enum { KIND_CODES = TT_SPACE_COUNT * TT_UNIT_COUNT * INSTANCES_MAX * STREAM_COUNT * 2 };

/* The values of one stage, of a group of instructions. Those before the marks belong to the instructions taken into the
 * group; those after to the one at work, which may turn out to be of another kind. */
struct stage_values {
    uint8_t format, value_bytes;           /* of the group */
    uint8_t next_format, next_value_bytes; /* of the instruction at work */
    bool has_origin, next_has_origin;
    struct bytes values, origins, counts; /* value_bytes, struct cell_run, u32 */
    size_t values_mark, origins_mark;
    size_t implied_bytes; /* of values of the group that are not there, but follow from other stages */
    uint32_t next_count;
};

/* A stretch of what a packer's data stream wrote, in the page of accesses that is being filled. */
struct packed_range {
    uint64_t page; /* its first event */
    size_t at, end;
    bool is_reported, is_broken; /* broken: not one stretch */
};

/* Of a group whose instructions have their products, sums and aligned sums implied: see struct probe_implied. */
struct implied_stages {
    bool is_on, next_is_on;
    int32_t bias, next_bias;
    struct bytes held; /* u32 for each value that was stored */
    size_t held_mark;
    uint8_t exponent_width; /* when it is written */
    bool has_differences;   /* of what is aligned from the foretold, in the sink's `foretold` */
};

/* A run of like instructions in one unit and instance: same data tile, same stages at work, same formats. */
struct stage_group {
    enum tt_unit unit;
    uint8_t instance;
    uint32_t stages, next_stages; /* bit n: stage n was at work */
    uint32_t tile, next_tile, first_datum, next_first_datum;
    bool is_tile_reported;                         /* for the instruction at work */
    uint32_t l1_lo, l1_hi, next_l1_lo, next_l1_hi; /* what it wrote lies within; lo above hi: nothing */
    struct packed_range packed, next_packed;
    struct bytes seqs; /* u64 */
    struct stage_values stage[STAGES_MAX];
    struct implied_stages implied;
};

/* A page of instructions that is being filled. */
struct insn_writer {
    struct bytes head;
    uint64_t first_seq, last_seq;
    uint32_t count, last_word;
    const struct fact *last_fact; /* that the row of last_word names */
};

/* Words of a thread that one instruction of a core pushed, as far as they came. */
struct origin_run {
    bool is_open;
    uint64_t first_seq, last_seq;
    enum tt_core core;
    uint32_t pc;
};

/* Distinct words; a slot is 0, or the word with bit 32 set and above it fact_number() + 1 of what its first event
 * rested on in its settings (0: nothing). */
struct word_set {
    uint64_t *slots;
    size_t used, capacity; /* a power of two */
};

/* A fact: its number in the database (0: no row names it), and the events that rest on it. */
struct sink_fact {
    uint32_t number;
    uint64_t events, first_seq;
};

/* What rows name, and so what the dictionaries have. Findings and facts are numbered from 1 in the order in which rows
 * name them, so that one more in schemas changes no database that does not name it. */
struct used_names {
    uint32_t stages[TT_UNIT_COUNT], formats;        /* bit n: stage, format n */
    uint32_t findings[FINDINGS_MAX], finding_count; /* number in the database; 0: no row names it */
    struct sink_fact *facts;                        /* by fact_number() */
    uint32_t *fact_order, fact_count;               /* fact_number() by number in the database - 1 */
};

/* A page of accesses that is being filled. */
struct access_writer {
    struct bytes head, parts[PARTS];
    struct last_written last;
    size_t last_bytes; /* that are read off it */
    uint64_t first_seq, last_seq;
    uint32_t count, place; /* of the last access among those of its event */
    uint8_t kind_count;
    uint8_t kind_of[KIND_CODES]; /* number + 1 */
    struct access_kind kinds[ACCESS_KINDS_MAX];
    uint64_t *touched[2]; /* read, written: a bit for each 256 bytes; the bits of a space begin at a word */
    size_t touched_at[TT_SPACE_COUNT + 1];
    uint32_t longest[TT_SPACE_COUNT]; /* range written so far */
};

/* A page of groups of stages that is being filled. */
struct stage_page_writer {
    enum tt_unit unit;
    int64_t first_group, last_group;
    uint64_t first_seq, last_seq, seq; /* the last: where the group before begins */
    uint32_t count;
    struct bytes head, cells, values[PAGED_WIDTHS];
};

/* What a page takes in of a stage that changed something. */
struct paged_values {
    uint8_t format, width;
    uint32_t count;
    const void *bytes, *counts, *cells; /* the latter two as series; none of such: as the stage before */
    size_t counts_size, cells_size;
};

enum sink_row {
    ROW_INSN_PAGE,
    ROW_WORD,
    ROW_FINDING_KIND,
    ROW_FACT,
    ROW_EVIDENCE,
    ROW_STAGE_GROUP,
    ROW_STAGE_BLOCK,
    ROW_STAGE_PAGE,
    ROW_ACCESS_PAGE,
    ROW_ACCESS_RANGE,
    ROW_FINDING,
    ROW_CHECKPOINT,
    ROW_COMPARISON,
    ROW_MISMATCH,
    ROW_TAINT,
    ROW_UNKNOWN_INPUT,
    ROW_UNDECIDED,
    ROW_WAIT,
    ROW_ORIGIN,
    SINK_ROWS
};

struct results_sink {
    struct probe probe;
    char *path;
    struct new_file *file;
    sqlite3 *db;
    sqlite3_stmt *insert[SINK_ROWS]; /* of whoever empties the queue, as is the database until all rows are in */
    struct squeezer squeezer;        /* likewise, and what is to be bound */
    struct bytes squeezed[ROW_VALUES_MAX];
    enum tt_status insert_status;
    struct tt_error insert_error;
    struct row_queue rows;
    enum tt_chip chip;
    unsigned what;
    /* The first failure; from then on nothing is written. */
    enum tt_status status;
    struct tt_error error;
    uint64_t seq;     /* the event at work */
    bool is_executed; /* order: seq is the capture's event number, else a step */
    bool is_core;     /* which is no instruction */
    uint32_t word;
    const struct isa_insn *insn; /* of the word; null: a store, or no instruction */
    const struct fact *weakest;  /* that decided the event at work; null: none is known */
    const struct fact *of_word;  /* what its row in table word says */
    struct used_names used;
    const struct stage_info *(*stages)(enum tt_unit unit, unsigned *count); /* null: stages have no names */
    struct insn_writer insns;
    struct origin_run origins[SINK_THREADS];
    uint64_t word_seq[SINK_THREADS], word_seq_before[SINK_THREADS]; /* of the last two words of a thread, plus one */
    struct ttcap *capture;
    enum tt_status (*lines_at)(struct ttcap *capture, enum tt_core core, uint32_t addr, struct ttcap_lines *lines,
                               struct tt_error *err);
    struct word_set words;
    struct access_writer access;
    struct stage_page_writer stage_page;
    uint64_t touched; /* bit unit * INSTANCES_MAX + instance: a group that the event at work added to */
    sqlite3_int64 groups_written, mismatches_written;
    struct bytes narrow[2], series, foretold, cells, terms; /* scratch */
    sqlite3_int64 terms_group;                              /* whose terms those are */
    struct stage_group *group[GROUPS_MAX];
};

/* Keeps the first failure. */
void sink_failed(struct results_sink *sink, enum tt_status status, const char *what);

/* Ends the row that was begun in sink->rows with an enum sink_row. */
void sink_row_end(struct results_sink *sink);

/* The row of the run, and the dictionaries that every database has whole. */
enum tt_status sink_write_run(struct results_sink *sink, const struct results_run *run);
/* The stages and formats that rows name; after all of those. */
enum tt_status sink_write_used(struct results_sink *sink);
/* The number by which a row names a finding. Before that row is begun. */
int64_t sink_use_finding(struct results_sink *sink, finding_id id);

/* Takes an instruction or an access into its page. */
void sink_insn(struct results_sink *sink, const struct probe_insn *insn);
void sink_access(struct results_sink *sink, const struct probe_access *access);
void sink_series(struct results_sink *sink, const struct probe_series *series);
/* Write a page that has something in it. */
void sink_flush_insns(struct results_sink *sink);
void sink_flush_accesses(struct results_sink *sink);
/* A word that is named elsewhere is among those that are written as text. */
void sink_word(struct results_sink *sink, uint32_t word);
/* The words that ran, as text; after the last instruction. */
void sink_write_words(struct results_sink *sink);
/* -1 without memory. */
int access_writer_init(struct access_writer *writer, enum tt_chip chip);
void access_writer_clear(struct access_writer *writer);

/* The event at work ended, and findings say what it rests on. Which fact a row names: its number. */
void sink_evidence(struct results_sink *sink);
int64_t sink_use_fact(struct results_sink *sink, const struct fact *fact);
/* The facts that rows name; after all of those. */
void sink_write_facts(struct results_sink *sink);

/* What the probe calls. */
extern const struct probe sink_probe;

/* The instruction at work reported a stage; reported where its datums go, in a packer's stream and after its bytes went
 * into the page of accesses; ended. */
void group_stage(struct results_sink *sink, const struct probe_stage *stage);
void group_implied(struct results_sink *sink, const struct probe_implied *implied);
void group_access(struct results_sink *sink, const struct probe_access *access);
void group_end(struct results_sink *sink, struct stage_group *group);
/* Writes what the group holds, and empties it. */
void group_flush(struct results_sink *sink, struct stage_group *group);
void group_write(struct results_sink *sink,
                 const struct stage_group *group); /* its rows; the values as far as the marks */
void group_free(struct stage_group *group);        /* null is allowed */

/* Which cells of Dst the group's values of a stage went to, if that is known. Null without memory, too. */
const uint16_t *group_cells(struct bytes *room, const struct stage_values *stage);

/* A stage of the whole group, as what follows from it is foretold. */
struct foretold_stage group_foretold_stage(const struct stage_values *stage);

/* ---- implied.c ---- */

static inline bool is_implied_stage(const struct stage_group *group, unsigned stage)
{
    return group->stage[stage].implied_bytes > 0;
}
/* Makes the values that are implied, of the group and of the instruction at work. */
void implied_make(struct results_sink *sink, struct stage_group *group);
/* How the group's implied values are written: all as foretold but for what Dst held before the group. False: only the
 * values themselves say how. */
bool implied_show(struct results_sink *sink, struct stage_group *group);
/* By how much the foretold exponents of an implied stage are moved. */
int32_t implied_moved(const struct stage_group *group, unsigned stage);

/* Of a unit whose groups stand in pages: a group begins; then for each of its stages that was at work what it held, or
 * that it left all as the stage before. */
void sink_page_group(struct results_sink *sink, const struct stage_group *group);
void sink_page_block(struct results_sink *sink, const struct paged_values *values);
void sink_page_unchanged(struct results_sink *sink);
void sink_flush_stage_page(struct results_sink *sink);
void stage_page_writer_clear(struct stage_page_writer *writer);

/* The database has failed, and says why. */
void sink_db_failed(struct results_sink *sink);

/* ---- sink_origins.c ---- */

/* The next word of a thread is reported. */
void sink_origin_word(struct results_sink *sink, const struct probe_insn *insn);
/* The last run of each thread; then, with all rows in, the lines of source that origins come from. */
void sink_flush_origins(struct results_sink *sink);
void sink_write_sources(struct results_sink *sink);

/* ---- verdict_row.c ---- */

void sink_write_verdict(struct results_sink *sink, const struct verdict_facts *facts);
