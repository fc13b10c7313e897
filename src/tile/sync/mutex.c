/* SPDX-License-Identifier: Apache-2.0 */
/* ATGETM, ATRELM (F17, F21). State: 0 free, 1 + thread when held. Only mutex 0 is recorded. */
#include "tile/sync/sync_internal.h"

#include "tile_handlers.h"

enum { NO_MUTEX = 1 }; /* on either chip */

bool sync_has_mutex(const struct tile *tile, uint32_t index)
{
    return index != NO_MUTEX && index <= tile->chip->mutex_last;
}

static void warn(struct tile *tile, const char *mnemonic, uint32_t index)
{
    if (!sync_has_mutex(tile, index))
        tile_finding(tile, FINDING_MUTEX_DOES_NOT_EXIST, TT_UNIT_SYNC, 0, "%s of mutex %u", mnemonic, (unsigned)index);
    else if (index != 0)
        tile_finding(tile, FINDING_MUTEX_NOT_RECORDED, TT_UNIT_SYNC, 0, "%s of mutex %u", mnemonic, (unsigned)index);
}

/* A mutex that does not exist is never free. */
void sync_atgetm_reasons(const struct tile *tile, unsigned thread, const struct insn_atgetm *f,
                         struct sync_reasons_list *list)
{
    const uint32_t index = f->mutex_index;
    if (!sync_has_mutex(tile, index)) {
        sync_add(list, SYNC_MUTEX, index, 0);
        return;
    }
    const uint32_t owner = tile->state.small.mutex[index];
    if (owner != 0 && owner != thread + 1)
        sync_add(list, SYNC_MUTEX, index, 0);
}

enum tile_step insn_atgetm(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_atgetm f = isa_decode_atgetm(tile->chip->id, word);
    struct sync_reason reasons[SYNC_REASONS_MAX];
    struct sync_reasons_list list = {0, reasons};
    warn(tile, "ATGETM", f.mutex_index);
    sync_atgetm_reasons(tile, thread, &f, &list);
    if (list.count)
        return TILE_WAITS;
    tile_write_small(tile, TT_UNIT_SYNC, &tile->state.small.mutex[f.mutex_index], thread + 1);
    return TILE_DONE;
}

enum tile_step insn_atrelm(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_atrelm f = isa_decode_atrelm(tile->chip->id, word);
    warn(tile, "ATRELM", f.mutex_index);
    if (sync_has_mutex(tile, f.mutex_index) && tile->state.small.mutex[f.mutex_index] == thread + 1)
        tile_write_small(tile, TT_UNIT_SYNC, &tile->state.small.mutex[f.mutex_index], 0);
    return TILE_DONE;
}
