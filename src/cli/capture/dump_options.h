/* SPDX-License-Identifier: Apache-2.0 */
/* The options of `tt-replay dump`. */
#pragma once

#include "show/capture/capture.h"

struct dump_arguments {
    const char *path, *at; /* at null: the last checkpoint */
    const char *events;    /* as typed (ask/run/address.h); null: all */
    bool wants_events, wants_registers, wants_memory, wants_space;
    bool shows_all, is_json;
    struct event_filter filter;
    struct space_range shown; /* its space, format and exponents */
    uint32_t memory_lo, memory_count;
    bool has_rows;
    uint32_t row_first, row_last;
};

/* The work of the verb, a cli_work: dump.c. */
enum tt_status dump_do(void *words, int *code, struct tt_error *err);
