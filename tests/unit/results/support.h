/* SPDX-License-Identifier: Apache-2.0 */
/* A folder to write into, and a small stream of events as a tile would report it. */
#pragma once

#include "results/sink_internal.h"
#include "unit/results/given.h"
#include "unit/suite.h"

enum { PATH_BYTES = 256 };

/* A new folder under TMPDIR, and a path in it. Removed, with the files named, by folder_remove. */
struct folder {
    char path[PATH_BYTES];
};
void folder_make(struct folder *folder);
void folder_remove(struct folder *folder);
void folder_file(const struct folder *folder, const char *name, char path[static PATH_BYTES]);
/* How many entries it has, hidden ones too. */
unsigned folder_entries(const struct folder *folder);

extern const struct results_run_row TEST_RUN;

/* Of event 12 below. */
extern const struct probe_finding GIVEN_FINDING;

struct results_sink *sink_new(const char *path);
/* Of event 12. */
void put_finding(struct results_sink *sink);
void put_checkpoint(struct results_sink *sink, uint32_t checkpoint, const char *id, int64_t after_event, uint64_t seq);
void put_comparison(struct results_sink *sink, uint32_t checkpoint, enum tt_space space, uint64_t known, uint64_t equal,
                    uint64_t differing, uint64_t tainted);
void put_mismatch(struct results_sink *sink, uint32_t checkpoint, enum tt_space space, uint32_t lo, uint32_t hi,
                  const uint8_t *held, const uint8_t *replayed, const uint8_t *known, bool is_tainted);
void sink_finish(struct results_sink *sink);
struct results *open_results(const char *path);

void report_insn(struct given_events *given, uint64_t seq, enum tt_unit unit, uint32_t word);
void report_insn_end(struct given_events *given, uint64_t seq);
void report_stage(struct given_events *given, uint8_t instance, uint8_t stage, uint8_t format, uint8_t value_bytes,
                  uint32_t count, const void *values, const uint16_t *origin);
void report_pack_write(struct given_events *given, uint8_t instance, uint32_t tile, uint32_t first_datum, uint32_t lo,
                       uint32_t count, const uint8_t *after);

/* The PACRs of two data tiles: 16 datums each, four a tile, seq 10, 12, and so on; the second stage changes nothing,
 * the third clears what is odd. Addresses from 0x1000 on, two bytes a datum. With a config write at 5, a core store at
 * 6, and a finding at 12. */
void report_two_tiles(struct given_events *given);
