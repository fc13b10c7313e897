/* SPDX-License-Identifier: Apache-2.0 */
/* Programs of cores over libelf: the bytes that a loader puts into L1 before the core leaves reset. R1, R12, R13
 * A file is read in a process of its own, which sends what it finds on a tape. */
#include "capture/import/importer.h"

#include "capture/import/elf/elf_lines_internal.h"
#include "capture/import/elf/elf_parts.h"
#include "capture/lines/symbol_text.h"
#include "isa/chip.h"
#include "isa/cores.h"
#include "isa/mmio.h"

/* Memory of a core that no loader reaches: its start code copies there from L1. Local RAM is at most 8 KiB (R1), the
 * instruction memory of NC on Wormhole 16 KiB. */

struct loader {
    struct import_sink *sink; /* the reader's own copy, which holds symbols */
    const struct import_item *item;
    const char *bytes;
    size_t count;
    FILE *tape;
    Elf *elf;
    uint32_t entry;
    bool has_entry; /* a segment that can be executed holds it */
    unsigned segments;
    uint32_t loaded_bytes;
    uint32_t text, text_bytes, moved; /* code of a kernel as linked, and how far from there it runs */
    uint64_t symbols, left_out;
    struct elf_lines lines;
    struct tt_error *err;
};

static enum tt_status bad_elf(const struct loader *loader)
{
    return tt_fail(loader->err, TT_BAD_INPUT, "%s: %s", loader->item->path, elf_errmsg(-1));
}

/* The start of the core's own memory that an address lies in; 0: in none. */
static uint32_t own_memory(uint32_t addr)
{
    if (addr >= MMIO_LOCAL_RAM && addr < MMIO_LOCAL_RAM_END)
        return MMIO_LOCAL_RAM;
    return addr >= MMIO_IRAM && addr < MMIO_IRAM_END ? MMIO_IRAM : 0;
}

static bool find_symbol(Elf *elf, Elf_Scn *section, const Elf32_Shdr *head, const char *wanted, uint32_t *value)
{
    const Elf_Data *data = elf_getdata(section, NULL);
    for (size_t i = 0; data && data->d_buf && i < data->d_size / sizeof(Elf32_Sym); i++) {
        Elf32_Sym entry;
        elf_take_item(&entry, data->d_buf, i, sizeof entry);
        const char *name = elf_strptr(elf, head->sh_link, entry.st_name);
        if (!name || strcmp(name, wanted) != 0 || entry.st_shndx == SHN_UNDEF)
            continue;
        *value = entry.st_value;
        return true;
    }
    return false;
}

/* Where start code of the vendor's looks for the image of its core's own memory: a symbol of the linker's, or the
 * section of that name. */
static bool find_loader_init(Elf *elf, uint32_t *addr)
{
    size_t names = 0;
    Elf_Scn *section = NULL;
    if (elf_getshdrstrndx(elf, &names) != 0)
        return false;
    while ((section = elf_nextscn(elf, section))) {
        Elf32_Shdr head;
        if (!elf_take_section(section, &head))
            return false;
        const char *name = elf_strptr(elf, names, head.sh_name);
        if (name && strcmp(name, ".loader_init") == 0) {
            *addr = head.sh_addr;
            return true;
        }
        if (head.sh_type == SHT_SYMTAB && find_symbol(elf, section, &head, "__loader_init_start", addr))
            return true;
    }
    return false;
}

/* A segment's bytes to its load address: the image that start code copies from, where it runs elsewhere. */
static enum tt_status load_segment(struct loader *loader, size_t number, const Elf32_Phdr *segment)
{
    const struct chip *chip = chip_get(import_chip_so_far(loader->sink));
    uint64_t lo = segment->p_paddr;
    uint32_t count = segment->p_filesz;
    REFUSE_IF(segment->p_offset > loader->count || count > loader->count - segment->p_offset, loader->err,
              "%s: segment %zu: %u bytes at byte %u, and the file has %zu", loader->item->path, number, count,
              segment->p_offset, loader->count);
    uint32_t own = own_memory(segment->p_paddr), image = loader->item->addr;
    REFUSE_IF(own && !loader->item->has_addr && !find_loader_init(loader->elf, &image), loader->err,
              "%s: segment %zu: %u bytes to be loaded at 0x%llx, the core's own memory, which no loader reaches, and "
              "the file has no __loader_init_start; --image says where in L1 start code finds it, or link it so (AT>)",
              loader->item->path, number, count, (unsigned long long)lo);
    if (own)
        lo = (uint64_t)image + (segment->p_paddr - own);
    REFUSE_IF(lo > chip->l1_bytes || count > chip->l1_bytes - lo, loader->err,
              "%s: segment %zu: %u bytes to be loaded at 0x%llx run past the end of L1 of %s at 0x%x",
              loader->item->path, number, count, (unsigned long long)lo, chip->name, chip->l1_bytes);
    uint32_t runs_at = segment->p_vaddr;
    if ((segment->p_flags & PF_X) && loader->entry >= runs_at && loader->entry - runs_at < count)
        loader->has_entry = true;
    loader->segments++;
    loader->loaded_bytes += count;
    elf_tape_region(loader->tape, (uint32_t)lo, count, (const uint8_t *)loader->bytes + segment->p_offset);
    return TT_OK;
}

/* A kernel to where the host puts it. */
static enum tt_status load_kernel(struct loader *loader)
{
    const struct chip *chip = chip_get(import_chip_so_far(loader->sink));
    const uint32_t addr = loader->item->addr;
    struct elf_kernel kernel;
    enum tt_status status = elf_kernel_place(&kernel, loader->elf, loader->item->path, addr, loader->err);
    if (status)
        return status;
    loader->text = kernel.text;
    loader->text_bytes = kernel.text_bytes;
    loader->moved = kernel.stays ? 0 : addr - kernel.text;
    loader->segments = 1;
    loader->loaded_bytes = kernel.count;
    const uint32_t iram = loader->item->core == TT_CORE_NC ? chip->nc_iram_bytes : 0;
    if (kernel.stays != (iram > 0) || (kernel.stays && kernel.count > iram))
        status =
            tt_fail(loader->err, TT_BAD_INPUT, "%s: %u bytes linked to 0x%x; kernels of core %s on %s are %s at 0x%x",
                    loader->item->path, kernel.count, kernel.text, core_name(loader->item->core), chip->name,
                    iram ? "at most 16 KiB, and" : "not", MMIO_IRAM);
    else if (addr > chip->l1_bytes || kernel.count > chip->l1_bytes - addr)
        status = tt_fail(loader->err, TT_BAD_INPUT, "%s: %u bytes at 0x%x run past the end of L1 of %s at 0x%x",
                         loader->item->path, kernel.count, addr, chip->name, chip->l1_bytes);
    else
        elf_tape_region(loader->tape, addr, kernel.count, kernel.bytes);
    loader->entry = addr;
    mem_free(kernel.bytes);
    return status;
}

static enum tt_status load_segments(struct loader *loader)
{
    size_t count = 0;
    if (elf_getphdrnum(loader->elf, &count) != 0)
        return bad_elf(loader);
    const void *segments = count > 0 ? elf32_getphdr(loader->elf) : NULL;
    if (count > 0 && !segments)
        return bad_elf(loader);
    for (size_t i = 0; i < count; i++) {
        Elf32_Phdr segment;
        elf_take_item(&segment, segments, i, sizeof segment);
        if (segment.p_type == PT_LOAD && segment.p_filesz > 0)
            TRY(load_segment(loader, i, &segment));
    }
    REFUSE_IF(loader->segments == 0, loader->err, "%s: has nothing to load", loader->item->path);
    REFUSE_IF(!loader->has_entry || loader->entry % 4, loader->err, "%s: starts at 0x%x, where no code of it lies",
              loader->item->path, loader->entry);
    return TT_OK;
}

/* The target of a symbol; false where it is no place of the program. */
static bool symbol_kind(Elf *elf, const Elf32_Sym *symbol, const char *name, enum ttcap_symbol_kind *kind)
{
    unsigned type = ELF32_ST_TYPE(symbol->st_info);
    bool is_place = type == STT_FUNC || type == STT_OBJECT || type == STT_NOTYPE;
    if (!is_place || symbol->st_shndx == SHN_UNDEF || symbol->st_shndx >= SHN_LORESERVE)
        return false;
    *kind = type == STT_FUNC ? TTCAP_FUNCTION : TTCAP_OBJECT;
    if (type != STT_NOTYPE)
        return *name != '\0';
    /* A label: of code that was written by hand, or a mark of the linker's (which are no functions); not a mapping
     * symbol ($x, $d) or a label of the compiler's. */
    Elf32_Shdr section;
    *kind = TTCAP_FUNCTION;
    return elf_take_section(elf_getscn(elf, symbol->st_shndx), &section) && (section.sh_flags & SHF_EXECINSTR) &&
           symbol->st_value - section.sh_addr < section.sh_size && *name && *name != '$' && *name != '.';
}

static enum tt_status add_symbols(struct loader *loader, Elf_Scn *section, const Elf32_Shdr *head)
{
    const Elf_Data *data = elf_getdata(section, NULL);
    if (!data)
        return bad_elf(loader);
    for (size_t i = 0; data->d_buf && i < data->d_size / sizeof(Elf32_Sym); i++) {
        Elf32_Sym entry;
        elf_take_item(&entry, data->d_buf, i, sizeof entry);
        const char *name = elf_strptr(loader->elf, head->sh_link, entry.st_name);
        const char *why;
        enum ttcap_symbol_kind kind;
        if (!name || !symbol_kind(loader->elf, &entry, name, &kind))
            continue;
        const bool is_moved = entry.st_value - loader->text < loader->text_bytes;
        const struct ttcap_symbol symbol = {loader->item->core, kind, entry.st_value + (is_moved ? loader->moved : 0),
                                            entry.st_size, name};
        if (loader->symbols == SYMBOLS_MAX || !symbol_is_sound(&symbol, &why)) {
            loader->left_out++;
            continue;
        }
        loader->symbols++;
        elf_tape_symbol(loader->tape, &symbol);
        TRY(import_symbol(loader->sink, &symbol, loader->err));
    }
    return TT_OK;
}

static enum tt_status load_symbols(struct loader *loader)
{
    Elf_Scn *section = NULL;
    while ((section = elf_nextscn(loader->elf, section))) {
        Elf32_Shdr head;
        if (!elf_take_section(section, &head))
            return bad_elf(loader);
        if (head.sh_type == SHT_SYMTAB)
            TRY(add_symbols(loader, section, &head));
    }
    return TT_OK;
}

static enum tt_status load_lines(struct loader *loader)
{
    if (import_wants_lines(loader->sink))
        return elf_lines_read(loader->sink, loader->tape, loader->item->core, loader->elf, loader->moved,
                              &loader->lines, loader->err);
    return TT_OK;
}

/* The result. */
static void note_all(const struct loader *loader)
{
    elf_tape_note(loader->tape, "%u segment%s, %u bytes; starts at 0x%x; %llu symbol%s", loader->segments,
                  loader->segments == 1 ? "" : "s", loader->loaded_bytes, loader->entry,
                  (unsigned long long)loader->symbols, loader->symbols == 1 ? "" : "s");
    if (loader->lines.ranges > 0)
        elf_tape_note(loader->tape, "source lines");
    if (loader->left_out > 0)
        elf_tape_warn(loader->tape, "%llu symbols whose names are too long were left out",
                      (unsigned long long)loader->left_out);
    if (loader->lines.unreadable > 0)
        elf_tape_warn(loader->tape, "debug information that cannot be read was left out: %s", loader->lines.why);
    if (loader->lines.left_out > 0)
        elf_tape_warn(loader->tape,
                      "%llu lines or names of source were left out: too long, or more than a capture takes",
                      (unsigned long long)loader->lines.left_out);
}

static enum tt_status elf_load(struct loader *loader)
{
    Elf32_Ehdr head;
    TRY(elf_check_head(loader->elf, loader->item->path, &head, loader->err));
    loader->entry = head.e_entry;
    TRY(loader->item->is_kernel ? load_kernel(loader) : load_segments(loader));
    if (!loader->item->is_held && !loader->item->is_kernel)
        elf_tape_boot(loader->tape, loader->item->core, loader->entry);
    TRY(load_symbols(loader));
    TRY(load_lines(loader));
    note_all(loader);
    return TT_OK;
}

static bool elf_is(const char *text, size_t count)
{
    return count >= SELFMAG && memcmp(text, ELFMAG, SELFMAG) == 0;
}

static enum tt_status elf_find(void *user, FILE *out, struct tt_error *err)
{
    struct loader *loader = user;
    loader->tape = out;
    loader->err = err;
    TRY(elf_open(&loader->elf, loader->bytes, loader->count, loader->item->path, err));
    enum tt_status status = elf_load(loader);
    (void)elf_end(loader->elf);
    return status;
}

static enum tt_status elf_take(void *user, FILE *in, struct tt_error *err)
{
    const struct loader *loader = user;
    return elf_tape_play(loader->sink, in, err);
}

static enum tt_status elf_read(struct import_sink *sink, const struct import_item *item, const char *text, size_t count,
                               struct tt_error *err)
{
    struct loader loader = {.sink = sink, .item = item, .bytes = text, .count = count};
    return elf_read_apart(elf_find, elf_take, &loader, count, item->path, err);
}

/* Segments into L1 at the start, the entry as where the core leaves reset, and the names of functions and objects. */
const struct importer importer_elf = {
    .option = "elf",
    .before = "CORE=",
    .doc = "program of core b, nc, t0, t1 or t2: its segments in L1, where it starts, names",
    .group = IMPORT_PROGRAMS,
    .bytes_max = 256 << 20,
    .takes_image = true,
    .key = key_core,
    .example = "t0=unpack.elf",
    .is = elf_is,
    .looks = "an ELF file;",
    .lacks = "whose program it is",
    .read = elf_read,
};
