/* SPDX-License-Identifier: Apache-2.0 */
/* The life of a results database that is being written: made beside its place in one transaction, indexed when all
 * rows are in, and put in place whole. docs/formats/results.md#writing */
#include "results/results.h"
#include "results/sink_internal.h"
#include "results/sql.h"

#include "base/memory.h"

#include <string.h>

static const char *const INSERT[SINK_ROWS] = {
    [ROW_INSN_PAGE] = "INSERT INTO instruction_page(first_seq, last_seq, count, head) VALUES(?,?,?,?)",
    [ROW_WORD] = "INSERT INTO word(word, mnemonic, text, fact) VALUES(?,?,?,?)",
    [ROW_FINDING_KIND] = "INSERT INTO finding_kind(id, code, class, page, doc) VALUES(?,?,?,?,?)",
    [ROW_FACT] = "INSERT INTO fact(id, name, level, rank, page, events, first_seq) VALUES(?,?,?,?,?,?,?)",
    [ROW_EVIDENCE] = "INSERT INTO evidence(seq, fact) VALUES(?,?)",
    [ROW_STAGE_GROUP] = "INSERT INTO stage_group(id, unit, instance, tile, first_datum, first_seq, last_seq, insns, "
                        "stages, l1_lo, l1_hi, seqs) VALUES(?,?,?,?,?,?,?,?,?,?,?,?)",
    [ROW_STAGE_BLOCK] = "INSERT INTO stage_block(id, format, width, count, counts, origin, data, page, "
                        "at, moved) VALUES(?,?,?,?,?,?,?,?,?,?)",
    [ROW_STAGE_PAGE] = "INSERT INTO stage_page(first_group, last_group, unit, first_seq, last_seq, count, head, cells, "
                       "values1, values2, values4) VALUES(?,?,?,?,?,?,?,?,?,?,?)",
    [ROW_ACCESS_PAGE] = "INSERT INTO access_page(first_seq, last_seq, count, last_bytes, head, bytes, sources, "
                        "dst, packed0, packed1, packed2, packed3) VALUES(?,?,?,?,?,?,?,?,?,?,?,?)",
    [ROW_ACCESS_RANGE] = "INSERT INTO access_range(space, is_write, lo, hi, page) VALUES(?,?,?,?,?)",
    [ROW_FINDING] = "INSERT INTO finding(seq, kind, unit, instance, detail, word) VALUES(?,?,?,?,?,?)",
    [ROW_CHECKPOINT] = "INSERT INTO checkpoint(id, name, after_event) VALUES(?,?,?)",
    [ROW_COMPARISON] = "INSERT INTO comparison(checkpoint, space, known_bytes, equal_bytes, differing_bytes, "
                       "tainted_bytes) VALUES(?,?,?,?,?,?)",
    [ROW_MISMATCH] = "INSERT INTO mismatch(checkpoint, space, lo, hi, is_tainted, held, replayed, known) "
                     "VALUES(?,?,?,?,?,?,?,?)",
    [ROW_TAINT] = "INSERT INTO taint(seq, space, lo, hi) VALUES(?,?,?,?)",
    [ROW_ORIGIN] = "INSERT INTO origin(thread, first_seq, last_seq, core, pc) VALUES(?,?,?,?,?)",
    [ROW_UNKNOWN_INPUT] = "INSERT INTO unknown_input(id, name, space, lo, hi, mask, is_assumed) VALUES(?,?,?,?,?,?,?)",
    [ROW_UNDECIDED] = "INSERT INTO undecided(checkpoint, space, lo, hi, origins) VALUES(?,?,?,?,?)",
    [ROW_WAIT] = "INSERT INTO wait(thread, is_core, first_seq, last_seq, event, what) VALUES(?,?,?,?,?,?)",
};

void sink_failed(struct results_sink *sink, enum tt_status status, const char *what)
{
    if (sink->status != TT_OK)
        return;
    sink->status = tt_fail(&sink->error, status, "%s: %s", sink->path, what);
}

void sink_db_failed(struct results_sink *sink)
{
    if (sink->status == TT_OK)
        sink->status = database_failed(sink->db, sink->path, true, &sink->error);
}

/* Takes over what went wrong where the rows were inserted. */
static void take_insert_error(struct results_sink *sink)
{
    if (sink->status == TT_OK)
        sink->status = tt_fail(&sink->error, sink->insert_status, "%s", sink->insert_error.text);
}

void sink_row_end(struct results_sink *sink)
{
    if (!row_end(&sink->rows))
        sink_failed(sink, TT_NO_MEMORY, "no memory");
    if (row_queue_has_failed(&sink->rows))
        take_insert_error(sink);
}

bool results_has_failed(const struct results_sink *sink)
{
    return sink->status != TT_OK;
}

static bool bind_squeezed(struct results_sink *sink, sqlite3_stmt *insert, int column, const struct row_value *value)
{
    struct bytes *squeezed = &sink->squeezed[column - 1];
    if (squeeze(&sink->squeezer, value->bytes, value->size, value->width, squeezed))
        return false;
    (void)sqlite3_bind_blob64(insert, column, squeezed->data, squeezed->used, SQLITE_STATIC);
    return true;
}

/* False without memory. */
static bool bind_value(struct results_sink *sink, sqlite3_stmt *insert, int column, const struct row_value *value)
{
    switch (value->kind) {
    case ROW_VALUE_NULL:
        (void)sqlite3_bind_null(insert, column);
        break;
    case ROW_VALUE_INT:
        (void)sqlite3_bind_int64(insert, column, value->number);
        break;
    case ROW_VALUE_BYTES:
        (void)sqlite3_bind_blob64(insert, column, value->bytes, value->size, SQLITE_STATIC);
        break;
    case ROW_VALUE_TEXT:
        (void)sqlite3_bind_text64(insert, column, value->bytes, value->size, SQLITE_STATIC, SQLITE_UTF8);
        break;
    case ROW_VALUE_SQUEEZED:
        return bind_squeezed(sink, insert, column, value);
    }
    return true;
}

/* What the queue calls, in whichever thread. */
static bool insert_row(void *user, unsigned table, const struct row_value *values, unsigned count)
{
    struct results_sink *sink = user;
    sqlite3_stmt *insert = sink->insert[table];
    for (unsigned i = 0; i < count; i++) {
        if (!bind_value(sink, insert, (int)i + 1, &values[i])) {
            sink->insert_status = tt_fail(&sink->insert_error, TT_NO_MEMORY, "%s: no memory", sink->path);
            return false;
        }
    }
    const bool is_good = sqlite3_step(insert) == SQLITE_DONE;
    if (!is_good)
        sink->insert_status = database_failed(sink->db, sink->path, true, &sink->insert_error);
    (void)sqlite3_reset(insert);
    return is_good;
}

void results_count_no_memory(void)
{
    (void)sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); /* refused after the first database, and then counted */
}

static void run_sql(struct results_sink *sink, const char *sql)
{
    if (sink->status == TT_OK && sqlite3_exec(sink->db, sql, NULL, NULL, NULL) != SQLITE_OK)
        sink_db_failed(sink);
}

/* Each of some thirty tables takes a page at least, and a small run fills few of them. From so many events on pages are
 * larger: a run of the vector unit takes a fifth less time, and a fifth more room. */
enum { LARGE_RUN_EVENTS = 100000 };

/* Nobody else sees the file before it is whole, so it needs neither journal nor locks nor syncs on the way. */
static void open_database(struct results_sink *sink, uint64_t events)
{
    const char *path = new_file_path(sink->file);
    if (sqlite3_open_v2(path, &sink->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, results_vfs_of(path)) !=
            SQLITE_OK ||
        sql_register(sink->db) != SQLITE_OK) {
        sink_db_failed(sink);
        return;
    }
    const bool is_large = events >= LARGE_RUN_EVENTS && (sink->what & RESULTS_ALL);
    run_sql(sink, is_large ? "PRAGMA page_size = 65536" : "PRAGMA page_size = 1024");
    run_sql(sink, "PRAGMA auto_vacuum = NONE; PRAGMA encoding = 'UTF-8';"
                  "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;"
                  "PRAGMA temp_store = MEMORY; PRAGMA cache_size = -2048; PRAGMA secure_delete = OFF; BEGIN;");
    run_sql(sink, results_sql_tables);
    for (int row = 0; sink->status == TT_OK && row < SINK_ROWS; row++)
        if (sqlite3_prepare_v3(sink->db, INSERT[row], -1, SQLITE_PREPARE_PERSISTENT, &sink->insert[row], NULL) !=
            SQLITE_OK)
            sink_db_failed(sink);
}

static void sink_release(struct results_sink *sink)
{
    row_queue_clear(&sink->rows);
    for (int row = 0; row < SINK_ROWS; row++)
        (void)sqlite3_finalize(sink->insert[row]);
    (void)sqlite3_close(sink->db);
    for (int i = 0; i < GROUPS_MAX; i++)
        group_free(sink->group[i]);
    bytes_clear(&sink->narrow[0]);
    bytes_clear(&sink->narrow[1]);
    bytes_clear(&sink->series);
    bytes_clear(&sink->foretold);
    bytes_clear(&sink->cells);
    bytes_clear(&sink->terms);
    for (int i = 0; i < ROW_VALUES_MAX; i++)
        bytes_clear(&sink->squeezed[i]);
    squeezer_clear(&sink->squeezer);
    bytes_clear(&sink->insns.head);
    mem_free(sink->words.slots);
    mem_free(sink->used.facts);
    mem_free(sink->used.fact_order);
    access_writer_clear(&sink->access);
    stage_page_writer_clear(&sink->stage_page);
    mem_free(sink->path);
    mem_free(sink);
}

void results_abandon(struct results_sink *sink)
{
    if (!sink)
        return;
    struct new_file *file = sink->file;
    sink_release(sink);
    new_file_abandon(file);
}

static enum tt_status fail_and_abandon(struct results_sink *sink, struct tt_error *err)
{
    enum tt_status status = tt_fail(err, sink->status, "%s", sink->error.text);
    results_abandon(sink);
    return status;
}

enum tt_status results_create(struct results_sink **out, const char *path, bool replace, unsigned what,
                              const struct results_run *run, struct tt_error *err)
{
    *out = NULL;
    struct results_sink *sink = mem_calloc(1, sizeof *sink);
    if (!sink)
        return tt_fail(err, TT_NO_MEMORY, "%s: no memory", path);
    sink->chip = run->chip;
    sink->what = what;
    sink->is_executed = strcmp(run->order, "executed") == 0;
    sink->is_core = true; /* nothing ran yet */
    sink->stages = run->stages;
    sink->capture = run->capture;
    sink->lines_at = run->lines_at;
    sink->probe = sink_probe;
    sink->probe.user = sink;
    sink->probe.wants = PROBE_INSN | PROBE_FINDING;
    if (what & RESULTS_STAGES)
        sink->probe.wants |= PROBE_STAGE | PROBE_ACCESS; /* accesses show where a data tile ends */
    if (what & RESULTS_ACCESSES)
        sink->probe.wants |= PROBE_ACCESS;
    row_queue_init(&sink->rows, what & RESULTS_THREAD, insert_row, sink);
    sink->path = mem_strdup(path);
    sink->used.facts = mem_calloc(fact_count(), sizeof *sink->used.facts);
    sink->used.fact_order = mem_calloc(fact_count(), sizeof *sink->used.fact_order);
    if (!sink->path || !sink->used.facts || !sink->used.fact_order || access_writer_init(&sink->access, run->chip)) {
        results_abandon(sink);
        return tt_fail(err, TT_NO_MEMORY, "%s: no memory", path);
    }
    sink->status = new_file_open(&sink->file, path, replace, &sink->error);
    if (sink->status == TT_OK && (what & RESULTS_UNSYNCED))
        new_file_unsynced(sink->file);
    if (sink->status == TT_OK)
        open_database(sink, run->events);
    if (sink->status == TT_OK)
        sink->status = sink_write_run(sink, run);
    if (sink->status != TT_OK)
        return fail_and_abandon(sink, err);
    *out = sink;
    return TT_OK;
}

const struct probe *results_probe(struct results_sink *sink)
{
    return &sink->probe;
}

static void write_longest(struct results_sink *sink)
{
    sqlite3_stmt *update = NULL;
    if (sqlite3_prepare_v2(sink->db, "UPDATE space SET longest_range = ? WHERE id = ?", -1, &update, NULL) != SQLITE_OK)
        sink_db_failed(sink);
    for (int space = 0; sink->status == TT_OK && space < TT_SPACE_COUNT; space++) {
        (void)sqlite3_bind_int64(update, 1, sink->access.longest[space]);
        (void)sqlite3_bind_int(update, 2, space);
        if (sqlite3_step(update) != SQLITE_DONE)
            sink_db_failed(sink);
        (void)sqlite3_reset(update);
    }
    (void)sqlite3_finalize(update);
}

static void write_totals(struct results_sink *sink, const struct results_totals *totals)
{
    sqlite3_stmt *update = NULL;
    if (sqlite3_prepare_v2(sink->db,
                           "UPDATE run SET events = ?, executed = ?, skipped = ?, unsupported = ?, findings = ?, "
                           "seconds = ?",
                           -1, &update, NULL) != SQLITE_OK) {
        sink_db_failed(sink);
        return;
    }
    (void)sqlite3_bind_int64(update, 1, database_int(totals->events));
    (void)sqlite3_bind_int64(update, 2, database_int(totals->executed));
    (void)sqlite3_bind_int64(update, 3, database_int(totals->skipped));
    (void)sqlite3_bind_int64(update, 4, database_int(totals->unsupported));
    (void)sqlite3_bind_int64(update, 5, database_int(totals->findings));
    (void)sqlite3_bind_double(update, 6, totals->seconds);
    if (sqlite3_step(update) != SQLITE_DONE)
        sink_db_failed(sink);
    (void)sqlite3_finalize(update);
}

enum tt_status results_finish(struct results_sink *sink, const struct results_totals *totals, struct tt_error *err)
{
    for (int i = 0; i < GROUPS_MAX; i++)
        if (sink->group[i])
            group_flush(sink, sink->group[i]);
    sink_flush_stage_page(sink);
    sink_flush_insns(sink);
    sink_flush_accesses(sink);
    sink_flush_origins(sink);
    sink_write_words(sink);
    sink_write_facts(sink);
    if (!row_queue_finish(&sink->rows))
        take_insert_error(sink);
    if (sink->status == TT_OK)
        sink->status = sink_write_used(sink);
    if (sink->status == TT_OK)
        write_longest(sink);
    if (sink->status == TT_OK)
        sink_write_sources(sink);
    if (sink->status == TT_OK)
        write_totals(sink, totals);
    if (sink->status == TT_OK)
        sink_write_verdict(sink, &totals->facts);
    run_sql(sink, results_sql_after);
    run_sql(sink, "COMMIT");
    if (sink->status != TT_OK)
        return fail_and_abandon(sink, err);
    struct new_file *file = sink->file;
    sink_release(sink);
    return new_file_commit(file, err);
}
