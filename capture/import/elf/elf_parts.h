/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of an ELF file as libelf hands them out: the file's own bytes, at any address. */
#pragma once

#include "capture/import/source.h"

#include <elfutils/libdw.h>
#include <libelf.h>

/* Of instructions that programs of these cores begin with, and that relocations change. */
enum { OPCODE = 0x7F, LUI = 0x37, AUIPC = 0x17 };

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

/* ---- elf_kernel.c ----
 * A kernel of tt-metal's: linked behind its core's firmware, and run wherever the host puts it in L1. Its
 * relocations are still there, and references to its own code are made relative to the program counter, as tt-
 * metal's loader does (tt_elffile.cpp). docs/how-to/run-a-kernel.md#stock-kernels */

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

/* ---- elf_code.c ----
 * The information of a program's file beside its segments: where its code begins, symbols of tt-metal's firmware,
 * and the addresses that its code puts together, which no symbol has: the firmware names places of L1 by numbers
 * alone. */

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

/* ---- elf_layout.c ----
 * Where members of a structure stand, by a program's debug information over libdw: structures of tt-metal's drift
 * from commit to commit, and a program that was built with them says which it has. */

struct elf_member {
    const char *path; /* "launch.kernel_config.mode": of an array the first element */
    bool is_there;
    uint32_t offset, bytes; /* byte from the start of the structure */
    uint32_t element_bytes; /* size of one element of an array; of anything else its own */
};

/* A number that never changes. */
struct elf_constant {
    const char *name;
    bool is_there;
    uint32_t value;
};

struct elf_layout {
    const char *type; /* the name of its type */
    struct elf_member *members;
    size_t count;
    struct elf_constant *constants;
    size_t constant_count;
    bool has_type; /* whether the program has debug information of the structure */
};

/* Sets the members that are not given. */
enum tt_status elf_layout_read(struct elf_layout *layout, const char *bytes, size_t count, const char *path,
                               struct tt_error *err);

/* ---- elf_tape.c ----
 * The content of a program's file for a sink, between the process that reads the file and the one that has the
 * sink. */

void elf_tape_region(FILE *out, uint32_t lo, uint32_t count, const uint8_t *bytes);
void elf_tape_boot(FILE *out, enum tt_core core, uint32_t pc);
void elf_tape_symbol(FILE *out, const struct ttcap_symbol *symbol);
void elf_tape_lines(FILE *out, const struct ttcap_lines *lines);
void elf_tape_note(FILE *out, const char *format, ...) TT_PRINTF(2, 3);
void elf_tape_warn(FILE *out, const char *format, ...) TT_PRINTF(2, 3);

/* Puts all of it into the sink, at its starting state; a tape that ends early is the reader's matter. */
enum tt_status elf_tape_play(struct import_sink *sink, FILE *in, struct tt_error *err);
