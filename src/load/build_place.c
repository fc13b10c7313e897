/* SPDX-License-Identifier: Apache-2.0 */
/* Which firmware of a build the kernels are linked behind, and where in L1 it looks for the start values of its cores'
 * own memory and for the table of banks. No symbol has those places; they follow each other as large as the memories
 * are (R63p), and the code that copies from there puts their addresses together. */
#include "load/build_internal.h"

#include "capture/import/elf/elf_parts.h"
#include "isa/cores.h"
#include "isa/mmio.h"

enum { IMAGE_ALIGN = 16, BANK_BYTES = 4 /* a name of 16 bits a network */ };

static const enum tt_core place_order[] = {TT_CORE_B, TT_CORE_NC, TT_CORE_T0, TT_CORE_T1, TT_CORE_T2};

/* 1 MiB of them, of all cores. */
struct program {
    char path[WORD_MAX];
    struct elf_code code;
};

static enum tt_status place_read(struct program *program, const char *folder, enum tt_core core, struct tt_error *err)
{
    (void)snprintf(program->path, sizeof program->path, "%s/%s/%s.elf", folder, build_names[core], build_names[core]);
    return elf_code_read(&program->code, program->path, err);
}

static const struct elf_named *place_text_end(const struct program *program)
{
    const struct elf_named *named = program->code.named;
    return named[ELF_TEXT_END].is_there       ? &named[ELF_TEXT_END]
           : named[ELF_TEXT_END_OLD].is_there ? &named[ELF_TEXT_END_OLD]
                                              : NULL;
}

/* ---- which firmware ---- */

/* A kernel begins where the code of its core's firmware ends, but for those of the instruction RAM. */
static enum tt_status place_check(const struct build *build, const char *folder, struct program *program,
                                  struct elf_code *kernel, struct tt_error *err)
{
    for (int core = 0; core < TT_CORE_COUNT; core++) {
        if (!build->kernels[core])
            continue;
        TRY(place_read(program, folder, (enum tt_core)core, err));
        TRY(elf_code_read(kernel, build->kernels[core], err));
        const struct elf_named *end = place_text_end(program);
        REFUSE_IF(end && kernel->text != MMIO_IRAM && kernel->text != end->value, err,
                  "%s: its code is linked to 0x%x, and the firmware %s ends at 0x%x: they are of different builds",
                  build->kernels[core], kernel->text, program->path, end->value);
    }
    return TT_OK;
}

static enum tt_status place_choose(const struct build *build, const char **folder, struct program *two,
                                   struct tt_error *err)
{
    const char *found = NULL;
    for (size_t i = 0; i < build->firmware.count; i++) {
        struct tt_error why = {{0}};
        const enum tt_status status = place_check(build, build->firmware.items[i], two, &two[1].code, &why);
        if (status && (status != TT_BAD_INPUT || build->firmware.count == 1)) {
            *err = why;
            return status;
        }
        REFUSE_IF(!status && found, err,
                  "--build %s: the kernels fit the firmware of %s and of %s; --build names one, too", build->folder,
                  found, build->firmware.items[i]);
        found = status ? found : build->firmware.items[i];
    }
    *folder = found;
    return found ? TT_OK
                 : tt_fail(err, TT_BAD_INPUT,
                           "--build %s: the kernels are linked behind none of the %zu firmwares, such as %s",
                           build->folder, build->firmware.count, build->firmware.items[0]);
}

/* ---- where images go ---- */

/* Whether the images of all cores can begin at `base`, one behind the other: each core's code has its place. */
static bool place_fits(const struct program programs[TT_CORE_COUNT], enum tt_chip chip, uint32_t base)
{
    unsigned found = 0;
    for (size_t i = 0; i < TT_CORE_COUNT; i++) {
        const struct program *program = &programs[place_order[i]];
        const bool has = elf_code_has_address(&program->code, base);
        if (!has && program->code.data_bytes)
            return false;
        found += has;
        base += core_local_bytes(chip, place_order[i]);
    }
    return found > TT_CORE_COUNT / 2;
}

/* The one place that fits; 0: none, or more than one. */
static uint32_t place_find(const struct program programs[TT_CORE_COUNT], enum tt_chip chip)
{
    uint32_t found = 0, count = 0, least = IMAGE_ALIGN;
    for (int core = 0; core < TT_CORE_COUNT; core++) {
        const struct elf_named *end = place_text_end(&programs[core]);
        const uint32_t behind = end ? end->value : programs[core].code.text;
        least = behind > least && behind < chip_get(chip)->l1_bytes ? behind : least;
    }
    for (uint32_t base = (least + IMAGE_ALIGN - 1) / IMAGE_ALIGN * IMAGE_ALIGN; base < chip_get(chip)->l1_bytes;
         base += IMAGE_ALIGN)
        if (place_fits(programs, chip, base)) {
            found = base;
            count++;
        }
    return count == 1 ? found : 0;
}

/* The table of banks stands behind the images and that of NC's instructions, as large as NC's memory. */
static void place_banks(const struct program programs[TT_CORE_COUNT], enum tt_chip chip, uint32_t base,
                        struct load_banks *banks)
{
    const struct elf_named *named = programs[TT_CORE_B].code.named;
    for (size_t i = 0; i < TT_CORE_COUNT; i++)
        base += core_local_bytes(chip, place_order[i]);
    base += core_local_bytes(chip, TT_CORE_NC);
    if (!named[ELF_DRAM_BANKS].is_there || !elf_code_has_address(&programs[TT_CORE_B].code, base))
        return;
    banks->at = base;
    banks->count = named[ELF_DRAM_BANKS].bytes / BANK_BYTES;
    banks->of_l1 = named[ELF_L1_BANKS].is_there ? named[ELF_L1_BANKS].bytes / BANK_BYTES : 0;
}

static enum tt_status place_add(const struct program programs[TT_CORE_COUNT], uint32_t base, struct load_words *words,
                                struct tt_error *err)
{
    const enum tt_chip chip = chip_find(words->arch);
    const bool has_images = words->images.count > 0;
    for (size_t i = 0; i < TT_CORE_COUNT; i++) {
        const enum tt_core core = place_order[i];
        TRY(build_add_word(&words->elves, err, "%s=%s", core_name(core), programs[core].path));
        if (core != TT_CORE_B)
            TRY(build_add_word(&words->holds, err, "%s", core_name(core)));
        if (base && !has_images)
            TRY(build_add_word(&words->images, err, "%s=0x%x", core_name(core), (unsigned)base));
        base += base ? core_local_bytes(chip, core) : 0;
    }
    return TT_OK;
}

static enum tt_status place_images(const struct program programs[TT_CORE_COUNT], struct load_words *words,
                                   const char *folder, struct tt_error *err)
{
    uint32_t found = 0, data_bytes = 0;
    const bool says_itself = programs[TT_CORE_B].code.named[ELF_LOADER_INIT].is_there;
    for (int core = 0; core < TT_CORE_COUNT; core++)
        data_bytes |= programs[core].code.data_bytes;
    for (int chip = 0; chip < TT_CHIP_COUNT; chip++) {
        const uint32_t base =
            words->arch && chip_find(words->arch) != (enum tt_chip)chip ? 0 : place_find(programs, (enum tt_chip)chip);
        REFUSE_IF(base && found, err, "%s: firmware of either chip by where it looks for its data; --arch says it",
                  folder);
        if (!base)
            continue;
        found = base;
        words->arch = chip_get((enum tt_chip)chip)->name;
    }
    REFUSE_IF(!words->arch, err, "%s: no chip has its data where this firmware looks for it; --arch says the chip",
              folder);
    if (chip_find(words->arch) == TT_CHIP_COUNT)
        return TT_OK;
    if (!found && !says_itself && data_bytes && words->images.count == 0)
        return tt_fail(
            err, TT_BAD_INPUT,
            "%s: where in L1 its cores look for their data is not found: looked for places as far apart as "
            "the cores' own memories are, among the addresses that its code names, and for __loader_init_start; "
            "--image CORE=ADDR says it",
            folder);
    if (found)
        place_banks(programs, chip_find(words->arch), found, &words->banks);
    return place_add(programs, says_itself ? 0 : found, words, err);
}

enum tt_status build_place_firmware(const struct build *build, struct load_words *words, struct tt_error *err)
{
    struct program *programs OWNED(mem_free_at) = mem_calloc(TT_CORE_COUNT, sizeof *programs);
    const char *folder = NULL;
    NEED(programs, err, "no memory");
    TRY(place_choose(build, &folder, programs, err));
    for (int core = 0; core < TT_CORE_COUNT; core++)
        TRY(place_read(&programs[core], folder, (enum tt_core)core, err));
    return place_images(programs, words, folder, err);
}
