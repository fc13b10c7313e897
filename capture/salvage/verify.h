/* SPDX-License-Identifier: Apache-2.0 */
/* Inside of verify: as ttcap_verify(), from an open source. */
#pragma once

#include "capture/container/reader.h"
#include "capture/file/source.h"
#include "capture/ttcap.h"

enum tt_status verify_source(struct source *source, void (*said)(void *user, const char *sentence), void *user,
                             struct ttcap_verify_summary *summary, struct tt_error *err);

/* ---- content.c: the content of one chunk, taken apart ---- */

/* The content of a chunk of a type, in the plural. */
extern const char *const content_items[CHUNK_TYPE_END];

/* TT_BAD_INPUT where the content is not as its chunk says. page_count: how many pages its tables may name. *items,
 * where it is not null: an array that the caller frees with mem_free(), of struct page_entry a page, of
 * page_layout_size() struct page_ref a checkpoint; of other types null. */
enum tt_status content_check(const struct chunk *chunk, const uint8_t *raw, const struct page_layout *layout,
                             uint64_t page_count, void **items, struct tt_error *err);

/* ---- verify.c: faults and losses of a file, reported to the caller one sentence at a time ---- */

struct sentences {
    void (*said)(void *user, const char *sentence); /* null: sentences are only counted */
    void *user;
    size_t count;
};

TT_PRINTF(2, 3) void sentences_say(struct sentences *sentences, const char *format, ...);
