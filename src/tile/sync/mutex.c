/* SPDX-License-Identifier: Apache-2.0 */
/* ATGETM, ATRELM (F17, F21). State: 0 free, 1 + thread when held. Only mutex 0 is recorded. Both wait for ever for one
 * that does not exist (F21x). */
#include "tile/sync/sync_internal.h"

#include "mutex_findings.h"
#include "name_texts.h"
#include "sync_insns.h"

enum { NO_MUTEX = 1 }; /* on either chip */

/* Whether the chip has this mutex (F17). */
TILE_INLINE bool has_mutex(const struct tile *tile, uint32_t index)
{
    return index != NO_MUTEX && index <= tile->chip->mutex_last;
}

TILE_INLINE void warn(struct tile *tile, const char *mnemonic, uint32_t index)
{
    if (!has_mutex(tile, index))
        tile_finding(tile, FINDING_MUTEX_DOES_NOT_EXIST, TT_UNIT_SYNC, 0, "%s of mutex %u", mnemonic, (unsigned)index);
    else if (index != 0)
        tile_finding(tile, FINDING_MUTEX_NOT_RECORDED, TT_UNIT_SYNC, 0, "%s of mutex %u", mnemonic, (unsigned)index);
}

TILE_INLINE bool is_free(const struct tile *tile, unsigned thread, uint32_t index)
{
    if (!has_mutex(tile, index))
        return false;
    const uint32_t owner = tile->state.small.mutex[index];
    return owner == 0 || owner == thread + 1;
}

void sync_atgetm_reasons(const struct tile *tile, unsigned thread, uint32_t word, struct sync_reasons_list *list)
{
    const struct insn_atgetm f = isa_decode_atgetm(tile->chip->id, word);
    if (!is_free(tile, thread, f.mutex_index))
        sync_add(list, SYNC_MUTEX, f.mutex_index, 0);
}

void sync_atrelm_reasons(const struct tile *tile, unsigned thread, uint32_t word, struct sync_reasons_list *list)
{
    const struct insn_atrelm f = isa_decode_atrelm(tile->chip->id, word);
    (void)thread;
    if (!has_mutex(tile, f.mutex_index))
        sync_add(list, SYNC_MUTEX, f.mutex_index, 0);
}

enum tile_step insn_atgetm(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_atgetm f = isa_decode_atgetm(tile->chip->id, word);
    warn(tile, INSN_TEXT_ATGETM, f.mutex_index);
    if (!is_free(tile, thread, f.mutex_index))
        return TILE_WAITS;
    sync_write(tile, &tile->state.small.mutex[f.mutex_index], thread + 1);
    return TILE_DONE;
}

enum tile_step insn_atrelm(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_atrelm f = isa_decode_atrelm(tile->chip->id, word);
    warn(tile, INSN_TEXT_ATRELM, f.mutex_index);
    if (!has_mutex(tile, f.mutex_index))
        return TILE_WAITS;
    if (tile->state.small.mutex[f.mutex_index] == thread + 1)
        sync_write(tile, &tile->state.small.mutex[f.mutex_index], 0);
    return TILE_DONE;
}
