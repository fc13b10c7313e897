/* SPDX-License-Identifier: Apache-2.0 */
/* Events as columns. One column says in which order things happened, and each kind of event of each thread has columns,
 * because instruction words compress 69 times when split by thread and 8.5 times when interleaved. */
#pragma once

#include "capture/columns/columns_pc.h"
#include "capture/file/bytes.h"
#include "capture/ttcap.h"

/* A lane is a kind and a thread. */
enum { LANE_THREADS = 4, LANE_COUNT = TTCAP_KIND_COUNT * LANE_THREADS };

enum { EVENTS_PER_CHUNK = 1 << 16, EVENT_BYTES_MAX = 1536 * 1024 };

/* Columns that events are added to. All zeros is empty. */
struct columns {
    struct byte_buffer order; /* the lane of each event, a byte each */
    struct {
        struct byte_buffer addr, index, value, length;
    } lane[LANE_COUNT];
    struct byte_buffer bytes; /* the bytes of all L1 writes, in order */
    struct pc_columns pc;
    uint32_t count;
    uint32_t kind_count[TTCAP_KIND_COUNT];
};

/* Whether the members that count lie within what a capture can hold; if not, why. */
bool event_is_sound(const struct ttcap_event *event, const char **why);

bool columns_add(struct columns *columns, const struct ttcap_event *event); /* false without memory */
void columns_reset(struct columns *columns); /* empties the columns and retains their memory */
void columns_clear(struct columns *columns); /* empties the columns and frees their memory */

/* Appends the content of a chunk to out, and a cut (see packer_zstd_run) to cuts. False without memory. */
bool columns_pack(const struct columns *columns, struct byte_buffer *out, size_t *order_end);

/* The content of a chunk, split into its columns. Borrows raw; owns order and offsets. */
struct column_view {
    uint32_t count, at;
    uint8_t *order;
    struct column_lane {
        const uint8_t *addr, *index, *value, *length;
        const uint32_t *offset; /* where the bytes that an event stores are; present where `length` is */
        uint32_t next;          /* where the next event of the lane stands in its columns */
        enum ttcap_kind kind;
        int8_t thread;
    } lane[LANE_COUNT];
    uint32_t lane_count[LANE_COUNT];
    const uint8_t *bytes, *bytes_end;
    uint32_t *offsets;
    struct pc_view pc;
};

/* Checks everything: after TT_OK, nothing that columns_take.h does can fail. The sentence in err has no place.
 * kind_count may be null. pc_count: how many events have a program counter. */
enum tt_status view_open(struct column_view *view, const uint8_t *raw, size_t raw_bytes, uint32_t count,
                         const uint32_t *kind_count, uint32_t pc_count, struct tt_error *err);
void view_close(struct column_view *view);
