/* SPDX-License-Identifier: Apache-2.0 */
/* Banks of SrcA and SrcB: once a word that waits for a bank has it, whoever gave the bank has done everything up to
 * there. A word of the matrix unit that waits for none must know it otherwise, by STALLWAIT.
 * docs/semantics/program-order.md#hazards */
#include "observe/hazard.h"

#include "isa/effects.h"
#include "tile/sync/sync.h"
#include "tile/tile.h"

#include "insn_ids.h"
#include "matrix_insns.h"
#include "name_texts.h"
#include "src_findings.h"
#include "unpack_insns.h"

enum { POINTER_UNPACKER, POINTER_MATRIX };
enum { TO_MATRIX, TO_UNPACKER };
enum { ASKED_CYCLES = 20 }; /* four times what any word of the matrix unit takes: further behind nobody asks */
enum { RIGHT_BEHIND = 4 };  /* cycles: an UNPACR holds its thread for two, and one of 16 rows takes 16 at least */

static const unsigned bank_owners[HAZARD_SIDES] = {WHAT_SRC_VALID_A, WHAT_SRC_VALID_B};

/* As they stand in struct small_state. */
static struct hazard_banks_state banks_now(const struct hazards *hazards)
{
    const struct small_state *small = &tile_state(hazards->source.tile)->small;
    struct hazard_banks_state state;
    static_assert(offsetof(struct small_state, src_bank.math_a) - offsetof(struct small_state, src_bank.unp_a) ==
                          offsetof(struct hazard_banks_state, matrix) &&
                      offsetof(struct small_state, src_valid.a) - offsetof(struct small_state, src_bank.unp_a) ==
                          offsetof(struct hazard_banks_state, valid) &&
                      sizeof state == sizeof small->src_bank + sizeof small->src_valid,
                  "the banks stand in the same order there");
    memcpy(&state, &small->src_bank, sizeof small->src_bank);
    memcpy(state.valid, &small->src_valid, sizeof small->src_valid);
    return state;
}

static bool is_valid(const struct hazard_banks_state *state, unsigned side, unsigned bank)
{
    return state->valid[side][bank] != 0;
}

static uint32_t math_bank(const struct hazard_banks_state *state, unsigned side)
{
    return state->matrix[side] & 1;
}

static uint32_t unp_bank(const struct hazard_banks_state *state, unsigned side)
{
    return state->unpacker[side] & 1;
}

void hazard_know_banks(struct hazards *hazards)
{
    hazards->banks_before = banks_now(hazards);
}

static enum tt_unit unpacker_of(unsigned side)
{
    return side ? TT_UNIT_UNPACK1 : TT_UNIT_UNPACK0;
}

static void set_handed(const struct hazards *hazards, unsigned thread, uint32_t word, struct hazard_handed *handed)
{
    handed->word = word;
    handed->step = hazards->source.listener->seq;
    handed->cycle = hazards->cycle[thread];
    handed->cycles = hazards->insn->cycles;
    handed->time = hazards->time;
    handed->unit = hazards->unit == TT_UNIT_ADC ? HAZARD_AT_ISSUE : hazards->unit;
    handed->thread = thread;
    handed->has_data = hazards->insn->id == INSN_UNPACR;
    const struct hazard_use *each = hazards->unpacked[thread];
    const unsigned side = each[1].time > each[0].time;
    const bool is_behind = each[side].time && each[side].cycle + RIGHT_BEHIND >= handed->cycle;
    handed->time_before = is_behind ? each[side].time : 0;
    handed->unit_before = unpacker_of(side);
}

/* Which banks changed hands, and which pointers turned. */
static void note_banks(struct hazards *hazards, unsigned thread, uint32_t word, const struct hazard_banks_state *now)
{
    const struct hazard_banks_state *before = &hazards->banks_before;
    for (unsigned side = 0; side < HAZARD_SIDES; side++) {
        struct hazard_banks *banks = &hazards->banks[side];
        for (unsigned bank = 0; bank < SRC_BANKS; bank++) {
            const bool was_valid = is_valid(before, side, bank);
            if (is_valid(now, side, bank) == was_valid)
                continue;
            set_handed(hazards, thread, word, was_valid ? &banks->returned[bank] : &banks->handed[bank]);
            banks->known[was_valid ? TO_UNPACKER : TO_MATRIX][bank] = hazards->agents[thread];
        }
        if (math_bank(now, side) != math_bank(before, side))
            set_handed(hazards, thread, word, &banks->turned[POINTER_MATRIX]);
        if (unp_bank(now, side) != unp_bank(before, side))
            set_handed(hazards, thread, word, &banks->turned[POINTER_UNPACKER]);
    }
}

static bool is_known(const struct hazard_clock *known, const struct hazard_handed *handed)
{
    return handed->time <= known->done[handed->unit][handed->thread];
}

static void take_bank(const struct hazards *hazards, struct hazard_clock *known, const struct hazard_banks *banks,
                      unsigned to, uint32_t bank)
{
    const struct hazard_handed *handed = to == TO_MATRIX ? &banks->handed[bank] : &banks->returned[bank];
    if (!handed->time)
        return;
    hazard_clock_join(known, &banks->known[to][bank]);
    hazard_learn_unit(hazards, known, handed->thread, handed->unit, handed->time);
}

/* A thread does not learn again of a bank of which it knows. */
static void take_bank_for_thread(struct hazards *hazards, unsigned thread, unsigned side, unsigned to, uint32_t bank)
{
    struct hazard_banks *banks = &hazards->banks[side];
    const uint64_t time = to == TO_MATRIX ? banks->handed[bank].time : banks->returned[bank].time;
    if (banks->taken[to][bank][thread] == time)
        return;
    banks->taken[to][bank][thread] = time;
    take_bank(hazards, &hazards->agents[thread], banks, to, bank);
}

/* Of the thread's own words one may be known to be done before others that it issued earlier. */
static bool has_turned(const struct hazards *hazards, unsigned thread, const struct hazard_clock *known,
                       const struct hazard_handed *turned)
{
    const bool is_old =
        turned->thread == thread && turned->cycles && hazards->cycle[thread] >= turned->cycle + turned->cycles;
    return is_old || is_known(known, turned) || is_known(&hazards->agents[thread], turned);
}

/* Whether only the cycles that have passed say that a word of the thread has turned the pointer. */
static bool has_turned_by_time(const struct hazards *hazards, unsigned thread, const struct hazard_clock *known,
                               const struct hazard_handed *turned)
{
    return turned->thread == thread && turned->unit == TT_UNIT_MATRIX && turned->time &&
           hazards->cycle[thread] - turned->cycle <= ASKED_CYCLES && !is_known(known, turned) &&
           turned->time > hazard_time_sure(hazards, thread);
}

/* A condition looks at the bank that the pointer names in that cycle: it says nothing while a word may be at work that
 * turns the pointer. */
void hazard_banks_awaited(struct hazards *hazards, unsigned thread, uint32_t word, struct hazard_clock *known)
{
    const struct hazard_banks_state now = banks_now(hazards);
    for (unsigned side = 0; side < HAZARD_SIDES; side++) {
        struct hazard_banks *banks = &hazards->banks[side];
        for (unsigned pointer = 0; pointer < 2; pointer++) {
            const bool is_matrix = pointer == POINTER_MATRIX;
            const struct hazard_handed *turned = &banks->turned[pointer];
            if (!sync_asks_for_bank(hazards->source.tile, hazards->insn, word, side, is_matrix))
                continue;
            const bool is_known_turned = has_turned(hazards, thread, known, turned);
            if (is_matrix)
                banks->asked =
                    (struct hazard_asked){is_known_turned && has_turned_by_time(hazards, thread, known, turned), thread,
                                          hazards->cycle[thread] - turned->cycle, *turned};
            if (is_known_turned)
                take_bank(hazards, known, banks, is_matrix ? TO_MATRIX : TO_UNPACKER,
                          is_matrix ? math_bank(&now, side) : unp_bank(&now, side));
        }
    }
}

/* A bare UNPACR_NOP moves no data: it hands its bank over before an UNPACR that its thread issued right before has
 * filled one. Programs that copy SrcA rely on it: they wait for SrcA alone and give both banks back (M16). */
static bool is_given(const struct hazards *hazards, const struct hazard_clock *known,
                     const struct hazard_handed *handed)
{
    const bool is_behind = !handed->has_data && handed->time_before && hazard_has(hazards, EDGE_BARE_NOP) &&
                           handed->time_before <= known->done[handed->unit_before][handed->thread];
    const bool is_issued = !handed->has_data && handed->time <= known->done[HAZARD_AT_ISSUE][handed->thread];
    const bool is_reported = handed->time <= hazards->reported[handed->unit][handed->thread].time;
    return is_known(known, handed) || is_behind || is_issued || is_reported;
}

/* A bank was given back before it was handed over, or may have been. */
static void report_given_back(struct hazards *hazards, unsigned side, uint32_t bank, const struct hazard_handed *given,
                              const struct hazard_handed *handed)
{
    char what[64];
    (void)snprintf(what, sizeof what, "who has bank %u of Src%c", (unsigned)bank, "AB"[side]);
    hazard_report(hazards,
                  &(struct hazard_pair){.id = FINDING_SRC_READ_TOO_SOON,
                                        .is_read = true,
                                        .agent = given->thread,
                                        .word = given->word,
                                        .unit = handed->unit,
                                        .thread = handed->thread,
                                        .used_by = handed->word,
                                        .used_step = handed->step,
                                        .what = what},
                  handed->time);
}

/* Gives a bank back that the unpacker may not have handed over: when it does, nobody gives it back any more. */
static void check_given_back(struct hazards *hazards, unsigned thread, uint32_t word, unsigned side)
{
    struct hazard_banks *banks = &hazards->banks[side];
    const uint32_t bank = math_bank(&hazards->banks_before, side);
    struct hazard_handed given;
    if (!is_valid(&hazards->banks_before, side, bank)) {
        set_handed(hazards, thread, word, &banks->early[bank]);
        return;
    }
    if (is_given(hazards, &hazards->agents[thread], &banks->handed[bank]))
        return;
    set_handed(hazards, thread, word, &given);
    report_given_back(hazards, side, bank, &given, &banks->handed[bank]);
}

/* After a word: it handed a bank over that was given back before, and which the matrix unit has not come back to. */
static void check_handed_over(struct hazards *hazards, unsigned side, const struct hazard_banks_state *now)
{
    struct hazard_banks *banks = &hazards->banks[side];
    for (uint32_t bank = 0; bank < SRC_BANKS; bank++) {
        struct hazard_handed *early = &banks->early[bank];
        if (!early->time || is_valid(&hazards->banks_before, side, bank) || !is_valid(now, side, bank))
            continue;
        if (math_bank(now, side) != bank)
            report_given_back(hazards, side, bank, early, &banks->handed[bank]);
        early->time = 0;
    }
}

/* An UNPACR_NOP turned to the next bank behind an UNPACR of its unpacker that may not be done. */
static void check_passed(struct hazards *hazards, unsigned thread, uint32_t word, unsigned side,
                         const struct hazard_banks_state *now)
{
    const struct hazard_use *unpacked = &hazards->unpacked[thread][side];
    const enum tt_unit unit = unpacker_of(side);
    const uint64_t cycles = hazards->cycle[thread] - unpacked->cycle;
    char what[64];
    if (!chip_get(hazards->chip)->hand_over_may_pass || hazards->insn->id != INSN_UNPACR_NOP ||
        unp_bank(now, side) == unp_bank(&hazards->banks_before, side) ||
        unpacked->time <= hazards->agents[thread].done[unit][thread])
        return;
    (void)snprintf(what, sizeof what, "who has bank %u of Src%c", (unsigned)unp_bank(&hazards->banks_before, side),
                   "AB"[side]);
    hazard_report(hazards,
                  &(struct hazard_pair){.id = FINDING_SRC_HAND_OVER_MAY_PASS,
                                        .agent = thread,
                                        .word = word,
                                        .unit = unit,
                                        .thread = thread,
                                        .used_by = unpacked->word,
                                        .used_step = unpacked->step,
                                        .what = what,
                                        .cycles = cycles,
                                        .apart = cycles},
                  unpacked->time);
}

static bool has_both_banks(const struct hazards *hazards, uint32_t word)
{
    if (hazards->insn->id == INSN_ZEROSRC)
        return isa_decode_zerosrc(hazards->chip, word).bank_mask;
    const struct insn_unpacr_nop f = isa_decode_unpacr_nop(hazards->chip, word);
    return hazards->insn->id == INSN_UNPACR_NOP && (f.both_banks || f.bank_clr_ctrl);
}

/* The bank whose cells a word touches: of the matrix unit its own, of an unpacker its own. Only ZEROSRC may say. */
static uint32_t bank_touched(const struct hazards *hazards, uint32_t word, unsigned side)
{
    const struct insn_zerosrc f = isa_decode_zerosrc(hazards->chip, word);
    const bool is_matrix = hazards->unit == TT_UNIT_MATRIX && (hazards->insn->id != INSN_ZEROSRC || f.write_mode);
    return is_matrix ? math_bank(&hazards->banks_before, side) : unp_bank(&hazards->banks_before, side);
}

unsigned hazard_bank_uses(const struct isa_insn *insn, uint32_t word, unsigned side)
{
    static const unsigned extents[] = {EXTENT_BANK, EXTENT_BANKS, EXTENT_NUMBERS};
    const enum tt_space space = side ? TT_SPACE_SRCB : TT_SPACE_SRCA;
    unsigned uses = (word_reads_as(insn, word, bank_owners[side], EXTENT_WAIT) ? BANK_WAITED : 0) |
                    (word_reads_as(insn, word, bank_owners[side], EXTENT_WAIT_BEHIND) ? BANK_WAITED_BEHIND : 0) |
                    (word_writes_as(insn, word, bank_owners[side], EXTENT_TO_UNPACKERS) ? BANK_GIVEN_BACK : 0) |
                    (word_reads_as(insn, word, space, EXTENT_NUMBERS) ? BANK_NUMBERS : 0);
    for (size_t i = 0; i < sizeof extents / sizeof *extents; i++)
        uses |= (word_reads_as(insn, word, space, extents[i]) ? BANK_READ : 0) |
                (word_writes_as(insn, word, space, extents[i]) ? BANK_WRITTEN : 0);
    return uses;
}

/* The tile does not report such places: what its row says is enough. */
static void touch_bank(struct hazards *hazards, uint32_t word, unsigned side)
{
    const enum tt_space space = side ? TT_SPACE_SRCB : TT_SPACE_SRCA;
    const uint32_t bank = bank_touched(hazards, word, side);
    for (unsigned is_write = 0; is_write < 2; is_write++) {
        if (!(hazards->at_work->banks[side] & (is_write ? BANK_WRITTEN : BANK_READ)))
            continue;
        const bool are_both = is_write && has_both_banks(hazards, word);
        const struct hazard_access access = {space, hazards->unit, is_write, are_both ? 0 : bank,
                                             are_both ? SRC_BANKS : bank + 1};
        hazard_note_cells(hazards, &access);
        for (uint32_t i = access.lo; i < access.hi && is_write; i++)
            hazards->banks[side].filled[i] = hazards->time;
    }
}

/* A clear of the unpacker's bank and a ZEROSRC of the matrix unit's, of which neither knows the other issued, may come
 * in one cycle: then the clear hits the matrix unit's bank (ISA page: UNPACR_NOP). */
static void check_met(struct hazards *hazards, unsigned thread, uint32_t word, unsigned side)
{
    struct hazard_banks *banks = &hazards->banks[side];
    const bool is_zero = hazards->insn->id == INSN_ZEROSRC && isa_decode_zerosrc(hazards->chip, word).write_mode;
    /* one that waits for the matrix unit's bank finds it given back, and the same for both */
    const bool is_clear = hazards->insn->id == INSN_UNPACR_NOP && (hazards->at_work->banks[side] & BANK_WAITED);
    const struct hazard_handed *other = is_zero ? &banks->cleared : &banks->zeroed;
    char what[64];
    if ((!is_zero && !is_clear) || !chip_get(hazards->chip)->clear_may_meet_zerosrc ||
        !(hazards->at_work->banks[side] & BANK_WRITTEN))
        return;
    (void)snprintf(what, sizeof what, "the bank of Src%c that both clear in one cycle", "AB"[side]);
    if (other->time > hazards->agents[thread].done[HAZARD_AT_ISSUE][other->thread])
        hazard_report(hazards,
                      &(struct hazard_pair){.id = FINDING_SRC_WHILE_IN_USE,
                                            .agent = thread,
                                            .word = word,
                                            .unit = other->unit,
                                            .thread = other->thread,
                                            .used_by = other->word,
                                            .used_step = other->step,
                                            .what = what},
                      other->time);
    set_handed(hazards, thread, word, is_zero ? &banks->zeroed : &banks->cleared);
}

/* The word goes by a STALLWAIT for its bank, which may have asked for the other one. A word that waits for the bank
 * itself comes when the pointer has turned. */
static void check_asked(struct hazards *hazards, unsigned thread, uint32_t word, unsigned side)
{
    const unsigned uses = hazards->at_work->banks[side];
    struct hazard_banks *banks = &hazards->banks[side];
    const struct hazard_asked *asked = &banks->asked;
    char what[64];
    if (!asked->is_there || asked->thread != thread ||
        bank_touched(hazards, word, side) != math_bank(&hazards->banks_before, side))
        return;
    const bool waits = uses & BANK_WAITED;
    if (!waits && !(uses & (BANK_READ | BANK_WRITTEN)))
        return;
    banks->asked.is_there = false;
    (void)snprintf(what, sizeof what, "the bank of Src%c that a " INSN_TEXT_STALLWAIT " asked for", "AB"[side]);
    if (!waits)
        hazard_report(hazards,
                      &(struct hazard_pair){.id = FINDING_SRC_BANK_MAY_TURN,
                                            .is_read = true,
                                            .agent = thread,
                                            .word = word,
                                            .unit = TT_UNIT_MATRIX,
                                            .thread = thread,
                                            .used_by = asked->turned.word,
                                            .used_step = asked->turned.step,
                                            .what = what,
                                            .cycles = asked->cycles},
                      asked->turned.time);
}

/* The matrix unit takes numbers that were there before the bank was given back. */
static void check_filled(struct hazards *hazards, unsigned side)
{
    const struct probe *probe = &hazards->source.listener->probe;
    struct hazard_banks *banks = &hazards->banks[side];
    const uint32_t bank = math_bank(&hazards->banks_before, side);
    const struct hazard_handed *returned = &banks->returned[bank], *handed = &banks->handed[bank];
    char detail[ISA_TEXT_MAX], by[ISA_TEXT_MAX];
    if (!is_valid(&hazards->banks_before, side, bank) || !returned->time || banks->filled[bank] > returned->time ||
        handed->time < returned->time)
        return;
    (void)snprintf(detail, sizeof detail, "bank %u of Src%c: thread %u's %.300s handed it over with nothing in it",
                   (unsigned)bank, "AB"[side], handed -> thread, isa_disassemble(hazards->chip, handed->word, by));
    probe->finding(probe->user,
                   &(struct probe_finding){FINDING_SRC_READ_WITHOUT_DATA, TT_UNIT_MATRIX, (uint8_t)side, detail, NULL});
    banks->filled[bank] = hazards->time; /* said once of a hand-over */
}

void hazard_order_banks(struct hazards *hazards, unsigned thread, uint32_t word)
{
    const struct hazard_banks_state now = banks_now(hazards), *before = &hazards->banks_before;
    const bool is_matrix = hazards->unit == TT_UNIT_MATRIX;
    for (unsigned side = 0; side < HAZARD_SIDES; side++) {
        const unsigned uses = hazards->at_work->banks[side];
        if ((uses & BANK_WAITED) && hazard_has(hazards, is_matrix ? EDGE_BANK_TAKEN : EDGE_BANK_RETURNED))
            take_bank_for_thread(hazards, thread, side, is_matrix ? TO_MATRIX : TO_UNPACKER,
                                 is_matrix ? math_bank(before, side) : unp_bank(before, side));
        if ((uses & BANK_WAITED_BEHIND) && hazard_has(hazards, EDGE_BANK_RETURNED))
            take_bank_for_thread(hazards, thread, side, TO_UNPACKER, math_bank(before, side));
        if (is_matrix && (uses & BANK_GIVEN_BACK))
            check_given_back(hazards, thread, word, side);
        if (is_matrix && uses)
            check_asked(hazards, thread, word, side);
        if (is_matrix && (uses & BANK_NUMBERS))
            check_filled(hazards, side);
        if (uses & BANK_WRITTEN)
            check_met(hazards, thread, word, side);
        if (uses & (BANK_READ | BANK_WRITTEN))
            touch_bank(hazards, word, side);
    }
    if (memcmp(&now, before, sizeof now) != 0) {
        note_banks(hazards, thread, word, &now);
        for (unsigned side = 0; !is_matrix && side < HAZARD_SIDES; side++) {
            check_handed_over(hazards, side, &now);
            check_passed(hazards, thread, word, side, &now);
        }
    }
    if (hazards->insn->id == INSN_UNPACR)
        hazards->unpacked[thread][hazards->unit == unpacker_of(1)] =
            (struct hazard_use){hazards->time, hazards->cycle[thread], word, hazards->source.listener->seq};
}
