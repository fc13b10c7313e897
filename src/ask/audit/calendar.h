/* SPDX-License-Identifier: Apache-2.0 */
/* The calendar of a run of vector instructions: the word from outside in each cycle, and the words that macros had
 * scheduled beside it. docs/semantics/vector.md#sfploadmacro */
#pragma once

#include "results/results.h"

enum { CALENDAR_MAX = 24, CALENDAR_UNITS = 4 };

/* A word that a macro scheduled. */
struct calendar_cell {
    bool is_used;
    uint32_t word;
    uint8_t vd, vc, vb, form;
    uint32_t since;   /* cycles since its macro */
    uint32_t latency; /* cycles until its result; 0: a store */
};

struct calendar_cycle {
    uint64_t seq;
    uint8_t thread;
    uint32_t word; /* of whatever unit */
    struct calendar_cell cells[CALENDAR_UNITS];
};

struct calendar {
    struct calendar_cycle cycles[CALENDAR_MAX];
    size_t count;
    bool has_macros; /* any cell is used */
};

/* "simple", "MAD", "round", "store" */
const char *calendar_unit_name(unsigned unit);

/* The cycles from event `first` on: words of the vector unit, and others in whose cycle something scheduled ran. */
enum tt_status calendar_load(struct calendar *calendar, struct results *results, uint64_t first, struct tt_error *err);
