/* SPDX-License-Identifier: Apache-2.0 */
/* Which bits of the configuration a unit reads while it is at work; what it takes when it is issued (thread words,
 * counters, what belongs to a context) is none of them. docs/semantics/program-order.md#hazards */
#include "observe/hazard.h"

#include "isa/unit_fields.h"

#include <stddef.h>
#include <string.h>

uint32_t hazard_used_bits(enum tt_chip chip, enum tt_unit unit, uint32_t word)
{
    enum reg_id ids[32];
    uint32_t bits = 0;
    const size_t count = reg_fields_of_word(chip, TT_SPACE_CFG, word, ids);
    for (size_t i = 0; i < count; i++) {
        const struct reg_field *field = reg_field_get(chip, ids[i]);
        if (unit_reads_at_work(chip, unit, ids[i]))
            bits |= (uint32_t)(((UINT64_C(1) << field->bits) - 1) << field->shift);
    }
    return bits;
}

/* Of the matrix unit's words those that move counters and banks alone do not, of the vector unit's all but those that
 * load from or store to Dst. */
bool hazard_reads_cfg(enum tt_chip chip, uint32_t word)
{
    static const char *const without[] = {"SETRWC", "INCRWC", "CLEARDVALID", "GATESRCRST", "SETIBRWC", "CLREXPHIST"};
    const struct isa_insn *insn = isa_find(chip, word);
    if (!insn)
        return false;
    for (size_t i = 0; i < sizeof without / sizeof without[0]; i++) {
        if (strcmp(insn->mnemonic, without[i]) == 0)
            return false;
    }
    if (insn->unit == TT_UNIT_VECTOR)
        return strcmp(insn->mnemonic, "SFPLOAD") == 0 || strcmp(insn->mnemonic, "SFPSTORE") == 0 ||
               strcmp(insn->mnemonic, "SFPLOADMACRO") == 0;
    return insn->unit >= TT_UNIT_MOVER && insn->unit <= TT_UNIT_PACK;
}
