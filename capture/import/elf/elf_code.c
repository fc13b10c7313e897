/* SPDX-License-Identifier: Apache-2.0 */

#include "base/input.h"
#include "base/little.h"
#include "capture/import/elf/elf_parts.h"
#include "isa/mmio.h"

enum { ELF_BYTES_MAX = 256 << 20, BITS_BYTES = ELF_CODE_TOP / 8, ADDI = 0x13, REGISTERS = 32 };

static const char *const code_names[ELF_NAMED] = {[ELF_TEXT_END] = "__fw_export_text_end",
                                                  [ELF_TEXT_END_OLD] = "__fw_export_end_text",
                                                  [ELF_LOADER_INIT] = "__loader_init_start",
                                                  [ELF_DRAM_BANKS] = "dram_bank_to_noc_xy",
                                                  [ELF_L1_BANKS] = "l1_bank_to_noc_xy"};

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

static void code_look_at_segments(struct elf_code *code, Elf *elf, const struct elf_file *file)
{
    size_t count = 0;
    const void *segments = elf_getphdrnum(elf, &count) == 0 && count > 0 ? elf32_getphdr(elf) : NULL;
    bool has_text = false;
    for (size_t i = 0; segments && i < count; i++) {
        Elf32_Phdr segment;
        elf_take_item(&segment, segments, i, sizeof segment);
        if (segment.p_type != PT_LOAD || segment.p_filesz == 0 || segment.p_offset > file->count ||
            segment.p_filesz > file->count - segment.p_offset)
            continue;
        if (segment.p_paddr >= MMIO_LOCAL_RAM && segment.p_paddr < MMIO_LOCAL_RAM_END)
            code->data_bytes += segment.p_filesz;
        if (!(segment.p_flags & PF_X))
            continue;
        code->text = has_text ? code->text : segment.p_vaddr;
        has_text = true;
        code_look_at(code, segment.p_vaddr, (const uint8_t *)file->bytes + segment.p_offset, segment.p_filesz);
    }
}

static void code_look_at_symbols(struct elf_code *code, Elf *elf, Elf_Scn *section, const Elf32_Shdr *head)
{
    const Elf_Data *data = elf_getdata(section, NULL);
    for (size_t i = 0; data && data->d_buf && i < data->d_size / sizeof(Elf32_Sym); i++) {
        Elf32_Sym symbol;
        elf_take_item(&symbol, data->d_buf, i, sizeof symbol);
        const char *name = elf_strptr(elf, head->sh_link, symbol.st_name);
        for (size_t k = 0; name && symbol.st_shndx != SHN_UNDEF && k < ELF_NAMED; k++)
            if (strcmp(name, code_names[k]) == 0)
                code->named[k] = (struct elf_named){true, symbol.st_value, symbol.st_size};
    }
}

static enum tt_status code_fill(void *record, Elf *elf, const struct elf_file *file, struct tt_error *err)
{
    Elf_Scn *section = NULL;
    Elf32_Ehdr there;
    Elf32_Shdr head;
    TRY(elf_check_head(elf, file->path, &there, err));
    code_look_at_segments(record, elf, file);
    while ((section = elf_nextscn(elf, section)))
        if (elf_take_section(section, &head) && head.sh_type == SHT_SYMTAB)
            code_look_at_symbols(record, elf, section, &head);
    return TT_OK;
}

enum tt_status elf_code_read(struct elf_code *code, const char *path, struct tt_error *err)
{
    uint8_t *bytes OWNED(mem_free_at) = NULL;
    size_t count = 0;
    TRY(input_whole(path, ELF_BYTES_MAX, &bytes, &count, err));
    const struct elf_file file = {(const char *)bytes, count, path};
    memset(code, 0, sizeof *code);
    return elf_read_record(code_fill, code, sizeof *code, &file, err);
}

bool elf_code_has_address(const struct elf_code *code, uint32_t addr)
{
    return addr < ELF_CODE_TOP && (code->addresses[addr / 8] >> addr % 8 & 1);
}
