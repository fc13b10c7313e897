/* SPDX-License-Identifier: Apache-2.0 */
/* A second core, one instruction at a time, written from the tables of the RISC-V manual (volume I, "RV32/64G
 * Instruction Set Listings", "B", "Zbkb") and R3, R5, R6: fields taken apart by opcode, funct3 and funct7,
 * numbers as wide signed integers, single precision as the host's. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct ref_riscv {
    uint32_t pc, x[32], f[32];
    uint8_t *memory; /* at 0 */
    uint32_t bytes;
};

/* False where the word is none of the instructions here, or its access is not aligned or not in memory: nothing has
 * changed then. No system instructions but fence. */
bool ref_riscv_step(struct ref_riscv *core, uint32_t word, bool is_wormhole);
