/* SPDX-License-Identifier: Apache-2.0 */
/* Which units may read a configuration word: more units than hazards consider, since fields that are read at issue
 * count here too. A word of which no unit is known to read any field counts for all units. */
#include "observe/hazard.h"

#include "isa/unit_fields.h"

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
