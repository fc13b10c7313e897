/* SPDX-License-Identifier: Apache-2.0 */
/* The results database of a run, and what it is asked: single events are computed again. The only room that knows
 * SQLite.
 * Tables: schemas/results.sql and docs/formats/results.md. */
#pragma once

#include "capture/source_lines.h"
#include "capture/ttcap.h"
#include "isa/facts.h"
#include "order/replay.h"
#include "tile/probe.h"
#include "verdict/verdict.h"

/* ---- writing ---- */

struct results_sink;

/* The replayed capture and the options: texts as the command line has them, "" where none was given. */
struct results_run_row {
    const char *capture_path, *capture_name, *capture_hash, *order, *units, *variants, *sets, *assumes, *tool_version;
    const char *database;   /* the path of the database itself */
    struct results *holder; /* whose database holds the capture; null: it names one alone */
    uint64_t first_event, last_event, until_event, max_steps;
    bool has_last, has_until, is_strict, asks_evidence, has_checkpoint_word;
    uint32_t checkpoint_word;
    enum fact_level evidence;
    uint64_t digest; /* of what it ended in */
    enum tt_chip chip;
    struct replay_summary totals;
};

/* With RESULTS_UNSYNCED finish does not wait for the disk: for a database that is gone again before the machine could
 * be. With RESULTS_BY_PATH the capture is named by path and hash, and has to be there when the run is asked.
 * With RESULTS_PLAIN finish also stores what views of single events compute (schemas/plain.sql). */
enum { RESULTS_REPLACE = 1, RESULTS_UNSYNCED = 2, RESULTS_BY_PATH = 4, RESULTS_PLAIN = 8 };

/* For sqlite3_open_v2() of a file that may have no name yet (base/new_file.h): how such a one is read and written; null
 * for all others. */
const char *results_vfs_of(const char *path);

/* For a program, at its start and before any database: SQLite then does not count its memory, which nobody asks for and
 * is an eighth of the instructions of a small run. A library leaves that to whoever loads it. */
void results_count_no_memory(void);

/* The database appears at `path` when finish succeeds. */
enum tt_status results_create(struct results_sink **out, const char *path, unsigned how,
                              const struct results_run_row *run, struct tt_error *err);

/* Builds the indexes, writes the totals, puts the file in place; frees sink. */
enum tt_status results_finish(struct results_sink *sink, const struct replay_summary *totals, struct tt_error *err);
void results_abandon(struct results_sink *sink);

/* ---- reading ---- */

struct results;

/* Whether a file is a database, of whatever, and no capture. */
enum tt_status results_is_database(bool *is_database, const char *path, struct tt_error *err);

/* Refuses a file that is no results database or of another version, by name. */
enum tt_status results_open(struct results **out, const char *path, struct tt_error *err);
void results_close(struct results *results);
OWNED_AT(struct results, results_close)

/* Its copy with plain rows, at `path` when it succeeds. */
enum tt_status results_export_plain(struct results *results, const char *path, bool replace, struct tt_error *err);
/* Borrowed until close. */
const struct results_run_row *results_run(struct results *results);

/* The capture that a run was made of, for questions that can do without it: the one in the database, else by its path,
 * and where that has nothing or something else, by its hash beside the database, in the current folder or in a folder
 * of TT_REPLAY_CAPTURES; else null, and `why` (which may be null) says where it was looked for. TT_OK in both cases;
 * that the system could not read what is there is an error. */
enum tt_status run_capture_open(struct ttcap **out, const struct results_run_row *run, struct tt_error *why,
                                struct tt_error *err);
/* The same, for what cannot do without it: an error says where it was looked for. */
enum tt_status run_capture_need(struct ttcap **out, const struct results_run_row *run, struct tt_error *err);
/* The fields that a run held; *sets for mem_free. */
enum tt_status run_sets_read(const struct results_run_row *run, struct replay_set **sets, size_t *count,
                             struct tt_error *err);
/* The capture replayed as it was for the run: order, units, readings, fields, assumptions. *sets is what options
 * borrow, to be freed with mem_free, also on failure. */
enum tt_status run_replay_options(const struct results_run_row *run, struct ttcap *capture,
                                  struct replay_options *options, struct replay_set **sets, struct tt_error *err);

/* Every visitor returns nonzero to stop; the function then returns TT_OK. Rows are borrowed until it returns. The work
 * of single events is computed again from the capture: without it TT_IO, by a tool that computes other values
 * TT_UNSUPPORTED. */

/* run_digest() of the tile before an event. */
struct results_moment_row {
    uint64_t seq, digest;
};
struct results_checkpoint_row {
    uint32_t checkpoint;
    const char *id;
    int64_t after_event;
};
struct results_wait_row {
    uint8_t thread;
    bool is_core;
    uint64_t first_seq, last_seq;
    uint64_t event;       /* of the capture: what waited */
    const char *what;     /* the condition it waited for */
    const char *releaser; /* replay_parties_text() of who brought it about, or could */
    bool has_releaser_seq;
    uint64_t releaser_seq;
};
struct results_stuck_row {
    const char *who, *what, *releaser, *how;
};
struct results_insn_row {
    uint64_t seq;
    uint8_t thread;
    enum tt_unit unit;
    uint32_t word;
};
struct results_access_row {
    uint64_t seq;
    struct probe_access of; /* its bytes may be null */
};
/* One stage's values for a run of like instructions and one instance. */
struct results_block_row {
    int64_t id;
    enum tt_unit unit;
    uint8_t instance, stage, format, value_bytes;
    const char *stage_name;
    uint32_t tile, first_datum; /* as probe_access, of the block's first value */
    bool is_changed;            /* false: the stage was at work and left every value as the stage before */
    uint64_t first_seq, last_seq;
    const uint64_t *seqs;   /* the instructions of the block, insn_count of them */
    const uint32_t *counts; /* datums of each */
    uint32_t insn_count;
    uint32_t count;         /* values */
    const void *values;     /* count numbers of value_bytes, the least width that holds them all */
    const uint16_t *origin; /* count cell numbers as in probe_stage; null where none was reported */
};
struct results_finding_row {
    uint64_t seq;
    finding_id id;
    uint32_t kind; /* its number in the database */
    enum tt_unit unit;
    uint8_t instance;
    const char *detail;
    bool has_word; /* of the instruction, if one was at work */
    uint32_t word;
};

/* A visitor returns TT_OK, TT_END where it has seen enough, or what went wrong, with which the walk ends, too. */
#define RESULTS_EACH(NAME, ROW)                                                                                        \
    enum tt_status results_each_##NAME(struct results *results, enum tt_status (*visit)(void *, const struct ROW *),   \
                                       void *user, struct tt_error *err)
RESULTS_EACH(moment, results_moment_row); /* of executed order, by seq */
RESULTS_EACH(checkpoint, results_checkpoint_row);
RESULTS_EACH(comparison, replay_comparison);
RESULTS_EACH(unknown_input, unknown_input); /* that the recording does not hold; by number */
RESULTS_EACH(undecided, replay_undecided);  /* compared bytes */
RESULTS_EACH(mismatch, replay_mismatch);    /* in the order of checkpoint, space, lo */
RESULTS_EACH(window, held_window);          /* that are known by hash alone, likewise */
RESULTS_EACH(finding, results_finding_row);
RESULTS_EACH(wait, results_wait_row); /* by rising first_seq */
RESULTS_EACH(stuck, results_stuck_row);
/* first <= seq <= last; units has a bit for each enum tt_unit. */
enum tt_status results_each_insn(struct results *results, uint64_t first, uint64_t last, uint32_t units,
                                 enum tt_status (*visit)(void *, const struct results_insn_row *), void *user,
                                 struct tt_error *err);
/* That of one event; *has_word: there is one. */
enum tt_status results_insn_at(struct results *results, uint64_t seq, struct results_insn_row *row, bool *has_word,
                               struct tt_error *err);

/* The facts that events rest on. */
struct results_evidence {
    const struct fact *fact;
    uint64_t instructions, seq; /* and stores that rest on it and on nothing less, and the first */
};
/* Of one event. TT_END: nothing is known of it. */
enum tt_status results_evidence_of(struct results *results, uint64_t seq, struct results_evidence *evidence,
                                   struct tt_error *err);
/* "rests on M35, guessed (docs/facts/matrix.md)". Returns text. */
char *results_evidence_text(const struct results_evidence *evidence, char *text, size_t size);
/* Of the run: the weakest fact that decided anything. TT_END: nothing ran. */
enum tt_status results_weakest(struct results *results, struct results_evidence *evidence, struct tt_error *err);
/* The first event that rests on less than this, and how many do. TT_END: none. */
enum tt_status results_evidence_below(struct results *results, enum fact_level least, struct results_evidence *evidence,
                                      struct tt_error *err);

struct results_taint_row {
    uint64_t seq;
    enum tt_space space;
    uint32_t lo, hi;
};
RESULTS_EACH(taint, results_taint_row); /* by event */

/* Where in its core's program a word or a store came from, and the lines of source of that, where they are known. */
struct word_source {
    bool is_known;
    enum tt_core core;
    uint32_t pc;
    size_t frame_count;                          /* 0: not known */
    struct ttcap_frame frames[TTCAP_FRAMES_MAX]; /* names are the capture's */
};
/* The lines of a source whose core and pc are set; none where the capture has none. */
enum tt_status word_source_lines(struct word_source *source, struct ttcap *capture, struct tt_error *err);
/* Of a word of a thread, or -1: of a store. Names are borrowed until close. TT_END: unknown. */
enum tt_status results_source_of(struct results *results, uint64_t seq, int thread, struct word_source *source,
                                 struct tt_error *err);

/* Words of a thread in a row that came from one place: by thread, in order. */
struct results_origin_row {
    unsigned thread;
    uint64_t first_seq, last_seq;
    const struct word_source *source;
};
RESULTS_EACH(origin, results_origin_row);

/* All accesses of events first to last, in order. */
enum tt_status results_each_access(struct results *results, uint64_t first, uint64_t last,
                                   enum tt_status (*visit)(void *, const struct results_access_row *), void *user,
                                   struct tt_error *err);
/* Writes that overlap [lo, hi) of a space at or before seq, newest first. */
enum tt_status results_writers(struct results *results, enum tt_space space, uint32_t lo, uint32_t hi, uint64_t seq,
                               enum tt_status (*visit)(void *, const struct results_access_row *), void *user,
                               struct tt_error *err);
/* Of each byte of [lo, hi) the last write at or before seq; of bytes that nothing wrote nothing. */
typedef enum tt_status results_wrote(void *user, const struct results_access_row *row, uint32_t at);
enum tt_status results_last_writes(struct results *results, enum tt_space space, uint32_t lo, uint32_t hi, uint64_t seq,
                                   results_wrote *visit, void *user, struct tt_error *err);
/* The stage blocks that hold an instruction, in the order of instance and stage. */
enum tt_status results_blocks_of(struct results *results, enum tt_unit unit, uint64_t seq,
                                 enum tt_status (*visit)(void *, const struct results_block_row *), void *user,
                                 struct tt_error *err);
/* A run of like instructions of one unit and instance: what its stage blocks share. */
struct results_group_row {
    int64_t id;
    uint8_t instance;
    uint32_t tile, first_datum, insns;
    uint64_t first_seq, last_seq;
    uint32_t stages; /* bit n: stage n was at work */
    uint32_t datums; /* after the last stage that has datums; 0: none has */
    uint8_t format;  /* of those */
    bool has_l1;
    uint32_t l1_lo, l1_hi; /* of what it wrote there, padding too */
};
/* In the order in which they were written. */
enum tt_status results_each_group(struct results *results, enum tt_unit unit,
                                  enum tt_status (*visit)(void *, const struct results_group_row *), void *user,
                                  struct tt_error *err);
/* All stages of a group, in order. */
enum tt_status results_blocks_in(struct results *results, const struct results_group_row *group,
                                 enum tt_status (*visit)(void *, const struct results_block_row *), void *user,
                                 struct tt_error *err);
