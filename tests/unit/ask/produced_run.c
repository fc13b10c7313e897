/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/ask/produced_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const struct stage_info *stages(enum tt_unit unit, unsigned *count)
{
    static const struct stage_info all[] = {{"read", "cell"}, {"narrow", "datum"}, {"block", "block datum"}};
    *count = unit == TT_UNIT_PACK ? 3 : 0;
    return unit == TT_UNIT_PACK ? all : NULL;
}

void produced_begin(struct produced_run *run, unsigned what)
{
    const char *under = getenv("TMPDIR");
    run->instance = 0;
    (void)snprintf(run->path, sizeof run->path, "%s/compare-test-%ld.db", under ? under : "/tmp", (long)getpid());
    struct results_run row = {.capture_path = "nowhere.ttcap",
                              .capture_name = "made",
                              .capture_hash = "0",
                              .chip = TT_BLACKHOLE,
                              .order = "executed",
                              .units = "pack",
                              .variants = "",
                              .tool_version = "test",
                              .stages = stages};
    struct tt_error err = {""};
    ck_assert_msg(!results_create(&run->sink, run->path, true, what, &row, &err), "%s", err.text);
    results_checkpoint(run->sink, 1, "end", 1000);
}

void produced_insn(struct produced_run *run, uint64_t seq, enum tt_unit unit, uint32_t word)
{
    const struct probe *probe = results_probe(run->sink);
    struct probe_insn insn = {.seq = seq, .word = word, .thread = 2, .unit = unit};
    probe->insn_begin(probe->user, &insn);
}

void produced_insn_end(struct produced_run *run, uint64_t seq)
{
    const struct probe *probe = results_probe(run->sink);
    struct probe_insn insn = {.seq = seq};
    probe->insn_end(probe->user, &insn);
}

void produced_stage(struct produced_run *run, uint8_t stage, uint8_t format, uint32_t count, const uint32_t *values,
                    const uint16_t *origin)
{
    const struct probe *probe = results_probe(run->sink);
    struct probe_stage report = {.unit = TT_UNIT_PACK,
                                 .instance = run->instance,
                                 .stage = stage,
                                 .format = format,
                                 .value_bytes = 4,
                                 .count = count,
                                 .values = values,
                                 .origin = origin};
    if (probe->stage && (probe->wants & PROBE_STAGE))
        probe->stage(probe->user, &report);
}

void produced_write(struct produced_run *run, enum tt_space space, enum tt_unit unit, enum access_stream stream,
                    uint32_t lo, uint32_t count, uint32_t tile, uint32_t first_datum)
{
    static const uint8_t bytes[256];
    const struct probe *probe = results_probe(run->sink);
    struct probe_access report = {.space = space,
                                  .unit = unit,
                                  .instance = run->instance,
                                  .stream = stream,
                                  .is_write = true,
                                  .lo = lo,
                                  .hi = lo + count,
                                  .before = bytes,
                                  .after = bytes,
                                  .tile = tile,
                                  .first_datum = first_datum};
    probe->access(probe->user, &report);
}

void produced_mismatch(struct produced_run *run, enum tt_space space, uint32_t lo, uint32_t count, const void *held,
                       const void *replayed)
{
    uint8_t known[256];
    for (uint32_t i = 0; i < count; i++)
        known[i] = 0xFF;
    results_mismatch(run->sink, 1, space, lo, lo + count, held, replayed, known, false);
}

void produced_end(struct produced_run *run, uint64_t known, uint64_t differing, uint64_t tainted)
{
    struct tt_error err = {""};
    results_comparison(run->sink, 1, TT_SPACE_L1, known, known - differing - tainted, differing, tainted);
    struct results_totals totals = {
        .facts = {.checkpoints = 1, .bytes = {known, known - differing - tainted, differing, tainted}}};
    ck_assert_msg(!results_finish(run->sink, &totals, &err), "%s", err.text);
    ck_assert_msg(!results_open(&run->results, run->path, &err), "%s", err.text);
}

void produced_close(struct produced_run *run)
{
    results_close(run->results);
    (void)unlink(run->path);
}
