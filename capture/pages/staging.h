/* SPDX-License-Identifier: Apache-2.0 */
/* A snapshot while it is put together from ranges: pages with the bits that are known. */
#pragma once

#include "capture/pages/page_table.h"

#include <stdbool.h>
#include <stdint.h>

struct staged_page {
    uint8_t bytes[PAGE_BYTES]; /* unknown bits are 0 */
    uint8_t known[PAGE_BYTES];
};

struct staging {
    struct page_layout layout;
    struct staged_page **pages; /* as a page table; retained from snapshot to snapshot */
    bool *is_touched;
};

bool staging_init(struct staging *staging, enum tt_chip chip); /* false without memory */
void staging_clear(struct staging *staging);
void staging_reset(struct staging *staging);

/* The range must lie within the space. False without memory. */
bool staging_put(struct staging *staging, enum tt_space space, uint32_t lo, uint32_t count, const uint8_t *bytes,
                 const uint8_t *known);

enum staged_known { STAGED_NONE, STAGED_SOME, STAGED_ALL };
enum staged_known staged_page_known(const struct staged_page *page, uint32_t length);
