/* SPDX-License-Identifier: Apache-2.0 */
/* Reads pages of groups of stages and believes nothing: a database may come from anywhere.
 * docs/formats/results.md#stage-pages */
#include "results/stage_page.h"

#include "base/memory.h"
#include "base/search.h"
#include "results/varint.h"
#include "tile/probe.h"

enum {
    COLUMN_FIRST_GROUP,
    COLUMN_LAST_GROUP,
    COLUMN_UNIT,
    COLUMN_FIRST_SEQ,
    COLUMN_LAST_SEQ,
    COLUMN_COUNT,
    COLUMN_HEAD,
    COLUMN_CELLS,
    COLUMN_VALUES
};

/* What is at hand while a page is read. */
struct reading {
    struct stage_page *page;
    struct byte_reader head;
    size_t cells, values[PAGED_WIDTHS]; /* how far they are used */
    int64_t id;
    uint64_t first_seq; /* of the group before */
    bool has_no_memory;
};

static void empty(struct stage_page *page)
{
    page->is_loaded = page->has_values = false;
    page->group_count = page->block_count = page->seq_count = 0;
    page->head.used = page->cells.used = 0;
    for (unsigned i = 0; i < PAGED_WIDTHS; i++)
        page->values[i].used = 0;
}

void stage_page_clear(struct stage_page *page)
{
    mem_free(page->groups);
    mem_free(page->blocks);
    mem_free(page->seqs);
    bytes_clear(&page->head);
    bytes_clear(&page->cells);
    for (unsigned i = 0; i < PAGED_WIDTHS; i++)
        bytes_clear(&page->values[i]);
    squeezer_clear(&page->squeezer);
    *page = (struct stage_page){0};
}

static bool get_u32(struct byte_reader *in, uint32_t *value)
{
    uint64_t wide;
    if (!varint_get(in, &wide) || wide > UINT32_MAX)
        return false;
    *value = (uint32_t)wide;
    return true;
}

/* A stretch that stands elsewhere, or here: how long it is. */
static bool get_size(struct byte_reader *in, size_t *size)
{
    uint64_t wide;
    if (!varint_get(in, &wide) || wide > SIZE_MAX / 2)
        return false;
    *size = (size_t)wide;
    return true;
}

static bool read_block(struct reading *in, unsigned stage, uint8_t bits)
{
    struct stage_page *page = in->page;
    struct paged_block block = {
        .stage = (uint8_t)stage, .has_counts = bits & PAGED_HAS_COUNTS, .has_cells = bits & PAGED_HAS_CELLS};
    const unsigned width = bits >> PAGED_WIDTH_SHIFT & PAGED_WIDTH;
    if (bits & ~PAGED_BITS || width >= PAGED_WIDTHS || !byte_get(&in->head, &block.format) ||
        !get_u32(&in->head, &block.count))
        return false;
    block.width = (uint8_t)(1u << width);
    if (block.has_counts) {
        if (!get_size(&in->head, &block.counts_size) || block.counts_size > (size_t)(in->head.end - in->head.at))
            return false;
        block.counts_at = (size_t)(in->head.at - (const uint8_t *)page->head.data);
        in->head.at += block.counts_size;
    }
    block.cells_at = in->cells;
    if (block.has_cells && !get_size(&in->head, &block.cells_size))
        return false;
    in->cells += block.cells_size;
    block.values_at = in->values[width];
    in->values[width] += (size_t)block.count * block.width;
    if (mem_grow(&page->blocks, &page->block_capacity, page->block_count + 1, sizeof block)) {
        in->has_no_memory = true;
        return false;
    }
    ((struct paged_block *)page->blocks)[page->block_count++] = block;
    return true;
}

/* Its instructions: from the first on, by their distances. */
static bool read_seqs(struct reading *in, struct paged_group *group)
{
    struct stage_page *page = in->page;
    uint64_t folded;
    if (!get_u32(&in->head, &group->insns) || group->insns < 1 || group->insns > (size_t)(in->head.end - in->head.at) ||
        !varint_get(&in->head, &folded))
        return false;
    uint64_t seq = in->first_seq + (uint64_t)varint_unfold(folded);
    in->first_seq = group->first_seq = seq;
    group->seqs_at = page->seq_count;
    if (mem_grow(&page->seqs, &page->seq_capacity, page->seq_count + group->insns, sizeof(uint64_t))) {
        in->has_no_memory = true;
        return false;
    }
    uint64_t *seqs = (uint64_t *)page->seqs + group->seqs_at;
    for (uint32_t i = 0; i < group->insns; i++) {
        uint64_t step = 0;
        if (i && !varint_get(&in->head, &step))
            return false;
        seq += step;
        if (step > page->last_seq || seq < page->first_seq || seq > page->last_seq)
            return false;
        seqs[i] = seq;
    }
    page->seq_count += group->insns;
    group->last_seq = seq;
    return true;
}

static bool stage_page_read_group(struct reading *in, bool is_first)
{
    struct stage_page *page = in->page;
    struct paged_group group = {.first_block = page->block_count};
    uint64_t distance;
    if (!varint_get(&in->head, &distance) || distance > (uint64_t)(page->last_group - in->id) ||
        (distance == 0) != is_first || !byte_get(&in->head, &group.instance) || group.instance >= PROBE_INSTANCES ||
        !get_u32(&in->head, &group.tile) || !get_u32(&in->head, &group.first_datum) || !read_seqs(in, &group) ||
        !get_u32(&in->head, &group.stages) || !group.stages)
        return false;
    group.id = in->id += (int64_t)distance;
    for (uint32_t left = group.stages; left; left &= left - 1) {
        uint8_t bits = 0;
        if (!byte_get(&in->head, &bits) || (bits && !read_block(in, (unsigned)__builtin_ctz(left), bits)))
            return false;
    }
    group.block_count = page->block_count - group.first_block;
    if (!group.block_count)
        return false;
    const struct paged_block *first = stage_page_blocks(page, &group);
    if (first->stage != (unsigned)__builtin_ctz(group.stages) || !first->has_counts)
        return false;
    if (mem_grow(&page->groups, &page->group_capacity, page->group_count + 1, sizeof group)) {
        in->has_no_memory = true;
        return false;
    }
    ((struct paged_group *)page->groups)[page->group_count++] = group;
    return true;
}

static enum tt_status stage_page_take_blob(struct stage_page *page, sqlite3_stmt *row, int column, struct bytes *into)
{
    return unsqueeze_append(&page->squeezer, sqlite3_column_blob(row, column),
                            (size_t)sqlite3_column_bytes(row, column), into);
}

static enum tt_status stage_page_take_values(struct stage_page *page, sqlite3_stmt *row, const struct reading *in)
{
    enum tt_status status = stage_page_take_blob(page, row, COLUMN_CELLS, &page->cells);
    if (!status && page->cells.used != in->cells)
        status = TT_BAD_INPUT;
    for (int i = 0; i < PAGED_WIDTHS && !status; i++) {
        status = stage_page_take_blob(page, row, COLUMN_VALUES + i, &page->values[i]);
        if (!status && page->values[i].used != in->values[i])
            status = TT_BAD_INPUT;
    }
    page->has_values = !status;
    return status;
}

static enum tt_status results_stage_page_load(struct stage_page *page, sqlite3_stmt *row)
{
    struct reading in = {.page = page, .id = page->first_group, .first_seq = page->first_seq};
    const sqlite3_int64 count = sqlite3_column_int64(row, COLUMN_COUNT);
    if (page->first_group < 0 || page->last_group < page->first_group ||
        page->last_group > INT64_MAX / STAGES_MAX - 1 || page->unit >= TT_UNIT_COUNT ||
        page->first_seq > page->last_seq || page->last_seq > INT64_MAX || count < 1)
        return TT_BAD_INPUT;
    enum tt_status status = stage_page_take_blob(page, row, COLUMN_HEAD, &page->head);
    if (status)
        return status;
    in.head = byte_reader_of(page->head.data, page->head.used);
    for (sqlite3_int64 i = 0; i < count; i++)
        if (!stage_page_read_group(&in, i == 0))
            return in.has_no_memory ? TT_NO_MEMORY : TT_BAD_INPUT;
    if (in.head.at != in.head.end || in.id != page->last_group)
        return TT_BAD_INPUT;
    return sqlite3_column_count(row) > COLUMN_CELLS ? stage_page_take_values(page, row, &in) : TT_OK;
}

enum tt_status stage_page_load(struct stage_page *page, sqlite3_stmt *row, const char *path, struct tt_error *err)
{
    const int64_t first = sqlite3_column_int64(row, COLUMN_FIRST_GROUP);
    const bool wants_values = sqlite3_column_count(row) > COLUMN_CELLS;
    if (page->is_loaded && page->first_group == first && (page->has_values || !wants_values))
        return TT_OK;
    empty(page);
    page->first_group = first;
    page->last_group = sqlite3_column_int64(row, COLUMN_LAST_GROUP);
    page->unit = (enum tt_unit)sqlite3_column_int(row, COLUMN_UNIT);
    page->first_seq = (uint64_t)sqlite3_column_int64(row, COLUMN_FIRST_SEQ);
    page->last_seq = (uint64_t)sqlite3_column_int64(row, COLUMN_LAST_SEQ);
    const enum tt_status status = results_stage_page_load(page, row);
    page->is_loaded = !status;
    if (!status)
        return TT_OK;
    empty(page);
    return status == TT_NO_MEMORY ? tt_fail(err, TT_NO_MEMORY, "%s: no memory for a page", path)
                                  : tt_fail(err, TT_BAD_INPUT,
                                            "%s: the results database is damaged: the page of stage group %lld cannot "
                                            "be read",
                                            path, (long long)first);
}

static bool stage_page_is_before(const void *item, const void *sought)
{
    const struct paged_group *group = item;
    const int64_t *id = sought;
    return group->id < *id;
}

const struct paged_group *stage_page_find(const struct stage_page *page, int64_t group)
{
    if (!page->is_loaded)
        return NULL;
    const size_t first =
        search_first(page->groups, page->group_count, sizeof(struct paged_group), &group, stage_page_is_before);
    return first < page->group_count && stage_page_group(page, first)->id == group ? stage_page_group(page, first)
                                                                                   : NULL;
}

const struct paged_block *stage_page_block(const struct stage_page *page, const struct paged_group *group,
                                           unsigned stage)
{
    const struct paged_block *blocks = stage_page_blocks(page, group), *found = NULL;
    for (size_t i = 0; i < group->block_count && blocks[i].stage <= stage; i++)
        found = &blocks[i];
    return found;
}
