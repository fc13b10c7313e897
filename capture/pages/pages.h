/* SPDX-License-Identifier: Apache-2.0 */
/* The content of a chunk of pages: a directory, then the planes of all pages of a class together. */
#pragma once

#include "capture/file/bytes.h"
#include "capture/pages/page_class.h"

enum { PAGES_PER_CHUNK = 256, PAGE_CUTS_MAX = PAGE_CLASS_COUNT * PLANES_MAX };

struct page_entry {
    enum page_class page_class;
    uint32_t length; /* 1 to PAGE_BYTES */
    uint32_t offset; /* of its first plane, in the content */
    uint32_t stride; /* from plane to plane */
};

/* Pages waiting to be packed. Zero is empty. */
struct page_batch {
    struct page_entry entry[PAGES_PER_CHUNK];
    uint32_t count;
    uint8_t (*bytes)[PAGE_BYTES]; /* PAGES_PER_CHUNK of them, allocated at the first add */
};

bool batch_add(struct page_batch *batch, enum page_class page_class, const uint8_t *bytes, uint32_t length);
void batch_clear(struct page_batch *batch);

/* The content of a chunk with pages [first, first + count), in out (replaced); cuts as in packer_zstd_run(). */
bool batch_pack(struct page_batch *batch, uint32_t first, uint32_t count, struct byte_buffer *out,
                size_t cuts[PAGE_CUTS_MAX], size_t *cut_count);

/* The directory of a chunk's content: count entries. The sentence in err has no place. */
enum tt_status pages_open(struct page_entry *entries, uint32_t count, const uint8_t *raw, size_t raw_bytes,
                          struct tt_error *err);
void pages_get(const struct page_entry *entry, const uint8_t *raw, uint8_t *page);
