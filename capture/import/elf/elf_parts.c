/* SPDX-License-Identifier: Apache-2.0 */
#include "capture/import/elf/elf_parts.h"

#include "base/guard/apart.h"

enum { RISCV_MACHINE = 243 };

void elf_take_item(void *item, const void *table, size_t i, size_t size)
{
    memcpy(item, (const char *)table + i * size, size);
}

bool elf_take_section(Elf_Scn *section, Elf32_Shdr *head)
{
    const void *there = section ? elf32_getshdr(section) : NULL;
    if (there)
        elf_take_item(head, there, 0, sizeof *head);
    return there != NULL;
}

enum tt_status elf_check_head(Elf *elf, const char *path, Elf32_Ehdr *head, struct tt_error *err)
{
    size_t size = 0;
    const char *ident = elf_getident(elf, &size);
    REFUSE_IF(elf_kind(elf) != ELF_K_ELF || !ident || size < EI_NIDENT, err, "%s: not an ELF file", path);
    REFUSE_IF(ident[EI_CLASS] != ELFCLASS32, err, "%s: a file of 64-bit code, expected 32-bit RISC-V", path);
    REFUSE_IF(ident[EI_DATA] != ELFDATA2LSB, err, "%s: a big-endian file, expected little-endian RISC-V", path);
    const Elf32_Ehdr *there = elf32_getehdr(elf);
    REFUSE_IF(!there, err, "%s: %s", path, elf_errmsg(-1));
    elf_take_item(head, there, 0, sizeof *head);
    REFUSE_IF(head->e_machine != RISCV_MACHINE, err, "%s: code of machine %u, expected RISC-V (%d)", path,
              head->e_machine, RISCV_MACHINE);
    REFUSE_IF(head->e_type != ET_EXEC, err, "%s: of type %u, expected a linked program (%d)", path, head->e_type,
              ET_EXEC);
    return TT_OK;
}

enum tt_status elf_open(Elf **elf, const char *bytes, size_t count, const char *path, struct tt_error *err)
{
    (void)elf_version(EV_CURRENT);
    /* Read only: libelf works on the bytes as they are. */
    errno = 0;
    *elf = elf_memory((char *)bytes, count);
    if (!*elf && errno == ENOMEM)
        return tt_fail(err, TT_NO_MEMORY, "%s: no memory", path);
    return *elf ? TT_OK : tt_fail(err, TT_BAD_INPUT, "%s: not an ELF file", path);
}

enum tt_status elf_read_apart(enum tt_status (*work)(void *user, FILE *out, struct tt_error *err),
                              enum tt_status (*take)(void *user, FILE *in, struct tt_error *err), void *user,
                              size_t count, const char *path, struct tt_error *err)
{
    const struct apart apart = {path, "content", count, user, work, take};
    return apart_run(&apart, err);
}

struct recording {
    elf_fill_record *fill;
    void *record;
    size_t size;
    const struct elf_file *file;
};

static enum tt_status record_one_find(void *user, FILE *out, struct tt_error *err)
{
    const struct recording *recording = user;
    const struct elf_file *file = recording->file;
    Elf *elf = NULL;
    enum tt_status status = elf_open(&elf, file->bytes, file->count, file->path, err);
    status = status ?: recording->fill(recording->record, elf, file, err);
    if (elf)
        (void)elf_end(elf);
    if (!status) {
        (void)fputc(1, out);
        (void)fwrite(recording->record, recording->size, 1, out);
    }
    return status;
}

static enum tt_status record_one_take(void *user, FILE *in, struct tt_error *err)
{
    const struct recording *recording = user;
    (void)err;
    if (fgetc(in) > 0 && fread(recording->record, recording->size, 1, in) == 1)
        (void)fgetc(in);
    return TT_OK;
}

enum tt_status elf_read_record(elf_fill_record *fill, void *record, size_t size, const struct elf_file *file,
                               struct tt_error *err)
{
    struct recording recording = {fill, record, size, file};
    return elf_read_apart(record_one_find, record_one_take, &recording, file->count, file->path, err);
}

void elf_end_without_memory(Dwarf *dwarf)
{
    (void)dwarf_new_oom_handler(dwarf, apart_end_without_memory);
}
