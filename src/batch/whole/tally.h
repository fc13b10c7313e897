/* SPDX-License-Identifier: Apache-2.0 */
/* How often something was met over all captures of a batch: a finding by its code, an instruction by its name. */
#pragma once

#include "batch/whole/merge.h"

struct batch_tally_row {
    const char *name; /* borrowed from a record */
    size_t captures;
    uint64_t times;
};

struct batch_tally {
    struct batch_tally_row *rows; /* those of most captures first */
    size_t count;
};

enum batch_tally_of { BATCH_TALLY_FINDINGS, BATCH_TALLY_UNSUPPORTED };

/* mem_free rows; null after false: no memory. */
bool batch_tally_make(struct batch_tally *tally, const struct batch_merged *merged, enum batch_tally_of of);
