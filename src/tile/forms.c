/* SPDX-License-Identifier: Apache-2.0 */
/* Forms of instructions that raise a finding, by their rows in schemas/isa: modifiers beyond those that documents or
 * recordings have, which are executed by their bits all the same, and the findings that a row names. */
#include "tile/tile_internal.h"

#include "cfg_findings.h"
#include "form_findings.h"
#include "matrix_findings.h"
#include "scalar_findings.h"
#include "unpack_findings.h"
#include "vector_findings.h"

/* The finding for a form that no recording shows. */
static finding_id not_recorded(enum tt_unit unit)
{
    static const finding_id findings[TT_UNIT_COUNT] = {
        [TT_UNIT_UNPACK0] = FINDING_UNPACK_FORM_NOT_RECORDED,   [TT_UNIT_UNPACK1] = FINDING_UNPACK_FORM_NOT_RECORDED,
        [TT_UNIT_MATRIX] = FINDING_MATRIX_FORM_NOT_RECORDED,    [TT_UNIT_SCALAR] = FINDING_SCALAR_FORM_NOT_RECORDED,
        [TT_UNIT_CONFIG] = FINDING_CFG_SHIFT_MASK_NOT_RECORDED, [TT_UNIT_VECTOR] = FINDING_VECTOR_FORM_NOT_RECORDED,
    };
    assert(findings[unit]); /* of a unit whose rows say what is recorded */
    return findings[unit];
}

/* Whether any was raised. */
static bool forms_report(struct tile *tile, const struct isa_insn *insn, uint32_t word, unsigned instance)
{
    const enum tt_unit unit = isa_unit_of(insn, word);
    bool has = false;
    char text[ISA_TEXT_MAX];
    if (isa_forms_text(insn, word, ISA_FORM_NOT_DOCUMENTED, text)) {
        tile_finding(tile, FINDING_FORM_NOT_DOCUMENTED, unit, instance, "%s with %s", insn->mnemonic, text);
        has = true;
    }
    if (isa_forms_text(insn, word, ISA_FORM_NOT_RECORDED, text)) {
        tile_finding(tile, not_recorded(unit), unit, instance, "%s with %s", insn->mnemonic, text);
        has = true;
    }
    const struct isa_form_finding *form = NULL;
    for (unsigned i = 0; (form = isa_next_form(insn, word, &i, text)); has = true)
        tile_finding(tile, (finding_id)form->finding, unit, instance, "%s with %s", insn->mnemonic, text);
    return has;
}

/* The form depends on the word alone and kernels repeat their words, so words without any form are remembered. */
void tile_report_forms(struct tile *tile, const struct isa_insn *insn, uint32_t word, unsigned instance)
{
    uint32_t *known = &tile->formless[(word * 2654435761u) >> 24];
    if (*known != ~word && !forms_report(tile, insn, word, instance))
        *known = ~word;
}
