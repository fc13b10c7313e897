/* SPDX-License-Identifier: Apache-2.0 */
/* The result of a replay (schemas/replay.schema.json), and the state for it while it runs: the waits at the end, and
 * which word came too soon for which. */
#pragma once

#include "ask/run/address.h"
#include "ask/run/expect/expect.h"
#include "isa/riscv_text.h"
#include "order/options_text.h"
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
void replay_waits_add(void *waits, const struct replay_wait *wait);

/* The hazards that program order met. */
struct replay_hazards {
    uint64_t reported; /* how many there were; the first of them are retained */
    struct {
        struct replay_hazard hazard;
        char what[REPLAY_TEXT_MAX], who[REPLAY_TEXT_MAX], other[REPLAY_TEXT_MAX], missing[REPLAY_TEXT_MAX];
    } items[REPLAY_HAZARDS_MAX];
};

/* Where the executed words are not the pushed ones: how often, and the first such place in words. */
struct replay_streams {
    uint64_t faults;
    char text[REPLAY_STREAMS_SAID][REPLAY_TEXT_MAX];
};

/* The first differing byte of the run, where nothing else stores it. */
struct replay_first {
    bool is_any;
    char place[ADDRESS_TEXT_MAX]; /* "l1:0x60044" */
    uint8_t held, replayed;
    uint32_t checkpoint, lo;
    bool has_window; /* one that is known by hash alone and differs, the first */
    struct held_window window;
};

/* Events of a replay while it runs, for its report. */
struct replay_met {
    enum tt_chip chip;
    struct replay_waits waits;
    struct replay_hazards hazards;
    struct replay_streams streams;
    struct replay_first first;
};
/* Retains it; of a replay that starts again the last run counts. */
struct replay_observer replay_met_observer(struct replay_met *met);

struct replay_view {
    const char *output, *record; /* the database and the capture that were written; null: none */
    struct ttcap *capture;
    const struct replay_summary *summary;
    const struct replay_met *met;
    const struct expects *expects; /* the references of the run; none: the device's state */
    struct replay_texts texts;     /* as typed */
};
/* The waits, where nothing can go on; is_stopped: why the program cannot. */
void replay_report_waits(struct report *report, const struct replay_waits *waits, struct ttcap *capture,
                         bool is_stopped);
void replay_report(FILE *out, enum report_form form, const struct replay_view *view);
