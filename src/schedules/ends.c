/* SPDX-License-Identifier: Apache-2.0 */
/* Two ends of a tile: bytes of L1, fields of the configuration, semaphores, all of it. */
#include "schedules/ends.h"

#include "base/search.h"
#include "isa/spaces.h"
#include "tile/tile.h"

void ends_keep(struct ends *ends, const struct tile *tile)
{
    for (int space = 0; space < TT_SPACE_COUNT; space++)
        tile_load(tile, (enum tt_space)space, 0, space_bytes(ends->chip, (enum tt_space)space),
                  ends->has_rounds ? ends->other[space] : ends->rounds[space]);
    ends->has_rounds = true;
}

void ends_clear(struct ends *ends)
{
    for (int space = 0; space < TT_SPACE_COUNT; space++) {
        mem_free(ends->rounds[space]);
        mem_free(ends->other[space]);
    }
}

enum tt_status ends_init(struct ends *ends, enum tt_chip chip, struct tt_error *err)
{
    *ends = (struct ends){.chip = chip};
    for (int space = 0; space < TT_SPACE_COUNT; space++) {
        const uint32_t size = space_bytes(chip, (enum tt_space)space);
        ends->rounds[space] = mem_calloc(size, 1);
        ends->other[space] = mem_calloc(size, 1);
        NEED(ends->rounds[space] && ends->other[space], err, "no memory for two states");
    }
    return TT_OK;
}

bool ends_l1_differs(const struct ends *ends, struct schedules_change *change)
{
    const uint32_t size = space_bytes(ends->chip, TT_SPACE_L1);
    const uint8_t *a = ends->rounds[TT_SPACE_L1], *b = ends->other[TT_SPACE_L1];
    if (memcmp(a, b, size) == 0)
        return false;
    change->bytes = 0;
    for (uint32_t i = size; i-- > 0;) {
        if (a[i] == b[i])
            continue;
        change->bytes++;
        change->at = i;
    }
    change->in_rounds = a[change->at];
    change->in_schedule = b[change->at];
    return true;
}

static void ends_name_field(enum tt_chip chip, enum tt_space space, uint32_t copy, uint32_t word, uint32_t rounds,
                            uint32_t other, struct schedules_change *change)
{
    enum reg_id ids[32];
    const size_t count = reg_fields_of_word(chip, space, word, ids);
    (void)snprintf(change->left, sizeof change->left, "word %u of the configuration (%s %u)", (unsigned)word,
                   space == TT_SPACE_CFG ? "state" : "thread", (unsigned)copy);
    change->in_rounds = rounds;
    change->in_schedule = other;
    for (size_t i = 0; i < count; i++) {
        const struct reg_field *field = reg_field_get(chip, ids[i]);
        if (!((rounds ^ other) & reg_field_bits(field)))
            continue;
        (void)snprintf(change->left, sizeof change->left, "%.70s (%s %u)", field->name,
                       space == TT_SPACE_CFG ? "state" : "thread", (unsigned)copy);
        change->in_rounds = (rounds & reg_field_bits(field)) >> field->shift;
        change->in_schedule = (other & reg_field_bits(field)) >> field->shift;
        return;
    }
}

static bool cfg_differs(const struct ends *ends, enum tt_space space, struct schedules_change *change)
{
    const bool is_own = space == TT_SPACE_THREAD_CFG;
    const uint32_t words = is_own ? chip_get(ends->chip)->thread_words : chip_get(ends->chip)->cfg_words;
    const uint32_t bytes = is_own ? 2 : 4, size = space_bytes(ends->chip, space);
    for (uint32_t at = 0; at < size; at += bytes) {
        uint32_t rounds = 0, other = 0;
        memcpy(&rounds, &ends->rounds[space][at], bytes);
        memcpy(&other, &ends->other[space][at], bytes);
        if (rounds != other) {
            ends_name_field(ends->chip, space, at / bytes / words, at / bytes % words, rounds, other, change);
            return true;
        }
    }
    return false;
}

bool ends_left_differs(const struct ends *ends, struct schedules_change *change)
{
    if (cfg_differs(ends, TT_SPACE_CFG, change) || cfg_differs(ends, TT_SPACE_THREAD_CFG, change))
        return true;
    for (uint32_t i = 0; i < SEMAPHORES; i++) {
        const uint32_t at = 4 * STATE_SEM + 8 * i;
        const uint8_t rounds = ends->rounds[TT_SPACE_STATE][at], other = ends->other[TT_SPACE_STATE][at];
        if (rounds == other)
            continue;
        (void)snprintf(change->left, sizeof change->left, "semaphore %u", (unsigned)i);
        change->in_rounds = rounds;
        change->in_schedule = other;
        return true;
    }
    return false;
}

bool ends_state_differs(const struct ends *ends)
{
    return ANY(space, TT_SPACE_COUNT,
               memcmp(ends->rounds[space], ends->other[space], space_bytes(ends->chip, (enum tt_space)space)) != 0);
}
