/* SPDX-License-Identifier: Apache-2.0 */
/* Ranges of addresses with their lines of source, each name and each chain of functions once; and as they stand in a
 * chunk. docs/formats/ttcap.md#lines */
#pragma once

#include "base/text/text_map.h"
#include "capture/file/bytes.h"
#include "capture/source_lines.h"

enum {
    LINE_TEXT_MAX = 4095,           /* bytes of a name */
    LINE_RANGES_MAX = 1 << 20,      /* of a file */
    LINE_FRAMES_MAX = 1 << 20,      /* likewise */
    LINE_TEXT_BYTES_MAX = 64 << 20, /* likewise */
};

/* Names and callers are numbers from 1 on; 0: none. A caller stands before those that it calls. */
struct line_frame {
    uint32_t caller, function, file, line;
    uint32_t depth; /* frames from here to the last */
};

struct line_range {
    uint32_t addr, bytes;
    uint32_t frame; /* from 0 on */
    uint8_t core;
};

struct line_set {
    struct texts texts;
    size_t text_bytes; /* of them all, each with a 0 behind it */
    struct line_frame *frames;
    size_t frame_count, frame_capacity;
    struct line_range *ranges;
    size_t range_count, range_capacity;
    struct text_map text_map, frame_map; /* of the input of line_set_add() */
};

void line_set_clear(struct line_set *set);

/* Whether it can be stored; if not, why. */
bool lines_are_sound(const struct ttcap_lines *lines, const char **why);

/* Adds a sound one, or makes the last one longer where it goes on. False without memory. */
bool line_set_add(struct line_set *set, const struct ttcap_lines *lines);

/* Range i; names are the set's. */
void line_set_get(const struct line_set *set, size_t i, struct ttcap_lines *lines);

/* The range that an address lies in, of a set whose ranges ascend; false: none. */
bool line_set_find(const struct line_set *set, enum tt_core core, uint32_t addr, size_t *i);

/* The content of a chunk. False without memory. */
bool line_set_pack(const struct line_set *set, struct byte_buffer *out);

/* Appends the content of a chunk of `count` ranges, which follow those in the set. On failure the set is to be cleared.
 * The sentence in err has no place. */
enum tt_status line_set_unpack(struct line_set *set, const uint8_t *raw, size_t raw_bytes, uint32_t count,
                               struct tt_error *err);

/* A chunk's content alone. */
enum tt_status lines_check(const uint8_t *raw, size_t raw_bytes, uint32_t count, struct tt_error *err);
