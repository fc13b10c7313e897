/* SPDX-License-Identifier: Apache-2.0 */
/* Why a word would wait, for the handlers and for whoever explains it. */
#include "tile/sync/sync_internal.h"

#include "insn_ids.h"

size_t sync_reasons(const struct tile *tile, unsigned thread, const struct isa_insn *insn, uint32_t word,
                    struct sync_reason reasons[static SYNC_REASONS_MAX])
{
    static sync_reasons_of *const reasons_of[INSN_COUNT] = {
        [INSN_ATGETM] = sync_atgetm_reasons,         [INSN_ATRELM] = sync_atrelm_reasons,
        [INSN_STALLWAIT] = sync_stallwait_reasons,   [INSN_SEMWAIT] = sync_semwait_reasons,
        [INSN_STREAMWAIT] = sync_streamwait_reasons,
    };
    struct sync_reasons_list list = {0, reasons};
    if (insn && reasons_of[insn->id])
        reasons_of[insn->id](tile, thread, word, &list);
    return list.count;
}
