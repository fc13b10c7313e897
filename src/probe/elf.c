/* SPDX-License-Identifier: Apache-2.0 */
/* An experiment as a program that core B runs from address 0: it stores the words one after the other to where the
 * coprocessor's thread 0 takes them, and rests. Operands and cleared output stand in the same file, and in an image of
 * L1 from address 0 on. */
#include "probe/experiments_internal.h"
#include "probe/files.h"

#include "base/little.h"
#include "base/memory.h"
#include "base/new_file.h"

#include <libelf.h>
#include <string.h>

enum { SEGMENTS_MAX = 5 + DRAW_POKES_MAX, IMAGE_END = DRAW_OUTPUT + DRAW_OUTPUT_BYTES };

struct segment {
    uint32_t addr, count;
    const uint8_t *bytes;
};

struct image {
    uint8_t code[4 * EXPERIMENT_CODE_WORDS];
    uint8_t words[EXPERIMENT_WORDS_BYTES];
    uint8_t done[4];
    uint8_t output[DRAW_OUTPUT_BYTES];
    uint8_t pokes[DRAW_POKES_MAX][4];
    struct segment segments[SEGMENTS_MAX];
    size_t count;
};

static void elf_add(struct image *image, uint32_t addr, const uint8_t *bytes, uint32_t count)
{
    image->segments[image->count++] = (struct segment){addr, count, bytes};
}

/* By rising address but for pokes. */
static void probe_elf_fill(struct image *image, const struct draw_program *program)
{
    memset(image, 0, sizeof *image);
    experiment_image(program, image->code, image->words);
    elf_add(image, 0, image->code, sizeof image->code);
    elf_add(image, DRAW_DONE, image->done, sizeof image->done);
    elf_add(image, DRAW_WORDS, image->words, 4 + 4 * program->count);
    elf_add(image, DRAW_INPUT, program->input, DRAW_INPUT_BYTES);
    elf_add(image, DRAW_OUTPUT, image->output, DRAW_OUTPUT_BYTES);
    for (uint32_t i = 0; i < program->poke_count; i++) {
        store_u32(image->pokes[i], program->pokes[i].value);
        elf_add(image, program->pokes[i].addr, image->pokes[i], 4);
    }
}

/* ---- the image of L1 ---- */

static enum tt_status elf_put_image(void *user, FILE *out, struct tt_error *err)
{
    const struct image *image = user;
    uint32_t end = IMAGE_END;
    for (size_t i = 0; i < image->count; i++)
        if (image->segments[i].addr + image->segments[i].count > end)
            end = image->segments[i].addr + image->segments[i].count;
    uint8_t *l1 = mem_calloc(end, 1);
    if (!l1)
        return tt_fail(err, TT_NO_MEMORY, "no memory for an image of L1");
    for (size_t i = 0; i < image->count; i++)
        memcpy(l1 + image->segments[i].addr, image->segments[i].bytes, image->segments[i].count);
    (void)fwrite(l1, 1, end, out); /* whoever closes the stream notices */
    mem_free(l1);
    return TT_OK;
}

/* ---- the ELF file ---- */

enum { HEADER_BYTES = 52, ENTRY_BYTES = 32, RISCV = 243 };

static size_t put_headers(const struct image *image, uint8_t *file)
{
    const size_t begin = HEADER_BYTES + image->count * ENTRY_BYTES;
    Elf32_Ehdr header = {.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS32, ELFDATA2LSB, EV_CURRENT},
                         .e_type = ET_EXEC,
                         .e_machine = RISCV,
                         .e_version = EV_CURRENT,
                         .e_phoff = HEADER_BYTES,
                         .e_ehsize = HEADER_BYTES,
                         .e_phentsize = ENTRY_BYTES,
                         .e_phnum = (Elf32_Half)image->count};
    Elf_Data from = {.d_buf = &header, .d_size = sizeof header, .d_type = ELF_T_EHDR, .d_version = EV_CURRENT};
    Elf_Data to = {.d_buf = file, .d_size = HEADER_BYTES, .d_version = EV_CURRENT};
    (void)elf32_xlatetof(&to, &from, ELFDATA2LSB);
    size_t at = begin;
    for (size_t i = 0; i < image->count; i++) {
        const struct segment *segment = &image->segments[i];
        Elf32_Phdr entry = {.p_type = PT_LOAD,
                            .p_offset = (Elf32_Off)at,
                            .p_vaddr = segment->addr,
                            .p_paddr = segment->addr,
                            .p_filesz = segment->count,
                            .p_memsz = segment->count,
                            .p_flags = i ? PF_R | PF_W : PF_R | PF_X,
                            .p_align = 4};
        from = (Elf_Data){.d_buf = &entry, .d_size = sizeof entry, .d_type = ELF_T_PHDR, .d_version = EV_CURRENT};
        to = (Elf_Data){.d_buf = file + HEADER_BYTES + i * ENTRY_BYTES, .d_size = ENTRY_BYTES, .d_version = EV_CURRENT};
        (void)elf32_xlatetof(&to, &from, ELFDATA2LSB);
        memcpy(file + at, segment->bytes, segment->count);
        at += segment->count;
    }
    return at;
}

static enum tt_status put_elf(void *user, FILE *out, struct tt_error *err)
{
    const struct image *image = user;
    size_t size = HEADER_BYTES + image->count * ENTRY_BYTES;
    for (size_t i = 0; i < image->count; i++)
        size += image->segments[i].count;
    uint8_t *file = mem_calloc(size, 1);
    if (!file || elf_version(EV_CURRENT) == EV_NONE) {
        mem_free(file);
        return tt_fail(err, TT_NO_MEMORY, "no memory for a program of a core");
    }
    (void)fwrite(file, 1, put_headers(image, file), out); /* whoever closes the stream notices */
    mem_free(file);
    return TT_OK;
}

enum tt_status experiment_write_program(const struct draw_program *program, const char *elf_path,
                                        const char *image_path, struct tt_error *err)
{
    struct image *image = mem_alloc(sizeof *image);
    if (!image)
        return tt_fail(err, TT_NO_MEMORY, "no memory for an image of L1");
    probe_elf_fill(image, program);
    enum tt_status status = new_file_write(elf_path, NEW_FILE_NEW, put_elf, image, err);
    if (status == TT_OK)
        status = new_file_write(image_path, NEW_FILE_NEW, elf_put_image, image, err);
    mem_free(image);
    return status;
}
