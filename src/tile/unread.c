/* SPDX-License-Identifier: Apache-2.0 */
/* Fields of the configuration that no unit reads, and bits of the threads' words that are no field's: what is stored
 * there has no effect, and says so by its name. */
#include "tile/tile_internal.h"

#include "isa/unit_fields.h"

#include "field_findings.h"

static uint32_t unread_mask_of(const struct reg_field *field)
{
    return (uint32_t)(((UINT64_C(1) << field->bits) - 1) << field->shift);
}

/* Of the fields of a word. */
static uint32_t named_bits(const struct tile *tile, enum tt_space space, uint32_t word)
{
    enum reg_id ids[32];
    const size_t count = reg_fields_of_word(tile->chip->id, space, word, ids);
    uint32_t bits = 0;
    for (size_t i = 0; i < count; i++)
        bits |= unread_mask_of(reg_field_get(tile->chip->id, ids[i]));
    return bits;
}

void tile_find_unread(struct tile *tile)
{
    for (uint32_t word = 0; word < tile->chip->thread_words; word++)
        tile->thread_unread[word] = (uint16_t)~named_bits(tile, TT_SPACE_THREAD_CFG, word);
    for (unsigned i = 0; i < REG_COUNT; i++) {
        const struct reg_field *field = reg_field_get(tile->chip->id, (enum reg_id)i);
        if (!field->name || field_is_read(tile->chip->id, (enum reg_id)i))
            continue;
        if (field->space == TT_SPACE_THREAD_CFG)
            tile->thread_unread[field->word] |= (uint16_t)unread_mask_of(field);
        else
            tile->cfg_unread[field->word] |= unread_mask_of(field);
    }
}

void tile_report_unread(struct tile *tile, enum tt_unit unit, enum tt_space space, uint32_t word, uint32_t before,
                        uint32_t after)
{
    enum reg_id ids[32];
    const size_t count = reg_fields_of_word(tile->chip->id, space, word, ids);
    for (size_t i = 0; i < count; i++) {
        const struct reg_field *field = reg_field_get(tile->chip->id, ids[i]);
        const uint32_t mask = unread_mask_of(field);
        if (((before ^ after) & mask) && (after & mask) && !field_is_read(tile->chip->id, ids[i]))
            tile_finding(tile, FINDING_FIELD_WITHOUT_EFFECT, unit, 0, "%s: nothing here goes by it", field->name);
    }
    /* Of the configuration that all threads share, bits that are no field's do not exist, and are not stored. */
    const uint32_t without_field = (before ^ after) & after & ~named_bits(tile, space, word);
    if (space == TT_SPACE_THREAD_CFG && without_field)
        tile_finding(tile, FINDING_FIELD_WITHOUT_EFFECT, unit, 0,
                     "bits %04X of thread word %u, which no field has: nothing here goes by them",
                     (unsigned)without_field, (unsigned)word);
}
