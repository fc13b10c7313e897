/* SPDX-License-Identifier: Apache-2.0 */
/* The ranges of a reference behind a capture's checkpoints. */
#include "capture/expected.h"

#include "base/memory.h"
#include "capture/container/reader.h"

#include <assert.h>
#include <string.h>

enum tt_status ttcap_expect(struct ttcap *capture, const char *id, int64_t after, const struct ttcap_range *ranges,
                            size_t count, struct tt_error *err)
{
    uint32_t number = capture->info.checkpoint_count;
    while (number > 1 && capture->checkpoints[number - 1].after_event > after)
        number--;
    struct ttcap_checkpoint *checkpoints = mem_calloc(number + 1, sizeof *checkpoints);
    assert(count <= TTCAP_EXPECTED_MAX && !capture->expected.count);
    if (number == 0 || !checkpoints) {
        mem_free(checkpoints);
        return checkpoints ? tt_fail(err, TT_BAD_INPUT, "the capture has no snapshot to start from")
                           : tt_fail(err, TT_NO_MEMORY, "no memory for the checkpoints");
    }
    memcpy(checkpoints, capture->checkpoints, number * sizeof *checkpoints);
    checkpoints[number].id = id;
    const int64_t last = (int64_t)capture->info.event_count - 1;
    checkpoints[number].after_event = after < last ? after : last;
    if (checkpoints[number].after_event < checkpoints[number - 1].after_event)
        checkpoints[number].after_event = checkpoints[number - 1].after_event;
    mem_free(capture->checkpoints);
    capture->checkpoints = checkpoints;
    capture->info.checkpoint_count = number + 1;
    capture->expected.count = count;
    memcpy(capture->expected.ranges, ranges, count * sizeof *ranges);
    return TT_OK;
}

bool expected_has(const struct ttcap *capture, uint32_t checkpoint)
{
    return capture->expected.count && checkpoint + 1 == capture->info.checkpoint_count;
}

void expected_hide(const struct ttcap *capture, enum tt_space space, uint32_t lo, uint32_t count, uint8_t *bytes,
                   uint8_t *known)
{
    for (size_t i = 0; i < capture->expected.count; i++) {
        const struct ttcap_range *range = &capture->expected.ranges[i];
        const uint32_t from = range->lo > lo ? range->lo : lo;
        const uint32_t end = range->lo + range->count < lo + count ? range->lo + range->count : lo + count;
        for (uint32_t addr = from; range->space == space && addr < end; addr++) {
            known[addr - lo] &= (uint8_t)~range->known[addr - range->lo];
            bytes[addr - lo] &= known[addr - lo];
        }
    }
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
