/* SPDX-License-Identifier: Apache-2.0 */
/* Everything that can be asked of a capture, asked of these bytes. */
#pragma once

#include "capture/container/reader.h"
#include "capture/salvage/verify.h"
#include "capture/source_lines.h"
#include "capture/symbols.h"

static void read_events(struct ttcap *capture)
{
    struct ttcap_cursor *cursor;
    struct ttcap_event event;
    if (ttcap_events_open(&cursor, capture, 0, UINT64_MAX, NULL))
        return;
    uint32_t sum = 0;
    while (ttcap_events_next(cursor, &event, NULL) == TT_OK)
        for (uint32_t i = 0; i < event.byte_count; i++)
            sum += event.bytes[i];
    (void)sum;
    ttcap_events_close(cursor);
}

static void read_checkpoint(struct ttcap *capture, uint32_t checkpoint)
{
    for (unsigned space = 0; space < TT_SPACE_COUNT; space++) {
        uint32_t lo = 0, hi;
        while (ttcap_next_known(capture, checkpoint, (enum tt_space)space, &lo, &hi, NULL) == TT_OK) {
            uint8_t bytes[PAGE_BYTES], known[PAGE_BYTES];
            uint32_t n = hi - lo < PAGE_BYTES ? hi - lo : PAGE_BYTES;
            if (ttcap_read(capture, checkpoint, (enum tt_space)space, lo, n, bytes, known, NULL))
                break;
            lo += n;
        }
    }
}

static void ask(struct ttcap *capture)
{
    read_events(capture);
    for (uint32_t i = 0; i < ttcap_info(capture)->checkpoint_count && i < 16; i++)
        read_checkpoint(capture, i);
    struct ttcap_symbol symbol;
    for (uint32_t i = 0; i < 16 && ttcap_symbol_get(capture, i, &symbol, NULL) == TT_OK; i++)
        (void)ttcap_symbol_at(capture, symbol.core, symbol.addr + i, &symbol, NULL);
    struct ttcap_lines lines;
    for (uint32_t i = 0; i < 16 && ttcap_lines_get(capture, i, &lines, NULL) == TT_OK; i++)
        (void)ttcap_lines_at(capture, lines.core, lines.addr + i, &lines, NULL);
    ttcap_close(capture);
}

static void read_capture(const uint8_t *data, size_t size)
{
    struct ttcap *capture;
    struct tt_error err;
    struct source source;
    struct ttcap_verify_summary summary;
    source_from_bytes(&source, "input", data, size);
    (void)verify_source(&source, NULL, NULL, &summary, &err);
    if (ttcap_open_bytes(&capture, "input", data, size, &err) == TT_OK)
        ask(capture);
}
