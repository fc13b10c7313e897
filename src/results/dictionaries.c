/* SPDX-License-Identifier: Apache-2.0 */
/* The tables that say what the small numbers of the others mean, and the row about the run itself. */
#include "results/sink_internal.h"

#include "isa/cores.h"
#include "isa/isa.h"
#include "isa/spaces.h"
#include "order/replay.h"

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

static void fill_null_or(struct filler *filler, int column, bool is_there, uint64_t value)
{
    if (is_there)
        fill_int(filler, column, database_int(value));
}

static void fill_run(struct filler *filler, const struct results_run *run)
{
    const struct replay_options *options = run->options;
    fill_begin(filler,
               "INSERT INTO run(id, capture_path, capture_name, capture_hash, chip, \"order\", units, variants, "
               "tool_version, sets, first_event, assumes, last_event, until_event, max_steps, checkpoint_word, "
               "is_strict, evidence) VALUES(1,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
    fill_text(filler, 1, run->capture_path);
    fill_text(filler, 2, run->capture_name);
    fill_text(filler, 3, run->capture_hash);
    fill_text(filler, 4, chip_get(run->chip)->name);
    fill_text(filler, 5, run->order);
    fill_text(filler, 6, run->units);
    fill_text(filler, 7, run->variants);
    fill_text(filler, 8, run->tool_version);
    fill_text(filler, 9, run->sets ? run->sets : "");
    fill_int(filler, 10, database_int(options->first));
    fill_text(filler, 11, run->assumes ? run->assumes : "");
    fill_null_or(filler, 12, options->last != UINT64_MAX, options->last);
    fill_null_or(filler, 13, options->has_until, options->until);
    fill_int(filler, 14, database_int(options->max_steps));
    fill_null_or(filler, 15, options->has_checkpoint_word, options->checkpoint_word);
    fill_int(filler, 16, options->is_strict);
    fill_null_or(filler, 17, options->asks_evidence, options->evidence);
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

enum tt_status sink_write_dictionaries(struct results_sink *sink, const struct results_run *run)
{
    struct filler filler = {.db = sink->db};
    fill_run(&filler, run);
    fill_names(&filler, run->chip);
    return filler.is_failed ? database_failed(sink->db, sink->path, true, &sink->error) : TT_OK;
}
