/* SPDX-License-Identifier: Apache-2.0 */
/* A maximum pooling instruction with its settings resolved: gmpool.c reads it from a word, gmpool_general.c does what
 * no recording shows. */
#pragma once

#include "tile/matrix/compute.h"

enum { POOL_ROWS = 4 /* of Dst: the maximum, and three that go to zero */ };

struct gmpool {
    struct matrix_math math;
    uint32_t srca_row, srcb_row, dst_row;
    bool keeps_index;
    bool has_no_srca; /* MPOOL3S1, MPOOL3S2: SrcA counts as zero */
    uint32_t a[FACE_ROWS][SRC_COLUMNS], b[SRC_COLUMNS];
    uint32_t dst[POOL_ROWS][DST_COLUMNS]; /* cells: 16 bits, or 32 of a pair */
};

/* Reports what it took, and what it leaves in Dst: stages.c. */
void matrix_report_pool(struct tile *tile, const struct gmpool *pool);

/* M54: from the documents alone. */
void gmpool_general(struct gmpool *pool);
