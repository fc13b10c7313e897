/* SPDX-License-Identifier: Apache-2.0 */
/* One event of a capture in executed order. docs/semantics/replay.md, "Events". */
#include "observe/hazard.h"
#include "order/engine.h"
#include "order/outside.h"
#include "tile/tile.h"

#include "insn_ids.h"
#include "lreg_findings.h"
#include "name_texts.h"
#include "sync_insns.h"
#include "word_findings.h"

/* Whether a word that left a space as it was makes it unknown. Results of a skipped unit alone come from the recording
 * at the next checkpoint; until then nothing that runs reads them, but for Dst. */
static bool loses(const struct replay *replay, enum tt_space space)
{
    if (space == TT_SPACE_DST || space == TT_SPACE_DST_VALID) /* a hand-over is trusted until the next checkpoint */
        return !replay->dst_is_handed_over;
    if (space == TT_SPACE_L1 && (replay->running & (unit_bit(TT_UNIT_UNPACK0) | unit_bit(TT_UNIT_UNPACK1))))
        return true; /* the unpackers may read what was not written */
    return units_produce(replay->running, space);
}

static void lose_space(struct replay *replay, enum tt_space space)
{
    if (replay->computed)
        computed_lose(replay->computed, space);
    if (!loses(replay, space))
        return;
    if (space == TT_SPACE_DST || space == TT_SPACE_DST_VALID)
        unknown_mark_missing(replay->unknown, space);
    else
        unknown_mark_all(replay->unknown, space);
}

/* Calls with each run of words of the state that are of a group. */
static void step_each_run(struct replay *replay, unsigned group,
                          void (*run)(struct replay *, uint32_t lo, uint32_t count))
{
    unsigned count;
    const struct isa_state_run *runs = what_runs(group, &count);
    for (unsigned i = 0; i < count; i++)
        run(replay, runs[i].first * UINT32_C(4), (runs[i].end - runs[i].first) * UINT32_C(4));
}

static void lose_state(struct replay *replay, uint32_t lo, uint32_t count)
{
    unknown_mark(replay->unknown, TT_SPACE_STATE, lo, count);
}

/* A word that should have changed what it now leaves as it was. Groups of the state have producers of their own: what a
 * skipped word writes of them comes from the recording. */
static void lose_writes(struct replay *replay, const struct isa_insn *insn, uint32_t word, bool is_skipped)
{
    for (unsigned i = 0; i < insn->write_count; i++) {
        const struct isa_effect *effect = &insn->writes[i];
        if (!effect_holds(effect, word))
            continue;
        if (effect->what < TT_SPACE_STATE)
            lose_space(replay, effect->what);
        else if (effect->what < WHAT_OUTSIDE && !is_skipped)
            step_each_run(replay, effect->what, lose_state);
    }
    const uint32_t control = unit_bit(TT_UNIT_CONFIG) | unit_bit(TT_UNIT_SCALAR) | unit_bit(TT_UNIT_ADC) |
                             unit_bit(TT_UNIT_PACK) | unit_bit(TT_UNIT_UNPACK0) | unit_bit(TT_UNIT_UNPACK1);
    if (!is_skipped && (unit_bit(isa_unit_of(insn, word)) & control))
        unknown_lose_control(replay->unknown, true);
}

static void step_put_zeros(struct replay *replay, uint32_t at, uint32_t count)
{
    static const uint8_t zeros[sizeof(struct small_state)] = {0};
    tile_store(replay->tile, TT_SPACE_STATE, at, count, zeros, NULL);
}

/* Clears what other units depend on, also when the unit of the word does not run: a reset of the matrix unit clears the
 * banks of the unpackers, too (M18). */
static void clear_skipped(struct replay *replay, const struct isa_insn *insn, uint32_t word)
{
    for (unsigned i = 0; i < insn->write_count; i++)
        if (insn->writes[i].extent == EXTENT_CLEAR && effect_holds(&insn->writes[i], word))
            step_each_run(replay, insn->writes[i].what, step_put_zeros);
}

/* Without the matrix unit no bank is handed back. A recorded word took effect, so the bank it asks for was the
 * unpackers'. */
static void free_banks(struct replay *replay)
{
    enum { AT = offsetof(struct small_state, src_valid), BYTES = sizeof(((struct small_state *)0)->src_valid) };
    static const uint8_t zeros[BYTES] = {0};
    uint8_t valid[BYTES];
    tile_load(replay->tile, TT_SPACE_STATE, AT, BYTES, valid);
    if (memcmp(valid, zeros, BYTES) != 0)
        step_put_zeros(replay, AT, BYTES);
}

/* A gate for banks that units which do not run hand over: it opened when the word was recorded. */
static bool waits_for_skipped(const struct replay *replay, const struct isa_insn *insn, uint32_t word)
{
    const uint32_t makers = unit_bit(TT_UNIT_UNPACK0) | unit_bit(TT_UNIT_UNPACK1) | unit_bit(TT_UNIT_MATRIX);
    return (replay->running & makers) != makers && word_reads_as(insn, word, WHAT_SRC_VALID_A, EXTENT_GATE);
}

/* Lets the observer look at the tile and change it. */
static void report_before(struct replay *replay, unsigned thread, uint32_t word, uint64_t seq)
{
    if (!replay->heard.before)
        return;
    tile_set_probe(replay->tile, NULL);
    REPLAY_REPORT(replay, before, replay->tile, thread, word, seq);
    replay_set_probe(replay);
}

/* A word that wrote bytes which come from outside of the tile: they are unknown. */
static void lose_unknown_write(struct replay *replay)
{
    const struct tile_range *lost = replay->lost;
    if (lost->lo != lost->hi)
        unknown_mark(replay->unknown, lost->space, lost->lo, lost->hi - lost->lo);
}

/* Where not all units run: whether the word is skipped; else what skipped units would have done for it. */
static bool pass_over(struct replay *replay, const struct isa_insn *insn, uint32_t word, struct replay_summary *counts)
{
    const enum tt_unit unit = isa_unit_of(insn, word);
    if (unit != TT_UNIT_COUNT && !(replay->running & unit_bit(unit))) {
        counts->skipped++;
        counts->skipped_by_unit[unit]++;
        lose_writes(replay, insn, word, true);
        clear_skipped(replay, insn, word);
        return true;
    }
    if (!(replay->running & unit_bit(TT_UNIT_MATRIX)) && (unit_is_unpacker(unit) || unit == TT_UNIT_ADC))
        free_banks(replay);
    return false;
}

/* A word that took effect when it was recorded and has to wait here never runs: by name, since nothing else says it. */
static void report_waits(const struct replay *replay, unsigned thread, const struct isa_insn *insn, enum tt_unit unit)
{
    char detail[128];
    const struct probe *probe = &replay->listener->probe;
    const struct probe_finding finding = {FINDING_WORD_WOULD_WAIT, unit, 0, detail, NULL};
    (void)snprintf(detail, sizeof detail, "%s of thread %u took effect when it was recorded and has to wait here",
                   insn->mnemonic, thread);
    if (probe->wants & PROBE_FINDING)
        probe->finding(probe->user, &finding);
}

/* ---- vector registers that a word reads a cycle too soon, as hazard_lreg.c finds them in program order ---- */

/* Of the words whose result comes late the register stands behind the lowest field, which is the form. */
static uint32_t late_register(enum tt_chip chip, uint32_t word)
{
    const struct isa_insn *insn = isa_find(chip, word);
    return insn && insn->field_count > 1 ? isa_field_value(&insn->fields[1], word) : 0;
}

static void step_ask(struct replay *replay, bool is_asked)
{
    replay->late.is_asked = is_asked;
    replay->late.read = 0;
    replay_listener_ask_lregs(replay->listener, is_asked ? &replay->late.read : NULL);
    replay_set_probe(replay);
}

static void late_before(struct replay *replay, unsigned thread, const struct isa_insn *insn, uint32_t word)
{
    const enum tt_chip chip = replay->info->chip;
    const uint32_t last = replay->late.last[thread].word;
    if (replay->late.last[thread].is_there && (replay->listener->probe.wants & PROBE_FINDING) &&
        !(hazard_lreg_held(chip, insn, word) >> late_register(chip, last) & 1))
        step_ask(replay, true);
}

static void late_report(const struct replay *replay, unsigned thread, uint32_t word, uint32_t last)
{
    const enum tt_chip chip = replay->info->chip;
    const struct probe *probe = &replay->listener->probe;
    char reader[ISA_TEXT_MAX], writer[ISA_TEXT_MAX], detail[2 * ISA_TEXT_MAX + 128];
    (void)snprintf(
        detail, sizeof detail,
        "thread %u's %s reads LReg %u, which thread %u's %s may not have written yet: there is no " INSN_TEXT_SFPNOP
        " or another word in between",
        thread, isa_disassemble(chip, word, reader), (unsigned)late_register(chip, last), thread,
        isa_disassemble(chip, last, writer));
    probe->finding(probe->user, &(struct probe_finding){FINDING_LREG_READ_TOO_SOON, TT_UNIT_VECTOR, 0, detail, NULL});
}

static void late_after(struct replay *replay, unsigned thread, const struct isa_insn *insn, uint32_t word)
{
    const enum tt_chip chip = replay->info->chip;
    const struct vector_state *unit = &tile_state(replay->tile)->vector;
    const uint32_t last = replay->late.last[thread].word;
    /* words that a macro has put off run in the cycles of other words */
    const bool has_macro = unit->macro.count || unit->macro.landing_count;
    if (replay->late.is_asked) {
        const bool is_read = replay->late.read >> late_register(chip, last) & 1;
        step_ask(replay, false);
        if (is_read && !has_macro)
            late_report(replay, thread, word, last);
    }
    replay->late.last[thread].is_there = hazard_lreg_is_late(chip, insn, word) && !has_macro;
    replay->late.last[thread].word = word;
}

static void exec_word(struct replay *replay, const struct ttcap_event *event, struct replay_summary *counts)
{
    const unsigned thread = event->thread < 0 ? 0 : (unsigned)event->thread;
    const struct isa_insn *insn = isa_find(replay->info->chip, event->value);
    if (!replay->runs_all && pass_over(replay, insn, event->value, counts))
        return;
    report_before(replay, thread, event->value, event->seq);
    const bool is_vector = isa_unit_of(insn, event->value) == TT_UNIT_VECTOR;
    if (is_vector)
        late_before(replay, thread, insn, event->value);
    const enum tile_step step = tile_run(replay->tile, thread, insn, event->value, event->seq);
    if (is_vector)
        late_after(replay, thread, insn, event->value);
    else
        replay->late.last[thread].is_there = false;
    if (step == TILE_DONE) {
        counts->executed++;
        lose_unknown_write(replay);
        return;
    }
    /* A word that waits took effect on the device, but cannot here. */
    if (step == TILE_WAITS && waits_for_skipped(replay, insn, event->value)) {
        counts->executed++;
        return;
    }
    counts->unsupported++;
    if (step == TILE_WAITS)
        report_waits(replay, thread, insn, isa_unit_of(insn, event->value));
    if (insn)
        lose_writes(replay, insn, event->value, false);
}

bool replay_program_word(struct replay *replay, unsigned thread, const struct isa_insn *insn, uint32_t word,
                         uint64_t seq)
{
    replay_at_work(replay, (int)thread, seq, true, word);
    if (insn && insn->id == INSN_SEMINIT)
        replay_listener_forget_lost(replay->listener, isa_decode_seminit(replay->info->chip, word).sem_sel);
    report_before(replay, thread, word, seq);
    switch (tile_run(replay->tile, thread, insn, word, seq)) {
    case TILE_WAITS:
        return false;
    case TILE_DONE:
        replay->summary->executed++;
        lose_unknown_write(replay);
        break;
    case TILE_UNSUPPORTED:
        replay->summary->unsupported++;
        if (insn)
            lose_writes(replay, insn, word, false);
        break;
    }
    replay_sets_hold(replay);
    replay_update_probe(replay);
    return true;
}

/* Words of configuration and semaphores belong to no thread. */
void replay_apply_store(struct tile *tile, const struct ttcap_event *event, const struct mmio_target *at)
{
    const unsigned thread = event->thread < 0 ? 0 : (unsigned)event->thread;
    struct mmio_target own;
    if (event->kind == TTCAP_CFGW) {
        own = mmio_word(PLACE_CFG, event->index, event->addr);
        tile_core_store(tile, event->seq, -1, &own, event->value);
    } else if (event->kind == TTCAP_SEMW) {
        own = mmio_word(PLACE_SEMAPHORE, 0, event->addr);
        tile_core_store(tile, event->seq, -1, &own, event->value != 0);
    } else if (event->kind == TTCAP_MMIO) {
        if (!at)
            own = mmio_decode_any(tile_chip(tile), event->thread, event->addr);
        tile_core_store(tile, event->seq, event->thread, at ? at : &own, event->value);
    } else if (event->kind == TTCAP_GPRW) {
        tile_core_gpr(tile, event->seq, thread, event->addr, event->value);
    } else {
        own = mmio_word(PLACE_MOP_CFG, thread, event->addr);
        tile_core_store(tile, event->seq, (int)thread, &own, event->value);
    }
}

static void __attribute__((noinline))
store_of_core(struct replay *replay, const struct ttcap_event *event, const struct mmio_target *at)
{
    struct tile *tile = replay->tile;
    switch (event->kind) {
    case TTCAP_L1W:
        tile_core_l1(tile, event->seq, event->addr, event->bytes, event->byte_count);
        break;
    case TTCAP_MMIO:
    case TTCAP_CFGW:
    case TTCAP_GPRW:
    case TTCAP_MOPW:
    case TTCAP_SEMW:
        if (event->kind == TTCAP_MMIO && outside_is_mark(event))
            tile_host_mark(tile, event->seq);
        else
            replay_apply_store(tile, event, at);
        lose_unknown_write(replay);
        break;
    case TTCAP_EXEC:
    case TTCAP_PUSH: /* went into the expanders; what came out is recorded as exec */
    case TTCAP_SEMR: /* a read */
    case TTCAP_KIND_COUNT:
        break;
    }
}

void replay_event_at(struct replay *replay, const struct ttcap_event *event, const struct mmio_target *at,
                     bool is_counted)
{
    struct replay_summary *counts = is_counted ? replay->summary : &replay->unseen;
    const bool is_word = event->kind == TTCAP_EXEC;
    counts->events++;
    replay_at_work(replay, event->thread, event->seq, is_word, event->value);
    if (is_word)
        exec_word(replay, event, counts);
    else
        store_of_core(replay, event, at);
    replay_sets_hold(replay);
    replay_update_probe(replay);
}

void replay_set_probe(struct replay *replay)
{
    const struct probe *probe = &replay->listener->probe;
    replay->asked_for = unknown_asks(replay->unknown);
    if (replay->asked_for || replay->follows_undefined) {
        unknown_refresh(replay->unknown);
        probe = unknown_probe(replay->unknown);
    }
    tile_set_probe(replay->tile, probe);
}
