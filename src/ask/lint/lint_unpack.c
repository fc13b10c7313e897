/* SPDX-License-Identifier: Apache-2.0 */
/* Unpacks straight to Dst: the chip may ask for one to SrcA behind the last of them (SL-081), and until there is one
 * nothing can be read from SrcA (U-5.9). */
#include "ask/lint/lint_internal.h"
#include "ask/run/value_text.h"
#include "isa/effects.h"

#include "lint_findings.h"

void lint_unpack_write(struct lint_work *work, const struct results_insn_row *insn, enum tt_space space)
{
    work->has_to_dst = space == TT_SPACE_DST;
    work->to_dst = *insn;
}

void lint_unpack_read(struct lint_work *work, const struct results_insn_row *insn)
{
    if (!work->has_to_dst ||
        !word_reads_as(isa_find(work->chip->id, insn->word), insn->word, TT_SPACE_SRCA, EXTENT_NUMBERS))
        return;
    struct lint_item *item = lint_add(work, FINDING_LINT_SRCA_AFTER_DST, insn, 0,
                                      "nothing was unpacked to SrcA since the unpack to Dst of %s %" PRIu64,
                                      seq_name(work->lint->run->order), work->to_dst.seq);
    lint_show(work, item, lint_unpack_in[0]);
    lint_show(work, item, lint_unpack_out[0]);
}

void lint_unpack_end(struct lint_work *work)
{
    if (!work->has_to_dst || !work->chip->dst_unpack_needs_srca)
        return;
    struct lint_item *item = lint_add(work, FINDING_LINT_DST_UNPACK_LAST, &work->to_dst, 0,
                                      "no unpack to SrcA follows it to the end of the run");
    lint_show(work, item, lint_unpack_in[0]);
    lint_show(work, item, lint_unpack_out[0]);
}
