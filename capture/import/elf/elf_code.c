/* SPDX-License-Identifier: Apache-2.0 */
#include "capture/import/elf/elf_code.h"

#include "base/input.h"
#include "base/little.h"
#include "base/memory.h"
#include "capture/import/elf/elf_parts.h"
#include "isa/mmio.h"

#include <string.h>

enum {
    ELF_BYTES_MAX = 256 << 20,
    BITS_BYTES = ELF_CODE_TOP / 8,
    LUI = 0x37,
    AUIPC = 0x17,
    ADDI = 0x13,
    OPCODE = 0x7F,
    REGISTERS = 32
};

struct code_reading {
    struct elf_code *code;
    const char *bytes;
    size_t count;
    const char *path;
};

/* ---- in the process that reads ---- */

static void code_add(struct elf_code *code, uint32_t addr)
{
    if (addr < ELF_CODE_TOP)
        code->addresses[addr / 8] |= (uint8_t)(1u << addr % 8);
}

/* An upper part, and what is added to it before the register gets another; alone only where nothing is ever added.
 * Branches are not looked at, which only gives addresses more. */
static void code_look_at(struct elf_code *code, uint32_t addr, const uint8_t *bytes, uint32_t count)
{
    uint32_t value[REGISTERS] = {0};
    bool is_known[REGISTERS] = {false}, is_alone[REGISTERS] = {false};
    for (uint32_t at = 0; at + 4 <= count; at += 4) {
        const uint32_t word = load_u32(bytes + at), to = word >> 7 & 31, from = word >> 15 & 31;
        const bool is_relative = (word & OPCODE) == AUIPC, is_upper = is_relative || (word & OPCODE) == LUI;
        const bool is_added = (word & OPCODE) == ADDI && (word >> 12 & 7) == 0 && is_known[from];
        if (is_added)
            is_alone[from] = false;
        if (is_upper && is_alone[to])
            code_add(code, value[to]);
        if (!is_upper && !is_added)
            continue;
        value[to] = is_upper ? (word & 0xFFFFF000) + (is_relative ? addr + at : 0)
                             : value[from] + (word >> 20) - (word >> 31 ? 0x1000 : 0);
        is_known[to] = true;
        is_alone[to] = is_upper;
        if (is_added)
            code_add(code, value[to]);
    }
    for (unsigned i = 0; i < REGISTERS; i++)
        if (is_alone[i])
            code_add(code, value[i]);
}

static void code_look_at_segments(const struct code_reading *reading, Elf *elf)
{
    size_t count = 0;
    const void *segments = elf_getphdrnum(elf, &count) == 0 && count > 0 ? elf32_getphdr(elf) : NULL;
    bool has_text = false;
    for (size_t i = 0; segments && i < count; i++) {
        Elf32_Phdr segment;
        elf_take_item(&segment, segments, i, sizeof segment);
        if (segment.p_type != PT_LOAD || segment.p_filesz == 0 || segment.p_offset > reading->count ||
            segment.p_filesz > reading->count - segment.p_offset)
            continue;
        if (segment.p_paddr >= MMIO_LOCAL_RAM && segment.p_paddr < MMIO_LOCAL_RAM_END)
            reading->code->data_bytes += segment.p_filesz;
        if (!(segment.p_flags & PF_X))
            continue;
        reading->code->text = has_text ? reading->code->text : segment.p_vaddr;
        has_text = true;
        code_look_at(reading->code, segment.p_vaddr, (const uint8_t *)reading->bytes + segment.p_offset,
                     segment.p_filesz);
    }
}

static void code_look_at_symbols(struct elf_code *code, Elf *elf, Elf_Scn *section, const Elf32_Shdr *head)
{
    const Elf_Data *data = elf_getdata(section, NULL);
    for (size_t i = 0; data && data->d_buf && i < data->d_size / sizeof(Elf32_Sym); i++) {
        Elf32_Sym symbol;
        elf_take_item(&symbol, data->d_buf, i, sizeof symbol);
        const char *name = elf_strptr(elf, head->sh_link, symbol.st_name);
        for (size_t k = 0; name && symbol.st_shndx != SHN_UNDEF && k < code->named_count; k++)
            if (strcmp(name, code->named[k].name) == 0)
                code->named[k] = (struct elf_named){code->named[k].name, true, symbol.st_value, symbol.st_size};
    }
}

static enum tt_status code_find(void *user, FILE *out, struct tt_error *err)
{
    const struct code_reading *reading = user;
    struct elf_code *code = reading->code;
    Elf *elf = NULL;
    Elf_Scn *section = NULL;
    Elf32_Ehdr file;
    Elf32_Shdr head;
    enum tt_status status = elf_open(&elf, reading->bytes, reading->count, reading->path, err);
    if (!status)
        status = elf_check_head(elf, reading->path, &file, err);
    code->addresses = status ? NULL : mem_calloc(BITS_BYTES, 1);
    if (!status && code->addresses) {
        code_look_at_segments(reading, elf);
        while ((section = elf_nextscn(elf, section)))
            if (elf_take_section(section, &head) && head.sh_type == SHT_SYMTAB)
                code_look_at_symbols(code, elf, section, &head);
        (void)fputc(1, out);
        (void)fwrite(code, sizeof *code, 1, out);
        (void)fwrite(code->named, sizeof *code->named, code->named_count, out);
        (void)fwrite(code->addresses, 1, BITS_BYTES, out);
    }
    if (elf)
        (void)elf_end(elf);
    return status;
}

/* ---- in ours ---- */

static enum tt_status code_take(void *user, FILE *in, struct tt_error *err)
{
    struct elf_code *code = ((const struct code_reading *)user)->code, there;
    if (fgetc(in) <= 0 || fread(&there, sizeof there, 1, in) != 1)
        return TT_OK;
    for (size_t i = 0; i < code->named_count; i++) {
        struct elf_named one;
        if (fread(&one, sizeof one, 1, in) != 1)
            return TT_OK;
        one.name = code->named[i].name;
        code->named[i] = one;
    }
    code->addresses = mem_calloc(BITS_BYTES, 1);
    if (!code->addresses)
        return tt_fail(err, TT_NO_MEMORY, "no memory");
    code->text = there.text;
    code->data_bytes = there.data_bytes;
    if (fread(code->addresses, 1, BITS_BYTES, in) == BITS_BYTES)
        (void)fgetc(in);
    return TT_OK;
}

enum tt_status elf_code_read(struct elf_code *code, const char *path, struct tt_error *err)
{
    uint8_t *bytes = NULL;
    size_t count = 0;
    enum tt_status status = input_whole(path, ELF_BYTES_MAX, &bytes, &count, err);
    struct code_reading reading = {code, (const char *)bytes, count, path};
    if (!status)
        status = elf_read_apart(code_find, code_take, &reading, count, path, err);
    mem_free(bytes);
    return status;
}

bool elf_code_has_address(const struct elf_code *code, uint32_t addr)
{
    return addr < ELF_CODE_TOP && (code->addresses[addr / 8] >> addr % 8 & 1);
}
