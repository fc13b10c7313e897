/* SPDX-License-Identifier: Apache-2.0 */
/* The host while the cores run: its stores take effect before the cores of their round, and are recorded behind a
 * mark of it, so that the recording does the same again. docs/semantics/firmware.md#outside */
#include "order/outside.h"

#include "order/firmware.h"

enum { HOST = TT_CORE_COUNT /* among the cores, for firmware_order.c: none of them */ };

static void firmware_outside_mark(struct firmware *firmware)
{
    struct firmware_outside *outside = &firmware->outside;
    if (outside->has_mark && outside->marked == firmware->step)
        return;
    outside->has_mark = true;
    outside->marked = firmware->step;
    for (int is_high = firmware->step >> 32 != 0; is_high >= 0; is_high--) {
        const struct ttcap_event event = outside_mark(firmware->step, is_high != 0);
        replay_report_event(firmware->program.replay, &event);
    }
}

void firmware_happens(struct firmware *firmware, const struct ttcap_event *event)
{
    struct replay *replay = firmware->program.replay;
    struct ttcap_event numbered = *event;
    firmware_outside_mark(firmware);
    replay_report_event(replay, event);
    firmware->moves++;
    if (event->kind == TTCAP_SEMR || event->kind == TTCAP_PUSH || event->kind == TTCAP_EXEC)
        return;
    const uint32_t l1_bytes = chip_get(replay->info->chip)->l1_bytes;
    if (event->kind == TTCAP_L1W && event->byte_count && event->addr < l1_bytes &&
        event->byte_count <= l1_bytes - event->addr)
        firmware_order_stored(firmware, (enum tt_core)HOST, event->addr, event->byte_count);
    numbered.seq = firmware->program.step++;
    replay_event(replay, &numbered, true);
    if (event->kind == TTCAP_MMIO && !cores_store(firmware->cores, event->addr, event->value))
        firmware_report_refused_host(firmware, event);
}

uint64_t firmware_outside_due(const struct firmware *firmware)
{
    const struct replay_outside *outside = firmware->outside.from;
    return outside && outside->due ? outside->due(outside->user, firmware->program.replay->tile, firmware->step)
                                   : UINT64_MAX;
}

void firmware_end_outside(struct firmware *firmware)
{
    firmware->outside.has_mark = false; /* one of this round may have events behind it */
    firmware_outside_mark(firmware);
}

void firmware_act_outside(struct firmware *firmware)
{
    const struct replay_outside *outside = firmware->outside.from;
    const struct tile *tile = firmware->program.replay->tile;
    struct ttcap_event event;
    firmware->outside.due = UINT64_MAX;
    if (!outside || !outside->due)
        return;
    while (!firmware->has_ended && outside->due(outside->user, tile, firmware->step) <= firmware->step &&
           outside->act(outside->user, tile, firmware->step, &event))
        firmware_happens(firmware, &event);
    if (firmware->has_ended)
        return;
    firmware->outside.due = firmware_outside_due(firmware);
    if (!outside->ends(outside->user, tile, firmware->step))
        return;
    firmware_end_outside(firmware);
    firmware->has_ended = true;
}
