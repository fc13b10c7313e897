/* SPDX-License-Identifier: Apache-2.0 */
/* One UNPACR on its way, and the four paragraphs of the instruction. Only unpacr*.c. */
#pragma once

#include "tile/unpack/unpack_internal.h"

#include "unpack_insns.h"

struct unpacr {
    struct tile *tile;
    unsigned thread, unpacker, context;
    unsigned adc; /* whose X and Y of channel 0 count; Z, W and the output are always the thread's */
    const struct insn_unpacr *f;
    const struct unpack_settings *set;
    uint64_t start; /* of the data tile's sections in L1, in bytes */
    struct unpack_cursor cursor;
    uint32_t first_row; /* of the output, for the copies of srcb_bcast */
};

static inline struct adc_unit *unpacr_adc(const struct unpacr *job, unsigned thread)
{
    struct adc_set *set = &job->tile->state.small.adc[thread];
    return job->unpacker ? &set->unp1 : &set->unp0;
}

/* resolve: context, counters, settings, and what in them raises a finding. unpacr_resolve.c */
void unpacr_resolve(struct unpacr *job);

/* fetch: where the first datum is, how many there are, and where they go. unpacr_fetch.c */
void unpacr_fetch(struct unpacr *job);

/* commit. unpacr_commit.c */
void unpacr_copy_first_row(const struct unpacr *job);
void unpacr_step_context(const struct unpacr *job);
void unpacr_step_counters(const struct unpacr *job);
void unpacr_hand_over(const struct unpacr *job);
