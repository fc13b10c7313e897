/* SPDX-License-Identifier: Apache-2.0 */
/* The streams of program order in memory: a program whose position is plain memory, that may be copied and put back. */
#pragma once

#include "order/program.h"

struct program_lists {
    struct ttcap_event *events[PROGRAM_STREAMS];
    uint8_t **bytes; /* what they store */
    size_t bytes_count, bytes_capacity;
};

/* Reads all events behind the start, and puts the program's streams there; its pipes are empty then. To be closed also
 * on failure. Start from {0}. */
enum tt_status program_lists_open(struct program_lists *lists, struct program *program, struct tt_error *err);
void program_lists_close(struct program_lists *lists);
