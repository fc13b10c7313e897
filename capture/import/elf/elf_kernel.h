/* SPDX-License-Identifier: Apache-2.0 */
/* A kernel of tt-metal's: linked behind its core's firmware, and run wherever the host puts it in L1. Its relocations
 * are still there, and references to its own code are made relative to the program counter, as tt-metal's loader does
 * (tt_elffile.cpp). docs/how-to/run-a-kernel.md#stock-kernels */
#pragma once

#include "base/error.h"

#include <libelf.h>
#include <stdbool.h>
#include <stdint.h>

struct elf_kernel {
    uint8_t *bytes; /* code, then the start values of its data; the caller frees it with mem_free() */
    uint32_t count;
    uint32_t text, text_bytes; /* the address that it was linked for */
    bool stays; /* it is linked for core NC's instruction RAM, where firmware copies it: nothing is moved */
};

/* Reads a kernel and moves it to addr. `path` names the file in messages. */
enum tt_status elf_kernel_place(struct elf_kernel *kernel, Elf *elf, const char *path, uint32_t addr,
                                struct tt_error *err);
/* How many bytes of L1 a kernel takes, from the bytes of its file. */
enum tt_status elf_kernel_size(uint32_t *size, const char *bytes, size_t count, const char *path, struct tt_error *err);
