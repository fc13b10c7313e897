/* SPDX-License-Identifier: Apache-2.0 */
#include "capture/places.h"

#include "base/memory.h"
#include "capture/container/reader.h"
#include "capture/source_lines.h"
#include "capture/symbols.h"

enum tt_status capture_places_check(struct ttcap *capture, struct tt_error *err)
{
    struct ttcap_symbol symbol;
    struct ttcap_lines *lines = mem_alloc(sizeof *lines);
    enum tt_status status = lines ? TT_OK : tt_fail(err, TT_NO_MEMORY, "%s: no memory for its lines", capture->path);
    if (!status && capture->info.symbol_count > 0)
        status = ttcap_symbol_get(capture, 0, &symbol, err);
    if (!status && capture->info.line_count > 0)
        status = ttcap_lines_get(capture, 0, lines, err);
    mem_free(lines);
    return status;
}
