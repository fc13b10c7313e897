/* SPDX-License-Identifier: Apache-2.0 */
/* The tables of what a run came to, each with its columns; what a replay reports is written by them, and visitors read
 * by them. */
#include "results/reader_internal.h"
#include "results/sink_internal.h"
#include "results/stored_run.h"

#include "isa/findings.h"
#include "isa/isa.h"
#include "order/replay.h"
#include "order/streams.h"

struct word_row {
    uint32_t word;
    const char *mnemonic, *text;
};
struct kind_row {
    uint32_t id;
    const char *code, *kind, *page, *doc;
};

enum { KINDS_MAX = 1024 };

static const struct row_column moments[] = {
    NUMBER(results_moment_row, seq, "seq", INT64_MAX),
    NUMBER(results_moment_row, digest, "digest", INT64_MAX),
};
static const struct row_column checkpoints[] = {
    NUMBER(results_checkpoint_row, checkpoint, "id", UINT32_MAX),
    TEXT(results_checkpoint_row, id, "name"),
    {COLUMN(SIGNED, results_checkpoint_row, after_event, "after_event")},
};
static const struct row_column comparisons[] = {
    NUMBER(replay_comparison, checkpoint, "checkpoint", UINT32_MAX),
    NUMBER(replay_comparison, space, "space", TT_SPACE_COUNT - 1),
    NUMBER(replay_comparison, known_bytes, "known_bytes", INT64_MAX),
    NUMBER(replay_comparison, equal_bytes, "equal_bytes", INT64_MAX),
    NUMBER(replay_comparison, differing_bytes, "differing_bytes", INT64_MAX),
    NUMBER(replay_comparison, tainted_bytes, "tainted_bytes", INT64_MAX),
};
static const struct row_column mismatches[] = {
    NUMBER(replay_mismatch, checkpoint, "checkpoint", UINT32_MAX),
    NUMBER(replay_mismatch, space, "space", TT_SPACE_COUNT - 1),
    NUMBER(replay_mismatch, lo, "lo", UINT32_MAX),
    NUMBER(replay_mismatch, hi, "hi", UINT32_MAX),
    NUMBER(replay_mismatch, is_tainted, "is_tainted", 1),
    {COLUMN(BYTES, replay_mismatch, held, "held")},
    {COLUMN(BYTES, replay_mismatch, replayed, "replayed")},
    {COLUMN(BYTES, replay_mismatch, known, "known")},
};
static const struct row_column windows[] = {
    NUMBER(held_window, checkpoint, "checkpoint", UINT32_MAX),
    NUMBER(held_window, space, "space", TT_SPACE_COUNT - 1),
    NUMBER(held_window, lo, "lo", UINT32_MAX),
    NUMBER(held_window, hi, "hi", UINT32_MAX),
    NUMBER(held_window, result, "result", WINDOW_UNDECIDED),
};
static const struct row_column inputs[] = {
    NUMBER(unknown_input, number, "id", ORIGINS_MAX - 1),
    TEXT(unknown_input, name, "name"),
    NUMBER(unknown_input, space, "space", TT_SPACE_COUNT - 1),
    NUMBER(unknown_input, lo, "lo", UINT32_MAX),
    NUMBER(unknown_input, hi, "hi", UINT32_MAX),
    NUMBER(unknown_input, mask, "mask", UINT32_MAX),
    NUMBER(unknown_input, is_assumed, "is_assumed", 1),
};
static const struct row_column undecided[] = {
    NUMBER(replay_undecided, checkpoint, "checkpoint", UINT32_MAX),
    NUMBER(replay_undecided, space, "space", TT_SPACE_COUNT - 1),
    NUMBER(replay_undecided, lo, "lo", UINT32_MAX),
    NUMBER(replay_undecided, hi, "hi", UINT32_MAX),
    {COLUMN(SET, replay_undecided, origins, "origins")},
};
static const struct row_column waits[] = {
    NUMBER(results_wait_row, thread, "thread", THREADS - 1),
    NUMBER(results_wait_row, is_core, "is_core", 1),
    NUMBER(results_wait_row, first_seq, "first_seq", INT64_MAX),
    NUMBER(results_wait_row, last_seq, "last_seq", INT64_MAX),
    NUMBER(results_wait_row, event, "event", INT64_MAX),
    TEXT(results_wait_row, what, "what"),
    TEXT(results_wait_row, releaser, "releaser"),
    {COLUMN(NUMBER, results_wait_row, releaser_seq, "releaser_seq"), .most = INT64_MAX,
     COLUMN_FLAG(results_wait_row, has_releaser_seq)},
};
static const struct row_column stucks[] = {
    TEXT(results_stuck_row, who, "who"),
    TEXT(results_stuck_row, what, "what"),
    TEXT(results_stuck_row, releaser, "releaser"),
    TEXT(results_stuck_row, how, "how"),
};
static const struct row_column findings[] = {
    NUMBER(results_finding_row, seq, "seq", INT64_MAX),
    NUMBER(results_finding_row, kind, "kind", KINDS_MAX - 1),
    NUMBER(results_finding_row, unit, "unit", TT_UNIT_COUNT - 1),
    NUMBER(results_finding_row, instance, "instance", UINT8_MAX),
    TEXT(results_finding_row, detail, "detail"),
    {COLUMN(NUMBER, results_finding_row, word, "word"), .most = UINT32_MAX, COLUMN_FLAG(results_finding_row, has_word)},
};
static const struct row_column kinds[] = {
    NUMBER(kind_row, id, "id", KINDS_MAX - 1),
    TEXT(kind_row, code, "code"),
    TEXT(kind_row, kind, "class"),
    TEXT(kind_row, page, "page"),
    TEXT(kind_row, doc, "doc"),
};
static const struct row_column words[] = {
    NUMBER(word_row, word, "word", UINT32_MAX),
    TEXT(word_row, mnemonic, "mnemonic"),
    TEXT(word_row, text, "text"),
};

static const struct row_table moment_table = {"moment", ROW_TABLE(moments), "seq"};
static const struct row_table checkpoint_table = {"checkpoint", ROW_TABLE(checkpoints), "id"};
static const struct row_table comparison_table = {"comparison", ROW_TABLE(comparisons), "id"};
static const struct row_table mismatch_table = {"mismatch", ROW_TABLE(mismatches), "checkpoint, space, lo",
                                                offsetof(struct replay_mismatch, lo),
                                                offsetof(struct replay_mismatch, hi)};
static const struct row_table window_table = {"held_window", ROW_TABLE(windows), "checkpoint, space, lo"};
static const struct row_table unknown_input_table = {"unknown_input", ROW_TABLE(inputs), "id"};
static const struct row_table undecided_table = {"undecided", ROW_TABLE(undecided), "id"};
static const struct row_table stuck_table = {"stuck", ROW_TABLE(stucks), "id"};
static const struct row_table wait_table = {"wait", ROW_TABLE(waits), "first_seq, id"};
static const struct row_table finding_table = {"finding", ROW_TABLE(findings), "id"};
static const struct row_table kind_table = {"finding_kind", ROW_TABLE(kinds), "id"};
static const struct row_table word_table = {"word", ROW_TABLE(words), "word", .is_once = true};

/* ---- writing ---- */

static void put_checkpoint(void *to, uint32_t checkpoint, const struct ttcap_checkpoint *info, uint64_t seq)
{
    struct results_sink *sink = to;
    /* Where seq counts steps, the checkpoint is held after the step at work. */
    const int64_t after = sink->is_executed ? info->after_event : database_int(seq);
    sink_put(sink, &checkpoint_table, &(struct results_checkpoint_row){checkpoint, info->id ? info->id : "", after});
}

#define PUT(NAME, ROW, TABLE)                                                                                          \
    static void put_##NAME(void *sink, const struct ROW *row)                                                          \
    {                                                                                                                  \
        sink_put(sink, &(TABLE), row);                                                                                 \
    }

PUT(comparison, replay_comparison, comparison_table)
PUT(mismatch, replay_mismatch, mismatch_table)
PUT(window, held_window, window_table)
PUT(unknown_input, unknown_input, unknown_input_table)
PUT(undecided, replay_undecided, undecided_table)

void results_wait(struct results_sink *sink, const struct results_wait_row *wait)
{
    sink_put(sink, &wait_table, wait);
}

static void put_waited(void *sink, const struct replay_waited *waited)
{
    char by[PARTIES_TEXT_MAX];
    results_wait(sink,
                 &(struct results_wait_row){(uint8_t)waited->thread, waited->is_core, waited->first_step,
                                            waited->last_step, waited->event, waited->what,
                                            replay_parties_text(waited->by, by), waited->has_by_step, waited->by_step});
}

static void put_waiting(void *sink, const struct replay_wait *wait)
{
    char who[PARTY_TEXT_MAX], by[PARTIES_TEXT_MAX];
    sink_put(sink, &stuck_table,
             &(struct results_stuck_row){replay_party_text(replay_wait_party(wait), who), wait->what,
                                         replay_parties_text(wait->by, by), wait->who});
}

/* The text of a word that a row names; those that come again and again, once. */
static void put_word(struct results_sink *sink, uint32_t word)
{
    if (sink->has_word && sink->word == word)
        return;
    const struct isa_insn *insn = isa_find(sink->chip, word);
    char text[ISA_TEXT_MAX];
    isa_disassemble(sink->chip, word, text);
    sink_put(sink, &word_table, &(struct word_row){word, insn ? insn->mnemonic : ".word", text});
    sink->has_word = true;
    sink->word = word;
}

static uint32_t put_kind(struct results_sink *sink, finding_id id)
{
    const struct finding_info *finding = finding_get(id);
    if (sink->kinds[id])
        return sink->kinds[id];
    sink->kinds[id] = ++sink->kind_count;
    sink_put(sink, &kind_table,
             &(struct kind_row){sink->kinds[id], finding->code, finding_class_name(finding->kind), finding->page,
                                finding->doc});
    return sink->kinds[id];
}

static void tables_put_finding(void *to, const struct verdict_place *place, const struct probe_finding *finding)
{
    struct results_sink *sink = to;
    const struct results_finding_row row = {.seq = place->event,
                                            .kind = put_kind(sink, finding->id),
                                            .unit = finding->unit,
                                            .instance = finding->instance,
                                            .detail = finding->detail,
                                            .has_word = place->has_word,
                                            .word = place->word};
    if (row.has_word)
        put_word(sink, row.word);
    sink_put(sink, &finding_table, &row);
}

static void put_stream_fault(void *to, const struct stream_fault *fault)
{
    const struct results_sink *sink = to;
    char text[STREAM_TEXT_MAX];
    const uint64_t event = fault->has_executed ? fault->event : fault->pushed_event;
    /* No event where seq counts steps. */
    tables_put_finding(to, &(struct verdict_place){.event = sink->is_executed ? event : 0},
                       &(struct probe_finding){stream_fault_finding(fault), TT_UNIT_FRONTEND, (uint8_t)fault->thread,
                                               stream_fault_text(sink->chip, fault, text), NULL});
}

enum { MOMENT_FIRST = 4096, MOMENT_PART = 4 };

static void tables_put_start(void *to, const struct tile *tile)
{
    struct results_sink *sink = to;
    sink->tile = tile;
    sink->next_moment = MOMENT_FIRST;
}

/* A part of the way apart, so that there are few, and a question about the begin needs little of the run. */
static void tables_put_moment(void *to, uint64_t seq, uint64_t end)
{
    struct results_sink *sink = to;
    if (!sink->is_executed || seq < sink->next_moment || seq >= end)
        return;
    sink->next_moment = seq + seq / MOMENT_PART;
    sink_put(sink, &moment_table, &(struct results_moment_row){seq + 1, run_digest(sink->tile)});
}

static void tables_put_end(void *sink, const struct tile *tile)
{
    ((struct results_sink *)sink)->digest = run_digest(tile);
}

static bool has_failed(void *sink)
{
    return ((const struct results_sink *)sink)->status != TT_OK;
}

struct replay_observer stored_run_observer(struct results_sink *sink)
{
    return (struct replay_observer){
        .user = sink,
        .checkpoint = put_checkpoint,
        .comparison = put_comparison,
        .mismatch = put_mismatch,
        .undecided = put_undecided,
        .window = put_window,
        .origin = put_unknown_input,
        .is_enough = has_failed,
        .started = tables_put_start,
        .progress = tables_put_moment,
        .waited = put_waited,
        .waiting = put_waiting,
        .found = tables_put_finding,
        .ran = tables_put_end,
        .stream_fault = put_stream_fault,
    };
}

/* ---- reading ---- */

/* A visitor to all rows of a table; GOOD: whether a row is one that was written. */
#define EACH(NAME, ROW, GOOD)                                                                                          \
    RESULTS_EACH(NAME, ROW)                                                                                            \
    {                                                                                                                  \
        struct ROW row = {0};                                                                                          \
        struct query query;                                                                                            \
        columns_begin(&query, results, &NAME##_table, err);                                                            \
        while (columns_next(&query, &NAME##_table, &row) && !(query.is_damaged = !(GOOD)))                             \
            query.status = visit(user, &row);                                                                          \
        return query_end(&query);                                                                                      \
    }

EACH(moment, results_moment_row, true)
EACH(checkpoint, results_checkpoint_row, true)
EACH(comparison, replay_comparison, true)
EACH(mismatch, replay_mismatch, row.lo < row.hi)
EACH(window, held_window, row.lo < row.hi)
EACH(unknown_input, unknown_input, true)
EACH(undecided, replay_undecided, row.lo < row.hi)
EACH(wait, results_wait_row, row.first_seq <= row.last_seq)
EACH(stuck, results_stuck_row, true)

/* Numbers of findings differ from build to build; their codes do not. */
static enum tt_status tables_read_kinds(struct results *results, finding_id ids[static KINDS_MAX], struct tt_error *err)
{
    struct kind_row row;
    struct query query;
    for (int i = 0; i < KINDS_MAX; i++)
        ids[i] = FINDINGS_MAX;
    columns_begin(&query, results, &kind_table, err);
    while (columns_next(&query, &kind_table, &row))
        if (!finding_find(row.code, &ids[row.id]))
            query.status = tt_fail(err, TT_BAD_INPUT, "%s: a finding '%.100s', which this tool does not know",
                                   results->path, row.code);
    return query_end(&query);
}

RESULTS_EACH(finding, results_finding_row)
{
    finding_id ids[KINDS_MAX];
    struct results_finding_row row;
    struct query query;
    TRY(tables_read_kinds(results, ids, err));
    columns_begin(&query, results, &finding_table, err);
    while (columns_next(&query, &finding_table, &row)) {
        row.id = ids[row.kind];
        query.is_damaged = row.id == FINDINGS_MAX;
        if (query.is_damaged)
            break;
        query.status = visit(user, &row);
    }
    return query_end(&query);
}
