/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers that a program holds, in its words or in registers that it set: what another value would change. */
#include "precision/vector/rules.h"

#include <math.h>

uint16_t constant_word(struct shadowing *run, const struct isa_insn *insn, uint32_t word)
{
    unsigned i = 0;
    if (!run->options->by_word)
        return 0;
    while (i < run->constant_count && (run->constants[i].at != run->at || run->constants[i].word != word))
        i++;
    if (i == CONSTANT_WORDS)
        return 0;
    if (i == run->constant_count)
        run->constants[run->constant_count++] = (struct constant_word){insn, word, run->at};
    return (uint16_t)(i + 1);
}

void vector_constant(const struct vector_work *work, uint16_t first, uint16_t second, unsigned what,
                     struct shade *shade)
{
    struct shadowing *run = work->run;
    if (!first || !isfinite(shade->actual))
        return;
    const struct constant_word *word = &run->constants[first - 1], *other = second ? &run->constants[second - 1] : word;
    struct precision_source wanted = {.format = "",
                                      .kind = PRECISION_CONSTANT,
                                      .insn = word->insn,
                                      .word = word->word,
                                      .at = word->at,
                                      .also_at = other->at,
                                      .which = what,
                                      .is_integer = shade->is_integer,
                                      .value = shade->actual};
    (void)snprintf(wanted.name, sizeof wanted.name, "%s.%s", unit_name(TT_UNIT_VECTOR), word->insn->mnemonic);
    const unsigned source = source_like(run, &wanted);
    if (run->precision->sources[source].kind == PRECISION_CONSTANT)
        shade_add(shade, source, shade->actual != 0 ? fabs(shade->actual) : 1);
}

/* A register that the program set before what is followed began. */
void vector_constant_register(const struct vector_work *work, uint32_t reg, struct shade *shade)
{
    enum { FIXED_FIRST = 8, FIXED_LAST = 10, NUMBERS = 15 };
    const struct precision_source wanted = {.name = "lreg",
                                            .format = "",
                                            .kind = PRECISION_CONSTANT,
                                            .at = reg,
                                            .also_at = reg,
                                            .is_integer = shade->is_integer,
                                            .value = shade->actual};
    if (!work->run->options->by_word || !isfinite(shade->actual) || (reg >= FIXED_FIRST && reg <= FIXED_LAST) ||
        reg >= NUMBERS)
        return;
    const unsigned source = source_like(work->run, &wanted);
    if (work->run->precision->sources[source].kind == PRECISION_CONSTANT)
        shade_add(shade, source, shade->actual != 0 ? fabs(shade->actual) : 1);
}
