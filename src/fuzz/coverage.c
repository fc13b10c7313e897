/* SPDX-License-Identifier: Apache-2.0 */
/* Which instructions were drawn, and which of the forms that exist. */
#include "fuzz/fuzz.h"

struct fuzz_coverage {
    enum tt_chip chip;
    struct fuzz_drawn drawn[256]; /* by opcode */
};

struct fuzz_coverage *fuzz_coverage_new(enum tt_chip chip)
{
    struct fuzz_coverage *coverage = mem_calloc(1, sizeof *coverage);
    if (coverage)
        coverage->chip = chip;
    return coverage;
}

void fuzz_coverage_free(struct fuzz_coverage *coverage)
{
    mem_free(coverage);
}

static void coverage_add(struct fuzz_coverage *coverage, uint32_t word)
{
    const struct isa_insn *insn = isa_find(coverage->chip, word);
    struct fuzz_drawn *drawn = &coverage->drawn[word >> 24];
    if (!insn)
        return;
    drawn->count++;
    for (unsigned i = 0; i < insn->modifier_count && i < FUZZ_MODIFIERS_MAX; i++) {
        const uint32_t value = isa_modifier_value(&insn->modifiers[i], word);
        drawn->forms[i] |= value < 32 ? UINT32_C(1) << value : 0;
    }
}

/* Words that a core pushes stand in its code, turned, or as a constant: only the former are counted. */
void fuzz_coverage_add(struct fuzz_coverage *coverage, const struct draw_program *program)
{
    for (uint32_t k = 0; k < program->step_count; k++)
        for (uint32_t i = 0; i < program->steps[k].count && !program->steps[k].is_needed; i++)
            coverage_add(coverage, program->words[program->steps[k].first + i]);
    for (uint32_t i = 0; i < program->code_count; i++)
        if ((program->code[i] & 3) != 3)
            coverage_add(coverage, program->code[i] << 30 | program->code[i] >> 2);
}

const struct fuzz_drawn *fuzz_coverage_of(const struct fuzz_coverage *coverage, unsigned opcode)
{
    return &coverage->drawn[opcode];
}
