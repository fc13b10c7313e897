/* SPDX-License-Identifier: Apache-2.0 */
/* SEMINIT, SEMPOST, SEMGET (F18). Cores reach the same semaphores by stores (F20, semaphore_step). */
#include "tile/sync/semaphore.h"
#include "tile/sync/sync_internal.h"

#include "sync_insns.h"

enum tile_step insn_seminit(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_seminit f = isa_decode_seminit(tile->chip->id, word);
    (void)thread;
    for (uint32_t left = f.sem_sel; left; left &= left - 1) {
        struct semaphore *semaphore = &tile->state.small.sem[__builtin_ctz(left)];
        sync_write(tile, &semaphore->value, f.init_value);
        sync_write(tile, &semaphore->max, f.max_value);
    }
    return TILE_DONE;
}

TILE_INLINE enum tile_step each(struct tile *tile, uint32_t mask, bool is_post)
{
    for (uint32_t left = mask; left; left &= left - 1)
        semaphore_step(tile, TT_UNIT_SYNC, (unsigned)__builtin_ctz(left), is_post);
    return TILE_DONE;
}

enum tile_step insn_sempost(struct tile *tile, unsigned thread, uint32_t word)
{
    (void)thread;
    return each(tile, isa_decode_sempost(tile->chip->id, word).sem_sel, true);
}

enum tile_step insn_semget(struct tile *tile, unsigned thread, uint32_t word)
{
    (void)thread;
    return each(tile, isa_decode_semget(tile->chip->id, word).sem_sel, false);
}
