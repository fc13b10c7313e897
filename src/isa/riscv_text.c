/* SPDX-License-Identifier: Apache-2.0 */
/* The operands of an instruction as its line in schemas/riscv.json orders them. */
#include "isa/riscv_text.h"

#include "base/search.h"
#include "isa/riscv.h"

static const char *const registers[32] = {
    "zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", "a0",  "a1",  "a2", "a3", "a4", "a5",
    "a6",   "a7", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6",
};
static const char *const float_registers[32] = {
    "ft0", "ft1", "ft2", "ft3", "ft4", "ft5", "ft6", "ft7", "fs0", "fs1", "fa0",  "fa1",  "fa2", "fa3", "fa4",  "fa5",
    "fa6", "fa7", "fs2", "fs3", "fs4", "fs5", "fs6", "fs7", "fs8", "fs9", "fs10", "fs11", "ft8", "ft9", "ft10", "ft11",
};

/* R7, with the names of the ISA documentation. */
static const struct {
    uint16_t csr;
    const char *name;
} csrs[] = {
    {0x001, "fflags"},
    {0x002, "frm"},
    {0x003, "fcsr"},
    {0x008, "vstart"},
    {0x009, "vxsat"},
    {0x00A, "vxrm"},
    {0x300, "mstatus"},
    {0x301, "misa"},
    {0x320, "mcountinhibit"},
    {0x323, "mhpmevent3"},
    {0x324, "mhpmevent4"},
    {0x7C0, "cfg0"},
    {0x7C1, "pmacfg0"},
    {0x7C2, "pmacfg1"},
    {0x7C3, "cfg1"},
    {0x7C4, "hwa_mask"},
    {0x7C5, "hwa_cfg"},
    {0x7C6, "vgsrc"},
    {0xB00, "mcycle"},
    {0xB02, "minstret"},
    {0xB03, "mhpmcounter3"},
    {0xB04, "mhpmcounter4"},
    {0xB80, "mcycleh"},
    {0xB82, "minstreth"},
    {0xB83, "mhpmcounter3h"},
    {0xB84, "mhpmcounter4h"},
    {0xBC0, "tt_cfg_qstatus"},
    {0xBC1, "tt_cfg_bstatus"},
    {0xBC2, "tt_cfg_sstatus0"},
    {0xBC3, "tt_cfg_sstatus1"},
    {0xBC4, "tt_cfg_sstatus2"},
    {0xBC5, "tt_cfg_sstatus3"},
    {0xBC6, "tt_cfg_sstatus4"},
    {0xBC7, "tt_cfg_sstatus5"},
    {0xBC8, "tt_cfg_sstatus6"},
    {0xBC9, "tt_cfg_sstatus7"},
    {0xBCA, "intp_restore_pc"},
    {0xC00, "cycle"},
    {0xC02, "instret"},
    {0xC20, "vl"},
    {0xC21, "vtype"},
    {0xC22, "vlenb"},
    {0xC80, "cycleh"},
    {0xC82, "instreth"},
    {0xF14, "mhartid"},
};

const char *riscv_register_name(unsigned reg)
{
    return registers[reg & 31];
}

const char *riscv_csr_name(uint32_t csr)
{
    for (size_t i = 0; i < sizeof csrs / sizeof *csrs; i++) {
        if (csrs[i].csr == csr)
            return csrs[i].name;
    }
    return NULL;
}

enum { OPERAND_MAX = 24 };

/* A set of {input, output, read, write} as fence has it. */
static void write_fence_set(uint32_t set, char text[static OPERAND_MAX])
{
    char *at = text;
    for (unsigned i = 0; i < 4; i++) {
        if (set >> (3 - i) & 1)
            *at++ = "iorw"[i];
    }
    if (at == text)
        *at++ = '0';
    *at = 0;
}

static void write_rounding(uint32_t mode, char text[static OPERAND_MAX])
{
    static const char *const modes[8] = {"rne", "rtz", "rdn", "rup", "rmm", "5", "6", "dyn"};
    (void)snprintf(text, OPERAND_MAX, "%s", modes[mode]);
}

static void write_csr(uint32_t csr, char text[static OPERAND_MAX])
{
    const char *name = riscv_csr_name(csr);
    if (name)
        (void)snprintf(text, OPERAND_MAX, "%s", name);
    else
        (void)snprintf(text, OPERAND_MAX, "0x%x", (unsigned)csr);
}

static void write_immediate(const struct riscv_op *op, uint32_t word, uint32_t pc, char text[static OPERAND_MAX])
{
    const uint32_t value = riscv_immediate_of(op->immediate, word);
    switch (op->immediate) {
    case RISCV_IMMEDIATE_B:
    case RISCV_IMMEDIATE_J:
        (void)snprintf(text, OPERAND_MAX, "0x%x", (unsigned)(pc + value));
        break;
    case RISCV_IMMEDIATE_U:
        (void)snprintf(text, OPERAND_MAX, "0x%x", (unsigned)(value >> 12));
        break;
    case RISCV_IMMEDIATE_CSR:
        write_csr(value, text);
        break;
    case RISCV_IMMEDIATE_SHAMT:
        (void)snprintf(text, OPERAND_MAX, "0x%x", (unsigned)value);
        break;
    case RISCV_IMMEDIATE_NONE:
    case RISCV_IMMEDIATE_I:
    case RISCV_IMMEDIATE_S:
        (void)snprintf(text, OPERAND_MAX, "%d", (int)(int32_t)value);
        break;
    }
}

static bool riscv_text_is_word(const char *operand, size_t length, const char *word)
{
    return strlen(word) == length && strncmp(operand, word, length) == 0;
}

/* One word of the operands: a register, a part of the word, or the immediate in whatever form. */
static void write_operand(const struct riscv_op *op, const char *operand, size_t length, uint32_t word, uint32_t pc,
                          char text[static OPERAND_MAX])
{
    static const struct {
        const char *word;
        uint8_t shift;
        bool is_float;
    } places[] = {{"rd", 7, false},  {"rs1", 15, false}, {"rs2", 20, false}, {"fd", 7, true},
                  {"fs1", 15, true}, {"fs2", 20, true},  {"fs3", 27, true}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        if (riscv_text_is_word(operand, length, places[i].word)) {
            const uint32_t reg = word >> places[i].shift & 31;
            (void)snprintf(text, OPERAND_MAX, "%s", places[i].is_float ? float_registers[reg] : registers[reg]);
            return;
        }
    }
    if (riscv_text_is_word(operand, length, "rm"))
        write_rounding(word >> 12 & 7, text);
    else if (riscv_text_is_word(operand, length, "uimm"))
        (void)snprintf(text, OPERAND_MAX, "%u", (unsigned)(word >> 15 & 31));
    else if (riscv_text_is_word(operand, length, "pred"))
        write_fence_set(word >> 24 & 15, text);
    else if (riscv_text_is_word(operand, length, "succ"))
        write_fence_set(word >> 20 & 15, text);
    else
        write_immediate(op, word, pc, text);
}

/* A rounding mode that the register names is not worth a word. */
static bool is_left_out(const char *operand, size_t length, uint32_t word)
{
    return riscv_text_is_word(operand, length, "rm") && (word >> 12 & 7) == 7;
}

/* Acquire and release, which atomics name behind the mnemonic. */
static const char *ordering(uint32_t word)
{
    static const char *const suffixes[4] = {"", ".rl", ".aq", ".aqrl"};
    return (word & 0x7F) == 0x2F ? suffixes[word >> 25 & 3] : "";
}

static void write_operands(const struct riscv_op *op, uint32_t word, uint32_t pc, char text[static RISCV_TEXT_MAX])
{
    size_t used = (size_t)snprintf(text, RISCV_TEXT_MAX, "%s%s%s", op->name, ordering(word), *op->operands ? " " : "");
    for (const char *operand = op->operands; *operand;) {
        const size_t length = strcspn(operand, ",()");
        char one[OPERAND_MAX] = {*operand, 0};
        if (length)
            write_operand(op, operand, length, word, pc, one);
        if (length && is_left_out(operand, length, word))
            text[--used] = 0; /* the comma before it */
        else
            used += (size_t)snprintf(text + used, RISCV_TEXT_MAX - used, "%s", one);
        operand += length ? length : 1;
    }
}

static const struct riscv_op *riscv_text_find_in(const struct riscv_op *ops, unsigned count, uint32_t word)
{
    return FIND(ops, count, (word & item->mask) == item->match && *item->name);
}

char *riscv_disassemble(enum tt_chip chip, uint32_t word, uint32_t pc, char text[static RISCV_TEXT_MAX])
{
    if (riscv_is_push(word)) {
        char pushed[ISA_TEXT_MAX];
        (void)snprintf(text, RISCV_TEXT_MAX, ".ttinsn %s", isa_disassemble(chip, riscv_pushed_word(word), pushed));
        return text;
    }
    const struct riscv_op *op = riscv_text_find_in(riscv_aliases, riscv_aliases_count, word);
    if (!op)
        op = riscv_find(word);
    if (!op)
        op = riscv_text_find_in(riscv_refused, riscv_refused_count, word);
    if (op)
        write_operands(op, word, pc, text);
    else
        (void)snprintf(text, RISCV_TEXT_MAX, ".word 0x%08x", (unsigned)word);
    return text;
}
