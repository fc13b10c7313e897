/* SPDX-License-Identifier: Apache-2.0 */
/* A step of a run, and how a run ends: the same for a replay, for one in steps and for a tile without a capture. */
#pragma once

#include "isa/chip.h"

enum steps_actor { STEPS_CORE, STEPS_PIPE, STEPS_OUTSIDE };

/* The kind of a step. */
struct steps_done {
    enum steps_actor actor;
    unsigned number; /* of the core, or of the pipe's thread */
    bool has_word;   /* a pipe's word took effect; false in executed and program order: a store or a push */
    uint32_t word;
    uint64_t seq; /* in executed order the event; else what the probe is given */
    bool has_pc;  /* where the core stood; which core pushed the word, and where it stood */
    enum tt_core core;
    uint32_t pc;
};

/* Where a run ended. */
enum steps_end {
    STEPS_GOES_ON,
    STEPS_OVER,  /* all has run */
    STEPS_STOPS, /* a core or a pipe came to something that is not modelled */
    STEPS_HANGS, /* nothing can go on, or everything repeats */
};
