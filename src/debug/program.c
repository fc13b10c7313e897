/* SPDX-License-Identifier: Apache-2.0 */
/* System V ABI, ELF-32 of RISC-V: sections without content for the code, and tables about it. */
#include "debug/session.h"

#include "capture/symbols.h"
#include "debug/dwarf.h"
#include "isa/chip.h"
#include "isa/mmio.h"

enum { HEAD = 52, SECTION_HEAD = 40, SYMBOL = 16, ABSOLUTE = 0xFFF1 };
enum { TYPE_PROGBITS = 1, TYPE_SYMTAB = 2, TYPE_STRTAB = 3, TYPE_NOBITS = 8 };
enum { ALLOC = 2, EXECUTE = 4, MACHINE_RISCV = 243, EXECUTABLE = 2 };
enum { SECTION_CODE = 1, SECTION_IRAM, SECTION_SYMBOLS, SECTION_STRINGS, SECTIONS = 10 };

struct section {
    const char *name;
    uint32_t type, flags, addr, bytes, link, entry_bytes;
    const struct text *content;
};

static enum tt_status make_symbols(struct ttcap *capture, struct text *symbols, struct text *strings,
                                   struct tt_error *err)
{
    const struct ttcap_info *info = ttcap_info(capture);
    const uint32_t l1 = chip_get(info->chip)->l1_bytes;
    enum tt_status status = TT_OK;
    bytes_add(strings, 1, 0);
    for (unsigned i = 0; i < SYMBOL / 4; i++)
        bytes_add(symbols, 4, 0);
    for (uint64_t i = 0; i < info->symbol_count; i++) {
        struct ttcap_symbol symbol;
        status = ttcap_symbol_get(capture, i, &symbol, err);
        if (status)
            break;
        const bool is_function = symbol.kind == TTCAP_FUNCTION;
        const uint32_t section = symbol.addr < l1                                              ? SECTION_CODE
                                 : symbol.addr - (uint32_t)MMIO_IRAM < (uint32_t)NC_IRAM_BYTES ? SECTION_IRAM
                                                                                               : ABSOLUTE;
        bytes_add(symbols, 4, (uint32_t)strings->count);
        bytes_add(symbols, 4, symbol.addr);
        bytes_add(symbols, 4, symbol.bytes);
        bytes_add(symbols, 1, 1 << 4 | (is_function ? 2 : 1)); /* global; function or object */
        bytes_add(symbols, 1, 0);
        bytes_add(symbols, 2, section);
        text_add_visible(strings, symbol.name, strlen(symbol.name)); /* gdb prints it as it is */
        text_add_bytes(strings, "", 1);
    }
    return walk_ended(status);
}

static void add_head(struct text *elf, uint32_t sections_at)
{
    static const uint8_t ident[16] = {0x7F, 'E', 'L', 'F', 1, 1, 1};
    text_add_bytes(elf, ident, sizeof ident);
    bytes_add(elf, 2, EXECUTABLE);
    bytes_add(elf, 2, MACHINE_RISCV);
    bytes_add(elf, 4, 1);
    bytes_add(elf, 4, 0); /* entry, program heads */
    bytes_add(elf, 4, 0);
    bytes_add(elf, 4, sections_at);
    bytes_add(elf, 4, 0); /* flags: no compressed words, no float in registers of calls */
    bytes_add(elf, 2, HEAD);
    bytes_add(elf, 4, 0);
    bytes_add(elf, 2, SECTION_HEAD);
    bytes_add(elf, 2, SECTIONS);
    bytes_add(elf, 2, SECTIONS - 1); /* their names come last */
}

/* The contents follow the heads of the sections. */
static void program_put_together(struct text *elf, const struct section sections[SECTIONS])
{
    uint32_t at = HEAD + SECTIONS * SECTION_HEAD, name = 1;
    add_head(elf, HEAD);
    for (int i = 0; i < SECTIONS; i++) {
        const struct section *section = &sections[i];
        const uint32_t bytes = section->content ? (uint32_t)section->content->count : section->bytes;
        const uint32_t words[SECTION_HEAD / 4] = {i ? name : 0,   section->type,
                                                  section->flags, section->addr,
                                                  i ? at : 0,     bytes,
                                                  section->link,  i == SECTION_SYMBOLS ? 1 : 0,
                                                  i ? 1 : 0,      section->entry_bytes};
        for (int k = 0; k < SECTION_HEAD / 4; k++)
            bytes_add(elf, 4, words[k]);
        name += i ? (uint32_t)strlen(section->name) + 1 : 0;
        at += section->content ? bytes : 0;
    }
    for (int i = 0; i < SECTIONS; i++)
        if (sections[i].content)
            text_add_bytes(elf, sections[i].content->bytes, sections[i].content->count);
}

enum tt_status program_elf(struct ttcap *capture, struct text *elf, struct tt_error *err)
{
    const struct ttcap_info *info = ttcap_info(capture);
    struct dwarf dwarf = {0};
    struct text symbols = {0}, strings = {0}, names = {0};
    if (!info->symbol_count && !info->line_count)
        return TT_END;
    enum tt_status status = make_symbols(capture, &symbols, &strings, err);
    status = status ?: dwarf_make(&dwarf, capture, err);
    const struct section sections[SECTIONS] = {
        {.name = ""},
        {".text", TYPE_NOBITS, ALLOC | EXECUTE, 0, chip_get(info->chip)->l1_bytes, 0, 0, NULL},
        {".iram", TYPE_NOBITS, ALLOC | EXECUTE, MMIO_IRAM, NC_IRAM_BYTES, 0, 0, NULL},
        {".symtab", TYPE_SYMTAB, 0, 0, 0, SECTION_STRINGS, SYMBOL, &symbols},
        {".strtab", TYPE_STRTAB, 0, 0, 0, 0, 0, &strings},
        {".debug_abbrev", TYPE_PROGBITS, 0, 0, 0, 0, 0, &dwarf.abbrev},
        {".debug_info", TYPE_PROGBITS, 0, 0, 0, 0, 0, &dwarf.info},
        {".debug_line", TYPE_PROGBITS, 0, 0, 0, 0, 0, &dwarf.line},
        {".debug_loc", TYPE_PROGBITS, 0, 0, 0, 0, 0, &dwarf.loc},
        {".shstrtab", TYPE_STRTAB, 0, 0, 0, 0, 0, &names},
    };
    for (int i = 0; i < SECTIONS; i++)
        text_add_bytes(&names, sections[i].name, strlen(sections[i].name) + 1);
    text_clear(elf);
    if (!status)
        program_put_together(elf, sections);
    if (!status && (elf->has_failed || symbols.has_failed || strings.has_failed || names.has_failed))
        status = tt_fail(err, TT_NO_MEMORY, "no memory for the programs of the capture");
    dwarf_clear(&dwarf);
    text_clear(&symbols);
    text_clear(&strings);
    text_clear(&names);
    return status;
}
