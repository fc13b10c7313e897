/* SPDX-License-Identifier: Apache-2.0 */
/* One event of a capture in executed order. docs/semantics/replay.md, "Events". */
#include "order/engine.h"

#include <stddef.h>
#include <string.h>

/* Whether a word that left a space as it was makes it unknown. What a skipped unit makes alone comes from the recording
 * at the next checkpoint; until then nothing that runs reads it, but for Dst. */
static bool loses(const struct replay *replay, enum tt_space space, bool is_skipped)
{
    if (space == TT_SPACE_DST) /* a hand-over is trusted until the next checkpoint */
        return !replay->dst_is_handed_over;
    if (space == TT_SPACE_STATE) /* has makers by the word */
        return !is_skipped;
    if (space == TT_SPACE_L1 && (replay->running & (unit_bit(TT_UNIT_UNPACK0) | unit_bit(TT_UNIT_UNPACK1))))
        return true; /* the unpackers may read what was not written */
    return space_is_produced(replay->running, space);
}

/* A word that should have changed what it now leaves as it was. */
static void lose_writes(struct replay *replay, enum tt_unit unit, uint32_t writes, bool is_skipped)
{
    for (int i = 0; i < TT_SPACE_COUNT; i++) {
        enum tt_space space = (enum tt_space)i;
        if (!(writes & 1u << i))
            continue;
        if (replay->computed)
            computed_lose(replay->computed, space);
        if (loses(replay, space, is_skipped))
            unknown_mark_all(replay->unknown, space);
    }
    uint32_t control = unit_bit(TT_UNIT_CONFIG) | unit_bit(TT_UNIT_SCALAR) | unit_bit(TT_UNIT_ADC) |
                       unit_bit(TT_UNIT_PACK) | unit_bit(TT_UNIT_UNPACK0) | unit_bit(TT_UNIT_UNPACK1);
    if (!is_skipped && (unit_bit(unit) & control))
        unknown_set_control(replay->unknown, true);
}

static void put_zeros(struct replay *replay, size_t at, size_t count)
{
    static const uint8_t zeros[sizeof(struct small_state)] = {0};
    tile_store(replay->tile, TT_SPACE_STATE, (uint32_t)at, (uint32_t)count, zeros, NULL);
}

/* What a skipped matrix word does to the unpackers' banks: CLEARDVALID's reset turns all pointers back (matrix.md
 * M18). */
static void skip_matrix_word(struct replay *replay, uint32_t word)
{
    const struct isa_insn *insn = isa_find(replay->info->chip, word);
    if (strcmp(insn->mnemonic, "CLEARDVALID") != 0 || !(word & 1))
        return;
    put_zeros(replay, offsetof(struct small_state, src_bank), sizeof(((struct small_state *)0)->src_bank));
    put_zeros(replay, offsetof(struct small_state, src_valid), sizeof(((struct small_state *)0)->src_valid));
    put_zeros(replay, offsetof(struct small_state, src_format), sizeof(((struct small_state *)0)->src_format));
}

/* Without the matrix unit nobody hands banks back. A recorded word took effect, so the bank it asks for was the
 * unpackers'. */
static void free_banks(struct replay *replay)
{
    enum { AT = offsetof(struct small_state, src_valid), BYTES = sizeof(((struct small_state *)0)->src_valid) };
    static const uint8_t zeros[BYTES] = {0};
    uint8_t valid[BYTES];
    tile_load(replay->tile, TT_SPACE_STATE, AT, BYTES, valid);
    if (memcmp(valid, zeros, BYTES) != 0)
        put_zeros(replay, AT, BYTES);
}

static void skip_word(struct replay *replay, enum tt_unit unit, uint32_t word)
{
    lose_writes(replay, unit, word_writes(replay->info->chip, word), true);
    if (unit == TT_UNIT_MATRIX)
        skip_matrix_word(replay, word);
}

/* STALLWAIT asks for banks that units which do not run hand over, and it took effect when it was recorded. */
static bool waits_for_skipped(const struct replay *replay, enum tt_unit unit, uint32_t word)
{
    const uint32_t makers = unit_bit(TT_UNIT_UNPACK0) | unit_bit(TT_UNIT_UNPACK1) | unit_bit(TT_UNIT_MATRIX);
    enum { OP_STALLWAIT = 0xA2 };
    return unit == TT_UNIT_SYNC && word >> 24 == OP_STALLWAIT && (replay->running & makers) != makers;
}

/* The observer may look, and try. */
static void tell_before(struct replay *replay, unsigned thread, uint32_t word, uint64_t seq)
{
    if (!replay->observer || !replay->observer->before)
        return;
    tile_set_probe(replay->tile, NULL);
    replay->observer->before(replay->observer->user, replay->tile, thread, word, seq);
    replay_set_probe(replay);
}

/* What a word wrote that stands outside a tile. Configuration that nobody knows controls all that follows. */
static void lose_unknown_write(struct replay *replay)
{
    const struct tile_range lost = tile_unknown_write(replay->tile);
    if (lost.lo == lost.hi)
        return;
    unknown_mark(replay->unknown, lost.space, lost.lo, lost.hi - lost.lo);
    if (lost.space == TT_SPACE_CFG)
        unknown_set_control(replay->unknown, true);
}

/* Where not all units run: whether the word is passed over; else what skipped units would have done for it. */
static bool pass_over(struct replay *replay, uint32_t word, struct replay_summary *counts)
{
    const enum tt_unit unit = isa_unit(replay->info->chip, word);
    if (unit != TT_UNIT_COUNT && !(replay->running & unit_bit(unit))) {
        counts->skipped++;
        counts->skipped_by_unit[unit]++;
        skip_word(replay, unit, word);
        return true;
    }
    if (!(replay->running & unit_bit(TT_UNIT_MATRIX)) &&
        (unit == TT_UNIT_UNPACK0 || unit == TT_UNIT_UNPACK1 || unit == TT_UNIT_ADC))
        free_banks(replay);
    return false;
}

static void exec_word(struct replay *replay, const struct ttcap_event *event, struct replay_summary *counts)
{
    const unsigned thread = event->thread < 0 ? 0 : (unsigned)event->thread;
    if (!replay->runs_all && pass_over(replay, event->value, counts))
        return;
    tell_before(replay, thread, event->value, event->seq);
    const enum tile_step step = tile_exec(replay->tile, thread, event->value, event->seq);
    if (step == TILE_DONE) {
        counts->executed++;
        lose_unknown_write(replay);
        return;
    }
    const enum tt_unit unit = isa_unit(replay->info->chip, event->value);
    /* A word that waits took effect on the device, but cannot here. */
    if (step == TILE_WAITS && waits_for_skipped(replay, unit, event->value)) {
        counts->executed++;
        return;
    }
    counts->unsupported++;
    if (unit != TT_UNIT_COUNT)
        lose_writes(replay, unit, unit_writes(unit), false);
}

bool replay_program_word(struct replay *replay, unsigned thread, uint32_t word, uint64_t seq)
{
    replay->listener->seq = seq;
    tell_before(replay, thread, word, seq);
    switch (tile_exec(replay->tile, thread, word, seq)) {
    case TILE_WAITS:
        return false;
    case TILE_DONE:
        replay->summary->executed++;
        lose_unknown_write(replay);
        break;
    case TILE_UNSUPPORTED:
        replay->summary->unsupported++;
        if (isa_unit(replay->info->chip, word) != TT_UNIT_COUNT) {
            const enum tt_unit unit = isa_unit(replay->info->chip, word);
            lose_writes(replay, unit, unit_writes(unit), false);
        }
        break;
    }
    replay_sets_hold(replay);
    replay_update_probe(replay);
    return true;
}

void replay_event(struct replay *replay, const struct ttcap_event *event, bool is_counted)
{
    struct replay_summary *counts = is_counted ? replay->summary : &replay->unseen;
    struct tile *tile = replay->tile;
    unsigned thread = event->thread < 0 ? 0 : (unsigned)event->thread;
    counts->events++;
    replay->listener->seq = event->seq;
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
    replay_sets_hold(replay);
    replay_update_probe(replay);
}

void replay_set_probe(struct replay *replay)
{
    const struct probe *probe = &replay->listener->probe;
    replay->had_unknown = unknown_any(replay->unknown);
    if (replay->had_unknown || (probe->wants & PROBE_ACCESS)) { /* undefined behaviour is followed where it is stored */
        unknown_refresh(replay->unknown);
        probe = unknown_probe(replay->unknown);
    }
    tile_set_probe(replay->tile, replay->computed ? computed_probe(replay->computed, probe) : probe);
}
