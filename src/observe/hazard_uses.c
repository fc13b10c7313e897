/* SPDX-License-Identifier: Apache-2.0 */
/* Which units may read a word of the configuration, and which of its bits while they are at work. Those that they read
 * at issue (thread words, counters, fields of a context) are not among these. docs/semantics/program-order.md#hazards
 */
#include "observe/hazard.h"

#include "isa/effects.h"
#include "isa/unit_fields.h"

uint32_t hazard_used_bits(enum tt_chip chip, enum tt_unit unit, unsigned group, uint32_t word)
{
    enum reg_id ids[32];
    uint32_t bits = 0;
    const size_t count = reg_fields_of_word(chip, TT_SPACE_CFG, word, ids);
    for (size_t i = 0; i < count; i++) {
        const struct reg_field *field = reg_field_get(chip, ids[i]);
        if (unit_reads_at_work(chip, unit, ids[i]) && field_group(ids[i]) == group)
            bits |= reg_field_bits(field);
    }
    return bits;
}

bool hazard_touches_dst(const struct hazards *hazards)
{
    bool touches = false;
    for (size_t i = 0; i < hazards->access_count && !touches; i++)
        touches = hazards->accesses[i].space == TT_SPACE_DST;
    return touches;
}

/* Fields that are read at issue count here. */
void hazard_cfg_users(enum tt_chip chip, uint8_t users[static CFG_WORDS_MAX])
{
    for (uint32_t word = 0; word < chip_get(chip)->cfg_words; word++) {
        enum reg_id ids[32];
        const size_t count = reg_fields_of_word(chip, TT_SPACE_CFG, word, ids);
        users[word] = 0;
        for (size_t i = 0; i < count; i++) {
            for (enum tt_unit unit = TT_UNIT_MOVER; unit <= TT_UNIT_PACK; unit++) {
                if (unit_lists(chip, unit, ids[i]))
                    users[word] |= (uint8_t)(1u << (unit - TT_UNIT_MOVER));
            }
        }
    }
}
