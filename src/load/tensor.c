/* SPDX-License-Identifier: Apache-2.0 */
/* Buffers in DRAM as a host of tt-metal lays them out: page p in bank p mod the number of banks, where the pages of
 * each bank follow one another from the buffer's address on. The banks are memories of other tiles, and the table by
 * which kernels find them is the one that the host writes for the firmware (R63p). */
#include "load/load_internal.h"

#include "base/little.h"
#include "base/new_file.h"
#include "base/number.h"
#include "isa/chip.h"

enum { TENSORS_AT = 0x100000, ADDRESS_TOP_BITS = 4 /* of 36 */ };

/* A bank by its number: where it stands, and from which of its addresses on. */
struct bank {
    uint32_t x, y, offset;
};

/* Names of banks that share one of the chip's, each with an equal part of it. */
static uint32_t tensor_parts(const struct load_plan *plan)
{
    const struct grid *grid = &chip_get(plan->chip)->grid;
    const uint32_t there = grid->dram[grid->dram_places - 1].bank + 1U, named = plan->words->banks.count;
    return named / there + !!(named % there);
}

/* Each of the chip's banks in turn, in equal parts where there are more names than banks; by the name that the device
 * translates where it has such names. */
static struct bank tensor_bank(const struct load_plan *plan, uint32_t number)
{
    const struct grid *grid = &chip_get(plan->chip)->grid;
    const uint32_t parts = tensor_parts(plan), wanted = number / parts;
    struct bank bank = {.offset = number % parts * (grid->dram_bytes / parts)};
    for (uint32_t i = grid->dram_places; i-- > 0;) {
        if (grid->dram[i].bank != wanted)
            continue;
        const uint32_t rows = grid->dram_places / 2;
        bank.x = grid->dram_x ? grid->dram_x + i / rows : grid->dram[i].x;
        bank.y = grid->dram_x ? grid->dram_y + i % rows : grid->dram[i].y;
    }
    return bank;
}

static uint32_t tensor_page_stride(const struct load_plan *plan, const struct load_buffer *tensor)
{
    const uint32_t align = chip_get(plan->chip)->noc_flit_bytes;
    return (tensor->page_bytes + align - 1) / align * align;
}

/* Where the page stands in its bank's memory. */
static uint8_t *tensor_page(const struct load_plan *plan, size_t which, uint64_t page)
{
    const uint32_t banks = plan->words->banks.count;
    const struct script_memory *memory = &plan->of_script[plan->first_bank + which * banks + page % banks];
    return memory->bytes + page / banks * tensor_page_stride(plan, &plan->tensors[which]);
}

static enum tt_status tensor_place(struct load_plan *plan, size_t which, struct tt_error *err)
{
    const struct load_buffer *tensor = &plan->tensors[which];
    const uint32_t banks = plan->words->banks.count;
    const uint64_t slots = (tensor->count + banks - 1) / banks, bytes = slots * tensor_page_stride(plan, tensor);
    REFUSE_IF(tensor->start + bytes > chip_get(plan->chip)->grid.dram_bytes / tensor_parts(plan), err,
              "--dram %s: %llu bytes a bank from 0x%x on are more than a bank has", plan->tensor_names[which],
              (unsigned long long)bytes, (unsigned)tensor->start);
    for (uint32_t i = 0; i < banks; i++) {
        const struct bank bank = tensor_bank(plan, i);
        TRY(load_memory_add(plan, err));
        struct script_memory *memory = &plan->of_script[plan->memory_count - 1];
        *memory =
            (struct script_memory){bank.x, bank.y, bank.offset + tensor->start, (uint32_t)bytes, mem_calloc(bytes, 1)};
        NEED(memory->bytes, err, "no memory");
    }
    for (uint64_t page = 0; page < tensor->count; page++)
        memcpy(tensor_page(plan, which, page), tensor->pages + page * tensor->page_bytes, tensor->page_bytes);
    return TT_OK;
}

/* The address of the name in front of '=': a number, a buffer of launch.json, or a tensor that a kernel is bound to,
 * which goes behind the one before. */
static enum tt_status tensor_find(struct load_plan *plan, size_t which, struct tt_error *err)
{
    const struct load_words *words = plan->words;
    struct load_buffer *tensor = &plan->tensors[which];
    const char *name = plan->tensor_names[which];
    const struct load_buffer *before = which ? tensor - 1 : NULL;
    uint64_t addr;
    bool is_bound = false;
    if (number_read(name, 0, UINT32_MAX, &addr)) {
        tensor->start = (uint32_t)addr;
        return TT_OK;
    }
    for (size_t i = 0; i < words->known_tensor_count; i++)
        if (strcmp(words->known_tensors[i].name, name) == 0) {
            tensor->start = words->known_tensors[i].at;
            return TT_OK;
        }
    for (size_t i = 0; i < words->name_count; i++)
        is_bound |= words->names[i].kind == LOAD_TENSOR_NAME && strcmp(words->names[i].text, name) == 0;
    REFUSE_IF(!is_bound, err,
              "--dram %s: no address, no buffer of launch.json, and no tensor of a kernel "
              "(kernel_bindings_generated.h) has this name",
              name);
    tensor->start =
        before ? before->start + (uint32_t)((before->count / words->banks.count + 1) * tensor_page_stride(plan, before))
               : TENSORS_AT;
    return TT_OK;
}

static const char *tensor_format(const struct load_plan *plan, const char *name)
{
    const struct load_words *words = plan->words;
    for (size_t i = 0; i < words->known_tensor_count; i++)
        if (strcmp(words->known_tensors[i].name, name) == 0)
            return words->known_tensors[i].format;
    return "";
}

enum tt_status load_tensor_read(struct load_plan *plan, const char *text, struct tt_error *err)
{
    const size_t which = plan->tensor_count, length = strcspn(text, "=");
    REFUSE_IF(which == LOAD_TENSORS_MAX || length == 0 || length >= LOAD_NAME_MAX, err,
              "--dram %s: expected ADDR=FILE:FORMAT[:PAGES], at most %d of them", text, LOAD_TENSORS_MAX);
    REFUSE_IF(!plan->words->banks.count, err,
              "--dram %s: the firmware's table of banks (dram_bank_to_noc_xy) and its place are not known; it "
              "goes with --build, or --noc says what stands in a bank",
              text);
    memcpy(plan->tensor_names[which], text, length);
    plan->tensor_names[which][length] = '\0';
    TRY(load_array_read(&plan->tensors[plan->tensor_count++], "dram", text,
                        tensor_format(plan, plan->tensor_names[which]), err));
    REFUSE_IF(plan->tensors[which].is_between, err, "--dram %s: expected a file", text);
    TRY(tensor_find(plan, which, err));
    if (which == 0)
        plan->first_bank = plan->memory_count;
    return tensor_place(plan, which, err);
}

void load_tensors_take(struct load_plan *plan)
{
    for (size_t i = 0; i < plan->tensor_count; i++)
        for (uint64_t page = 0; plan->tensors[i].is_output && page < plan->tensors[i].count; page++)
            memcpy(plan->tensors[i].pages + page * plan->tensors[i].page_bytes, tensor_page(plan, i, page),
                   plan->tensors[i].page_bytes);
}

/* Names of the banks network after network, alike, then those of L1, then where each bank's bytes begin. */
static enum tt_status tensor_put_banks(void *user, FILE *out, struct tt_error *err)
{
    const struct load_plan *plan = user;
    const struct load_banks *banks = &plan->words->banks;
    const unsigned above = chip_get(plan->chip)->noc_has_coordinate_word ? 0 : ADDRESS_TOP_BITS; /* R63p */
    uint8_t word[4] = {0};
    bool is_written = true;
    for (uint32_t i = 0; i < 2 * banks->count; i++) {
        const struct bank bank = tensor_bank(plan, i % banks->count);
        store_u32(word, (bank.x | bank.y << NOC_BITS) << above);
        is_written &= fwrite(word, 2, 1, out) == 1;
    }
    for (uint32_t i = 0; i < banks->of_l1; i++)
        is_written &= fwrite("\0\0\0", 4, 1, out) == 1;
    for (uint32_t i = 0; i < banks->count; i++) {
        store_u32(word, tensor_bank(plan, i).offset);
        is_written &= fwrite(word, sizeof word, 1, out) == 1;
    }
    return is_written ? TT_OK : tt_fail(err, TT_IO, "the table of banks cannot be written");
}

enum tt_status load_banks_write(const struct load_plan *plan, const char *path, struct tt_error *err)
{
    return new_file_write(path, NEW_FILE_REPLACE, tensor_put_banks, (void *)plan, err);
}
