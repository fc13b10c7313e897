/* SPDX-License-Identifier: Apache-2.0 */
/* Page tables as runs of references, each stored as the distance to the one before. docs/formats/ttcap.md#snapshots */
#include "capture/pages/page_table.h"

#include "base/search.h"
#include "capture/ttcap.h"
#include "isa/spaces.h"

void page_layout_init(struct page_layout *layout, enum tt_chip chip)
{
    uint32_t at = 0;
    layout->chip = chip;
    for (unsigned space = 0; space < TT_SPACE_COUNT; space++) {
        uint32_t bytes = space_all_bytes(chip, (enum tt_space)space);
        layout->first[space] = at;
        layout->bytes[space] = bytes;
        assert(bytes <= WINDOWS_AT || space != TT_SPACE_STATE);
        if (space == TT_SPACE_STATE)
            layout->bytes[space] = bytes = WINDOWS_AT + TTCAP_WINDOWS_MAX * WINDOW_RECORD;
        at += (bytes + PAGE_BYTES - 1) / PAGE_BYTES;
    }
    layout->first[TT_SPACE_COUNT] = at;
}

uint32_t page_layout_size(const struct page_layout *layout)
{
    return layout->first[TT_SPACE_COUNT];
}

uint32_t page_layout_length(const struct page_layout *layout, enum tt_space space, uint32_t page)
{
    /* The small state fills less than its page, and words of internal state begin with the next one. */
    const bool has_windows = space == TT_SPACE_STATE && page < WINDOWS_PAGE;
    const uint32_t end = has_windows ? space_all_bytes(layout->chip, space) : layout->bytes[space];
    const uint32_t at = page * PAGE_BYTES;
    const uint32_t left = has_windows && page == 0 ? STATE_WORDS * 4 : at < end ? end - at : 0;
    return left < PAGE_BYTES ? left : PAGE_BYTES;
}

static uint32_t count_runs(const struct page_ref *refs, uint32_t count)
{
    uint32_t runs = 0;
    for (uint32_t i = 0; i < count; i++)
        runs += refs[i].data != PAGE_REF_NONE && (i == 0 || refs[i - 1].data == PAGE_REF_NONE);
    return runs;
}

static bool write_ref(struct byte_buffer *out, struct page_table_state *state, const struct page_ref *ref)
{
    bool is_ok = buffer_varint(out, zigzag((int64_t)ref->data - state->data));
    state->data = ref->data + 1;
    if (ref->known == PAGE_REF_ALL)
        return is_ok && buffer_varint(out, 0);
    is_ok = is_ok && buffer_varint(out, 1 + zigzag((int64_t)ref->known - state->known));
    state->known = ref->known + 1;
    return is_ok;
}

static bool write_space(struct byte_buffer *out, struct page_table_state *state, const struct page_ref *refs,
                        uint32_t count)
{
    bool is_ok = buffer_varint(out, count_runs(refs, count));
    uint32_t done = 0;
    for (uint32_t i = 0; i < count && is_ok;) {
        if (refs[i].data == PAGE_REF_NONE) {
            i++;
            continue;
        }
        uint32_t end = i;
        while (end < count && refs[end].data != PAGE_REF_NONE)
            end++;
        is_ok = buffer_varint(out, i - done) && buffer_varint(out, end - i);
        for (; i < end; i++)
            is_ok = is_ok && write_ref(out, state, &refs[i]);
        done = end;
    }
    return is_ok;
}

bool page_table_write(struct byte_buffer *out, struct page_table_state *state, const struct page_layout *layout,
                      const struct page_ref *refs)
{
    return ALL(space, TT_SPACE_COUNT,
               write_space(out, state, refs + layout->first[space], layout->first[space + 1] - layout->first[space]));
}

/* state + difference, or PAGE_REF_NONE when that is no page. */
static uint32_t page_table_resolve(uint32_t from, uint64_t code, uint64_t page_count)
{
    int64_t difference = unzigzag(code);
    if (difference < -(int64_t)PAGE_ID_MAX - 1 || difference > (int64_t)PAGE_ID_MAX + 1)
        return PAGE_REF_NONE;
    int64_t id = (int64_t)from + difference;
    return id < 0 || (uint64_t)id >= page_count ? PAGE_REF_NONE : (uint32_t)id;
}

static bool read_ref(struct byte_reader *reader, struct page_table_state *state, uint64_t page_count,
                     struct page_ref *ref)
{
    ref->data = page_table_resolve(state->data, read_varint(reader), page_count);
    if (ref->data == PAGE_REF_NONE)
        return false;
    state->data = ref->data + 1;
    uint64_t code = read_varint(reader);
    if (code == 0) {
        ref->known = PAGE_REF_ALL;
        return !reader->is_bad;
    }
    ref->known = page_table_resolve(state->known, code - 1, page_count);
    state->known = ref->known + 1;
    return !reader->is_bad && ref->known != PAGE_REF_NONE;
}

static bool read_space(struct byte_reader *reader, struct page_table_state *state, uint64_t page_count,
                       struct page_ref *refs, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        refs[i] = (struct page_ref){PAGE_REF_NONE, PAGE_REF_NONE};
    uint32_t at = 0;
    uint64_t runs = read_varint(reader);
    for (uint64_t run = 0; run < runs; run++) {
        uint64_t gap = read_varint(reader);
        uint64_t length = read_varint(reader);
        if (reader->is_bad || length == 0 || gap > count - at || length > count - at - gap)
            return false;
        at += (uint32_t)gap;
        for (uint32_t end = at + (uint32_t)length; at < end; at++)
            if (!read_ref(reader, state, page_count, &refs[at]))
                return false;
    }
    return !reader->is_bad;
}

enum tt_status page_table_read(struct byte_reader *reader, struct page_table_state *state,
                               const struct page_layout *layout, uint64_t page_count, struct page_ref *refs,
                               struct tt_error *err)
{
    for (unsigned space = 0; space < TT_SPACE_COUNT; space++) {
        uint32_t count = layout->first[space + 1] - layout->first[space];
        REFUSE_IF(!read_space(reader, state, page_count, refs + layout->first[space], count), err,
                  "the page references of its space %s are not valid", space_name((enum tt_space)space));
    }
    return TT_OK;
}
