/* SPDX-License-Identifier: Apache-2.0 */
/* A replay from a changed start: some elements have other values, or are followed to what depends on them. */
#include "order/engine.h"

void replay_operand_start(struct replay *replay)
{
    const struct replay_options *options = replay->options;
    for (size_t i = 0; i < options->operand_count; i++) {
        const struct replay_operand *operand = &options->operand[i];
        uint8_t changed[OPERAND_BYTES_MAX];
        for (unsigned at = 0; at < OPERAND_BYTES_MAX; at++)
            changed[at] = (uint8_t)~operand->retained[at];
        tile_store(replay->tile, operand->space, operand->lo, operand->count, operand->value, changed);
    }
    for (size_t i = 0; i < options->watched_count; i++) {
        const struct replay_watched *watched = &options->watched[i];
        unknown_watch(replay->unknown, watched->number, watched->space, watched->lo, watched->hi);
    }
}

static void mask_operand(const struct replay *replay, const struct replay_operand *operand, uint32_t lo, uint32_t count,
                         uint8_t *mask)
{
    for (uint32_t i = 0; i < operand->count; i++) {
        const uint32_t at = operand->lo + i - lo; /* wraps where it lies before */
        if (at < count && !(((replay->held[at] ^ operand->recorded[i]) | (replay->replayed[at] ^ operand->value[i])) &
                            ~operand->retained[i]))
            mask[at] &= operand->retained[i];
    }
}

void replay_operand_mask(const struct replay *replay, enum tt_space space, uint32_t lo, uint32_t count, uint8_t *mask)
{
    for (size_t i = 0; i < replay->options->operand_count; i++)
        if (replay->options->operand[i].space == space)
            mask_operand(replay, &replay->options->operand[i], lo, count, mask);
}
