/* SPDX-License-Identifier: Apache-2.0 */
/* The content of one chunk, taken apart. */
#pragma once

#include "capture/container/reader.h"

/* The content of a chunk of a type, in the plural. */
extern const char *const content_items[CHUNK_TYPE_END];

/* TT_BAD_INPUT where the content is not as its chunk says. page_count: how many pages its tables may name. *items,
 * where it is not null: an array that the caller frees with mem_free(), of struct page_entry a page, of
 * page_layout_size() struct page_ref a checkpoint; of other types null. */
enum tt_status content_check(const struct chunk *chunk, const uint8_t *raw, const struct page_layout *layout,
                             uint64_t page_count, void **items, struct tt_error *err);
