/* SPDX-License-Identifier: Apache-2.0 */
/* State of a packer between instructions. Plain data; all zero is the reset state. Positions and addresses that
 * recordings show stand in struct small_state as well; pacr.c updates both. docs/semantics/pack.md#state */
#pragma once

#include "base/usual.h"

enum { PACK_GROUP = 16, PACK_STREAM_BLOCK = 16, PACK_HISTOGRAM_BINS = 32 };
enum { PACK_RUN_GROUP = 32, PACK_RUNS_MAX = 352, PACK_FIFO_DEPTH = 8 };

/* One of a packer's three output streams. Bytes of a 16-byte block that is not full yet wait in `held`: the first
 * addr & 15 of them count. */
struct pack_stream {
    uint32_t is_placed; /* has an address: between the PACR that took one and the Last or Flush that closes the tile */
    uint32_t addr;      /* byte address of the next byte */
    uint8_t held[PACK_STREAM_BLOCK];
};

/* Position inside the data tile, by datums packed (P-5.3, P-5.4). */
struct pack_position {
    uint32_t x, y, z;
};

/* State that zero compression carries along (P-8). */
struct pack_compression {
    uint32_t row_is_open;   /* the next datum continues a row */
    uint32_t rows;          /* rows closed in this tile */
    uint32_t row_is_zero;   /* no datum of the open row had a magnitude so far */
    uint32_t retained;      /* datums that stay, since the tile began */
    uint32_t is_run_full;   /* the datum at hand is a zero behind a full run */
    uint32_t is_restarting; /* the datum after a full run stays too */
    uint32_t run_count;     /* of the datums that stay, those whose counters are not stored yet */
    uint32_t emitted;       /* how many of those have their datum in the stream already */
    uint8_t runs[PACK_RUNS_MAX];
};

/* An entry of the output FIFO that the TDMA-RISC reads (P-11.2). */
struct pack_tile_record {
    uint32_t size_x16, zero_flags;
};

struct packer {
    struct pack_stream row_starts, exponents, data;
    struct pack_position position;
    uint32_t is_in_tile;     /* took part in a tile that is not closed */
    uint32_t is_assumed;     /* in the tile as far as a recording says; nothing was packed since */
    uint32_t exponent_count; /* floor(datums / 16) a PACR since the tile began, for every format */
    uint32_t exponent_base;  /* where the exponent stream began, also when the format writes none */
    uint32_t tile;           /* data tiles with datums closed since reset */
    uint32_t datums;         /* that left towards L1 since the tile began */
    uint32_t tile_bytes;     /* stored since the tile began, paddings included */
    uint32_t group_count;    /* datums of a group of 16 that wait for the rest (P-7.1) */
    uint32_t group[PACK_GROUP];
    uint32_t group_origin[PACK_GROUP];
    struct pack_compression compression;
    uint32_t zero_flags; /* AllZeroFlags: one bit a compression row, the first 32 (P-8.7) */
    uint32_t last_tile_size_x16;
    uint32_t acc_tile_size_x16[3]; /* by thread */
    uint32_t last_thread;          /* that closed a tile */
    uint32_t l1_offset_x16;        /* P-9.5; a store to ACC_PACKED_SIZE sets it */
    uint32_t fifo_count;
    struct pack_tile_record fifo[PACK_FIFO_DEPTH];
    uint8_t histogram[PACK_HISTOGRAM_BINS];
    uint32_t histogram_maximum;
    uint32_t random; /* of stochastic rounding; see stochastic.h */
};

struct pack_state {
    struct packer packer[4];
    uint32_t histogram_is_cleared; /* since the start, of all packers */
    uint32_t context;              /* Blackhole: the hardware's context counter (P-1.2 CtxtCtrl) */
    uint32_t context_planes;       /* planes packed in it */
    uint32_t setreg_data;          /* Blackhole: what PACR_SETREG loads by halves (P-1.6) */
};
