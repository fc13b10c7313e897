/* SPDX-License-Identifier: Apache-2.0 */
/* SEMINIT, SEMPOST, SEMGET (F18). Cores reach the same semaphores by stores (F20, core_put_semaphore). */
#include "tile/core.h"
#include "tile/sync/sync.h"

#include "tile_handlers.h"

TILE_HANDLER(insn_seminit)
{
    const struct insn_seminit f = isa_decode_seminit(tile->chip->id, word);
    (void)thread;
    for (uint32_t left = f.sem_sel; left; left &= left - 1) {
        const unsigned i = (unsigned)__builtin_ctz(left);
        tile_write_small(tile, TT_UNIT_SYNC, &tile->state.small.sem[i].value, f.init_value);
        tile_write_small(tile, TT_UNIT_SYNC, &tile->state.small.sem[i].max, f.max_value);
    }
    return TILE_DONE;
}

TILE_INLINE enum tile_step each(struct tile *tile, uint32_t mask, bool is_post)
{
    for (uint32_t left = mask; left; left &= left - 1)
        core_step_semaphore(tile, TT_UNIT_SYNC, (unsigned)__builtin_ctz(left), is_post);
    return TILE_DONE;
}

TILE_HANDLER(insn_sempost)
{
    const struct insn_sempost f = isa_decode_sempost(tile->chip->id, word);
    (void)thread;
    return each(tile, f.sem_sel, true);
}

TILE_HANDLER(insn_semget)
{
    const struct insn_semget f = isa_decode_semget(tile->chip->id, word);
    (void)thread;
    return each(tile, f.sem_sel, false);
}
