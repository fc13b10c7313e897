/* SPDX-License-Identifier: Apache-2.0 */
/* What the sync unit's files share. */
#pragma once

#include "tile/sync/sync.h"
#include "tile/tile_internal.h"

#include "isa_decode.h"

/* Each adds the reasons for which its instruction waits; out has room for SYNC_REASONS_MAX. */
struct sync_reasons_list {
    size_t count;
    struct sync_reason *out;
};

static inline void sync_add(struct sync_reasons_list *list, enum sync_kind kind, unsigned index, unsigned bank)
{
    list->out[list->count++] = (struct sync_reason){kind, index, bank};
}

void sync_stallwait_reasons(const struct tile *tile, const struct insn_stallwait *f, struct sync_reasons_list *list);
void sync_semwait_reasons(const struct tile *tile, const struct insn_semwait *f, struct sync_reasons_list *list);
void sync_streamwait_reasons(const struct tile *tile, unsigned thread, const struct insn_streamwait *f,
                             struct sync_reasons_list *list);
void sync_atgetm_reasons(const struct tile *tile, unsigned thread, const struct insn_atgetm *f,
                         struct sync_reasons_list *list);
void sync_atrelm_reasons(const struct tile *tile, const struct insn_atrelm *f, struct sync_reasons_list *list);
