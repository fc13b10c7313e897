/* SPDX-License-Identifier: Apache-2.0 */
/* Which bits of the configuration a unit reads while it is at work. Those that it reads at issue (thread words,
 * counters, fields of a context) are not among them. docs/semantics/program-order.md#hazards */
#include "observe/hazard.h"

#include "isa/unit_fields.h"

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
