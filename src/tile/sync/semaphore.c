/* SPDX-License-Identifier: Apache-2.0 */
/* SEMINIT, SEMPOST, SEMGET (F18). Cores reach the same semaphores by stores (F20, semaphore_step). */
#include "tile/sync/semaphore.h"

#include "sync_insns.h"

static void initialise(struct tile *tile, const struct insn_seminit *f, unsigned i)
{
    tile_write_small(tile, TT_UNIT_SYNC, &tile->state.small.sem[i].value, f->init_value);
    tile_write_small(tile, TT_UNIT_SYNC, &tile->state.small.sem[i].max, f->max_value);
}

/* Loops that report stand apart from those that do not: a call in a loop costs registers on every way through it. */
enum tile_step insn_seminit(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_seminit f = isa_decode_seminit(tile->chip->id, word);
    (void)thread;
    if (tile->probe) {
        for (uint32_t left = f.sem_sel; left; left &= left - 1)
            initialise(tile, &f, (unsigned)__builtin_ctz(left));
        return TILE_DONE;
    }
    for (uint32_t left = f.sem_sel; left; left &= left - 1)
        tile->state.small.sem[__builtin_ctz(left)] = (struct semaphore){f.init_value, f.max_value};
    return TILE_DONE;
}

TILE_INLINE enum tile_step each(struct tile *tile, uint32_t mask, bool is_post)
{
    if (tile->probe) {
        for (uint32_t left = mask; left; left &= left - 1)
            semaphore_step(tile, TT_UNIT_SYNC, (unsigned)__builtin_ctz(left), is_post);
        return TILE_DONE;
    }
    for (uint32_t left = mask; left; left &= left - 1) {
        uint32_t *value = &tile->state.small.sem[__builtin_ctz(left)].value;
        *value = semaphore_stepped(*value, is_post);
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
