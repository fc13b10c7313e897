/* SPDX-License-Identifier: Apache-2.0 */
/* SEMINIT, SEMPOST, SEMGET (F18). Cores reach the same semaphores by stores (F20, core_put_semaphore). */
#include "tile/core.h"
#include "tile/sync/sync.h"

#include "tile_handlers.h"

enum tile_step insn_seminit(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_seminit f = isa_decode_seminit(tile->chip->id, word);
    (void)thread;
    for (unsigned i = 0; i < SEMAPHORES; i++) {
        if (!(f.sem_sel >> i & 1))
            continue;
        tile_write_small(tile, TT_UNIT_SYNC, &tile->state.small.sem[i].value, f.init_value);
        tile_write_small(tile, TT_UNIT_SYNC, &tile->state.small.sem[i].max, f.max_value);
    }
    return TILE_DONE;
}

static enum tile_step each(struct tile *tile, uint32_t mask, bool is_post)
{
    for (unsigned i = 0; i < SEMAPHORES; i++) {
        if (mask >> i & 1)
            core_put_semaphore(tile, TT_UNIT_SYNC, i, is_post);
    }
    return TILE_DONE;
}

enum tile_step insn_sempost(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_sempost f = isa_decode_sempost(tile->chip->id, word);
    (void)thread;
    return each(tile, f.sem_sel, true);
}

enum tile_step insn_semget(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_semget f = isa_decode_semget(tile->chip->id, word);
    (void)thread;
    return each(tile, f.sem_sel, false);
}
