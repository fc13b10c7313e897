/* SPDX-License-Identifier: Apache-2.0 */
/* Why a word would wait, for the handlers and for whoever explains it. */
#include "tile/sync/sync_internal.h"

size_t sync_reasons(const struct tile *tile, unsigned thread, const struct isa_insn *insn, uint32_t word,
                    struct sync_reason reasons[static SYNC_REASONS_MAX])
{
    struct sync_reasons_list list = {0, reasons};
    switch (insn ? (unsigned)insn->id : INSN_NONE) {
    case INSN_ATGETM: {
        const struct insn_atgetm f = isa_decode_atgetm(tile->chip->id, word);
        sync_atgetm_reasons(tile, thread, &f, &list);
        break;
    }
    case INSN_ATRELM: {
        const struct insn_atrelm f = isa_decode_atrelm(tile->chip->id, word);
        sync_atrelm_reasons(tile, &f, &list);
        break;
    }
    case INSN_STALLWAIT: {
        const struct insn_stallwait f = isa_decode_stallwait(tile->chip->id, word);
        sync_stallwait_reasons(tile, &f, &list);
        break;
    }
    case INSN_SEMWAIT: {
        const struct insn_semwait f = isa_decode_semwait(tile->chip->id, word);
        sync_semwait_reasons(tile, &f, &list);
        break;
    }
    case INSN_STREAMWAIT: {
        const struct insn_streamwait f = isa_decode_streamwait(tile->chip->id, word);
        sync_streamwait_reasons(tile, thread, &f, &list);
        break;
    }
    default:
        break;
    }
    return list.count;
}
