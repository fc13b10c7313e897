/* SPDX-License-Identifier: Apache-2.0 */
/* Where words and stores came from, and the lines of source of that. docs/formats/results.md#sources */
#include "results/reader_internal.h"

#include "base/memory.h"

enum { STORE_NUMBER = 3, NAMES_MAX = 1 << 22, FRAMES_MAX = 1 << 22 };

struct source_row {
    uint32_t caller, function, file, line; /* numbers of rows; 0: none */
    uint32_t depth;
};

/* Names and functions by their numbers, which go from 1 on. */
struct source_table {
    char **names;
    size_t name_count, name_capacity;
    struct source_row *frames;
    size_t frame_count, frame_capacity;
};

void source_table_free(struct source_table *table)
{
    if (!table)
        return;
    for (size_t i = 0; i < table->name_count; i++)
        mem_free(table->names[i]);
    mem_free(table->names);
    mem_free(table->frames);
    mem_free(table);
}

/* Numbers go up by one: the next one is `count` + 1. */
static bool read_sources_is_next(struct query *query, size_t count, uint64_t most)
{
    query->is_damaged |= query_number(query, 0, most) != count + 1;
    return !query->is_damaged;
}

static void read_sources_no_memory(struct query *query)
{
    query->status = tt_fail(query->err, TT_NO_MEMORY, "%s: no memory for its lines of source", query->results->path);
}

static enum tt_status read_names(struct results *results, struct source_table *table, struct tt_error *err)
{
    struct query query;
    query_begin(&query, results, "SELECT id, name FROM source_name ORDER BY id", err);
    while (query_next(&query) && read_sources_is_next(&query, table->name_count, NAMES_MAX)) {
        char *name = mem_strdup(query_text(&query, 1));
        if (!name || mem_grow(&table->names, &table->name_capacity, table->name_count + 1, sizeof *table->names)) {
            mem_free(name);
            read_sources_no_memory(&query);
            break;
        }
        table->names[table->name_count++] = name;
    }
    return query_end(&query);
}

/* A caller has a lower number, so that a chain ends. */
static enum tt_status read_frames(struct results *results, struct source_table *table, struct tt_error *err)
{
    struct query query;
    query_begin(&query, results, "SELECT id, caller, function, file, line FROM source_frame ORDER BY id", err);
    while (query_next(&query) && read_sources_is_next(&query, table->frame_count, FRAMES_MAX)) {
        struct source_row row = {
            .caller = (uint32_t)query_number(&query, 1, table->frame_count),
            .function = (uint32_t)query_number(&query, 2, table->name_count),
            .file = (uint32_t)query_number(&query, 3, table->name_count),
            .line = (uint32_t)query_number(&query, 4, UINT32_MAX),
        };
        row.depth = row.caller ? table->frames[row.caller - 1].depth + 1 : 1;
        query.is_damaged |= row.depth > TTCAP_FRAMES_MAX;
        if (mem_grow(&table->frames, &table->frame_capacity, table->frame_count + 1, sizeof row)) {
            read_sources_no_memory(&query);
            break;
        }
        table->frames[table->frame_count++] = row;
    }
    return query_end(&query);
}

static enum tt_status read_sources_load(struct results *results, struct tt_error *err)
{
    if (results->sources)
        return TT_OK;
    struct source_table *table = mem_calloc(1, sizeof *table);
    if (!table)
        return tt_fail(err, TT_NO_MEMORY, "%s: no memory for its lines of source", results->path);
    enum tt_status status = read_names(results, table, err);
    if (!status)
        status = read_frames(results, table, err);
    if (status)
        source_table_free(table);
    else
        results->sources = table;
    return status;
}

static const char *name_at(const struct source_table *table, uint32_t number)
{
    return number ? table->names[number - 1] : NULL;
}

static void fill_frames(const struct source_table *table, uint64_t number, struct results_source *source)
{
    for (source->frame_count = 0; number; number = table->frames[number - 1].caller) {
        const struct source_row *row = &table->frames[number - 1];
        source->frames[source->frame_count++] =
            (struct ttcap_frame){name_at(table, row->function), name_at(table, row->file), row->line};
    }
}

enum tt_status results_source_of(struct results *results, uint64_t seq, int thread, struct results_source *source,
                                 struct tt_error *err)
{
    const enum tt_status status = read_sources_load(results, err);
    if (status)
        return status;
    struct query query;
    bool is_there = false;
    query_begin(&query, results,
                "SELECT o.last_seq, o.core, o.pc, coalesce(p.frame, 0) FROM origin o "
                "LEFT JOIN source_place p ON p.core = o.core AND p.pc = o.pc "
                "WHERE o.thread = ? AND o.first_seq <= ? ORDER BY o.first_seq DESC LIMIT 1",
                err);
    query_bind(&query, 1, thread < 0 ? STORE_NUMBER : (uint64_t)thread);
    query_bind(&query, 2, seq);
    if (query_next(&query)) {
        is_there = query_number(&query, 0, INT64_MAX) >= seq;
        source->core = (enum tt_core)query_number(&query, 1, TT_CORE_COUNT - 1);
        source->pc = (uint32_t)query_number(&query, 2, UINT32_MAX);
        fill_frames(results->sources, query_number(&query, 3, results->sources->frame_count), source);
    }
    const enum tt_status ended = query_end(&query);
    return ended || is_there ? ended : TT_END;
}

enum tt_status results_each_origin(struct results *results, int (*visit)(void *, const struct results_origin_row *),
                                   void *user, struct tt_error *err)
{
    const enum tt_status status = read_sources_load(results, err);
    struct results_source source;
    struct query query;
    if (status)
        return status;
    query_begin(&query, results,
                "SELECT o.thread, o.first_seq, o.last_seq, o.core, o.pc, coalesce(p.frame, 0) FROM origin o "
                "LEFT JOIN source_place p ON p.core = o.core AND p.pc = o.pc "
                "WHERE o.thread < 3 ORDER BY o.thread, o.first_seq",
                err);
    while (query_next(&query)) {
        const struct results_origin_row row = {
            .thread = (unsigned)query_number(&query, 0, STORE_NUMBER - 1),
            .first_seq = query_number(&query, 1, INT64_MAX),
            .last_seq = query_number(&query, 2, INT64_MAX),
            .source = &source,
        };
        source.core = (enum tt_core)query_number(&query, 3, TT_CORE_COUNT - 1);
        source.pc = (uint32_t)query_number(&query, 4, UINT32_MAX);
        fill_frames(results->sources, query_number(&query, 5, results->sources->frame_count), &source);
        query.is_damaged |= row.last_seq < row.first_seq;
        if (query.is_damaged || visit(user, &row))
            break;
    }
    return query_end(&query);
}
