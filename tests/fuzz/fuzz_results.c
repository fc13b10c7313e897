/* SPDX-License-Identifier: Apache-2.0 */
/* A results database that was damaged: some of its bytes are others. Every reader and every report takes it, or refuses
 * it with a sentence. The first four bytes say which of them and of what; the rest is records of eight bytes: where
 * (four), and what stands there instead (four). */
#include "ask/audit/audit.h"
#include "ask/config/config_diff.h"
#include "ask/diff/diff.h"
#include "ask/lint/lint.h"
#include "ask/why/why.h"
#include "base/error.h"
#include "fuzz/harness.h"
#include "fuzz/require.h"
#include "show/export/export.h"
#include "show/html/html.h"
#include "show/reports.h"

#include <string.h>

enum { HEAD = 4, RECORD = 8 };

static const char path[] = "fuzz_results.db", made[] = "fuzz_results.out";

/* The whole database, undamaged; read once. */
static uint8_t *whole;
static size_t whole_bytes;
static FILE *nowhere;

static void read_whole(void)
{
    FILE *file = fopen(FUZZ_RUN_DB, "rb");
    require(file && fseek(file, 0, SEEK_END) == 0);
    whole_bytes = (size_t)ftell(file);
    whole = must_alloc(whole_bytes);
    rewind(file);
    require(fread(whole, 1, whole_bytes, file) == whole_bytes && fclose(file) == 0);
    nowhere = fopen("/dev/null", "w");
    require(nowhere != NULL);
}

static void write_damaged(const uint8_t *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    require(file && fwrite(whole, 1, whole_bytes, file) == whole_bytes);
    for (size_t at = 0; at + RECORD <= size; at += RECORD) {
        uint32_t where;
        memcpy(&where, data + at, sizeof where);
        require(fseek(file, (long)(where % (whole_bytes - 4)), SEEK_SET) == 0 &&
                fwrite(data + at + 4, 1, 4, file) == 4);
    }
    require(fclose(file) == 0);
}

static enum tt_status see_insn(void *user, const struct results_insn_row *row)
{
    require(row->thread < THREADS && row->unit < TT_UNIT_COUNT);
    return ++*(uint32_t *)user > 100000 ? TT_END : TT_OK;
}

static enum tt_status see_access(void *user, const struct results_access_row *row)
{
    uint32_t sum = 0;
    require(row->of.space < TT_SPACE_COUNT && row->of.unit < TT_UNIT_COUNT && row->of.lo <= row->of.hi);
    for (uint32_t i = 0; i < row->of.hi - row->of.lo; i++)
        sum += (row->of.before ? row->of.before[i] : 0u) + (row->of.after ? row->of.after[i] : 0u);
    require(sum < UINT32_MAX);
    return ++*(uint32_t *)user > 100000 ? TT_END : TT_OK;
}

static enum tt_status see_block(void *user, const struct results_block_row *row)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < row->count * row->value_bytes; i++)
        sum += ((const uint8_t *)row->values)[i];
    for (uint32_t i = 0; i < row->count && row->origin; i++)
        sum += row->origin[i];
    for (uint32_t i = 0; i < row->insn_count; i++)
        sum += (uint32_t)row->seqs[i] + row->counts[i];
    require(sum + 1 != 0 || row->stage_name);
    return ++*(uint32_t *)user > 1000 ? TT_END : TT_OK;
}

static enum tt_status see_mismatch(void *user, const struct replay_mismatch *row)
{
    for (uint32_t i = 0; i < row->hi - row->lo; i++)
        *(uint32_t *)user += row->held[i] ^ row->replayed[i] ^ row->known[i];
    return TT_OK;
}

static enum tt_status see_finding(void *user, const struct results_finding_row *row)
{
    require(finding_get(row->id)->code && row->detail);
    return ++*(uint32_t *)user > 1000 ? TT_END : TT_OK;
}

struct groups {
    struct results *results;
    uint32_t seen;
};

static enum tt_status see_group(void *user, const struct results_group_row *row)
{
    struct groups *groups = user;
    struct tt_error err = {""};
    uint32_t seen = 0;
    (void)results_blocks_in(groups->results, row, see_block, &seen, &err);
    return ++groups->seen > 100 ? TT_END : TT_OK;
}

static void read_all(struct results *results, struct tt_error *err)
{
    uint32_t seen = 0;
    struct groups groups = {results, 0};
    (void)results_each_mismatch(results, see_mismatch, &seen, err);
    seen = 0;
    (void)results_each_insn(results, 0, UINT64_MAX, UINT32_MAX, see_insn, &seen, err);
    seen = 0;
    (void)results_each_finding(results, see_finding, &seen, err);
    seen = 0;
    (void)results_each_access(results, 0, UINT64_MAX, see_access, &seen, err);
    (void)results_writers(results, TT_SPACE_L1, 0x60000, 0x60100, UINT64_MAX, see_access, &seen, err);
    for (int unit = 0; unit < TT_UNIT_COUNT; unit++)
        (void)results_each_group(results, (enum tt_unit)unit, see_group, &groups, err);
}

static void make_diff(struct results *results, struct tt_error *err)
{
    struct diff diff = {0};
    if (diff_make(&diff, results, 20, err) == TT_OK) {
        diff_report(nowhere, REPORT_COLOUR, &diff, path);
        diff_report(nowhere, REPORT_JSON, &diff, path);
    }
    diff_clear(&diff);
}

static void make_audit(struct results *results, const uint8_t *head, struct tt_error *err)
{
    static const enum tt_unit units[] = {TT_UNIT_PACK, TT_UNIT_UNPACK0, TT_UNIT_UNPACK1, TT_UNIT_MATRIX,
                                         TT_UNIT_VECTOR};
    const struct audit_choice choice = {
        .has_insn = head[2] & 1, .insn = head[3] * 2u, .unit = units[head[2] / 2 % (sizeof units / sizeof *units)]};
    struct audit_view view = {.has_all = head[3] & 1};
    struct audit audit = {0};
    struct lint lint = {0};
    view.stages = unit_stages(choice.unit, &view.stage_count);
    if (lint_make(&lint, results, err) == TT_OK && audit_make(&audit, results, &choice, err) == TT_OK) {
        audit_report(nowhere, REPORT_TEXT, &audit, &lint, &view);
        audit_report(nowhere, REPORT_JSON, &audit, &lint, &view);
        lint_report(nowhere, REPORT_TEXT, &lint);
        lint_report(nowhere, REPORT_JSON, &lint);
    }
    audit_clear(&audit);
    lint_clear(&lint);
}

static void make_config(struct results *results, struct tt_error *err)
{
    const struct config_view view = {.from = "mark:begin", .to = "the end", .shows_restored = true};
    struct config_diff diff = {0};
    if (config_diff_make(&diff, results, -1, INT64_MAX - 1, err) == TT_OK) {
        config_report(nowhere, REPORT_TEXT, &diff, &view);
        config_report(nowhere, REPORT_JSON, &diff, &view);
    }
    config_diff_clear(&diff);
}

static void make_why(struct results *results, const uint8_t *head, struct tt_error *err)
{
    static const char *const places[] = {"l1:0x60000", "dst:0,3", "cfg:STACC_RELU_ApplyRelu", "gpr:2.12"};
    const struct why_view view = {.depth = 12};
    struct address_place place;
    struct why why = {0};
    if (address_place_parse(&place, results_run(results)->chip, places[head[2] % 4], err) == TT_OK &&
        why_make(&why, results, &place, INT64_MAX - 1, err) == TT_OK) {
        (void)why_report(nowhere, REPORT_TEXT, &why, &view, err);
        (void)why_report(nowhere, REPORT_JSON, &why, &view, err);
    }
    why_clear(&why);
}

static void make_export(struct results *results, const uint8_t *head, struct tt_error *err)
{
    const struct export_stage stage = {.unit = (enum tt_unit)(head[2] % TT_UNIT_COUNT)};
    const struct export_region region = {.range = {.space = TT_SPACE_L1, .lo = 0x60000, .count = 0x800}};
    struct export_summary summary;
    const struct export_request request = {.path = head[3] & 4 ? "fuzz_results.npy" : "fuzz_results.csv",
                                           .replace = true,
                                           .stage = head[3] & 1 ? &stage : NULL,
                                           .region = !(head[3] & 1) && head[3] & 2 ? &region : NULL};
    if (export_run(results, &request, &summary, err) == TT_OK)
        (void)remove(request.path);
}

static void make_page(struct results *results, struct tt_error *err)
{
    struct html_options options;
    struct html_summary summary;
    html_options_init(&options);
    options.stages = unit_stages;
    options.replace = true;
    if (html_report(made, results, &options, &summary, err) == TT_OK)
        (void)remove(made);
}

static void ask(struct results *results, const uint8_t *head)
{
    struct tt_error err = {""};
    switch (head[0] % 8) {
    case 1:
        make_diff(results, &err);
        break;
    case 2:
        make_audit(results, head, &err);
        break;
    case 3:
        make_config(results, &err);
        break;
    case 4:
        make_why(results, head, &err);
        break;
    case 5:
        make_export(results, head, &err);
        break;
    case 6:
        make_page(results, &err);
        break;
    default:
        read_all(results, &err);
        break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct results *results = NULL;
    struct tt_error err = {""};
    if (size < HEAD)
        return 0;
    if (!whole)
        read_whole();
    write_damaged(data + HEAD, size - HEAD);
    if (results_open(&results, path, &err))
        require(*err.text);
    else
        ask(results, data);
    results_close(results);
    (void)remove(path);
    return 0;
}
