/* SPDX-License-Identifier: Apache-2.0 */
/* The result of a replay (schemas/replay.schema.json), and the state for it while it runs: the waits at the end, and
 * which word came too soon for which. */
#pragma once

#include "ask/run/address.h"
#include "ask/run/expect/expect.h"
#include "isa/riscv_text.h"
#include "order/replay.h"
#include "show/report.h"

enum { REPLAY_WAITS_MAX = 2 * THREADS + TT_CORE_COUNT, REPLAY_HAZARDS_MAX = 16, REPLAY_TEXT_MAX = 512 };
enum { REPLAY_STREAMS_SAID = 3 };

/* A deadlock of program order or a hang of firmware order. The texts are copies. */
struct replay_waits {
    unsigned count;
    struct {
        struct replay_wait wait;
        char what[REPLAY_TEXT_MAX], who[REPLAY_TEXT_MAX], code[RISCV_TEXT_MAX];
    } items[REPLAY_WAITS_MAX];
};
void replay_waits_add(struct replay_waits *waits, const struct replay_wait *wait);

/* The hazards that program order met. */
struct replay_hazards {
    uint64_t reported; /* how many there were; the first of them are retained */
    struct {
        struct replay_hazard hazard;
        char what[REPLAY_TEXT_MAX], who[REPLAY_TEXT_MAX], other[REPLAY_TEXT_MAX], missing[REPLAY_TEXT_MAX];
    } items[REPLAY_HAZARDS_MAX];
};
void replay_hazards_add(struct replay_hazards *hazards, const struct replay_hazard *hazard);

/* Where the executed words are not the pushed ones: how often, and the first such place in words. */
struct replay_streams {
    uint64_t faults;
    char text[REPLAY_STREAMS_SAID][REPLAY_TEXT_MAX];
};
void replay_streams_add(struct replay_streams *streams, const char *text);

/* The first differing byte of the run, where nothing else stores it. */
struct replay_first {
    bool is_any;
    char place[ADDRESS_TEXT_MAX]; /* "l1:0x60044" */
    uint8_t held, replayed;
    uint32_t checkpoint, lo;
};
void replay_first_add(struct replay_first *first, enum tt_chip chip, const struct replay_mismatch *mismatch);

struct replay_view {
    const char *output, *record; /* the database and the capture that were written; null: none */
    struct ttcap *capture;
    const struct replay_summary *summary;
    const struct replay_waits *waits;
    const struct replay_hazards *hazards;
    const struct replay_streams *streams;
    const struct replay_first *first;
    const struct expects *expects; /* the references of the run; none: the device's state */
};
/* The waits, where nothing can go on; is_stopped: why the program cannot. */
void replay_report_waits(struct report *report, const struct replay_waits *waits, struct ttcap *capture,
                         bool is_stopped);
void replay_report(FILE *out, enum report_form form, const struct replay_view *view);
