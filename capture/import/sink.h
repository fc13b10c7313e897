/* SPDX-License-Identifier: Apache-2.0 */
/* Inside of a capture that is being put together: shared by its files. */
#pragma once

#include "base/text/text_map.h"
#include "base/text/texts.h"
#include "capture/import/overlay.h"
#include "capture/import/source.h"
#include "capture/lines/line_set.h"

struct import_input {
    char *label;
    char *notes; /* its result, "; " between; null: nothing was said */
};

/* A checkpoint that is not in the base, or one of the base that something is laid over. */
struct import_mark {
    char *id;
    int64_t base;        /* number in the base, or -1 */
    uint64_t after;      /* of the sink's own events, how many stand before it; UINT64_MAX: all */
    struct overlay over; /* its pages */
};

enum { TILE_TEXT_MAX = 24 };

struct import_sink {
    struct import_options options;
    struct ttcap *base;
    enum tt_chip chip;
    const char *chip_by;      /* label of the input that named the chip */
    char tile[TILE_TEXT_MAX]; /* as inputs name it, "0,1"; "": none did */
    const char *tile_by;
    bool has_kind;
    enum ttcap_source kind;
    const char *kind_by;
    char *name, *description;
    struct texts tags;
    struct import_input *inputs;
    size_t input_count, input_capacity;
    struct import_mark *marks;
    size_t mark_count, mark_capacity;
    struct text_map mark_places; /* by id */
    struct ttcap_event *events;
    size_t event_count, event_capacity;
    struct ttcap_symbol *symbols;
    size_t symbol_count, symbol_capacity;
    struct line_set lines; /* in the order given */
    struct ttcap_boot boot[TT_CORE_COUNT];
    const char *boot_by[TT_CORE_COUNT];
    size_t boot_count;
};

/* Label of an input by its number; a base is number 0. */
const char *sink_label(const struct import_sink *sink, size_t input);
/* Of the source that is being read. */
const char *sink_speaker(const struct import_sink *sink);
#define SINK_OVERRIDE_HELPS "--override lets the later one count"
enum tt_status sink_no_memory(struct tt_error *err);
