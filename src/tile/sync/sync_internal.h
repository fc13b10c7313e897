/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the sync unit's files. */
#pragma once

#include "tile/sync/sync.h"
#include "tile/tile_internal.h"

#include "sync_insns.h"

/* Each adds the reasons for which its instruction waits; out has room for SYNC_REASONS_MAX. */
struct sync_reasons_list {
    size_t count;
    struct sync_reason *out;
};

static inline void sync_add(struct sync_reasons_list *list, enum sync_kind kind, unsigned index, unsigned bank)
{
    list->out[list->count++] = (struct sync_reason){kind, index, bank};
}

/* Writes a semaphore's or mutex's word. */
static inline void sync_write(struct tile *tile, uint32_t *cell, uint32_t value)
{
    tile_stage_word(tile, TT_UNIT_SYNC, STAGE_BEFORE, *cell);
    tile_write_small(tile, TT_UNIT_SYNC, cell, value);
    tile_stage_word(tile, TT_UNIT_SYNC, STAGE_AFTER, value);
}

/* Whether a STALLWAIT asks for any bank. */
bool sync_asks_for_banks(const struct tile *tile, uint32_t word);

typedef void sync_reasons_of(const struct tile *tile, unsigned thread, uint32_t word, struct sync_reasons_list *list);
sync_reasons_of sync_stallwait_reasons, sync_semwait_reasons, sync_streamwait_reasons, sync_atgetm_reasons,
    sync_atrelm_reasons;
