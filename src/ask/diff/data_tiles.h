/* SPDX-License-Identifier: Apache-2.0 */
/* The data tiles that the packers of a run wrote: which groups of stages each is made of, where its datums lie in L1,
 * and which of them differ from the device's. Values stay in the database until they are asked for. */
#pragma once

#include "ask/diff/diff.h"

/* A stretch of L1 that a PACR wrote datums to; first_datum counts within the packer's share. */
struct tile_write {
    uint32_t first_datum, lo, hi;
};

/* One packer's share of a data tile: on Wormhole each packer packs a face of its own. */
struct tile_part {
    uint8_t instance;
    uint32_t tile; /* as the packer counts */
    uint32_t base; /* of its first datum in the data tile */
    uint32_t datums;
    enum format format;
    uint64_t first_seq, last_seq;
    size_t group_first, group_count; /* in data_tiles.groups */
    size_t write_first, write_count; /* in data_tiles.writes */
};

/* held is as in struct diff_item. A datum of which only the shared exponent differs counts, too. */
struct tile_difference {
    uint32_t datum; /* of the data tile */
    bool is_exponent;
    uint32_t held; /* of is_exponent: the exponent alone */
    uint64_t ulps; /* 0 of is_exponent: not known here */
};

/* A stretch of tainted datums: computed from unknown state, or by undefined behaviour. */
struct tile_taint {
    uint32_t datum, count;
};

struct data_tile {
    uint32_t number;
    uint8_t packer;                /* the least that has a share */
    size_t part_first, part_count; /* in data_tiles.parts */
    uint32_t datums;
    enum format format;
    uint64_t first_seq, last_seq;
    size_t difference_first, difference_count; /* in data_tiles.differences */
    size_t taint_first, taint_count;           /* in data_tiles.taints */
    uint32_t tainted;                          /* datums of these */
};

struct data_tiles {
    struct results_group_row *groups;
    size_t group_count, group_capacity;
    struct tile_write *writes;
    size_t write_count;
    struct tile_part *parts;
    size_t part_count;
    struct data_tile *tiles; /* by number, then packer */
    size_t tile_count;
    struct tile_difference *differences; /* by tile, then datum; each datum once */
    size_t difference_count;
    struct tile_taint *taints; /* by tile, then datum, disjoint; none before data_tiles_find_taint() */
    size_t taint_count;
    uint64_t left_out; /* differences of data tiles beyond TILE_DIFFERENCES_MAX */
    struct diff diff;
};

enum { TILE_DIFFERENCES_MAX = 1 << 21 };

/* limit: how many differences to keep in tiles->diff.items. Clear also on failure. */
enum tt_status data_tiles_make(struct data_tiles *tiles, struct results *results, size_t limit, struct tt_error *err);
/* Finds which datums are tainted. */
enum tt_status data_tiles_find_taint(struct data_tiles *tiles, struct results *results, struct tt_error *err);
void data_tiles_clear(struct data_tiles *tiles);
