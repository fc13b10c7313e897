/* SPDX-License-Identifier: Apache-2.0 */
/* Rules of moving: R68. */

#include "base/little.h"
#include "capture/import/elf/elf_parts.h"
#include "isa/mmio.h"

enum {
    SEGMENTS_MAX = 8,
    IMAGE_MAX = 2 << 20,
    RELOCATIONS_MAX = 1 << 14, /* of a section: pairs are looked for one by one */
    HIGH_SHIFT = 12,
    HALF_LOW = 0x800, /* low parts are signed: the high part is rounded */
    LOW_BITS = 0xFFF,
    I_SHIFT = 20,
    S_LOW_BITS = 0x1F,
    S_LOW_SHIFT = 7,
    S_HIGH_SHIFT = 25,
};

struct placing {
    struct elf_kernel *kernel;
    Elf *elf;
    const char *path;
    uint32_t addr;
    Elf32_Phdr segments[SEGMENTS_MAX]; /* the first is the code */
    size_t segment_count;
    struct tt_error *err;
};

/* Relocations of one section, with the symbols that they name. */
struct table {
    const void *items, *symbols;
    size_t count, symbol_count;
};

struct place {
    uint32_t type, symbol; /* its number */
    uint32_t from;         /* address as linked */
    uint32_t value;        /* of the symbol, with the addend */
    bool is_text;          /* the symbol names code of the kernel */
    uint8_t *at;           /* in the image */
};

static enum tt_status take_segments(struct placing *placing)
{
    size_t count = 0;
    const void *there = elf_getphdrnum(placing->elf, &count) == 0 && count > 0 ? elf32_getphdr(placing->elf) : NULL;
    for (size_t i = 0; there && i < count; i++) {
        Elf32_Phdr segment;
        elf_take_item(&segment, there, i, sizeof segment);
        if (segment.p_type != PT_LOAD || segment.p_filesz == 0)
            continue;
        REFUSE_IF(placing->segment_count == SEGMENTS_MAX, placing->err, "%s: more than %d segments", placing->path,
                  SEGMENTS_MAX);
        placing->segments[placing->segment_count++] = segment;
    }
    const Elf32_Phdr *text = placing->segments;
    REFUSE_IF(placing->segment_count == 0 || !(text->p_flags & PF_X), placing->err, "%s: its first segment is no code",
              placing->path);
    placing->kernel->text = text->p_vaddr;
    placing->kernel->text_bytes = text->p_filesz;
    placing->kernel->stays = text->p_vaddr == MMIO_IRAM;
    return TT_OK;
}

/* The segments one behind the other by where they are loaded, which for data is behind the code. */
static enum tt_status copy_segments(struct placing *placing)
{
    size_t file_bytes = 0;
    const char *file = elf_rawfile(placing->elf, &file_bytes);
    const uint32_t base = placing->segments[0].p_paddr;
    uint64_t end = 0;
    for (size_t i = 0; i < placing->segment_count; i++) {
        const Elf32_Phdr *segment = &placing->segments[i];
        const uint64_t to = (uint64_t)segment->p_paddr - base + segment->p_filesz;
        REFUSE_IF(!file || segment->p_paddr < base || to > IMAGE_MAX || segment->p_offset > file_bytes ||
                      segment->p_filesz > file_bytes - segment->p_offset,
                  placing->err,
                  "%s: segment %zu, loaded at 0x%x, does not stand behind the code at 0x%x, or is not in the file",
                  placing->path, i, segment->p_paddr, base);
        end = to > end ? to : end;
    }
    placing->kernel->count = (uint32_t)end;
    placing->kernel->bytes = mem_calloc((size_t)end, 1);
    NEED(placing->kernel->bytes, placing->err, "no memory");
    for (size_t i = 0; i < placing->segment_count; i++)
        memcpy(placing->kernel->bytes + (placing->segments[i].p_paddr - base), file + placing->segments[i].p_offset,
               placing->segments[i].p_filesz);
    return TT_OK;
}

/* The four bytes of the image for an address as linked; null: not in it. */
static uint8_t *image_at(const struct placing *placing, uint32_t addr)
{
    for (size_t i = 0; i < placing->segment_count; i++) {
        const Elf32_Phdr *segment = &placing->segments[i];
        if (addr >= segment->p_vaddr && segment->p_filesz >= 4 && addr - segment->p_vaddr <= segment->p_filesz - 4)
            return placing->kernel->bytes + (segment->p_paddr - placing->segments[0].p_paddr) +
                   (addr - segment->p_vaddr);
    }
    return NULL;
}

static bool in_text(const struct placing *placing, uint32_t addr)
{
    return addr - placing->kernel->text < placing->kernel->text_bytes;
}

/* By the section of the symbol: a mark of the linker's that stands behind the code is none of it. */
static bool names_text(const struct placing *placing, const Elf32_Sym *symbol)
{
    Elf32_Shdr section;
    return symbol->st_shndx != SHN_UNDEF && symbol->st_shndx < SHN_LORESERVE &&
           elf_take_section(elf_getscn(placing->elf, symbol->st_shndx), &section) && in_text(placing, section.sh_addr);
}

static enum tt_status elf_kernel_take_place(const struct placing *placing, const struct table *table, size_t i,
                                            struct place *place)
{
    Elf32_Rela item;
    Elf32_Sym symbol = {0};
    elf_take_item(&item, table->items, i, sizeof item);
    const uint32_t number = ELF32_R_SYM(item.r_info);
    if (number < table->symbol_count)
        elf_take_item(&symbol, table->symbols, number, sizeof symbol);
    *place = (struct place){.type = ELF32_R_TYPE(item.r_info),
                            .symbol = number,
                            .from = item.r_offset,
                            .value = symbol.st_value + (uint32_t)item.r_addend,
                            .is_text = names_text(placing, &symbol),
                            .at = image_at(placing, item.r_offset)};
    REFUSE_IF(number >= table->symbol_count, placing->err, "%s: a relocation at 0x%x names symbol %u of %zu",
              placing->path, place->from, number, table->symbol_count);
    return TT_OK;
}

static bool elf_kernel_is_high(uint32_t type)
{
    return type == R_RISCV_HI20 || type == R_RISCV_PCREL_HI20;
}

static bool elf_kernel_is_low(uint32_t type)
{
    return type == R_RISCV_LO12_I || type == R_RISCV_LO12_S || type == R_RISCV_PCREL_LO12_I ||
           type == R_RISCV_PCREL_LO12_S;
}

/* Absolute addresses of the kernel's own code move, and relative ones of other code. */
static bool moves(const struct placing *placing, const struct place *place)
{
    return place->type == R_RISCV_HI20         ? place->is_text
           : place->type == R_RISCV_PCREL_HI20 ? place->is_text != in_text(placing, place->from)
                                               : false;
}

/* The value of the pair: relative to its first instruction, or absolute. */
static uint32_t moved_value(const struct place *high)
{
    return high->type == R_RISCV_HI20 ? high->value - high->from : high->value;
}

static enum tt_status move_high(const struct placing *placing, const struct place *high)
{
    const uint32_t word = load_u32(high->at), wanted = high->type == R_RISCV_HI20 ? LUI : AUIPC;
    REFUSE_IF(!in_text(placing, high->from) || (word & OPCODE) != wanted, placing->err,
              "%s: 0x%08x at 0x%x is no instruction that can be made to move", placing->path, word, high->from);
    const uint32_t low_bits = (word & LOW_BITS) ^ LUI ^ AUIPC;
    store_u32(high->at, ((moved_value(high) + HALF_LOW) & ~(uint32_t)LOW_BITS) | low_bits);
    return TT_OK;
}

static void move_low(const struct place *low, uint32_t value)
{
    const uint32_t word = load_u32(low->at);
    const bool is_store = low->type == R_RISCV_LO12_S || low->type == R_RISCV_PCREL_LO12_S;
    const uint32_t bits = value & LOW_BITS;
    const uint32_t mask =
        is_store ? (uint32_t)0x7F << S_HIGH_SHIFT | S_LOW_BITS << S_LOW_SHIFT : (uint32_t)LOW_BITS << I_SHIFT;
    const uint32_t put = is_store ? bits >> 5 << S_HIGH_SHIFT | (bits & S_LOW_BITS) << S_LOW_SHIFT : bits << I_SHIFT;
    store_u32(low->at, (word & ~mask) | put);
}

/* A low part belongs to the nearest high part before it of the same symbol; a relative one names it by its address. */
static enum tt_status find_high(const struct placing *placing, const struct table *table, const struct place *low,
                                struct place *high, bool *is_found)
{
    const bool is_relative = low->type == R_RISCV_PCREL_LO12_I || low->type == R_RISCV_PCREL_LO12_S;
    struct place other;
    enum tt_status status = TT_OK;
    *is_found = false;
    for (size_t i = 0; i < table->count && !status; i++) {
        status = elf_kernel_take_place(placing, table, i, &other);
        if (status || other.type != (uint32_t)(is_relative ? R_RISCV_PCREL_HI20 : R_RISCV_HI20))
            continue;
        const bool is_it = is_relative ? other.from == low->value
                                       : other.symbol == low->symbol && other.from < low->from &&
                                             (!*is_found || other.from > high->from);
        if (is_it) {
            *high = other;
            *is_found = true;
        }
    }
    return status;
}

static enum tt_status place_low(const struct placing *placing, const struct table *table, const struct place *low)
{
    struct place high;
    bool is_found;
    const bool is_relative = low->type == R_RISCV_PCREL_LO12_I || low->type == R_RISCV_PCREL_LO12_S;
    if (!is_relative && !low->is_text)
        return TT_OK;
    TRY(find_high(placing, table, low, &high, &is_found));
    REFUSE_IF(!is_found, placing->err, "%s: the relocation at 0x%x has no high part", placing->path, low->from);
    if (moves(placing, &high))
        move_low(low, moved_value(&high));
    return TT_OK;
}

static enum tt_status place_one(const struct placing *placing, const struct table *table, const struct place *place)
{
    const bool crosses = place->is_text != in_text(placing, place->from);
    const bool is_call = place->type == R_RISCV_CALL || place->type == R_RISCV_CALL_PLT;
    const bool is_word = place->type == R_RISCV_32;
    const bool is_ours = elf_kernel_is_high(place->type) || elf_kernel_is_low(place->type) || is_word || is_call ||
                         place->type == R_RISCV_JAL || place->type == R_RISCV_32_PCREL;
    REFUSE_IF(is_ours && !place->at, placing->err, "%s: a relocation at 0x%x, outside of what is loaded", placing->path,
              place->from);
    REFUSE_IF(is_call || place->type == R_RISCV_32_PCREL || (place->type == R_RISCV_JAL && crosses), placing->err,
              "%s: the relocation of type %u at 0x%x cannot be moved; link it with relaxation, as tt-metal does",
              placing->path, place->type, place->from);
    if (is_word && place->is_text)
        store_u32(place->at, place->value - placing->kernel->text + placing->addr);
    if (elf_kernel_is_low(place->type))
        return place_low(placing, table, place);
    return moves(placing, place) ? move_high(placing, place) : TT_OK;
}

static enum tt_status place_table(const struct placing *placing, Elf_Scn *section, const Elf32_Shdr *head)
{
    const Elf_Data *items = elf_getdata(section, NULL);
    const Elf_Data *symbols = elf_getdata(elf_getscn(placing->elf, head->sh_link), NULL);
    REFUSE_IF(!items || !symbols, placing->err, "%s: relocations that cannot be read: %s", placing->path,
              elf_errmsg(-1));
    const struct table table = {items->d_buf, symbols->d_buf, items->d_buf ? items->d_size / sizeof(Elf32_Rela) : 0,
                                symbols->d_buf ? symbols->d_size / sizeof(Elf32_Sym) : 0};
    REFUSE_IF(table.count > RELOCATIONS_MAX, placing->err, "%s: %zu relocations of one section, at most %d",
              placing->path, table.count, RELOCATIONS_MAX);
    for (size_t i = 0; i < table.count; i++) {
        struct place place;
        TRY(elf_kernel_take_place(placing, &table, i, &place));
        TRY(place_one(placing, &table, &place));
    }
    return TT_OK;
}

static enum tt_status place_tables(const struct placing *placing)
{
    Elf_Scn *section = NULL;
    bool has_any = false;
    while ((section = elf_nextscn(placing->elf, section))) {
        Elf32_Shdr head, target;
        if (!elf_take_section(section, &head) || head.sh_type != SHT_RELA ||
            !elf_take_section(elf_getscn(placing->elf, head.sh_info), &target) || !(target.sh_flags & SHF_ALLOC) ||
            target.sh_type == SHT_NOBITS)
            continue;
        has_any = true;
        TRY(place_table(placing, section, &head));
    }
    REFUSE_IF(!has_any, placing->err,
              "%s: has no relocations, so it cannot be moved; link it with --emit-relocs, as tt-metal does",
              placing->path);
    return TT_OK;
}

enum tt_status elf_kernel_place(struct elf_kernel *kernel, Elf *elf, const char *path, uint32_t addr,
                                struct tt_error *err)
{
    struct placing placing = {.kernel = kernel, .elf = elf, .path = path, .addr = addr, .err = err};
    Elf32_Ehdr head;
    *kernel = (struct elf_kernel){.bytes = NULL};
    enum tt_status status = elf_check_head(elf, path, &head, err);
    status = status ?: take_segments(&placing);
    REFUSE_IF(!status && head.e_entry != kernel->text, err,
              "%s: starts at 0x%x, expected the beginning of its code at 0x%x", path, head.e_entry, kernel->text);
    status = status ?: copy_segments(&placing);
    if (!status && !kernel->stays)
        status = place_tables(&placing);
    if (status) {
        mem_free(kernel->bytes);
        kernel->bytes = NULL;
    }
    return status;
}

static enum tt_status kernel_fill_size(void *record, Elf *elf, const struct elf_file *file, struct tt_error *err)
{
    struct elf_kernel kernel;
    const enum tt_status status = elf_kernel_place(&kernel, elf, file->path, 0, err);
    mem_free(kernel.bytes);
    memcpy(record, &kernel.count, sizeof kernel.count);
    return status;
}

enum tt_status elf_kernel_size(uint32_t *size, const char *bytes, size_t count, const char *path, struct tt_error *err)
{
    const struct elf_file file = {bytes, count, path};
    const enum tt_status status = elf_read_record(kernel_fill_size, size, sizeof *size, &file, err);
    return status || *size <= IMAGE_MAX ? status : tt_fail(err, TT_BAD_INPUT, "%s: its reader is broken", path);
}
