/* SPDX-License-Identifier: Apache-2.0 */
/* Which units may read a configuration word: more than hazards look at, for here whatever is taken when a word is
 * issued counts too. A word of which no unit is known to read any field counts for all. */
#include "observe/hazard.h"

#include "isa/registers.h"

#include <string.h>

/* Beside what hazard_uses_field says. */
static const struct {
    enum tt_unit unit;
    const char *prefix;
} read_at_issue[] = {
    {TT_UNIT_UNPACK0, "THCON_SEC0_REG3_"},
    {TT_UNIT_UNPACK0, "THCON_SEC0_REG4_"},
    {TT_UNIT_UNPACK0, "THCON_SEC0_REG5_"},
    {TT_UNIT_UNPACK0, "THCON_SEC0_REG7_"},
    {TT_UNIT_UNPACK0, "THCON_SEC0_REG2_"},
    {TT_UNIT_UNPACK0, "UNP0_"},
    {TT_UNIT_UNPACK0, "ALU_FORMAT_SPEC"},
    {TT_UNIT_UNPACK1, "ALU_FORMAT_SPEC"},
    {TT_UNIT_UNPACK1, "UNP1_"},
    {TT_UNIT_UNPACK1, "THCON_SEC1_REG2_"},
    {TT_UNIT_UNPACK1, "THCON_SEC1_REG3_"},
    {TT_UNIT_UNPACK1, "THCON_SEC1_REG4_"},
    {TT_UNIT_UNPACK1, "THCON_SEC1_REG5_"},
    {TT_UNIT_UNPACK1, "THCON_SEC1_REG7_"},
    {TT_UNIT_UNPACK1, "DEST_ACCESS_CFG"},
    {TT_UNIT_PACK, "THCON_SEC0_REG1_"},
    {TT_UNIT_PACK, "THCON_SEC0_REG8_"},
    {TT_UNIT_PACK, "THCON_SEC1_REG1_"},
    {TT_UNIT_PACK, "THCON_SEC1_REG8_"},
    {TT_UNIT_PACK, "THCON_SEC0_REG9_"},
    {TT_UNIT_PACK, "THCON_SEC1_REG9_"},
    {TT_UNIT_PACK, "THCON_SEC0_REG10_"},
    {TT_UNIT_PACK, "THCON_SEC1_REG10_"},
    {TT_UNIT_MATRIX, "ALU_"},
    {TT_UNIT_VECTOR, "ALU_"},
};

static bool may_use(enum tt_chip chip, enum tt_unit unit, const char *field)
{
    if (hazard_uses_field(chip, unit, field))
        return true;
    for (size_t i = 0; i < sizeof read_at_issue / sizeof read_at_issue[0]; i++) {
        const char *prefix = read_at_issue[i].prefix;
        if (read_at_issue[i].unit == unit && strncmp(field, prefix, strlen(prefix)) == 0)
            return true;
    }
    return false;
}

void hazard_cfg_users(enum tt_chip chip, uint8_t users[static CFG_WORDS_MAX])
{
    for (uint32_t word = 0; word < chip_get(chip)->cfg_words; word++) {
        enum reg_id ids[32];
        const size_t count = reg_fields_of_word(chip, TT_SPACE_CFG, word, ids);
        users[word] = 0;
        for (size_t i = 0; i < count; i++) {
            for (enum tt_unit unit = TT_UNIT_MOVER; unit <= TT_UNIT_PACK; unit++) {
                if (may_use(chip, unit, reg_field_get(chip, ids[i])->name))
                    users[word] |= (uint8_t)(1u << (unit - TT_UNIT_MOVER));
            }
        }
    }
}
