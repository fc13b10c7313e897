/* SPDX-License-Identifier: Apache-2.0 */
/* Stage values, gathered out of windows: of one instruction, or of a run of like ones, as a data tile is made of
 * PACRs. docs/formats/results.md#stages */
#pragma once

#include "base/text/bytes.h"
#include "results/database.h"
#include "results/window.h"

/* Numbers of one report, where they lie in the window, or of several, copied. */
struct gathered_numbers {
    const void *data;
    size_t used; /* bytes */
    struct bytes own;
};

/* One stage of the instructions gathered. */
struct gathered_stage {
    uint8_t format, value_bytes;
    bool has_origin;
    uint32_t count;
    struct gathered_numbers values, origin; /* of value_bytes each, u16 */
    struct bytes counts;                    /* u32 */
};

/* Of one unit and instance. Zero is empty. */
struct gathered {
    enum tt_unit unit;
    uint8_t instance;
    uint32_t stages; /* bit n: stage n was at work */
    bool is_tile_reported;
    uint32_t tile, first_datum;
    uint32_t l1_lo, l1_hi; /* its writes lie within; lo above hi: nothing */
    struct bytes seqs;     /* u64 */
    struct gathered_stage stage[STAGES_MAX];
    struct bytes narrow[STAGES_MAX];
    struct results_block_row rows[STAGES_MAX]; /* gathered_make_rows(): a row a stage, in order */
    unsigned row_count;
};

/* A window's content for one event, and the units whose stages were at work. */
struct gather_event {
    const struct window *window;
    uint64_t seq;
    size_t stage, stage_end, access, access_end;
    uint64_t instances; /* bit unit * PROBE_INSTANCES + instance */
};

void gathered_clear(struct gathered *gathered);
void gathered_empty(struct gathered *gathered);

/* The event that the stage at an index of the window is of: the index is its first. */
void gather_begin_event(struct gather_event *event, const struct window *window, size_t stage);
/* Takes one unit's instance in the event, in place of what is there, whose window is to stay as long; gather_one() with
 * its rows. False without memory. */
bool gather_take(struct gathered *gathered, const struct gather_event *event, enum tt_unit unit, uint8_t instance);
bool gather_one(struct gathered *gathered, const struct gather_event *event, enum tt_unit unit, uint8_t instance);
/* Whether an instruction goes on with what is gathered: the same stages and formats, of the same data tile. */
bool gather_goes_on(const struct gathered *gathered, const struct gathered *next);
/* Puts it behind what is there. False without memory. */
bool gather_join(struct gathered *gathered, const struct gathered *next);
size_t gathered_bytes(const struct gathered *gathered);

/* False without memory. */
bool gathered_make_rows(struct gathered *gathered);

/* The number of a stage of an event in SQL, and back. False: it is none. */
struct gather_place {
    uint64_t seq;
    enum tt_unit unit;
    uint8_t instance, stage;
};
int64_t gather_number(const struct gather_place *place);
bool gather_place_of(struct gather_place *place, int64_t number);
