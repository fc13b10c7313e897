/* SPDX-License-Identifier: Apache-2.0 */
#include "capture/places.h"

#include "capture/container/reader.h"
#include "capture/source_lines.h"
#include "capture/symbols.h"

enum tt_status capture_places_check(struct ttcap *capture, struct tt_error *err)
{
    struct ttcap_symbol symbol;
    struct ttcap_lines *lines OWNED(mem_free_at) = mem_alloc(sizeof *lines);
    NEED(lines, err, "%s: no memory for its lines", capture->path);
    if (capture->info.symbol_count > 0)
        TRY(ttcap_symbol_get(capture, 0, &symbol, err));
    return capture->info.line_count > 0 ? ttcap_lines_get(capture, 0, lines, err) : TT_OK;
}
