/* SPDX-License-Identifier: Apache-2.0 */
/* Where words and stores came from: runs of words, then the lines of source of all places that they came from.
 * docs/formats/results.md#sources */
#include "results/sink_internal.h"

#include <string.h>

void sink_origin_word(struct results_sink *sink, const struct probe_insn *insn)
{
    const unsigned thread = insn->thread;
    if (thread >= SINK_THREADS || sink->word_seq[thread] == insn->seq + 1) /* one that waited is offered again */
        return;
    sink->word_seq_before[thread] = sink->word_seq[thread];
    sink->word_seq[thread] = insn->seq + 1;
}

static void write_origin(struct results_sink *sink, unsigned thread, const struct origin_run *run)
{
    row_begin(&sink->rows, ROW_ORIGIN);
    row_int(&sink->rows, thread);
    row_int(&sink->rows, database_int(run->first_seq));
    row_int(&sink->rows, database_int(run->last_seq));
    row_int(&sink->rows, (int)run->core);
    row_int(&sink->rows, run->pc);
    sink_row_end(sink);
}

void results_origin(struct results_sink *sink, const struct results_origin *origin)
{
    const struct origin_run next = {true, origin->seq, origin->seq, origin->core, origin->pc};
    if (sink->status != TT_OK)
        return;
    if (origin->thread < 0 || origin->thread >= SINK_THREADS) {
        write_origin(sink, STORE_THREAD, &next);
        return;
    }
    struct origin_run *run = &sink->origins[origin->thread];
    /* The word before this one is the last of the run, so that none between them came from elsewhere. */
    const bool goes_on = run->is_open && run->core == next.core && run->pc == next.pc &&
                         sink->word_seq_before[origin->thread] == run->last_seq + 1;
    if (goes_on) {
        run->last_seq = origin->seq;
        return;
    }
    if (run->is_open)
        write_origin(sink, (unsigned)origin->thread, run);
    *run = next;
}

void sink_flush_origins(struct results_sink *sink)
{
    for (unsigned thread = 0; thread < SINK_THREADS; thread++)
        if (sink->origins[thread].is_open && sink->status == TT_OK)
            write_origin(sink, thread, &sink->origins[thread]);
}

/* ---- lines of source, with all rows in ---- */

enum { ADD_NAME, FIND_NAME, ADD_FRAME, FIND_FRAME, ADD_PLACE, EACH_PLACE, STATEMENTS };

static const char *const SQL[STATEMENTS] = {
    [ADD_NAME] = "INSERT OR IGNORE INTO source_name(name) VALUES(?)",
    [FIND_NAME] = "SELECT id FROM source_name WHERE name = ?",
    [ADD_FRAME] = "INSERT OR IGNORE INTO source_frame(caller, function, file, line) VALUES(?,?,?,?)",
    [FIND_FRAME] = "SELECT id FROM source_frame WHERE caller = ? AND function = ? AND file = ? AND line = ?",
    [ADD_PLACE] = "INSERT INTO source_place(core, pc, frame) VALUES(?,?,?)",
    [EACH_PLACE] = "SELECT DISTINCT core, pc FROM origin ORDER BY core, pc",
};

struct source_writer {
    struct results_sink *sink;
    sqlite3_stmt *statement[STATEMENTS];
    struct ttcap_lines lines; /* of the last place */
    sqlite3_int64 frame;      /* its own; 0: no place yet */
};

/* Runs a statement that adds; then another that finds the number. */
static sqlite3_int64 added(struct source_writer *writer, int add, int find)
{
    sqlite3_int64 id = 0;
    if (sqlite3_step(writer->statement[add]) != SQLITE_DONE)
        sink_db_failed(writer->sink);
    (void)sqlite3_reset(writer->statement[add]);
    if (sqlite3_step(writer->statement[find]) == SQLITE_ROW)
        id = sqlite3_column_int64(writer->statement[find], 0);
    else
        sink_db_failed(writer->sink);
    (void)sqlite3_reset(writer->statement[find]);
    return id;
}

static sqlite3_int64 name_number(struct source_writer *writer, const char *name)
{
    if (!name)
        return 0;
    (void)sqlite3_bind_text(writer->statement[ADD_NAME], 1, name, -1, SQLITE_STATIC);
    (void)sqlite3_bind_text(writer->statement[FIND_NAME], 1, name, -1, SQLITE_STATIC);
    return added(writer, ADD_NAME, FIND_NAME);
}

/* The number of the chain's first function; callers come before. */
static sqlite3_int64 frame_number(struct source_writer *writer, const struct ttcap_lines *lines)
{
    sqlite3_int64 caller = 0;
    for (size_t i = lines->frame_count; i-- > 0 && writer->sink->status == TT_OK;) {
        const struct ttcap_frame *frame = &lines->frames[i];
        const sqlite3_int64 values[] = {caller, name_number(writer, frame->function), name_number(writer, frame->file),
                                        frame->line};
        for (int k = 0; k < (int)(sizeof values / sizeof values[0]); k++) {
            (void)sqlite3_bind_int64(writer->statement[ADD_FRAME], k + 1, values[k]);
            (void)sqlite3_bind_int64(writer->statement[FIND_FRAME], k + 1, values[k]);
        }
        caller = added(writer, ADD_FRAME, FIND_FRAME);
    }
    return caller;
}

static void write_place(struct source_writer *writer, enum tt_core core, uint32_t pc)
{
    struct results_sink *sink = writer->sink;
    struct ttcap_lines *lines = &writer->lines;
    const bool is_same = writer->frame && lines->core == core && pc - lines->addr < lines->bytes;
    if (!is_same) {
        const enum tt_status status = sink->lines_at(sink->capture, core, pc, lines, &sink->error);
        if (status && status != TT_END)
            sink->status = status;
        writer->frame = status ? 0 : frame_number(writer, lines);
    }
    if (!writer->frame || sink->status != TT_OK)
        return;
    (void)sqlite3_bind_int(writer->statement[ADD_PLACE], 1, (int)core);
    (void)sqlite3_bind_int64(writer->statement[ADD_PLACE], 2, pc);
    (void)sqlite3_bind_int64(writer->statement[ADD_PLACE], 3, writer->frame);
    if (sqlite3_step(writer->statement[ADD_PLACE]) != SQLITE_DONE)
        sink_db_failed(sink);
    (void)sqlite3_reset(writer->statement[ADD_PLACE]);
}

void sink_write_sources(struct results_sink *sink)
{
    struct source_writer writer = {.sink = sink};
    int code = SQLITE_ROW;
    if (!sink->capture || !sink->lines_at)
        return;
    for (int i = 0; i < STATEMENTS && sink->status == TT_OK; i++)
        if (sqlite3_prepare_v2(sink->db, SQL[i], -1, &writer.statement[i], NULL) != SQLITE_OK)
            sink_db_failed(sink);
    sqlite3_stmt *each = writer.statement[EACH_PLACE];
    while (sink->status == TT_OK && (code = sqlite3_step(each)) == SQLITE_ROW)
        write_place(&writer, (enum tt_core)sqlite3_column_int(each, 0), (uint32_t)sqlite3_column_int64(each, 1));
    if (sink->status == TT_OK && code != SQLITE_DONE)
        sink_db_failed(sink);
    for (int i = 0; i < STATEMENTS; i++)
        (void)sqlite3_finalize(writer.statement[i]);
}
