/* SPDX-License-Identifier: Apache-2.0 */
/* Every word on both chips: found, taken apart, written as text, and put together again from that text. The input is
 * words, four bytes each. */
#include "base/little.h"
#include "fuzz/harness.h"
#include "fuzz/require.h"
#include "isa/isa.h"
#include "isa/riscv_text.h"

#include <string.h>

enum { TOKEN_MAX = 64 };

/* "addr_mode=2" into the word; "unnamed=0x000020" alike. */
static void put_field(const struct isa_insn *insn, const char *token, uint32_t *word)
{
    char name[TOKEN_MAX];
    unsigned long value;
    const char *equals = strchr(token, '=');
    require(equals && equals - token < TOKEN_MAX);
    memcpy(name, token, (size_t)(equals - token));
    name[equals - token] = '\0';
    value = strtoul(equals + 1, NULL, 0);
    if (strcmp(name, "unnamed") == 0) {
        *word |= (uint32_t)value;
        return;
    }
    unsigned i = 0;
    while (i < insn->field_count && strcmp(insn->fields[i].name, name) != 0)
        i++;
    require(i < insn->field_count);
    require(value >> insn->fields[i].bits == 0 && insn->fields[i].low + insn->fields[i].bits <= 24);
    *word |= (uint32_t)value << insn->fields[i].low;
}

static uint32_t assemble(enum tt_chip chip, char *text)
{
    char *at = NULL, *token = strtok_r(text, " ", &at);
    if (strcmp(token, ".word") == 0)
        return (uint32_t)strtoul(at, NULL, 0);
    const struct isa_insn *insn = isa_find_mnemonic(chip, token);
    require(insn != NULL);
    uint32_t word = (uint32_t)insn->opcode << 24;
    while ((token = strtok_r(NULL, " ", &at)))
        put_field(insn, token, &word);
    return word;
}

static void check_word(enum tt_chip chip, uint32_t word)
{
    char text[ISA_TEXT_MAX], riscv[RISCV_TEXT_MAX];
    const struct isa_insn *insn = isa_find(chip, word);
    const enum tt_unit unit = isa_unit(chip, word);
    memset(text, 'x', sizeof text);
    require(isa_disassemble(chip, word, text) == text && memchr(text, '\0', sizeof text - 1));
    require(insn ? unit < TT_UNIT_COUNT && unit_find(unit_name(unit)) == unit : unit == TT_UNIT_COUNT);
    require(!insn || insn->opcode == word >> 24);
    require(assemble(chip, text) == word);
    memset(riscv, 'x', sizeof riscv);
    require(riscv_disassemble(chip, word, word * 4, riscv) == riscv && memchr(riscv, '\0', sizeof riscv - 1));
    require(*riscv != '\0');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for (size_t at = 0; at + sizeof(uint32_t) <= size; at += sizeof(uint32_t)) {
        const uint32_t word = load_u32(data + at);
        for (int chip = 0; chip < TT_CHIP_COUNT; chip++)
            check_word((enum tt_chip)chip, word);
    }
    return 0;
}
