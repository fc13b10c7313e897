/* SPDX-License-Identifier: Apache-2.0 */
/* A stage's values read back whole: what the rows leave out is taken from the stages before. */
#pragma once

#include "results/database.h"
#include "results/results.h"
#include "results/squeeze.h"
#include "results/stage_page.h"

/* What was a BLOB, before it was squeezed, and the page of groups that was read last. */
struct block_scratch {
    struct squeezer squeezer;
    struct bytes blob;
    struct stage_page page;
};

/* Prepared once for many blocks of one connection. */
struct block_source {
    sqlite3 *db;
    const char *path; /* borrowed; for messages */
    sqlite3_stmt *group, *values, *counts, *origin, *page, *name;
    struct block_scratch *scratch;
};

enum tt_status block_source_init(struct block_source *source, sqlite3 *db, const char *path, struct tt_error *err);
void block_source_clear(struct block_source *source);

/* row points into what the block owns. */
struct block {
    struct results_block_row row;
    uint32_t stages;      /* of the group: bit n, stage n was at work */
    uint8_t stored_stage; /* whose row its values are of */
    bool is_foretold;     /* its data are what differs from what operands foretell, moved by this */
    int32_t moved;
    char *stage_name;
    uint64_t *seqs;
    uint32_t *counts;
    uint16_t *origin;
    void *values;
};

/* id is stage_block.id, or that of a stage which was at work and changed nothing. TT_END: there is no such block;
 * TT_BAD_INPUT: its rows contradict each other. On TT_OK the block is to be cleared. */
enum tt_status block_load(struct block *block, const struct block_source *source, int64_t id, struct tt_error *err);
void block_clear(struct block *block);

/* Likewise, of a group that stands in a page: from what was read of it, by which the name is not known. It has no path:
 * the caller says what TT_BAD_INPUT and TT_NO_MEMORY mean. */
enum tt_status block_take_paged(struct block *block, const struct stage_page *page, const struct paged_group *group,
                                unsigned stage);

/* Values are 1, 2 or 4 bytes wide. */
uint32_t block_value(const struct results_block_row *row, uint32_t index);
