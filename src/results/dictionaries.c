/* SPDX-License-Identifier: Apache-2.0 */
/* The tables that say what the small numbers of the others mean, and the row about the run itself. */
#include "results/sink_internal.h"

#include "isa/cores.h"
#include "isa/isa.h"
#include "isa/spaces.h"
#include "numeric/format.h"

static const char *const STREAMS[] = {
    [ACCESS_PLAIN] = "plain",
    [ACCESS_PACK_DATA] = "pack_data",
    [ACCESS_PACK_EXPONENT] = "pack_exponent",
    [ACCESS_PACK_ROW_START] = "pack_row_start",
    [ACCESS_PACK_PADDING] = "pack_padding",
};

/* A dictionary's INSERT while its rows are written. */
struct filler {
    sqlite3 *db;
    sqlite3_stmt *insert;
    bool is_failed;
};

static void fill_begin(struct filler *filler, const char *insert)
{
    if (!filler->is_failed)
        filler->is_failed = sqlite3_prepare_v2(filler->db, insert, -1, &filler->insert, NULL) != SQLITE_OK;
}

static void fill_int(struct filler *filler, int column, sqlite3_int64 value)
{
    if (!filler->is_failed)
        filler->is_failed = sqlite3_bind_int64(filler->insert, column, value) != SQLITE_OK;
}

static void fill_text(struct filler *filler, int column, const char *text)
{
    if (!filler->is_failed)
        filler->is_failed =
            sqlite3_bind_text(filler->insert, column, text ? text : "", -1, SQLITE_TRANSIENT) != SQLITE_OK;
}

static void dictionaries_fill_row(struct filler *filler)
{
    if (filler->is_failed)
        return;
    filler->is_failed = sqlite3_step(filler->insert) != SQLITE_DONE;
    if (!filler->is_failed)
        (void)sqlite3_reset(filler->insert);
}

/* A failure's code stays with the database for as long as nothing else is asked of it: finalize only repeats it. */
static void fill_end(struct filler *filler)
{
    (void)sqlite3_finalize(filler->insert);
    filler->insert = NULL;
}

/* "all", "events" or "none"; "some": another choice of these. */
static const char *results_stores_name(unsigned what)
{
    switch (what & RESULTS_ALL) {
    case RESULTS_ALL:
        return "all";
    case RESULTS_EVENTS:
        return "events";
    case RESULTS_NONE:
        return "none";
    default:
        return "some";
    }
}

bool results_stores_find(const char *name, unsigned *what)
{
    static const unsigned stores[] = {RESULTS_ALL, RESULTS_EVENTS, RESULTS_NONE};
    for (size_t i = 0; i < sizeof stores / sizeof *stores; i++) {
        if (strcmp(name, results_stores_name(stores[i])) == 0) {
            *what = stores[i];
            return true;
        }
    }
    return false;
}

static void fill_run(struct filler *filler, const struct results_run *run, unsigned what)
{
    fill_begin(filler,
               "INSERT INTO run(id, capture_path, capture_name, capture_hash, chip, \"order\", units, variants, "
               "tool_version, sets, first_event, assumes, stores) VALUES(1,?,?,?,?,?,?,?,?,?,?,?,?)");
    fill_text(filler, 1, run->capture_path);
    fill_text(filler, 2, run->capture_name);
    fill_text(filler, 3, run->capture_hash);
    fill_text(filler, 4, chip_get(run->chip)->name);
    fill_text(filler, 5, run->order);
    fill_text(filler, 6, run->units);
    fill_text(filler, 7, run->variants);
    fill_text(filler, 8, run->tool_version);
    fill_text(filler, 9, run->sets ? run->sets : "");
    fill_int(filler, 10, database_int(run->first_event));
    fill_text(filler, 11, run->assumes ? run->assumes : "");
    fill_text(filler, 12, results_stores_name(what));
    dictionaries_fill_row(filler);
    fill_end(filler);
}

static void fill_names(struct filler *filler, enum tt_chip chip)
{
    fill_begin(filler, "INSERT INTO unit(id, name) VALUES(?,?)");
    for (int unit = 0; unit < TT_UNIT_COUNT; unit++) {
        fill_int(filler, 1, unit);
        fill_text(filler, 2, unit_name((enum tt_unit)unit));
        dictionaries_fill_row(filler);
    }
    fill_end(filler);
    fill_begin(filler, "INSERT INTO space(id, name, bytes) VALUES(?,?,?)");
    for (int space = 0; space < TT_SPACE_COUNT; space++) {
        fill_int(filler, 1, space);
        fill_text(filler, 2, space_name((enum tt_space)space));
        fill_int(filler, 3, space_bytes(chip, (enum tt_space)space));
        dictionaries_fill_row(filler);
    }
    fill_end(filler);
    fill_begin(filler, "INSERT INTO core(id, name) VALUES(?,?)");
    for (int core = 0; core < TT_CORE_COUNT; core++) {
        fill_int(filler, 1, core);
        fill_text(filler, 2, core_name((enum tt_core)core));
        dictionaries_fill_row(filler);
    }
    fill_end(filler);
    fill_begin(filler, "INSERT INTO stream(id, name) VALUES(?,?)");
    for (int stream = 0; stream < (int)(sizeof STREAMS / sizeof STREAMS[0]); stream++) {
        fill_int(filler, 1, stream);
        fill_text(filler, 2, STREAMS[stream]);
        dictionaries_fill_row(filler);
    }
    fill_end(filler);
}

static void fill_formats(struct filler *filler, uint32_t used)
{
    fill_begin(filler, "INSERT INTO format VALUES(?,?,?,?,?,?,?,?)");
    for (; used; used &= used - 1) {
        const enum format code = (enum format)__builtin_ctz(used);
        const struct format_info *format = format_get(code);
        if (!format)
            continue;
        fill_int(filler, 1, code);
        fill_text(filler, 2, format->name);
        fill_int(filler, 3, format->storage_bits);
        fill_int(filler, 4, format->exponent_bits);
        fill_int(filler, 5, format->mantissa_bits);
        fill_int(filler, 6, format->is_block);
        fill_int(filler, 7, format->is_integer);
        fill_int(filler, 8, code != FORMAT_ADDRESS && code != FORMAT_EXPONENT);
        dictionaries_fill_row(filler);
    }
    fill_end(filler);
}

static void fill_stages(struct filler *filler, const struct results_sink *sink)
{
    if (!sink->stages)
        return;
    fill_begin(filler, "INSERT INTO stage(unit, ordinal, name, value) VALUES(?,?,?,?)");
    for (int unit = 0; unit < TT_UNIT_COUNT; unit++) {
        unsigned count = 0;
        const struct stage_info *stages = sink->stages((enum tt_unit)unit, &count);
        for (unsigned i = 0; stages && i < count; i++) {
            if (!(sink->used.stages[unit] >> i & 1))
                continue;
            fill_int(filler, 1, unit);
            fill_int(filler, 2, i);
            fill_text(filler, 3, stages[i].name);
            fill_text(filler, 4, stages[i].value);
            dictionaries_fill_row(filler);
        }
    }
    fill_end(filler);
}

int64_t sink_use_finding(struct results_sink *sink, finding_id id)
{
    uint32_t *number = &sink->used.findings[id];
    if (*number)
        return *number;
    const struct finding_info *finding = finding_get(id);
    *number = ++sink->used.finding_count;
    row_begin(&sink->rows, ROW_FINDING_KIND);
    row_int(&sink->rows, *number);
    row_text(&sink->rows, finding->code);
    row_text(&sink->rows, finding_class_name(finding->kind));
    row_text(&sink->rows, finding->page);
    row_text(&sink->rows, finding->doc);
    sink_row_end(sink);
    return *number;
}

static enum tt_status end_filling(struct results_sink *sink, const struct filler *filler)
{
    return filler->is_failed ? database_failed(sink->db, sink->path, true, &sink->error) : TT_OK;
}

enum tt_status sink_write_run(struct results_sink *sink, const struct results_run *run)
{
    struct filler filler = {.db = sink->db};
    fill_run(&filler, run, sink->what);
    fill_names(&filler, run->chip);
    return end_filling(sink, &filler);
}

enum tt_status sink_write_used(struct results_sink *sink)
{
    struct filler filler = {.db = sink->db};
    fill_formats(&filler, sink->used.formats);
    fill_stages(&filler, sink);
    return end_filling(sink, &filler);
}
