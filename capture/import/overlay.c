/* SPDX-License-Identifier: Apache-2.0 */
/* Ranges laid over one another, bit by bit. docs/how-to/capture-from-dumps.md */
#include "capture/import/overlay.h"

#include "base/memory.h"

#include <string.h>

/* A page that nothing was laid over yet, as it is in the base. */
static enum tt_status new_page(struct overlay_page **out, const struct page_layout *layout, struct ttcap *base,
                               uint32_t checkpoint, enum tt_space space, uint32_t number, struct tt_error *err)
{
    struct overlay_page *page = mem_calloc(1, sizeof *page);
    if (!page)
        return tt_fail(err, TT_NO_MEMORY, "no memory");
    enum tt_status status = TT_OK;
    if (base)
        status = ttcap_read(base, checkpoint, space, number * PAGE_BYTES, page_layout_length(layout, space, number),
                            page->bytes, page->known, err);
    if (status)
        mem_free(page);
    else
        *out = page;
    return status;
}

/* One byte; false where it differs from a known value and does not override it. */
static inline bool lay_byte(struct overlay_page *page, uint32_t at, uint8_t byte, uint8_t known,
                            const struct overlay_put *put, struct overlay_conflict *conflict)
{
    uint8_t differs = (page->bytes[at] ^ byte) & page->known[at] & known;
    if (differs && !put->override) {
        conflict->owner = page->owner[at];
        conflict->old_byte = page->bytes[at];
        conflict->new_byte = byte;
        conflict->bits = differs;
        return false;
    }
    if (differs || (known & ~page->known[at]))
        page->owner[at] = put->owner;
    page->bytes[at] = (uint8_t)((page->bytes[at] & ~known) | (byte & known));
    page->known[at] |= known;
    return true;
}

enum tt_status overlay_lay(struct overlay *overlay, const struct page_layout *layout, struct ttcap *base,
                           uint32_t checkpoint, const struct overlay_put *put, struct overlay_conflict *conflict,
                           struct tt_error *err)
{
    if (!overlay->pages)
        overlay->pages = mem_calloc(page_layout_size(layout), sizeof(struct overlay_page *));
    if (!overlay->pages)
        return tt_fail(err, TT_NO_MEMORY, "no memory");
    for (uint32_t i = 0; i < put->count; i++) {
        uint32_t at = put->lo + i;
        struct overlay_page **page = &overlay->pages[layout->first[put->space] + at / PAGE_BYTES];
        if (!*page) {
            enum tt_status status = new_page(page, layout, base, checkpoint, put->space, at / PAGE_BYTES, err);
            if (status)
                return status;
        }
        if (!lay_byte(*page, at % PAGE_BYTES, put->bytes[i], put->known ? put->known[i] : 0xFF, put, conflict)) {
            conflict->at = at;
            return TT_BAD_INPUT;
        }
    }
    return TT_OK;
}

enum tt_status overlay_write(const struct overlay *overlay, const struct page_layout *layout,
                             struct ttcap_writer *writer, struct tt_error *err)
{
    enum tt_status status = TT_OK;
    for (unsigned space = 0; overlay->pages && space < TT_SPACE_COUNT; space++) {
        uint32_t first = layout->first[space];
        for (uint32_t i = first; i < layout->first[space + 1] && !status; i++) {
            const struct overlay_page *page = overlay->pages[i];
            if (page)
                status = ttcap_writer_put(writer, (enum tt_space)space, (i - first) * PAGE_BYTES,
                                          page_layout_length(layout, (enum tt_space)space, i - first), page->bytes,
                                          page->known, err);
        }
    }
    return status;
}

void overlay_clear(struct overlay *overlay, const struct page_layout *layout)
{
    for (uint32_t i = 0; overlay->pages && i < page_layout_size(layout); i++)
        mem_free(overlay->pages[i]);
    mem_free(overlay->pages);
    overlay->pages = NULL;
}
