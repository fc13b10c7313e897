/* SPDX-License-Identifier: Apache-2.0 */
/* The ranges of a reference in place of a capture's checkpoints. */
#include "capture/expected.h"

#include "base/memory.h"
#include "capture/reader.h"

#include <assert.h>
#include <string.h>

enum { EXPECTED = 1 /* the checkpoint's number */ };

enum tt_status ttcap_expect(struct ttcap *capture, const char *id, const struct ttcap_range *ranges, size_t count,
                            struct tt_error *err)
{
    struct ttcap_checkpoint *checkpoints = mem_calloc(EXPECTED + 1, sizeof *checkpoints);
    assert(count <= TTCAP_EXPECTED_MAX);
    if (capture->info.checkpoint_count == 0 || !checkpoints) {
        mem_free(checkpoints);
        return checkpoints ? tt_fail(err, TT_BAD_INPUT, "the capture has no snapshot to start from")
                           : tt_fail(err, TT_NO_MEMORY, "no memory for the checkpoints");
    }
    checkpoints[0] = capture->checkpoints[0];
    checkpoints[EXPECTED].id = id;
    checkpoints[EXPECTED].after_event = (int64_t)capture->info.event_count - 1;
    if (checkpoints[EXPECTED].after_event < checkpoints[0].after_event)
        checkpoints[EXPECTED].after_event = checkpoints[0].after_event;
    mem_free(capture->checkpoints);
    capture->checkpoints = checkpoints;
    capture->info.checkpoint_count = EXPECTED + 1;
    capture->expected.count = count;
    memcpy(capture->expected.ranges, ranges, count * sizeof *ranges);
    return TT_OK;
}

bool expected_has(const struct ttcap *capture, uint32_t checkpoint)
{
    return capture->expected.count && checkpoint == EXPECTED;
}

void expected_read(const struct ttcap *capture, enum tt_space space, uint32_t lo, uint32_t count, uint8_t *bytes,
                   uint8_t *known)
{
    memset(bytes, 0, count);
    memset(known, 0, count);
    for (size_t i = 0; i < capture->expected.count; i++) {
        const struct ttcap_range *range = &capture->expected.ranges[i];
        const uint32_t from = range->lo > lo ? range->lo : lo;
        const uint32_t end = range->lo + range->count < lo + count ? range->lo + range->count : lo + count;
        for (uint32_t addr = from; range->space == space && addr < end; addr++) {
            known[addr - lo] = range->known[addr - range->lo];
            bytes[addr - lo] = range->bytes[addr - range->lo] & range->known[addr - range->lo];
        }
    }
}

enum tt_status expected_next_known(const struct ttcap *capture, enum tt_space space, uint32_t *lo, uint32_t *hi)
{
    for (size_t i = 0; i < capture->expected.count; i++) {
        const struct ttcap_range *range = &capture->expected.ranges[i];
        if (range->space != space || range->lo + range->count <= *lo)
            continue;
        *lo = *lo > range->lo ? *lo : range->lo;
        *hi = range->lo + range->count;
        return TT_OK;
    }
    return TT_END;
}
