/* SPDX-License-Identifier: Apache-2.0 */
/* The content of a snapshot: for each page of each space, where its bytes are and where the bits that are known. */
#pragma once

#include "base/names.h"
#include "capture/file/bytes.h"
#include "capture/pages/page_class.h"

/* In the space "state", behind all words: the windows that are known by hash, each a record. */
enum { WINDOWS_PAGE = 32, WINDOW_RECORD = 32, WINDOWS_AT = WINDOWS_PAGE * PAGE_BYTES };

enum { PAGE_REF_NONE = 0xFFFFFFFF, PAGE_REF_ALL = 0xFFFFFFFE, PAGE_ID_MAX = 0xFFFFFFFD };

struct page_ref {
    uint32_t data;  /* page number, or PAGE_REF_NONE: nothing is known */
    uint32_t known; /* page number of the mask, or PAGE_REF_ALL */
};

/* Where a space's pages stand in a table of this chip. */
struct page_layout {
    enum tt_chip chip;
    uint32_t first[TT_SPACE_COUNT + 1]; /* the last is the size of a table */
    uint32_t bytes[TT_SPACE_COUNT];
};

void page_layout_init(struct page_layout *layout, enum tt_chip chip);
uint32_t page_layout_size(const struct page_layout *layout);
/* Bytes of a page of a space: the last one may be short. */
uint32_t page_layout_length(const struct page_layout *layout, enum tt_space space, uint32_t page);

/* The reference that the next one is a distance from; zero at the start of a chunk. */
struct page_table_state {
    uint32_t data, known;
};

bool page_table_write(struct byte_buffer *out, struct page_table_state *state, const struct page_layout *layout,
                      const struct page_ref *refs);

/* Fills refs (page_layout_size() of them). Page numbers must be below page_count. The sentence in err has no place. */
enum tt_status page_table_read(struct byte_reader *reader, struct page_table_state *state,
                               const struct page_layout *layout, uint64_t page_count, struct page_ref *refs,
                               struct tt_error *err);
