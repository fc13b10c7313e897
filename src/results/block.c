/* SPDX-License-Identifier: Apache-2.0 */
/* Reads stage blocks and believes nothing: a database may come from anywhere. docs/formats/results.md#stage-blocks */
#include "results/block.h"

#include "base/little.h"
#include "base/memory.h"
#include "results/foretold.h"
#include "results/series.h"

#include <string.h>

static enum tt_status block_prepare(struct block_source *source, sqlite3_stmt **out, const char *sql,
                                    struct tt_error *err)
{
    if (sqlite3_prepare_v2(source->db, sql, -1, out, NULL) == SQLITE_OK)
        return TT_OK;
    return database_failed(source->db, source->path, false, err);
}

enum tt_status block_source_init(struct block_source *source, sqlite3 *db, const char *path, struct tt_error *err)
{
    *source = (struct block_source){.db = db, .path = path, .scratch = mem_calloc(1, sizeof *source->scratch)};
    if (!source->scratch)
        return tt_fail(err, TT_NO_MEMORY, "%s: no memory", path);
    enum tt_status status = block_prepare(source, &source->group,
                                          "SELECT g.unit, g.instance, g.tile, g.first_datum, g.first_seq, g.last_seq, "
                                          "g.insns, g.stages, g.seqs, s.name FROM stage_group g LEFT JOIN stage s "
                                          "ON s.unit = g.unit AND s.ordinal = ?2 WHERE g.id = ?1",
                                          err);
    if (status == TT_OK)
        status =
            block_prepare(source, &source->values,
                          "SELECT b.id, b.format, b.width, b.count, coalesce(b.data, (SELECT CASE g.instance "
                          "WHEN 0 THEN p.packed0 WHEN 1 THEN p.packed1 WHEN 2 THEN p.packed2 ELSE p.packed3 END "
                          "FROM access_page p JOIN stage_group g ON g.id = b.id / 32 WHERE p.first_seq = b.page)), "
                          "b.data IS NULL, b.at, b.moved FROM stage_block b WHERE b.id BETWEEN ?1 AND ?2 "
                          "ORDER BY b.id DESC LIMIT 1",
                          err);
    if (status == TT_OK)
        status = block_prepare(source, &source->counts,
                               "SELECT counts FROM stage_block WHERE id BETWEEN ?1 AND ?2 AND counts IS NOT NULL "
                               "ORDER BY id DESC LIMIT 1",
                               err);
    if (status == TT_OK)
        status =
            block_prepare(source, &source->origin,
                          "SELECT origin, count FROM stage_block WHERE id BETWEEN ?1 AND ?2 AND origin IS NOT NULL "
                          "ORDER BY id DESC LIMIT 1",
                          err);
    if (status == TT_OK)
        status = block_prepare(source, &source->page,
                               STAGE_PAGE_COLUMNS " FROM stage_page WHERE first_group <= ?1 AND last_group >= ?1 "
                                                  "ORDER BY first_group DESC LIMIT 1",
                               err);
    if (status == TT_OK)
        status = block_prepare(source, &source->name, "SELECT name FROM stage WHERE unit = ?1 AND ordinal = ?2", err);
    if (status != TT_OK)
        block_source_clear(source);
    return status;
}

void block_source_clear(struct block_source *source)
{
    (void)sqlite3_finalize(source->group);
    (void)sqlite3_finalize(source->values);
    (void)sqlite3_finalize(source->counts);
    (void)sqlite3_finalize(source->origin);
    (void)sqlite3_finalize(source->page);
    (void)sqlite3_finalize(source->name);
    if (source->scratch) {
        bytes_clear(&source->scratch->blob);
        squeezer_clear(&source->scratch->squeezer);
        stage_page_clear(&source->scratch->page);
    }
    mem_free(source->scratch);
    *source = (struct block_source){0};
}

void block_clear(struct block *block)
{
    mem_free(block->stage_name);
    mem_free(block->seqs);
    mem_free(block->counts);
    mem_free(block->origin);
    mem_free(block->values);
    *block = (struct block){0};
}

uint32_t block_value(const struct results_block_row *row, uint32_t index)
{
    return number_at(row->values, row->value_bytes, index);
}

/* ---- one block ---- */

struct loading {
    const struct block_source *source;
    struct block_scratch *scratch;
    struct block *block;
    int64_t first_id, id; /* of the group's first stage, and of the stage wanted */
    bool is_needed;       /* by a stage that is foretold: this one must not be */
    struct tt_error *err;
};

static enum tt_status block_damaged(const struct loading *load, const char *what)
{
    return tt_fail(load->err, TT_BAD_INPUT, "%s: the results database is damaged: stage block %lld: %s",
                   load->source->path, (long long)load->id, what);
}

static enum tt_status block_no_memory(const struct loading *load)
{
    return tt_fail(load->err, TT_NO_MEMORY, "%s: no memory for stage block %lld", load->source->path,
                   (long long)load->id);
}

/* One row or none; TT_END for none. */
static enum tt_status block_step(const struct loading *load, sqlite3_stmt *query)
{
    switch (sqlite3_step(query)) {
    case SQLITE_ROW:
        return TT_OK;
    case SQLITE_DONE:
        return TT_END;
    default:
        return database_failed(load->source->db, load->source->path, false, load->err);
    }
}

static bool block_fits(sqlite3_int64 value, sqlite3_int64 most)
{
    return value >= 0 && value <= most;
}

static enum tt_status block_take_group(const struct loading *load, sqlite3_stmt *query)
{
    struct block *block = load->block;
    sqlite3_int64 number[8];
    for (int i = 0; i < 8; i++)
        number[i] = sqlite3_column_int64(query, i);
    size_t size = (size_t)sqlite3_column_bytes(query, 8);
    if (!block_fits(number[0], TT_UNIT_COUNT - 1) || !block_fits(number[1], UINT8_MAX) ||
        !block_fits(number[2], UINT32_MAX) || !block_fits(number[3], UINT32_MAX) || !block_fits(number[4], INT64_MAX) ||
        !block_fits(number[7], UINT32_MAX))
        return block_damaged(load, "a number of its group is out of range");
    if (number[6] < 1 || number[6] > (sqlite3_int64)size)
        return block_damaged(load, "its group says another number of instructions than it lists");
    block->stages = (uint32_t)number[7];
    block->row = (struct results_block_row){.id = load->id,
                                            .unit = (enum tt_unit)number[0],
                                            .instance = (uint8_t)number[1],
                                            .stage = (uint8_t)(load->id - load->first_id),
                                            .tile = (uint32_t)number[2],
                                            .first_datum = (uint32_t)number[3],
                                            .first_seq = (uint64_t)number[4],
                                            .last_seq = (uint64_t)number[5],
                                            .insn_count = (uint32_t)number[6]};
    const char *name = (const char *)sqlite3_column_text(query, 9);
    block->stage_name = mem_strdup(name ? name : "");
    block->seqs = mem_calloc(block->row.insn_count, sizeof *block->seqs);
    if (!block->seqs || !block->stage_name)
        return block_no_memory(load);
    if (!series_get_seqs(sqlite3_column_blob(query, 8), size, block->row.first_seq, block->seqs, block->row.insn_count))
        return block_damaged(load, "its group's list of instructions cannot be read");
    block->row.stage_name = block->stage_name;
    block->row.seqs = block->seqs;
    return TT_OK;
}

static enum tt_status load_group(const struct loading *load)
{
    sqlite3_stmt *query = load->source->group;
    (void)sqlite3_bind_int64(query, 1, load->id / STAGES_MAX);
    (void)sqlite3_bind_int64(query, 2, load->id % STAGES_MAX);
    enum tt_status status = block_step(load, query);
    if (status == TT_OK)
        status = block_take_group(load, query);
    (void)sqlite3_reset(query);
    if (status == TT_OK && !(load->block->stages >> (load->id % STAGES_MAX) & 1))
        return TT_END;
    return status;
}

/* A BLOB of the row, as it was. */
static enum tt_status block_take_blob(const struct loading *load, sqlite3_stmt *query, int column)
{
    load->scratch->blob.used = 0;
    const enum tt_status status = unsqueeze_append(&load->scratch->squeezer, sqlite3_column_blob(query, column),
                                                   (size_t)sqlite3_column_bytes(query, column), &load->scratch->blob);
    if (status == TT_NO_MEMORY)
        return block_no_memory(load);
    return status ? block_damaged(load, "it cannot be decompressed") : TT_OK;
}

/* Its own data, or a stretch of what a packer wrote. */
static bool cut_data(const struct loading *load, sqlite3_stmt *query, uint64_t size, const uint8_t **data)
{
    const struct bytes *blob = &load->scratch->blob;
    const bool is_packed = sqlite3_column_int64(query, 5) != 0;
    const sqlite3_int64 at = is_packed ? sqlite3_column_int64(query, 6) : 0;
    *data = blob->data;
    if (!is_packed) /* nothing: just as foretold */
        return blob->used == size || (!blob->used && sqlite3_column_type(query, 7) != SQLITE_NULL);
    if (at < 0 || (uint64_t)at > blob->used || size > blob->used - (uint64_t)at)
        return false;
    *data += at;
    return true;
}

static enum tt_status block_take_values(const struct loading *load, sqlite3_stmt *query)
{
    struct block *block = load->block;
    sqlite3_int64 format = sqlite3_column_int64(query, 1), width = sqlite3_column_int64(query, 2);
    sqlite3_int64 count = sqlite3_column_int64(query, 3);
    const uint8_t *data;
    const enum tt_status status = block_take_blob(load, query, 4);
    if (status)
        return status;
    const size_t size = (size_t)((uint64_t)count * (uint64_t)width);
    if (!block_fits(format, UINT8_MAX) || (width != 1 && width != 2 && width != 4) || !block_fits(count, UINT32_MAX) ||
        !cut_data(load, query, size, &data))
        return block_damaged(load, "its data are not as long as its count and width say");
    block->row.is_changed = sqlite3_column_int64(query, 0) == load->id;
    block->stored_stage = (uint8_t)(sqlite3_column_int64(query, 0) % STAGES_MAX);
    block->row.format = (uint8_t)format;
    block->row.value_bytes = (uint8_t)width;
    block->row.count = (uint32_t)count;
    block->values = mem_calloc(size + 1, 1);
    if (!block->values)
        return block_no_memory(load);
    if (size && load->scratch->blob.used)
        copy_numbers(block->values, data, (size_t)count, (unsigned)width);
    block->row.values = block->values;
    block->is_foretold = sqlite3_column_type(query, 7) != SQLITE_NULL;
    const sqlite3_int64 moved = sqlite3_column_int64(query, 7);
    if (moved < -FORETOLD_MOVED_MAX || moved > FORETOLD_MOVED_MAX)
        return block_damaged(load, "what it is moved by is out of range");
    block->moved = (int32_t)moved;
    return TT_OK;
}

static enum tt_status load_block(struct block *block, const struct block_source *source, int64_t id, bool is_needed,
                                 struct tt_error *err);

/* The blocks that foretell this one. */
static enum tt_status load_needed(const struct loading *load, struct block of[static FORETOLD_STAGES],
                                  struct foretold_from *from)
{
    const uint32_t needed = foretold_needs(load->block->stored_stage);
    enum tt_status status = TT_OK;
    for (int i = 0; i < FORETOLD_STAGES && !status; i++) {
        if (!(needed >> i & 1))
            continue;
        status = load_block(&of[i], load->source, load->first_id + i, true, load->err);
        from->stages[i] =
            (struct foretold_stage){of[i].row.values, of[i].row.value_bytes, of[i].row.format, of[i].row.counts};
        if (i == FORETOLD_STORED)
            from->cells = of[i].row.origin;
        if (status == TT_END)
            status = block_damaged(load, "the stages that foretell it are not there");
    }
    return status;
}

/* The numbers that are foretold, and that its data differ from. */
static enum tt_status add_foretold(const struct loading *load)
{
    struct block *block = load->block;
    const struct results_block_row *row = &block->row;
    struct block of[FORETOLD_STAGES] = {{.stages = 0}};
    struct foretold_from from = {.insns = row->insn_count};
    if (!is_foretold(row->unit, block->stored_stage))
        return block_damaged(load, "nothing is foretold of such a stage");
    if (load->is_needed)
        return block_damaged(load, "the stages that foretell it are not there");
    enum tt_status status = load_needed(load, of, &from);
    uint32_t *words = status ? NULL : mem_calloc((size_t)row->count + 1, sizeof *words);
    if (!status && !words)
        status = block_no_memory(load);
    if (!status)
        status = foretell(block->stored_stage, &from, row->counts, block->moved, words);
    if (status == TT_NO_MEMORY)
        status = block_no_memory(load);
    else if (status == TT_UNSUPPORTED)
        status = block_damaged(load, "its values cannot be foretold");
    if (!status && row->count) {
        turn_numbers(block->values, row->count, row->value_bytes); /* into an image */
        foretold_turn(block->values, row->value_bytes, row->count, words);
        copy_numbers(block->values, words, row->count, row->value_bytes);
    }
    mem_free(words);
    for (int i = 0; i < FORETOLD_STAGES; i++)
        block_clear(&of[i]);
    return status;
}

static enum tt_status block_take_counts(const struct loading *load, sqlite3_stmt *query)
{
    struct block *block = load->block;
    block->counts = mem_calloc(block->row.insn_count, sizeof *block->counts);
    if (!block->counts)
        return block_no_memory(load);
    if (!series_get_counts(sqlite3_column_blob(query, 0), (size_t)sqlite3_column_bytes(query, 0), block->counts,
                           block->row.insn_count))
        return block_damaged(load, "its counts cannot be read");
    uint64_t sum = 0;
    for (uint32_t i = 0; i < block->row.insn_count; i++)
        sum += block->counts[i];
    if (sum != block->row.count)
        return block_damaged(load, "its counts do not add up to its number of values");
    block->row.counts = block->counts;
    return TT_OK;
}

/* An origin reported for a stage with another number of values says nothing about this one. */
static enum tt_status block_take_origin(const struct loading *load, sqlite3_stmt *query)
{
    struct block *block = load->block;
    if (sqlite3_column_int64(query, 1) != block->row.count)
        return TT_OK;
    const enum tt_status status = block_take_blob(load, query, 0);
    if (status)
        return status;
    block->origin = mem_calloc(block->row.count, sizeof *block->origin);
    if (!block->origin)
        return block_no_memory(load);
    if (!series_get_cells(load->scratch->blob.data, load->scratch->blob.used, block->origin, block->row.count))
        return block_damaged(load, "its origins cannot be read");
    block->row.origin = block->origin;
    return TT_OK;
}

static enum tt_status load_part(const struct loading *load, sqlite3_stmt *query,
                                enum tt_status (*take)(const struct loading *, sqlite3_stmt *))
{
    (void)sqlite3_bind_int64(query, 1, load->first_id);
    (void)sqlite3_bind_int64(query, 2, load->id);
    enum tt_status status = block_step(load, query);
    if (status == TT_OK)
        status = take(load, query);
    (void)sqlite3_reset(query);
    return status;
}

static enum tt_status load_rows(const struct loading *load)
{
    struct block *block = load->block;
    enum tt_status status = load_group(load);
    bool is_there = status == TT_OK;
    if (status == TT_OK)
        status = load_part(load, load->source->values, block_take_values);
    if (status == TT_OK)
        status = load_part(load, load->source->counts, block_take_counts);
    if (status == TT_OK && block->is_foretold)
        status = add_foretold(load);
    if (is_there && status == TT_END)
        status = block_damaged(load, "its group says that the stage was at work, but there are no values");
    if (status == TT_OK)
        status = load_part(load, load->source->origin, block_take_origin);
    if (status == TT_END && is_there)
        status = TT_OK; /* no origin was reported */
    return status;
}

/* ---- of a page ---- */

/* Makes the page that may have the group the one at hand. */
static enum tt_status find_page(const struct loading *load, int64_t group)
{
    sqlite3_stmt *query = load->source->page;
    (void)sqlite3_bind_int64(query, 1, group);
    enum tt_status status = block_step(load, query);
    if (status == TT_OK)
        status = stage_page_load(&load->scratch->page, query, load->source->path, load->err);
    (void)sqlite3_reset(query);
    return status;
}

static enum tt_status name_stage(const struct loading *load)
{
    sqlite3_stmt *query = load->source->name;
    (void)sqlite3_bind_int(query, 1, (int)load->block->row.unit);
    (void)sqlite3_bind_int(query, 2, load->block->row.stage);
    const enum tt_status status = block_step(load, query);
    const char *name = status ? NULL : (const char *)sqlite3_column_text(query, 0);
    load->block->stage_name = mem_strdup(name ? name : "");
    load->block->row.stage_name = load->block->stage_name;
    (void)sqlite3_reset(query);
    return status != TT_OK && status != TT_END ? status : load->block->stage_name ? TT_OK : block_no_memory(load);
}

static const struct paged_group *group_at_hand(const struct loading *load)
{
    const struct stage_page *page = &load->scratch->page;
    return page->has_values ? stage_page_find(page, load->id / STAGES_MAX) : NULL;
}

static enum tt_status load_paged(const struct loading *load)
{
    const struct paged_group *group = group_at_hand(load);
    if (!group)
        return TT_END;
    enum tt_status status =
        block_take_paged(load->block, &load->scratch->page, group, (unsigned)(load->id % STAGES_MAX));
    if (status == TT_NO_MEMORY)
        return block_no_memory(load);
    if (status == TT_BAD_INPUT)
        return block_damaged(load, "what its page says of it contradicts itself");
    return status ? status : name_stage(load);
}

static enum tt_status load_block(struct block *block, const struct block_source *source, int64_t id, bool is_needed,
                                 struct tt_error *err)
{
    *block = (struct block){0};
    if (id < 0)
        return TT_END;
    struct loading load = {source, source->scratch, block, id / STAGES_MAX * STAGES_MAX, id, is_needed, err};
    enum tt_status status = group_at_hand(&load) ? TT_END : load_rows(&load);
    if (status == TT_END && !block->seqs) {
        status = group_at_hand(&load) ? TT_OK : find_page(&load, id / STAGES_MAX);
        status = status ? status : load_paged(&load);
    }
    if (status != TT_OK)
        block_clear(block);
    return status;
}

enum tt_status block_load(struct block *block, const struct block_source *source, int64_t id, struct tt_error *err)
{
    return load_block(block, source, id, false, err);
}
