/* SPDX-License-Identifier: Apache-2.0 */
/* Which words a wait stops: the kinds of its block mask (F22). docs/semantics/sync.md#waiting */
#include "tile/sync/sync_internal.h"

#include "insn_ids.h"

enum { STOPS_MATRIX = 1 << 6, STOPS_ALL = (1 << 9) - 1 };

bool sync_is_wait(const struct isa_insn *insn)
{
    return insn && (insn->id == INSN_STALLWAIT || insn->id == INSN_SEMWAIT || insn->id == INSN_STREAMWAIT);
}

bool sync_can_wait(const struct tile *tile, const struct isa_insn *insn, uint32_t word)
{
    if (!sync_is_wait(insn))
        return false;
    if (insn->id == INSN_STALLWAIT)
        return sync_asks_for_banks(tile, word);
    const struct insn_semwait f = isa_decode_semwait(tile->chip->id, word);
    return insn->id != INSN_SEMWAIT || (f.wait_sem_cond && f.sem_sel);
}

/* The three have their mask in the same bits. */
uint32_t sync_stops(enum tt_chip chip, uint32_t wait)
{
    const struct insn_semwait f = isa_decode_semwait(chip, wait);
    return f.stall_res ? f.stall_res : STOPS_MATRIX;
}

/* A word of a unit that no bit stands for is stopped by none; a word that is no instruction, by all. */
uint32_t sync_kinds(const struct isa_insn *insn, uint32_t word)
{
    static const uint16_t kinds[TT_UNIT_COUNT] = {
        [TT_UNIT_SYNC] = 1 << 1,        [TT_UNIT_CONFIG] = 1 << 7,
        [TT_UNIT_SCALAR] = 1 << 5 | 1,  [TT_UNIT_ADC] = 1,
        [TT_UNIT_MOVER] = 1 << 4 | 1,   [TT_UNIT_UNPACK0] = 1 << 3 | 1,
        [TT_UNIT_UNPACK1] = 1 << 3 | 1, [TT_UNIT_MATRIX] = STOPS_MATRIX,
        [TT_UNIT_VECTOR] = 1 << 8,      [TT_UNIT_PACK] = 1 << 2 | 1,
    };
    if (!insn || sync_is_wait(insn))
        return STOPS_ALL;
    const enum tt_unit unit = isa_unit_of(insn, word);
    if (insn->id == INSN_CLREXPHIST)
        return STOPS_MATRIX;
    return unit < TT_UNIT_COUNT ? kinds[unit] : STOPS_ALL;
}
