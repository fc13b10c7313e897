/* SPDX-License-Identifier: Apache-2.0 */
/* One step that reads other bytes than those there: as if a later word had been quicker, or an earlier one slower. */
#include "order/program.h"

void program_patch_put(const struct program *program, const struct replay_patch *patch)
{
    for (size_t i = 0; i < patch->count; i++) {
        const struct replay_patch_piece *piece = &patch->pieces[i];
        tile_load(program->replay->tile, piece->space, piece->lo, piece->count, piece->saved);
        tile_store(program->replay->tile, piece->space, piece->lo, piece->count, piece->bytes, piece->mask);
    }
}

/* Restores the bytes that the step left as the patch set them. */
static void program_patch_put_back(struct tile *tile, const struct replay_patch_piece *piece, uint32_t at)
{
    uint8_t now;
    tile_load(tile, piece->space, piece->lo + at, 1, &now);
    if (((now ^ piece->bytes[at]) & piece->mask[at]) == 0)
        tile_store(tile, piece->space, piece->lo + at, 1, &piece->saved[at], &piece->mask[at]);
}

void program_patch_take_back(const struct program *program, const struct replay_patch *patch)
{
    for (size_t i = patch->count; i-- > 0;) {
        for (uint32_t at = 0; at < patch->pieces[i].count; at++)
            program_patch_put_back(program->replay->tile, &patch->pieces[i], at);
    }
}
