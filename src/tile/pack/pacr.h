/* SPDX-License-Identifier: Apache-2.0 */
/* One PACR on its way: who takes part, and the four paragraphs of the instruction. Only pacr*.c and resume.c. */
#pragma once

#include "tile/pack/pack_internal.h"

#include "pack_insns.h"

/* A packer that takes part. */
struct pacr_lane {
    unsigned packer, adc;
    const struct pack_settings *set;
    enum pack_source source;
    unsigned interfaces; /* mask of read interfaces; 0 where the packer reads linearly */
};

struct pacr {
    struct tile *tile;
    unsigned thread;
    const struct insn_pacr *f;
    bool closes, uses_context_counter;
    bool was_in_tile; /* some packer was inside a data tile before; false where none begins one */
    unsigned lane_count;
    struct pacr_lane lanes[PACKERS_MAX];
};

/* The datums of one packer that are left to read. */
struct pacr_cursor {
    uint32_t row, column, columns, stride; /* of interfaces: start row, columns of each, rows between */
    uint32_t interfaces;                   /* still to be read */
    uint32_t datum, left;                  /* linear: index and count */
    uint32_t l1_addr;
};

static inline const struct adc_unit *pacr_adc(const struct pacr *job, const struct pacr_lane *lane)
{
    return &job->tile->state.small.adc[lane->adc].pack;
}

/* resolve: false if the instruction is done already. pacr_resolve.c */
bool pacr_resolve(struct pacr *job);

/* fetch: which datums, then the next block of them. pacr_fetch.c */
void pacr_fetch(const struct pacr *job, const struct pacr_lane *lane, struct pacr_cursor *cursor);
void pacr_next_block(const struct pacr_lane *lane, struct pacr_cursor *cursor, struct pack_block *block);
bool pacr_is_read(const struct pacr_cursor *cursor);

/* commit. pacr_commit.c; what every PACR does is in pacr_commit.h */
void pacr_begin_tile(const struct pacr *job, const struct pacr_lane *lane);
void pacr_end_tile(const struct pacr *job, const struct pacr_lane *lane);
/* For packers that did not take part: a packer that is in a data tile only because a recording said so leaves it; under
 * one flag for all (C-50) every packer leaves it. */
void pacr_end_all_tiles(const struct pacr *job);
bool pacr_any_in_tile(const struct tile *tile);
void pacr_step_context(const struct pacr *job, uint32_t planes);
