/* SPDX-License-Identifier: Apache-2.0 */
/* Vector registers that a recorded word reads a cycle too soon. */
#include "order/late.h"

#include "observe/hazard.h"
#include "order/engine.h"
#include "tile/tile.h"

#include "finding_ids.h"
#include "insn_ids.h"
#include "name_texts.h"

#include <stdio.h>

/* Of the words whose result comes late the register stands behind the lowest field, which is the form. */
static uint32_t register_of(enum tt_chip chip, uint32_t word)
{
    const struct isa_insn *insn = isa_find(chip, word);
    return insn && insn->field_count > 1 ? isa_field_value(&insn->fields[1], word) : 0;
}

static void ask(struct replay *replay, bool is_asked)
{
    replay->late.is_asked = is_asked;
    replay->late.read = 0;
    replay_listener_ask_lregs(replay->listener, is_asked ? &replay->late.read : NULL);
    replay_set_probe(replay);
}

void late_before(struct replay *replay, unsigned thread, const struct isa_insn *insn, uint32_t word)
{
    const enum tt_chip chip = replay->info->chip;
    const uint32_t last = replay->late.last[thread].word;
    const bool is_vector = insn && isa_unit_of(insn, word) == TT_UNIT_VECTOR;
    if (replay->late.last[thread].is_there && is_vector && (replay->listener->probe.wants & PROBE_FINDING) &&
        !(hazard_lreg_held(chip, insn, word) >> register_of(chip, last) & 1))
        ask(replay, true);
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
        thread, isa_disassemble(chip, word, reader), (unsigned)register_of(chip, last), thread,
        isa_disassemble(chip, last, writer));
    probe->finding(probe->user, &(struct probe_finding){FINDING_LREG_READ_TOO_SOON, TT_UNIT_VECTOR, 0, detail, NULL});
}

void late_after(struct replay *replay, unsigned thread, const struct isa_insn *insn, uint32_t word)
{
    const enum tt_chip chip = replay->info->chip;
    const struct vector_state *unit = &tile_state(replay->tile)->vector;
    const uint32_t last = replay->late.last[thread].word;
    /* what a macro has put off runs in the cycles of other words */
    const bool has_macro = unit->macro.count || unit->macro.landing_count;
    if (replay->late.is_asked) {
        const bool is_read = replay->late.read >> register_of(chip, last) & 1;
        ask(replay, false);
        if (is_read && !has_macro)
            late_report(replay, thread, word, last);
    }
    replay->late.last[thread].is_there = hazard_lreg_is_late(chip, insn, word) && !has_macro;
    replay->late.last[thread].word = word;
}
