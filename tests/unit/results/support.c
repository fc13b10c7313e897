/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/results/support.h"

#include "base/little.h"
#include "numeric/format.h"
#include "order/replay.h"
#include "results/stored_run.h"
#include "unsupported_findings.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void folder_make(struct folder *folder)
{
    const char *under = getenv("TMPDIR");
    (void)snprintf(folder->path, sizeof folder->path, "%s/results-test-XXXXXX", under ? under : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(folder->path));
}

/* Calls for every entry but the two that every folder has. */
static unsigned each_entry(const struct folder *folder, void (*visit)(const char *path))
{
    unsigned count = 0;
    DIR *listing = opendir(folder->path);
    ck_assert_ptr_nonnull(listing);
    for (struct dirent *entry = readdir(listing); entry; entry = readdir(listing)) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        count++;
        char path[2 * PATH_BYTES + 8];
        (void)snprintf(path, sizeof path, "%s/%s", folder->path, entry->d_name);
        if (visit)
            visit(path);
    }
    (void)closedir(listing);
    return count;
}

static void remove_file(const char *path)
{
    (void)unlink(path);
}

void folder_remove(struct folder *folder)
{
    (void)each_entry(folder, remove_file);
    ck_assert_int_eq(rmdir(folder->path), 0);
}

unsigned folder_entries(const struct folder *folder)
{
    return each_entry(folder, NULL);
}

void folder_file(const struct folder *folder, const char *name, char path[static PATH_BYTES])
{
    int n = snprintf(path, PATH_BYTES, "%s/%s", folder->path, name);
    ck_assert(n > 0 && n < PATH_BYTES);
}

const struct results_run_row TEST_RUN = {
    .capture_path = "folder/case.ttcap",
    .capture_name = "case",
    .capture_hash = "0123456789abcdef",
    .chip = TT_BLACKHOLE,
    .order = "executed",
    .units = "pack",
    .variants = "",
    .sets = "A=1",
    .assumes = "",
    .tool_version = TTR_VERSION,
};

const struct probe_finding GIVEN_FINDING = {
    .id = FINDING_UNSUPPORTED_INSTRUCTION, .unit = TT_UNIT_PACK, .detail = "row 70 of 64"};

struct results_sink *sink_new(const char *path)
{
    struct results_sink *sink;
    struct tt_error err = {""};
    ck_assert_msg(results_create(&sink, path, RESULTS_BY_PATH, &TEST_RUN, &err) == TT_OK, "%s", err.text);
    return sink;
}

void put_finding(struct results_sink *sink)
{
    stored_run_observer(sink).found(sink, &(struct verdict_place){.event = 12, .has_word = true, .word = 0x41000000},
                                    &GIVEN_FINDING);
}

void put_checkpoint(struct results_sink *sink, uint32_t checkpoint, const char *id, int64_t after_event, uint64_t seq)
{
    stored_run_observer(sink).checkpoint(sink, checkpoint, &(struct ttcap_checkpoint){id, after_event}, seq);
}

void put_comparison(struct results_sink *sink, uint32_t checkpoint, enum tt_space space, uint64_t known, uint64_t equal,
                    uint64_t differing, uint64_t tainted)
{
    stored_run_observer(sink).comparison(sink, &(struct replay_comparison){.checkpoint = checkpoint,
                                                                           .space = space,
                                                                           .known_bytes = known,
                                                                           .equal_bytes = equal,
                                                                           .differing_bytes = differing,
                                                                           .tainted_bytes = tainted});
}

void put_mismatch(struct results_sink *sink, uint32_t checkpoint, enum tt_space space, uint32_t lo, uint32_t hi,
                  const uint8_t *held, const uint8_t *replayed, const uint8_t *known, bool is_tainted)
{
    stored_run_observer(sink).mismatch(
        sink, &(struct replay_mismatch){checkpoint, space, lo, hi, held, replayed, known, is_tainted});
}

void sink_finish(struct results_sink *sink)
{
    struct replay_summary totals = {
        .events = 100,
        .executed = 9,
        .skipped = 3,
        .findings = 1,
        .facts = {.checkpoints = 1, .bytes = {.compared = 256, .equal = 250, .differing = 6}}};
    struct tt_error err = {""};
    ck_assert_msg(results_finish(sink, &totals, &err) == TT_OK, "%s", err.text);
}

struct results *open_results(const char *path)
{
    struct results *results;
    struct tt_error err = {""};
    ck_assert_msg(results_open(&results, path, &err) == TT_OK, "%s", err.text);
    return results;
}

void report_insn(struct given_events *given, uint64_t seq, enum tt_unit unit, uint32_t word)
{
    given_insn(given, &(struct probe_insn){.seq = seq, .word = word, .thread = 2, .unit = unit});
}

void report_insn_end(struct given_events *given, uint64_t seq)
{
    given_insn_end(given, &(struct probe_insn){.seq = seq});
}

void report_stage(struct given_events *given, uint8_t instance, uint8_t stage, uint8_t format, uint8_t value_bytes,
                  uint32_t count, const void *values, const uint16_t *origin)
{
    given_stage(given, &(struct probe_stage){.unit = TT_UNIT_PACK,
                                             .instance = instance,
                                             .stage = stage,
                                             .format = format,
                                             .value_bytes = value_bytes,
                                             .count = count,
                                             .values = values,
                                             .origin = origin});
}

void report_pack_write(struct given_events *given, uint8_t instance, uint32_t tile, uint32_t first_datum, uint32_t lo,
                       uint32_t count, const uint8_t *after)
{
    uint8_t before[256] = {0};
    given_access(given, &(struct probe_access){.space = TT_SPACE_L1,
                                               .unit = TT_UNIT_PACK,
                                               .instance = instance,
                                               .stream = ACCESS_PACK_DATA,
                                               .is_write = true,
                                               .lo = lo,
                                               .hi = lo + count,
                                               .before = before,
                                               .after = after,
                                               .tile = tile,
                                               .first_datum = first_datum});
}

static void report_plain(struct given_events *given, enum tt_space space, enum tt_unit unit, bool is_write, uint32_t lo,
                         uint32_t count)
{
    static const uint8_t BYTES[64] = {1, 2, 3, 4};
    given_access(given, &(struct probe_access){.space = space,
                                               .unit = unit,
                                               .is_write = is_write,
                                               .lo = lo,
                                               .hi = lo + count,
                                               .before = is_write ? BYTES : NULL,
                                               .after = is_write ? BYTES : NULL});
}

static void report_pacr(struct given_events *given, uint64_t seq, uint32_t tile, uint32_t first_datum)
{
    uint32_t wide[16];
    uint16_t even[16], origin[16];
    uint8_t bytes[32];
    for (uint32_t i = 0; i < 16; i++) {
        uint32_t value = 0x3F80 + tile * 64 + first_datum + i;
        wide[i] = value;
        even[i] = (uint16_t)(value & 1 ? 0 : value);
        origin[i] = (uint16_t)(tile * 64 + first_datum + i);
    }
    copy_numbers(bytes, even, 16, sizeof *even);
    report_insn(given, seq, TT_UNIT_PACK, 0x41000000);
    report_plain(given, TT_SPACE_DST, TT_UNIT_PACK, false, first_datum * 2, 32);
    report_stage(given, 0, 0, FORMAT_BF16, 4, 16, wide, origin);
    report_stage(given, 0, 1, FORMAT_BF16, 4, 16, wide, NULL);
    report_stage(given, 0, 2, FORMAT_BF16, 2, 16, even, NULL);
    report_pack_write(given, 0, tile, first_datum, 0x1000 + tile * 128 + first_datum * 2, 32, bytes);
    if (seq == 12) {
        given_finding(given, &GIVEN_FINDING);
    }
    report_insn_end(given, seq);
}

void report_two_tiles(struct given_events *given)
{
    report_insn(given, 5, TT_UNIT_CONFIG, 0xB0000000);
    report_plain(given, TT_SPACE_CFG, TT_UNIT_CONFIG, true, 48, 4);
    report_insn_end(given, 5);
    report_insn(given, 6, TT_UNIT_CORE, 0);
    report_plain(given, TT_SPACE_L1, TT_UNIT_CORE, true, 0x1010, 64);
    report_insn_end(given, 6);
    uint64_t seq = 10;
    for (uint32_t tile = 0; tile < 2; tile++)
        for (uint32_t first = 0; first < 64; first += 16, seq += 2)
            report_pacr(given, seq, tile, first);
}
