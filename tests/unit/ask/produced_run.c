/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/ask/produced_run.h"

#include "results/sink_internal.h"
#include "results/stored_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void produced_begin(struct produced_run *run)
{
    const char *under = getenv("TMPDIR");
    run->instance = 0;
    (void)snprintf(run->path, sizeof run->path, "%s/compare-test-%ld.db", under ? under : "/tmp", (long)getpid());
    const struct results_run_row row = {.capture_path = "nowhere.ttcap",
                                        .capture_name = "made",
                                        .capture_hash = "0",
                                        .chip = TT_BLACKHOLE,
                                        .order = "executed",
                                        .units = "pack",
                                        .variants = "",
                                        .sets = "",
                                        .assumes = "",
                                        .tool_version = TTR_VERSION};
    struct tt_error err = {""};
    ck_assert_msg(!results_create(&run->sink, run->path, RESULTS_REPLACE | RESULTS_BY_PATH, &row, &err), "%s",
                  err.text);
    stored_run_observer(run->sink).checkpoint(run->sink, 1, &(struct ttcap_checkpoint){"end", 1000}, 0);
    given_begin(&run->given);
}

void produced_insn(struct produced_run *run, uint64_t seq, enum tt_unit unit, uint32_t word)
{
    given_insn(&run->given, &(struct probe_insn){.seq = seq, .word = word, .thread = 2, .unit = unit});
}

void produced_insn_end(struct produced_run *run, uint64_t seq)
{
    given_insn_end(&run->given, &(struct probe_insn){.seq = seq});
}

void produced_stage(struct produced_run *run, uint8_t stage, uint8_t format, uint32_t count, const uint32_t *values,
                    const uint16_t *origin)
{
    struct probe_stage report = {.unit = TT_UNIT_PACK,
                                 .instance = run->instance,
                                 .stage = stage,
                                 .format = format,
                                 .value_bytes = 4,
                                 .count = count,
                                 .values = values,
                                 .origin = origin};
    given_stage(&run->given, &report);
}

void produced_write(struct produced_run *run, enum tt_space space, enum tt_unit unit, enum access_stream stream,
                    uint32_t lo, uint32_t count, uint32_t tile, uint32_t first_datum)
{
    static const uint8_t bytes[256];
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
    given_access(&run->given, &report);
}

void produced_mismatch(struct produced_run *run, enum tt_space space, uint32_t lo, uint32_t count, const void *held,
                       const void *replayed)
{
    uint8_t known[256];
    for (uint32_t i = 0; i < count; i++)
        known[i] = 0xFF;
    stored_run_observer(run->sink).mismatch(
        run->sink, &(struct replay_mismatch){1, space, lo, lo + count, held, replayed, known, false});
}

void produced_end(struct produced_run *run, uint64_t known, uint64_t differing, uint64_t tainted)
{
    struct tt_error err = {""};
    stored_run_observer(run->sink).comparison(run->sink,
                                              &(struct replay_comparison){.checkpoint = 1,
                                                                          .space = TT_SPACE_L1,
                                                                          .known_bytes = known,
                                                                          .equal_bytes = known - differing - tainted,
                                                                          .differing_bytes = differing,
                                                                          .tainted_bytes = tainted});
    struct replay_summary totals = {.facts = {.checkpoints = 1,
                                              .bytes = {.compared = known,
                                                        .equal = known - differing - tainted,
                                                        .differing = differing,
                                                        .undecided = tainted}}};
    ck_assert_msg(!results_finish(run->sink, &totals, &err), "%s", err.text);
    ck_assert_msg(!results_open(&run->results, run->path, &err), "%s", err.text);
    given_end(&run->given, run->results);
}

void produced_close(struct produced_run *run)
{
    results_close(run->results);
    (void)unlink(run->path);
}
