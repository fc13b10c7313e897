/* SPDX-License-Identifier: Apache-2.0 */
/* Instruction words and their text. schemas/asm.schema.json */
#include "show/reports.h"

#include "isa/chip.h"
#include "isa/isa.h"

static void say_word(struct report *report, enum tt_chip chip, uint32_t word)
{
    char text[ISA_TEXT_MAX];
    const struct isa_insn *insn = isa_find(chip, word);
    report_object(report, NULL);
    report_say(report, SAY("word", word), SAY("text", isa_disassemble(chip, word, text)),
               SAY_OR_NULL("mnemonic", insn != NULL, insn->mnemonic),
               SAY("unnamed", insn ? word & isa_unnamed_bits(insn) : 0));
    report_object_line(report, "fields");
    for (unsigned i = 0; insn && i < insn->field_count; i++)
        report_say(report, SAY(insn->fields[i].name, isa_field_value(&insn->fields[i], word)));
    report_close(report);
    report_close(report);
}

void words_report(FILE *out, enum report_form form, enum tt_chip chip, bool is_assembled, const uint32_t *words,
                  size_t count)
{
    char text[ISA_TEXT_MAX];
    REPORT(report, out, form);
    report_say(&report, SAY("chip", chip_get(chip)->name));
    REPORT_EACH(&report, "words", i, count) {
        if (report.is_json)
            say_word(&report, chip, words[i]);
        else if (is_assembled)
            report_print(&report, "0x%08" PRIx32 "\n", words[i]);
        else
            report_print(&report, "%s\n", isa_disassemble(chip, words[i], text));
    }
}
