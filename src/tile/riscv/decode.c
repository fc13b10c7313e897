/* SPDX-License-Identifier: Apache-2.0 */
/* Words to handlers. The table of handlers is generated from schemas/riscv.json. */
#include "isa/riscv.h"
#include "isa/riscv_text.h"
#include "tile/riscv/core_internal.h"

#include "riscv_specials.h"

#include "riscv_dispatch.h"

/* R4. */
static enum riscv_step decode_push(struct riscv_core *core, const struct riscv_insn *insn, struct riscv_bus *bus)
{
    (void)core;
    if (bus->reach < RISCV_REACH_ALL)
        return RISCV_OUTSIDE;
    if (!bus->push)
        return riscv_refuse(bus, "a core that feeds no thread pushes an instruction");
    return bus->push(bus->user, riscv_pushed_word(insn->word));
}

static enum riscv_step decode_refuse(struct riscv_core *core, const struct riscv_insn *insn, struct riscv_bus *bus)
{
    char why[RISCV_WHY_MAX], text[RISCV_TEXT_MAX];
    return riscv_refuse(bus, "%08X, %.40s: %s", (unsigned)insn->word,
                        riscv_disassemble(bus->chip, insn->word, core->pc, text),
                        riscv_why_refused(bus->chip, insn->word, why));
}

void riscv_decode(enum tt_chip chip, uint32_t word, struct riscv_insn *insn)
{
    const struct riscv_op *op = riscv_find(word);
    *insn = (struct riscv_insn){
        .word = word,
        .run = riscv_is_push(word) ? decode_push : decode_refuse,
        .rd = word >> 7 & 31,
        .rs1 = word >> 15 & 31,
        .rs2 = word >> 20 & 31,
        .rs3 = (uint8_t)(word >> 27),
    };
    if (!op || !riscv_is_on(chip, op))
        return;
    insn->immediate = riscv_immediate_of(op->immediate, word);
    insn->run = riscv_handlers[op - riscv_ops];
}

/* An entry that was never used stands for the word 0, wherever it is. */
struct riscv_code *riscv_code_new(enum tt_chip chip)
{
    struct riscv_code *code = mem_calloc(1, sizeof *code);
    if (!code)
        return NULL;
    code->chip = chip;
    riscv_decode(chip, 0, &code->entries[0]);
    for (unsigned i = 1; i < RISCV_CODE_ENTRIES; i++)
        code->entries[i] = code->entries[0];
    return code;
}

void riscv_code_free(struct riscv_code *code)
{
    mem_free(code);
}
