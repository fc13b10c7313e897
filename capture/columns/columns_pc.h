/* SPDX-License-Identifier: Apache-2.0 */
/* Where in its program a core was at an event. The columns are there only if an event of the chunk has a program
 * counter. docs/formats/ttcap.md#program-counters */
#pragma once

#include "capture/file/bytes.h"
#include "capture/ttcap.h"

/* Columns that events are added to. All zeros is empty. */
struct pc_columns {
    struct byte_buffer code; /* the core of each event, a byte each; empty as long as no event has a program counter */
    struct byte_buffer pc[TT_CORE_COUNT];   /* for each event of a core, as u32, how far from its counter before */
    uint32_t last[TT_CORE_COUNT], pc_count; /* pc_count: events that have a counter */
};

/* Adds one event to the columns, after `before` others. Does nothing as long as no event had a counter. False without
 * memory. */
bool pc_columns_add(struct pc_columns *columns, const struct ttcap_event *event, uint32_t before);
bool pc_columns_pack(const struct pc_columns *columns, struct byte_buffer *out); /* appends; false without memory */
void pc_columns_reset(struct pc_columns *columns); /* empties the columns and retains their memory */
void pc_columns_clear(struct pc_columns *columns); /* empties the columns and frees their memory */

/* The columns as they are read; borrows the content of the chunk. All zeros where no event has a program counter. */
struct pc_view {
    const uint8_t *code, *pc[TT_CORE_COUNT];
    uint32_t last[TT_CORE_COUNT];
};

/* Takes the columns of `count` events, whose lanes are given, off the reader; pc_count of them must have a counter. The
 * sentence in err has no place. */
enum tt_status pc_view_open(struct pc_view *view, struct byte_reader *reader, const uint8_t *lanes, uint32_t count,
                            uint32_t pc_count, struct tt_error *err);
/* Sets pc, core and has_pc of the next event, whose thread is set already. Only where view->code is not null. */
void pc_view_next(struct pc_view *view, struct ttcap_event *event);
