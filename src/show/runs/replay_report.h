/* SPDX-License-Identifier: Apache-2.0 */
/* The result of a replay (schemas/replay.schema.json), and the state for it while it runs: the waits at the end, and
 * which word came too soon for which. */
#pragma once

#include "ask/run/address.h"
#include "ask/run/expect/expect.h"
#include "order/options_text.h"
#include "order/replay.h"
#include "show/report.h"

enum { REPLAY_TEXT_MAX = 512 };
enum { REPLAY_STREAMS_SAID = 3 };

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
    const struct expects *expects;  /* the references of the run; none: the device's state */
    const struct replay_words *how; /* as typed */
};
/* The waits, where nothing can go on; is_stopped: why the program cannot. */
void replay_report_waits(struct report *report, const struct replay_waits *waits, struct ttcap *capture,
                         bool is_stopped);
void replay_report(FILE *out, enum report_form form, const struct replay_view *view);
