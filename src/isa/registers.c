/* SPDX-License-Identifier: Apache-2.0 */
/* Configuration fields looked up in the tables of schemas/registers. */
#include "isa/registers.h"
#include "base/search.h"
#include "isa/tables.h"

const struct reg_field *reg_field_get(enum tt_chip chip, enum reg_id id)
{
    return &isa_regs[chip][id];
}

/* The name of an id that this chip may lack. */
static const char *any_name(enum reg_id id)
{
    for (enum tt_chip chip = 0; chip < TT_CHIP_COUNT; chip++) {
        if (isa_regs[chip][id].name)
            return isa_regs[chip][id].name;
    }
    return "";
}

static int compare_name(const void *name, const void *item)
{
    const uint16_t *id = item;
    return strcmp(name, any_name((enum reg_id) * id));
}

enum reg_id reg_find(enum tt_chip chip, const char *name)
{
    const uint16_t *id = bsearch(name, isa_regs_by_name, REG_COUNT, sizeof *isa_regs_by_name, compare_name);
    return id && isa_regs[chip][*id].name ? (enum reg_id) * id : REG_COUNT;
}

const struct reg_part *reg_part_find(const struct reg_field *field, const char *name)
{
    return FIND(field->parts, field->part_count, strcmp(item->name, name) == 0);
}

uint32_t reg_part_value(const struct reg_part *part, uint32_t field)
{
    return field >> part->low & (uint32_t)((UINT64_C(1) << part->bits) - 1);
}

/* Words of the space on this chip; 0 for a space that is not configuration. */
static uint32_t word_count(enum tt_chip chip, enum tt_space space)
{
    if (space == TT_SPACE_CFG)
        return isa_chips[chip].cfg_words;
    return space == TT_SPACE_THREAD_CFG ? isa_chips[chip].thread_words : 0;
}

size_t reg_fields_of_word(enum tt_chip chip, enum tt_space space, uint32_t word, enum reg_id out[static 32])
{
    if (word >= word_count(chip, space))
        return 0;
    const uint16_t *ids = space == TT_SPACE_CFG ? isa_cfg_regs[chip] : isa_thread_regs[chip];
    const uint16_t *first = space == TT_SPACE_CFG ? isa_cfg_first[chip] : isa_thread_first[chip];
    size_t count = 0;
    for (unsigned i = first[word]; i < first[word + 1]; i++)
        out[count++] = ids[i];
    return count;
}

uint32_t reg_word_mask(enum tt_chip chip, enum tt_space space, uint32_t word)
{
    if (word >= word_count(chip, space))
        return 0;
    return space == TT_SPACE_CFG ? isa_cfg_masks[chip][word] : isa_thread_masks[chip][word];
}

uint32_t reg_value_cfg(enum tt_chip chip, enum reg_id id, const uint32_t *words)
{
    const struct reg_field *field = &isa_regs[chip][id];
    return field->name && field->space == TT_SPACE_CFG ? reg_field_value(field, words[field->word]) : 0;
}

uint32_t reg_value_thread(enum tt_chip chip, enum reg_id id, const uint16_t *words)
{
    const struct reg_field *field = &isa_regs[chip][id];
    return field->name && field->space == TT_SPACE_THREAD_CFG ? reg_field_value(field, words[field->word]) : 0;
}
