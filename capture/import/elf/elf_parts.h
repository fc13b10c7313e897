/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of an ELF file as libelf hands them out: the file's own bytes, at any address. */
#pragma once

#include "base/error.h"

#include <elfutils/libdw.h>
#include <libelf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Item i of a table. */
void elf_take_item(void *item, const void *table, size_t i, size_t size);
/* False: there is no such section. */
bool elf_take_section(Elf_Scn *section, Elf32_Shdr *head);
/* A file of 32 bits, little-endian, for RISC-V, linked: one that these cores can run. */
enum tt_status elf_check_head(Elf *elf, const char *path, Elf32_Ehdr *head, struct tt_error *err);
/* Opens bytes that stay where they are; elf_end() closes. */
enum tt_status elf_open(Elf **elf, const char *bytes, size_t count, const char *path, struct tt_error *err);
/* Where libelf and libdw work: in a process of its own. base/guard/apart.h */
enum tt_status elf_read_apart(enum tt_status (*work)(void *user, FILE *out, struct tt_error *err),
                              enum tt_status (*take)(void *user, FILE *in, struct tt_error *err), void *user,
                              size_t count, const char *path, struct tt_error *err);
/* The same where all that is found fits one record: `work` fills it in over there, and it comes back as bytes, of which
 * nothing is believed. */
struct elf_file {
    const char *bytes;
    size_t count;
    const char *path;
};
typedef enum tt_status elf_fill_record(void *record, Elf *elf, const struct elf_file *file, struct tt_error *err);
enum tt_status elf_read_record(elf_fill_record *fill, void *record, size_t size, const struct elf_file *file,
                               struct tt_error *err);
/* Where libdw has no memory it expects that what it calls does not return: the reading process ends. */
void elf_end_without_memory(Dwarf *dwarf);
