/* SPDX-License-Identifier: Apache-2.0 */
/* The information of a program's file beside its segments: where its code begins, symbols of tt-metal's firmware, and
 * the addresses that its code puts together, which no symbol has: the firmware names places of L1 by numbers alone. */
#pragma once

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

enum elf_name { ELF_TEXT_END, ELF_TEXT_END_OLD, ELF_LOADER_INIT, ELF_DRAM_BANKS, ELF_L1_BANKS, ELF_NAMED };
struct elf_named {
    uint8_t is_there; /* not 0 */
    uint32_t value, bytes;
};

enum { ELF_CODE_TOP = 1 << 21 };
struct elf_code {
    struct elf_named named[ELF_NAMED];
    uint32_t text;                       /* where the code begins */
    uint32_t data_bytes;                 /* of start values of the core's own memory */
    uint8_t addresses[ELF_CODE_TOP / 8]; /* a bit an address */
};

enum tt_status elf_code_read(struct elf_code *code, const char *path, struct tt_error *err);
bool elf_code_has_address(const struct elf_code *code, uint32_t addr);
