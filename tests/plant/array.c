/* SPDX-License-Identifier: Apache-2.0 */
#include "plant/array.h"

#include "ask/reduce/copy.h"
#include "isa/spaces.h"
#include "order/options_text.h"
#include "plant/trail.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The longest stretch of L1 that packers wrote. */
enum tt_status array_find(struct ttcap *capture, uint32_t *lo, uint32_t *count, struct tt_error *err)
{
    const uint32_t size = space_bytes(ttcap_info(capture)->chip, TT_SPACE_L1);
    uint8_t *is_packed = calloc(size + 1, 1);
    struct trail trail = {0};
    struct replay_options options;
    if (!is_packed)
        abort();
    replay_options_init(&options, ttcap_info(capture));
    options.order = order_usual(ttcap_info(capture), true);
    const enum tt_status status = trail_follow(&trail, capture, &options, err);
    for (size_t i = 0; i < trail.write_count; i++)
        if (trail.writes[i].space == TT_SPACE_L1 && trail.writes[i].unit == TT_UNIT_PACK)
            memset(is_packed + trail.writes[i].lo, 1, trail.writes[i].hi - trail.writes[i].lo);
    *count = 0;
    for (uint32_t from = 0, to; from < size; from = to + 1) {
        for (to = from; is_packed[to];)
            to++;
        if (to - from > *count) {
            *lo = from;
            *count = to - from;
        }
    }
    trail_clear(&trail);
    free(is_packed);
    return status;
}

/* What a recording held there at its end, as a file. *is_whole false: it does not know all of it. */
enum tt_status array_write(struct ttcap *held, uint32_t lo, uint32_t count, const char *path, bool *is_whole,
                           struct tt_error *err)
{
    uint8_t *bytes = calloc(2, count);
    if (!bytes)
        abort();
    const uint32_t last = ttcap_info(held)->checkpoint_count - 1;
    enum tt_status status = ttcap_read(held, last, TT_SPACE_L1, lo, count, bytes, bytes + count, err);
    *is_whole = true;
    for (uint32_t i = 0; i < count; i++)
        *is_whole &= bytes[count + i] == 0xFF;
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes, 1, count, file) != count || fclose(file) != 0)
        abort();
    free(bytes);
    return status;
}

bool array_keeps_none(void *user, uint32_t checkpoint)
{
    (void)user, (void)checkpoint;
    return false;
}

enum tt_status array_strip(struct ttcap *from, const char *path, struct tt_error *err)
{
    const struct copy_edit edit = {.keeps_checkpoint = array_keeps_none};
    return capture_copy(from, path, true, &edit, err);
}
