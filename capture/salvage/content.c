/* SPDX-License-Identifier: Apache-2.0 */
#include "capture/salvage/verify.h"

#include "capture/columns/columns.h"
#include "capture/lines/line_set.h"
#include "capture/lines/symbol_text.h"

const char *const content_items[CHUNK_TYPE_END] = {[CHUNK_EVENTS] = "events",
                                                   [CHUNK_PAGES] = "pages",
                                                   [CHUNK_SNAPSHOTS] = "checkpoints",
                                                   [CHUNK_SYMBOLS] = "symbols",
                                                   [CHUNK_LINES] = "lines"};

static enum tt_status content_check_events(const struct chunk *chunk, const uint8_t *raw, struct tt_error *err)
{
    struct column_view view;
    const enum tt_status status =
        view_open(&view, raw, chunk->raw_bytes, chunk->count, chunk->kind_count, chunk->pc_count, err);
    if (!status)
        view_close(&view);
    return status;
}

enum tt_status content_check(const struct chunk *chunk, const uint8_t *raw, const struct page_layout *layout,
                             uint64_t page_count, void **items, struct tt_error *err)
{
    *items = NULL;
    if (chunk->type == CHUNK_EVENTS)
        return content_check_events(chunk, raw, err);
    if (chunk->type == CHUNK_SYMBOLS)
        return symbols_check(raw, chunk->raw_bytes, chunk->count, err);
    if (chunk->type == CHUNK_LINES)
        return lines_check(raw, chunk->raw_bytes, chunk->count, err);
    *items = mem_calloc(chunk->count, chunk->type == CHUNK_PAGES ? sizeof(struct page_entry)
                                                                 : page_layout_size(layout) * sizeof(struct page_ref));
    NEED(*items, err, "no memory");
    return chunk->type == CHUNK_PAGES ? pages_open(*items, chunk->count, raw, chunk->raw_bytes, err)
                                      : tables_read(chunk, raw, layout, page_count, *items, err);
}
