/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of a capture after unpacking, without Zstandard before them. The first byte says which, the second how many
 * items there are, for events with program counters the third how many of these. */
#include "capture/columns/columns_take.h"
#include "capture/container/manifest.h"
#include "capture/container/reader.h"
#include "capture/lines/line_set.h"
#include "capture/lines/symbol_text.h"
#include "fuzz/harness.h"

#include "base/memory.h"

static void try_events(const uint8_t *data, size_t size, uint32_t count, uint32_t pc_count)
{
    struct column_view view;
    struct ttcap_event event;
    struct tt_error err;
    if (view_open(&view, data, size, count, NULL, pc_count, &err))
        return;
    while (view.at < view.count)
        view_take(&view, &event);
    view_close(&view);
}

static void try_pages(const uint8_t *data, size_t size, uint32_t count)
{
    struct page_entry entries[PAGES_PER_CHUNK];
    struct tt_error err;
    uint8_t page[PAGE_BYTES];
    if (pages_open(entries, count, data, size, &err))
        return;
    for (uint32_t i = 0; i < count; i++)
        pages_get(&entries[i], data, page);
}

static void try_tables(const uint8_t *data, size_t size, uint32_t count)
{
    struct page_layout layout;
    struct tt_error err;
    page_layout_init(&layout, TT_WORMHOLE_B0);
    struct page_ref *refs = mem_calloc(page_layout_size(&layout), sizeof *refs);
    struct page_table_state state = {0};
    struct byte_reader reader = byte_reader(data, size);
    for (uint32_t i = 0; i < count && refs; i++)
        if (page_table_read(&reader, &state, &layout, 1000, refs, &err))
            break;
    mem_free(refs);
}

/* What is taken can be asked for, and packed again. */
static void try_lines(const uint8_t *data, size_t size, uint32_t count)
{
    struct line_set set = {0};
    struct byte_buffer out = {0};
    struct ttcap_lines lines;
    struct tt_error err;
    char text[TTCAP_LINES_TEXT_MAX];
    const bool is_sound = line_set_unpack(&set, data, size, count, &err) == TT_OK;
    for (size_t i = 0, k; is_sound && i < set.range_count; i++) {
        line_set_get(&set, i, &lines);
        (void)ttcap_lines_text(lines.frames, lines.frame_count, text);
        if (!line_set_find(&set, lines.core, lines.addr, &k) || k != i)
            __builtin_trap();
    }
    if (is_sound && line_set_pack(&set, &out) && lines_check(out.data, out.size, count, &err))
        __builtin_trap();
    buffer_clear(&out);
    line_set_clear(&set);
}

static void try_manifest(const uint8_t *data, size_t size)
{
    struct manifest manifest;
    struct tt_error err;
    if (manifest_read(&manifest, data, size, &err) == TT_OK)
        manifest_clear(&manifest);
}

static void try_head(const uint8_t *data, size_t size)
{
    struct chunk chunk;
    struct byte_reader snapshots;
    (void)chunk_text_read(&chunk, &snapshots, data, size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    uint32_t count = data[1];
    switch (data[0] % 8) {
    case 0:
        try_events(data + 2, size - 2, count, 0);
        break;
    case 5:
        if (size > 2)
            try_events(data + 3, size - 3, count, data[2]);
        break;
    case 6:
        (void)symbols_check(data + 2, size - 2, count, NULL);
        break;
    case 7:
        try_lines(data + 2, size - 2, count);
        break;
    case 1:
        try_pages(data + 2, size - 2, count);
        break;
    case 2:
        try_tables(data + 2, size - 2, count);
        break;
    case 3:
        try_manifest(data + 2, size - 2);
        break;
    case 4:
        try_head(data + 2, size - 2);
        break;
    }
    return 0;
}
