/* SPDX-License-Identifier: Apache-2.0 */
/* Ranges laid over one another, bit by bit. docs/how-to/capture-from-dumps.md */
#include "capture/import/overlay.h"

/* A piece that nothing was laid over yet, as it is in the base. */
static enum tt_status new_piece(struct overlay_piece **out, const struct page_layout *layout, struct ttcap *base,
                                uint32_t checkpoint, enum tt_space space, uint32_t at, struct tt_error *err)
{
    struct overlay_piece *piece = mem_calloc(1, sizeof *piece);
    NEED(piece, err, "no memory");
    const uint32_t in_page = at % PAGE_BYTES / OVERLAY_PIECE * OVERLAY_PIECE;
    const uint32_t left = page_layout_length(layout, space, at / PAGE_BYTES) - in_page;
    enum tt_status status = TT_OK;
    if (base)
        status = ttcap_read(base, checkpoint, space, at / PAGE_BYTES * PAGE_BYTES + in_page,
                            left < OVERLAY_PIECE ? left : OVERLAY_PIECE, piece->bytes, piece->known, err);
    if (status)
        mem_free(piece);
    else
        *out = piece;
    return status;
}

/* Where the piece of a byte is held; null without memory. */
static struct overlay_piece **piece_slot(struct overlay *overlay, const struct page_layout *layout, enum tt_space space,
                                         uint32_t at)
{
    if (!overlay->pages)
        overlay->pages = mem_calloc(page_layout_size(layout), sizeof(struct overlay_page *));
    if (!overlay->pages)
        return NULL;
    struct overlay_page **page = &overlay->pages[layout->first[space] + at / PAGE_BYTES];
    if (!*page)
        *page = mem_calloc(1, sizeof **page);
    return *page ? &(*page)->pieces[at % PAGE_BYTES / OVERLAY_PIECE] : NULL;
}

uint16_t overlay_owner(const struct overlay *overlay, const struct page_layout *layout, enum tt_space space,
                       uint32_t at)
{
    const struct overlay_page *page = overlay->pages ? overlay->pages[layout->first[space] + at / PAGE_BYTES] : NULL;
    const struct overlay_piece *piece = page ? page->pieces[at % PAGE_BYTES / OVERLAY_PIECE] : NULL;
    return piece ? piece->owner[at % OVERLAY_PIECE] : 0;
}

/* One byte; false where it differs from a known value and does not override it. */
static inline bool lay_byte(struct overlay_piece *piece, uint32_t at, uint8_t byte, uint8_t known,
                            const struct overlay_put *put, struct overlay_conflict *conflict)
{
    uint8_t differs = (piece->bytes[at] ^ byte) & piece->known[at] & known;
    if (differs && !put->override) {
        conflict->owner = piece->owner[at];
        conflict->old_byte = piece->bytes[at];
        conflict->new_byte = byte;
        conflict->bits = differs;
        return false;
    }
    if (differs || (known & ~piece->known[at]))
        piece->owner[at] = put->owner;
    piece->bytes[at] = (uint8_t)((piece->bytes[at] & ~known) | (byte & known));
    piece->known[at] |= known;
    return true;
}

enum tt_status overlay_lay(struct overlay *overlay, const struct page_layout *layout, struct ttcap *base,
                           uint32_t checkpoint, const struct overlay_put *put, struct overlay_conflict *conflict,
                           struct tt_error *err)
{
    struct overlay_piece **piece = NULL;
    for (uint32_t i = 0; i < put->count; i++) {
        const uint32_t at = put->lo + i;
        enum tt_status status = TT_OK;
        if (!piece || at % OVERLAY_PIECE == 0)
            piece = piece_slot(overlay, layout, put->space, at);
        NEED(piece, err, "no memory");
        if (!*piece)
            status = new_piece(piece, layout, base, checkpoint, put->space, at, err);
        if (status)
            return status;
        if (!lay_byte(*piece, at % OVERLAY_PIECE, put->bytes[i], put->known ? put->known[i] : 0xFF, put, conflict)) {
            conflict->at = at;
            return TT_BAD_INPUT;
        }
    }
    return TT_OK;
}

static enum tt_status write_page(const struct overlay_page *page, const struct page_layout *layout, enum tt_space space,
                                 uint32_t number, struct ttcap_writer *writer, struct tt_error *err)
{
    const uint32_t length = page_layout_length(layout, space, number);
    for (uint32_t lo = 0; lo < length; lo += OVERLAY_PIECE) {
        const struct overlay_piece *piece = page->pieces[lo / OVERLAY_PIECE];
        const uint32_t count = length - lo < OVERLAY_PIECE ? length - lo : OVERLAY_PIECE;
        if (piece)
            TRY(ttcap_writer_put(writer, space, number * PAGE_BYTES + lo, count, piece->bytes, piece->known, err));
    }
    return TT_OK;
}

enum tt_status overlay_write(const struct overlay *overlay, const struct page_layout *layout,
                             struct ttcap_writer *writer, struct tt_error *err)
{
    for (unsigned space = 0; overlay->pages && space < TT_SPACE_COUNT; space++) {
        uint32_t first = layout->first[space];
        for (uint32_t i = first; i < layout->first[space + 1]; i++) {
            if (overlay->pages[i])
                TRY(write_page(overlay->pages[i], layout, (enum tt_space)space, i - first, writer, err));
        }
    }
    return TT_OK;
}

void overlay_clear(struct overlay *overlay, const struct page_layout *layout)
{
    for (uint32_t i = 0; overlay->pages && i < page_layout_size(layout); i++) {
        for (uint32_t k = 0; overlay->pages[i] && k < OVERLAY_PIECES; k++)
            mem_free(overlay->pages[i]->pieces[k]);
        mem_free(overlay->pages[i]);
    }
    mem_free(overlay->pages);
    overlay->pages = NULL;
}
