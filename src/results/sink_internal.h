/* SPDX-License-Identifier: Apache-2.0 */
/* The sink's parts: where the rows go, and what waits in memory to become one. */
#pragma once

#include "base/new_file.h"
#include "isa/chip.h"
#include "results/database.h"
#include "results/results.h"
#include "results/series.h"

enum { STAGES_MAX = 32, INSTANCES_MAX = PACKERS_MAX, GROUPS_MAX = TT_UNIT_COUNT * INSTANCES_MAX };
enum { ACCESS_ID_BITS = 16 }; /* access.id = seq << 16 | place */

/* The values of one stage, of a group of instructions. Those before the marks belong to the instructions taken into the
 * group; those after to the one at work, which may turn out to be of another kind. */
struct stage_values {
    uint8_t format, value_bytes;           /* of the group */
    uint8_t next_format, next_value_bytes; /* of the instruction at work */
    bool has_origin, next_has_origin;
    struct bytes values, origins, counts; /* value_bytes, u16, u32 */
    size_t values_mark, origins_mark;
    uint32_t next_count;
};

/* A run of like instructions in one unit and instance: same data tile, same stages at work, same formats. */
struct stage_group {
    enum tt_unit unit;
    uint8_t instance;
    uint32_t stages, next_stages; /* bit n: stage n was at work */
    uint32_t tile, next_tile, first_datum, next_first_datum;
    bool is_tile_told; /* for the instruction at work */
    struct bytes seqs; /* u64 */
    struct stage_values stage[STAGES_MAX];
};

enum sink_row {
    ROW_INSTRUCTION,
    ROW_STAGE_GROUP,
    ROW_STAGE_BLOCK,
    ROW_ACCESS,
    ROW_FINDING,
    ROW_CHECKPOINT,
    ROW_COMPARISON,
    ROW_MISMATCH,
    SINK_ROWS
};

struct results_sink {
    struct probe probe;
    char *path;
    struct new_file *file;
    sqlite3 *db;
    sqlite3_stmt *insert[SINK_ROWS];
    enum tt_chip chip;
    unsigned what;
    /* The first failure; from then on nothing is written. */
    enum tt_status status;
    struct tt_error error;
    /* The event at work, and how many accesses it made so far. */
    uint64_t seq;
    uint32_t accesses;
    uint64_t touched; /* bit unit * INSTANCES_MAX + instance: a group that the event at work added to */
    sqlite3_int64 groups_written, mismatches_written;
    uint32_t longest[TT_SPACE_COUNT][2]; /* bytes of the longest read, write */
    struct bytes narrow[2], series;      /* scratch */
    struct stage_group *group[GROUPS_MAX];
};

/* Keeps the first failure. */
void sink_failed(struct results_sink *sink, enum tt_status status, const char *what);

/* Runs the statement that has its values bound, and makes it ready for the next row. */
void sink_insert(struct results_sink *sink, enum sink_row row);

/* Fills the tables that say what the small numbers mean. */
enum tt_status sink_write_dictionaries(struct results_sink *sink, const struct results_run *run);
/* The words that ran, as text; after the last instruction. */
enum tt_status sink_write_words(struct results_sink *sink);

/* What the probe calls. */
extern const struct probe sink_probe;

/* The instruction at work told a stage; told where its datums go; ended. */
void group_stage(struct results_sink *sink, const struct probe_stage *stage);
void group_access(struct results_sink *sink, const struct probe_access *access);
void group_end(struct results_sink *sink, struct stage_group *group);
/* Writes what the group holds, and empties it. */
void group_flush(struct results_sink *sink, struct stage_group *group);
void group_write(struct results_sink *sink,
                 const struct stage_group *group); /* its rows; the values as far as the marks */
void group_free(struct stage_group *group);        /* null is allowed */
