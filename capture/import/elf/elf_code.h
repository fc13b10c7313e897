/* SPDX-License-Identifier: Apache-2.0 */
/* What the file of a program says beside what is loaded: where its code begins, symbols by name, and the addresses that
 * its code puts together, which no symbol has: tt-metal's firmware names places of L1 by numbers alone. */
#pragma once

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct elf_named {
    const char *name;
    bool is_there;
    uint32_t value, bytes;
};

struct elf_code {
    struct elf_named *named;
    size_t named_count;
    uint32_t text;       /* where the code begins */
    uint32_t data_bytes; /* of start values of the core's own memory */
    uint8_t *addresses;  /* a bit an address below ELF_CODE_TOP; mem_free() them */
};
enum { ELF_CODE_TOP = 1 << 21 };

/* Sets all but what `named` asks for. */
enum tt_status elf_code_read(struct elf_code *code, const char *path, struct tt_error *err);
bool elf_code_has_address(const struct elf_code *code, uint32_t addr);
