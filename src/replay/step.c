/* SPDX-License-Identifier: Apache-2.0 */
/* One event of a capture in executed order. docs/semantics/replay.md, "Events". */
#include "replay/replay_internal.h"

/* Whether a word that left a space as it was makes it unknown. What a skipped unit makes alone comes from the recording
 * at the next checkpoint; until then nothing that runs reads it, but for Dst. */
static bool loses(const struct replay *replay, enum tt_space space, bool is_skipped)
{
    if (space == TT_SPACE_DST) /* a hand-over is trusted until the next checkpoint */
        return !replay->dst_is_handed_over;
    if (space == TT_SPACE_STATE) /* has makers by the word */
        return !is_skipped;
    return space_is_made(replay->running, space);
}

/* A word that should have changed what it now leaves as it was. */
static void lose_writes(struct replay *replay, enum tt_unit unit, bool is_skipped)
{
    uint32_t writes = unit_writes(unit);
    for (int i = 0; i < TT_SPACE_COUNT; i++)
        if ((writes & 1u << i) && loses(replay, (enum tt_space)i, is_skipped))
            unknown_mark_all(replay->unknown, (enum tt_space)i);
    uint32_t control =
        unit_bit(TT_UNIT_CONFIG) | unit_bit(TT_UNIT_SCALAR) | unit_bit(TT_UNIT_ADC) | unit_bit(TT_UNIT_PACK);
    if (!is_skipped && (unit_bit(unit) & control))
        unknown_set_control(replay->unknown, true);
}

static void exec_word(struct replay *replay, const struct ttcap_event *event, struct replay_summary *counts)
{
    enum tt_unit unit = isa_unit(replay->info->chip, event->value);
    if (unit != TT_UNIT_COUNT && !(replay->running & unit_bit(unit))) {
        counts->skipped++;
        counts->skipped_by_unit[unit]++;
        lose_writes(replay, unit, true);
        return;
    }
    unsigned thread = event->thread < 0 ? 0 : (unsigned)event->thread;
    switch (tile_exec(replay->tile, thread, event->value, event->seq)) {
    case TILE_DONE:
        counts->executed++;
        return;
    case TILE_WAITS: /* it took effect on the device, but cannot here */
    case TILE_UNSUPPORTED:
        counts->unsupported++;
        if (unit != TT_UNIT_COUNT)
            lose_writes(replay, unit, false);
        return;
    }
}

void replay_event(struct replay *replay, const struct ttcap_event *event, bool is_counted)
{
    struct replay_summary unseen = {0};
    struct replay_summary *counts = is_counted ? replay->summary : &unseen;
    struct tile *tile = replay->tile;
    unsigned thread = event->thread < 0 ? 0 : (unsigned)event->thread;
    counts->events++;
    replay->ear->seq = event->seq;
    switch (event->kind) {
    case TTCAP_EXEC:
        exec_word(replay, event, counts);
        break;
    case TTCAP_CFGW:
        tile_core_cfg(tile, event->seq, event->index, event->addr, event->value);
        break;
    case TTCAP_GPRW:
        tile_core_gpr(tile, event->seq, thread, event->addr, event->value);
        break;
    case TTCAP_MOPW:
        tile_core_mop_cfg(tile, event->seq, thread, event->addr, event->value);
        break;
    case TTCAP_SEMW:
        tile_core_semaphore(tile, event->seq, event->addr, event->value == 0);
        break;
    case TTCAP_L1W:
        tile_core_l1(tile, event->seq, event->addr, event->bytes, event->byte_count);
        break;
    case TTCAP_MMIO:
        tile_core_mmio(tile, event->seq, event->thread, event->addr, event->value);
        break;
    case TTCAP_PUSH: /* went into the expanders; what came out is recorded as exec */
    case TTCAP_SEMR: /* a read */
    case TTCAP_KIND_COUNT:
        break;
    }
    replay_set_probe(replay);
}

void replay_set_probe(struct replay *replay)
{
    const struct probe *ear = &replay->ear->probe;
    tile_set_probe(replay->tile, unknown_any(replay->unknown) ? unknown_probe(replay->unknown) : ear);
}
