/* SPDX-License-Identifier: Apache-2.0 */
/* A deadlock of program order, kept and printed: what waits for what. */
#pragma once

#include "isa/chip.h"
#include "replay/replay.h"
#include "report/json_out.h"

enum { REPLAY_WAITS_MAX = 2 * THREADS, REPLAY_WAIT_TEXT = 384 };

struct replay_waits {
    unsigned count;
    struct {
        unsigned thread;
        bool is_core;
        uint64_t event;
        uint32_t word;
        char what[REPLAY_WAIT_TEXT], who[REPLAY_WAIT_TEXT];
    } wait[REPLAY_WAITS_MAX];
};

void replay_waits_add(struct replay_waits *waits, const struct replay_wait *wait);

/* Nothing if there is no deadlock. */
void replay_waits_print_text(const struct replay_waits *waits, enum tt_chip chip);
/* The member "waiting" of schemas/replay.schema.json. */
void replay_waits_print_json(const struct replay_waits *waits, enum tt_chip chip, struct json_out *out);
