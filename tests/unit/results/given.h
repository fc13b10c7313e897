/* SPDX-License-Identifier: Apache-2.0 */
/* Events of a run that a test gives, in place of a replay. */
#pragma once

#include "results/window.h"

struct given_events {
    struct window *window, *whole[8]; /* at work; those before it */
    unsigned whole_count;
    uint64_t seq; /* at work */
};

void given_begin(struct given_events *given);
void given_insn(struct given_events *given, const struct probe_insn *insn);
void given_insn_end(struct given_events *given, const struct probe_insn *insn);
void given_stage(struct given_events *given, const struct probe_stage *stage);
void given_access(struct given_events *given, const struct probe_access *access);
void given_finding(struct given_events *given, const struct probe_finding *finding);
void given_origin(struct given_events *given, uint64_t seq, enum tt_core core, uint32_t pc);
void given_taint(struct given_events *given, uint64_t seq, enum tt_space space, uint32_t lo, uint32_t hi);
/* A run that was opened has these events from now on. */
void given_end(struct given_events *given, struct results *results);
