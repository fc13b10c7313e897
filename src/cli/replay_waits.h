/* SPDX-License-Identifier: Apache-2.0 */
/* A deadlock of program order or a hang of firmware order, kept and printed: what waits for what. */
#pragma once

#include "isa/chip.h"
#include "isa/riscv_text.h"
#include "order/replay.h"
#include "show/json_out.h"

enum { REPLAY_WAITS_MAX = 2 * THREADS + TT_CORE_COUNT, REPLAY_WAIT_TEXT = 384 };

struct replay_waits {
    unsigned count;
    struct {
        unsigned thread;
        bool is_core;
        uint64_t event;
        uint32_t word;
        char what[REPLAY_WAIT_TEXT], who[REPLAY_WAIT_TEXT];
        bool has_pc;
        enum tt_core core;
        uint32_t pc;
        char code[RISCV_TEXT_MAX]; /* of a core in firmware order; else empty */
    } wait[REPLAY_WAITS_MAX];
};

void replay_waits_add(struct replay_waits *waits, const struct replay_wait *wait);

/* Nothing if there is none. is_stopped: a core could not go on, so that nothing was waited for in vain. */
void replay_waits_print_text(const struct replay_waits *waits, struct ttcap *capture, bool is_stopped);
/* The member "waiting" of schemas/replay.schema.json. */
void replay_waits_print_json(const struct replay_waits *waits, struct ttcap *capture, struct json_out *out);
