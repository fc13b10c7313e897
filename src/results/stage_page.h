/* SPDX-License-Identifier: Apache-2.0 */
/* Groups of stages of a unit whose instructions are small and seldom alike: many in one row. The sink writes such a
 * page, and readers see its groups and blocks as if they were rows of stage_group and stage_block.
 * docs/formats/results.md#stage-pages */
#pragma once

#include "isa/chip.h"
#include "results/database.h"
#include "results/squeeze.h"

#include <stddef.h>
#include <stdint.h>

/* Whose groups stand in pages. */
static inline bool is_paged(enum tt_unit unit)
{
    return unit == TT_UNIT_VECTOR;
}

/* The byte of a stage that was at work; 0: it left all as the stage before. */
enum {
    PAGED_CHANGED = 1,
    PAGED_WIDTH_SHIFT = 1, /* two bits: which of 1, 2 and 4 bytes a value has */
    PAGED_WIDTH = 3,
    PAGED_HAS_COUNTS = 8,
    PAGED_HAS_CELLS = 16,
    PAGED_BITS = 31
};
enum { PAGED_WIDTHS = 3 };

/* A block: where its parts stand. */
struct paged_block {
    uint8_t stage, format, width;
    bool has_counts, has_cells;
    uint32_t count;
    size_t counts_at, counts_size; /* in the page's head */
    size_t cells_at, cells_size;   /* in its cells */
    size_t values_at;              /* in its values of that width */
};

struct paged_group {
    int64_t id; /* as stage_group.id */
    uint8_t instance;
    uint32_t tile, first_datum, insns, stages;
    uint64_t first_seq, last_seq;
    size_t seqs_at; /* in the page's seqs */
    size_t first_block, block_count;
};

/* A page as it was read; zero is empty. */
struct stage_page {
    bool is_loaded, has_values;
    enum tt_unit unit;
    int64_t first_group, last_group;
    uint64_t first_seq, last_seq;
    size_t group_count, block_count, group_capacity, block_capacity, seq_count, seq_capacity;
    void *groups, *blocks, *seqs; /* struct paged_group, struct paged_block, uint64_t */
    struct bytes head, cells, values[PAGED_WIDTHS];
    struct squeezer squeezer;
};

/* What a load reads from: with values, or only which stages were at work. */
#define STAGE_PAGE_HEADS "SELECT first_group, last_group, unit, first_seq, last_seq, count, head"
#define STAGE_PAGE_COLUMNS STAGE_PAGE_HEADS ", cells, values1, values2, values4"

/* The row at hand, unless it is loaded already. TT_BAD_INPUT, with `path`, where it contradicts itself. */
enum tt_status stage_page_load(struct stage_page *page, sqlite3_stmt *row, const char *path, struct tt_error *err);
void stage_page_clear(struct stage_page *page);

/* Null: not in this page. */
const struct paged_group *stage_page_find(const struct stage_page *page, int64_t group);

/* The nearest block of a group from a stage down; null: there is none. */
const struct paged_block *stage_page_block(const struct stage_page *page, const struct paged_group *group,
                                           unsigned stage);

static inline const struct paged_group *stage_page_group(const struct stage_page *page, size_t at)
{
    return (const struct paged_group *)page->groups + at;
}

static inline const struct paged_block *stage_page_blocks(const struct stage_page *page,
                                                          const struct paged_group *group)
{
    return (const struct paged_block *)page->blocks + group->first_block;
}

static inline const uint64_t *stage_page_seqs(const struct stage_page *page, const struct paged_group *group)
{
    return (const uint64_t *)page->seqs + group->seqs_at;
}

/* Which of PAGED_WIDTHS. */
static inline unsigned paged_width(unsigned bytes)
{
    return bytes == 4 ? 2 : bytes - 1;
}
