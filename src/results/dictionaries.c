/* SPDX-License-Identifier: Apache-2.0 */
/* The row of the run, and the tables that say what the small numbers elsewhere mean. */
#include "results/reader_internal.h"
#include "results/sink_internal.h"

#include "isa/cores.h"
#include "isa/isa.h"
#include "isa/spaces.h"

static const struct row_column run_columns[] = {
    TEXT(results_run_row, capture_path, "capture_path"),
    TEXT(results_run_row, capture_name, "capture_name"),
    TEXT(results_run_row, capture_hash, "capture_hash"),
    TEXT(results_run_row, order, "order"),
    TEXT(results_run_row, units, "units"),
    TEXT(results_run_row, variants, "variants"),
    TEXT(results_run_row, sets, "sets"),
    TEXT(results_run_row, assumes, "assumes"),
    TEXT(results_run_row, tool_version, "tool_version"),
    {COLUMN(CHIP, results_run_row, chip, "chip")},
    NUMBER(results_run_row, first_event, "first_event", INT64_MAX),
    {COLUMN(NUMBER, results_run_row, last_event, "last_event"), .most = INT64_MAX,
     COLUMN_FLAG(results_run_row, has_last)},
    {COLUMN(NUMBER, results_run_row, until_event, "until_event"), .most = INT64_MAX,
     COLUMN_FLAG(results_run_row, has_until)},
    NUMBER(results_run_row, max_steps, "max_steps", INT64_MAX),
    {COLUMN(NUMBER, results_run_row, checkpoint_word, "checkpoint_word"), .most = UINT32_MAX,
     COLUMN_FLAG(results_run_row, has_checkpoint_word)},
    NUMBER(results_run_row, is_strict, "is_strict", 1),
    {COLUMN(NUMBER, results_run_row, evidence, "evidence"), .most = FACT_LEVEL_COUNT - 1,
     COLUMN_FLAG(results_run_row, asks_evidence)},
    NUMBER(results_run_row, digest, "digest", INT64_MAX),
    NUMBER(results_run_row, totals.events, "events", INT64_MAX),
    NUMBER(results_run_row, totals.executed, "executed", INT64_MAX),
    NUMBER(results_run_row, totals.skipped, "skipped", INT64_MAX),
    NUMBER(results_run_row, totals.unsupported, "unsupported", INT64_MAX),
    NUMBER(results_run_row, totals.findings, "findings", INT64_MAX),
};
const struct row_table run_table = {"run", ROW_TABLE(run_columns), "id"};

struct name_row {
    uint32_t id, bytes;
    const char *name;
};
static const struct row_column named[] = {
    {COLUMN(NUMBER, name_row, id, "id")},
    {COLUMN(TEXT, name_row, name, "name")},
    {COLUMN(NUMBER, name_row, bytes, "bytes")},
};
#define NAMES(TABLE, COUNT)                                                                                            \
    {                                                                                                                  \
        .name = (TABLE), .columns = named, .count = (COUNT), .order = "id"                                             \
    }
static const struct row_table unit_table = NAMES("unit", 2), space_table = NAMES("space", 3),
                              core_table = NAMES("core", 2), stream_table = NAMES("stream", 2);

static const char *const STREAMS[] = {
    [ACCESS_PLAIN] = "plain",
    [ACCESS_PACK_DATA] = "pack_data",
    [ACCESS_PACK_EXPONENT] = "pack_exponent",
    [ACCESS_PACK_ROW_START] = "pack_row_start",
    [ACCESS_PACK_PADDING] = "pack_padding",
};

void sink_write_dictionaries(struct results_sink *sink, const struct results_run_row *run)
{
    const enum tt_chip chip = run->chip;
    sink_put(sink, &run_table, run);
    for (uint32_t i = 0; i < TT_UNIT_COUNT; i++)
        sink_put(sink, &unit_table, &(struct name_row){i, 0, unit_name((enum tt_unit)i)});
    for (uint32_t i = 0; i < TT_SPACE_COUNT; i++)
        sink_put(sink, &space_table,
                 &(struct name_row){i, space_bytes(chip, (enum tt_space)i), space_name((enum tt_space)i)});
    for (uint32_t i = 0; i < TT_CORE_COUNT; i++)
        sink_put(sink, &core_table, &(struct name_row){i, 0, core_name((enum tt_core)i)});
    for (uint32_t i = 0; i < sizeof STREAMS / sizeof STREAMS[0]; i++)
        sink_put(sink, &stream_table, &(struct name_row){i, 0, STREAMS[i]});
}
