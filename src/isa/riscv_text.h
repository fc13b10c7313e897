/* SPDX-License-Identifier: Apache-2.0 */
/* Words of the cores' programs as text. */
#pragma once

#include "isa/isa.h"

enum { RISCV_TEXT_MAX = ISA_TEXT_MAX + 16 };

/* "addi sp,sp,-16", "bnez a0,0x6010", ".ttinsn PACR last=1": standard mnemonics, the short spellings where there is
 * one, registers by their names in the ABI. pc is where the word stands: targets are addresses. An instruction that no
 * core of the chip executes has its name if it is known, ".word 0x…" otherwise. Always terminated. Returns text. */
char *riscv_disassemble(enum tt_chip chip, uint32_t word, uint32_t pc, char text[static RISCV_TEXT_MAX]);

/* "a0": registers 0 to 31. */
const char *riscv_register_name(unsigned reg);

/* "fcsr", "cfg0"; null where a number has no name. */
const char *riscv_csr_name(uint32_t csr);
