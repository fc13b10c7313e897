/* SPDX-License-Identifier: Apache-2.0 */
/* The bytes of a checkpoint from several sources: which are known, and which source they came from. */
#pragma once

#include "capture/pages/page_table.h"
#include "capture/ttcap.h"

/* A log may have thousands of checkpoints with a few words each: a page is held in pieces. */
enum { OVERLAY_PIECE = 256, OVERLAY_PIECES = PAGE_BYTES / OVERLAY_PIECE };

struct overlay_piece {
    uint8_t bytes[OVERLAY_PIECE]; /* unknown bits are 0 */
    uint8_t known[OVERLAY_PIECE];
    uint16_t owner[OVERLAY_PIECE]; /* the number of the source that gave the byte last */
};

struct overlay_page {
    struct overlay_piece *pieces[OVERLAY_PIECES]; /* null: nothing was laid there */
};

/* All zeros is empty. */
struct overlay {
    struct overlay_page **pages; /* as a page table */
};

/* The source that gave a byte of a space last; 0: none of the overlay. */
uint16_t overlay_owner(const struct overlay *overlay, const struct page_layout *layout, enum tt_space space,
                       uint32_t at);

/* Adds a range from one source. */
struct overlay_put {
    enum tt_space space;
    uint32_t lo, count;
    const uint8_t *bytes, *known; /* known may be null: all bits are known */
    uint16_t owner;
    bool override;
};

/* A place at which two sources differ. */
struct overlay_conflict {
    uint32_t at;                      /* byte of the space */
    uint16_t owner;                   /* its source before */
    uint8_t old_byte, new_byte, bits; /* bits: those that both know and that differ */
};

/* Lays a range over the known state; base may be null, else its checkpoint is below. TT_BAD_INPUT with conflict
 * filled where two sources differ and the put does not override. Other failures set err. */
enum tt_status overlay_lay(struct overlay *overlay, const struct page_layout *layout, struct ttcap *base,
                           uint32_t checkpoint, const struct overlay_put *put, struct overlay_conflict *conflict,
                           struct tt_error *err);
/* Puts all of it into the writer's open snapshot. */
enum tt_status overlay_write(const struct overlay *overlay, const struct page_layout *layout,
                             struct ttcap_writer *writer, struct tt_error *err);
void overlay_clear(struct overlay *overlay, const struct page_layout *layout);
