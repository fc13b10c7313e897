/* SPDX-License-Identifier: Apache-2.0 */
/* A source register that was filled as one kind of number and is multiplied as another (M19): the exponent
 * has other bits. */
#include "ask/lint/lint_internal.h"
#include "ask/run/value_text.h"
#include "isa/effects.h"
#include "numeric/format.h"

#include "lint_findings.h"

/* The sources that the instruction reads as numbers of a format: bit 0 SrcA, bit 1 SrcB. */
static unsigned sources_of(const struct lint_work *work, uint32_t word)
{
    const struct isa_insn *insn = isa_find(work->chip->id, word);
    return (word_reads_as(insn, word, TT_SPACE_SRCA, EXTENT_NUMBERS) ? 1 : 0) |
           (word_reads_as(insn, word, TT_SPACE_SRCB, EXTENT_NUMBERS) ? 2 : 0);
}

void lint_source_write(struct lint_work *work, const struct results_insn_row *insn,
                       const struct results_access_row *write)
{
    struct lint_source *source = &work->sources[write->of.space == TT_SPACE_SRCB];
    const bool is_unpacker = unit_is_unpacker(write->of.unit);
    struct lint_field out = {0};
    source->is_set =
        is_unpacker && lint_field(work, insn->thread, &out, lint_unpack_out[write->of.unit == TT_UNIT_UNPACK1]);
    source->format = out.value;
    source->seq = insn->seq;
}

/* The instruction that sets the format of SrcA, and of SrcB. */
static const struct {
    enum reg_id format, is_overridden, override, is_not_implied;
} formats[2] = {{REG_ALU_FORMAT_SPEC_REG0_SrcA, REG_ALU_FORMAT_SPEC_REG_SrcA_override, REG_ALU_FORMAT_SPEC_REG_SrcA_val,
                 REG_DISABLE_IMPLIED_SRCA_FMT_Base},
                {REG_ALU_FORMAT_SPEC_REG1_SrcB, REG_ALU_FORMAT_SPEC_REG_SrcB_override, REG_ALU_FORMAT_SPEC_REG_SrcB_val,
                 REG_DISABLE_IMPLIED_SRCB_FMT_Base}};

static uint32_t configured(const struct lint_work *work, unsigned thread, unsigned source)
{
    const bool is_overridden = lint_value(work, thread, formats[source].is_overridden);
    return lint_value(work, thread, is_overridden ? formats[source].override : formats[source].format);
}

/* Where the chip takes the format from the unpacker, it cannot differ. */
static bool is_implied(const struct lint_work *work, unsigned thread, unsigned source)
{
    return work->chip->src_format_is_implied && !lint_value(work, thread, formats[source].is_not_implied);
}

static bool differ(uint32_t a, uint32_t b)
{
    const struct format_info *x = format_get((enum format)a), *y = format_get((enum format)b);
    return x && y && x->exponent_bits != y->exponent_bits && (x->exponent_bits < 8 || y->exponent_bits < 8) &&
           (x->is_integer || y->is_integer || x->exponent_bits == 8 || y->exponent_bits == 8);
}

void lint_source_read(struct lint_work *work, const struct results_insn_row *insn)
{
    const unsigned sources = sources_of(work, insn->word);
    for (unsigned i = 0; i < 2; i++) {
        const struct lint_source *source = &work->sources[i];
        if (!(sources >> i & 1) || !source->is_set || is_implied(work, insn->thread, i))
            continue;
        const uint32_t as = configured(work, insn->thread, i);
        if (!differ(source->format, as))
            continue;
        struct lint_item *item =
            lint_add(work, FINDING_LINT_SOURCE_FORMAT_DIFFERS, insn, i,
                     "Src%c was filled as %s (%s %" PRIu64 ") and is read as %s", i ? 'B' : 'A',
                     format_get((enum format)source->format)->name, seq_name(work->lint->run->order), source->seq,
                     format_get((enum format)as)->name);
        lint_show(work, item, formats[i].format);
        lint_show(work, item, formats[i].is_overridden);
        lint_show(work, item, formats[i].override);
        lint_show(work, item, lint_unpack_out[i]);
    }
}
