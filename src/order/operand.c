/* SPDX-License-Identifier: Apache-2.0 */
/* A replay from a start that is not quite the recorded one: with one element otherwise, or with elements followed to
 * what hangs on them. */
#include "order/engine.h"

void replay_operand_start(struct replay *replay)
{
    const struct replay_options *options = replay->options;
    const struct replay_operand *operand = options->operand;
    if (operand)
        tile_store(replay->tile, operand->space, operand->lo, operand->count, operand->value, NULL);
    for (size_t i = 0; i < options->watched_count; i++) {
        const struct replay_watched *watched = &options->watched[i];
        unknown_watch(replay->unknown, watched->number, watched->space, watched->lo, watched->hi);
    }
}

void replay_operand_mask(const struct replay *replay, enum tt_space space, uint32_t lo, uint32_t count, uint8_t *mask)
{
    const struct replay_operand *operand = replay->options->operand;
    if (!operand || operand->space != space)
        return;
    for (uint32_t i = 0; i < operand->count; i++) {
        const uint32_t at = operand->lo + i - lo; /* wraps where it lies before */
        if (at < count && replay->held[at] == operand->recorded[i] && replay->replayed[at] == operand->value[i])
            mask[at] = 0;
    }
}
