/* SPDX-License-Identifier: Apache-2.0 */
/* From words to the start of the tile and the work of the host. */
#include "load/load_internal.h"

#include "base/search.h"
#include "capture/import/importer.h"
#include "isa/cores.h"

const struct importer *load_importer_of(const char *option)
{
    for (size_t i = 0; i < importer_count; i++)
        if (strcmp(importers[i]->option, option) == 0)
            return importers[i];
    return NULL;
}

/* "KEY=VALUE": the key taken into the item; *value: the text behind it. */
static enum tt_status plan_take_key(struct import_item *item, const char *option, const char *text, const char **value,
                                    enum tt_status (*take)(struct import_item *item, const char *text,
                                                           struct tt_error *err),
                                    struct tt_error *err)
{
    const char *equals = strchr(text, '=');
    char key[32];
    const size_t length = equals ? (size_t)(equals - text) : 0;
    REFUSE_IF(length == 0 || length >= sizeof key || !equals[1], err,
              "--%s %s: expected something on both sides of '='", option, text);
    memcpy(key, text, length);
    key[length] = '\0';
    *value = equals + 1;
    return PLACED(take(item, key, err), err, "--%s %s", option, text);
}

/* Its name in messages and in the capture: as it was typed. */
static enum tt_status plan_label(struct import_item *item, const char *option, const char *text, struct tt_error *err)
{
    const size_t size = strlen(option) + strlen(text) + sizeof "-- ";
    char *words = mem_alloc(size);
    NEED(words, err, "no memory");
    (void)snprintf(words, size, "--%s %s", option, text);
    item->label = words;
    return TT_OK;
}

static enum tt_status plan_add_items(struct load_plan *plan, const struct texts *texts, const char *option,
                                     struct tt_error *err)
{
    const struct importer *importer = load_importer_of(strcmp(option, "kernel") == 0 ? "elf" : option);
    for (size_t i = 0; i < texts->count; i++) {
        struct import_item *item = &plan->items[plan->item_count++];
        *item = (struct import_item){.importer = importer, .id = "begin"};
        TRY(plan_label(item, option, texts->items[i], err));
        TRY(plan_take_key(item, option, texts->items[i], &item->path, importer->key, err));
    }
    return TT_OK;
}

static struct import_item *plan_program_of(struct load_plan *plan, enum tt_core core)
{
    return FIND(plan->items, plan->item_count, item->importer->takes_image && item->core == core && !item->is_kernel);
}

/* Kernels are programs, too; where they stand is found once the buffers are known. */
static enum tt_status plan_add_kernels(struct load_plan *plan, const struct load_words *words, struct tt_error *err)
{
    const size_t first = plan->item_count;
    const enum tt_status status = plan_add_items(plan, &words->kernels, "kernel", err);
    for (size_t i = first; i < plan->item_count; i++)
        plan->items[i].is_kernel = true;
    return status;
}

static enum tt_status plan_hold(struct load_plan *plan, const char *text, struct tt_error *err)
{
    struct import_item item;
    TRY(PLACED(key_core(&item, text, err), err, "--hold %s", text));
    struct import_item *program = plan_program_of(plan, item.core);
    REFUSE_IF(!program, err, "--hold %s: there is no --elf for core %s", text, core_name(item.core));
    program->is_held = true;
    return TT_OK;
}

static enum tt_status plan_place_image(struct load_plan *plan, const char *text, struct tt_error *err)
{
    struct import_item item;
    const char *value = NULL;
    uint32_t addr;
    TRY(plan_take_key(&item, "image", text, &value, key_core, err));
    TRY(PLACED(key_addr(&addr, value, err), err, "--image %s", text));
    struct import_item *program = plan_program_of(plan, item.core);
    REFUSE_IF(!program, err, "--image %s: there is no --elf for core %s", text, core_name(item.core));
    program->has_addr = true;
    program->addr = addr;
    return TT_OK;
}

/* Each of one list of words. */
static enum tt_status plan_each(struct load_plan *plan, const struct texts *texts,
                                enum tt_status (*take)(struct load_plan *plan, const char *text, struct tt_error *err),
                                struct tt_error *err)
{
    for (size_t i = 0; i < texts->count; i++)
        TRY(take(plan, texts->items[i], err));
    return TT_OK;
}

/* One behind the other in L1, each ring at a multiple of 32 bytes, as the network copies. */
static enum tt_status plan_place_buffers(struct load_plan *plan, const struct load_words *words, struct tt_error *err)
{
    enum { BUFFER_ALIGN = 32 };
    const uint32_t l1_bytes = chip_get(plan->chip)->l1_bytes;
    uint64_t at = ((uint64_t)words->buffers_at + BUFFER_ALIGN - 1) / BUFFER_ALIGN * BUFFER_ALIGN;
    for (size_t i = 0; i < plan->buffer_count; i++) {
        struct load_buffer *buffer = &plan->buffers[i];
        if (!buffer->ring)
            buffer->ring = (uint32_t)words->ring;
        const uint64_t room =
            ((uint64_t)buffer->ring * buffer->page_bytes + BUFFER_ALIGN - 1) / BUFFER_ALIGN * BUFFER_ALIGN;
        const uint64_t end = (buffer->start ? buffer->start : at) + room;
        if (!buffer->start) {
            buffer->start = (uint32_t)at;
            at = end;
        }
        REFUSE_IF(end > l1_bytes, err, "--cb %u: its ring of %u pages runs past the end of L1 at 0x%x", buffer->number,
                  buffer->ring, l1_bytes);
        plan->feeds[i] = (struct script_feed){
            .buffer = buffer->number,
            .empties = buffer->is_output,
            .start = buffer->start,
            .ring = buffer->ring,
            .page_bytes = buffer->page_bytes,
            .pages = buffer->pages,
            .count = buffer->count,
        };
    }
    return TT_OK;
}

/* Circular buffers that a build has and no word fills or empties are between two cores. */
static enum tt_status plan_add_between(struct load_plan *plan, const struct load_words *words, struct tt_error *err)
{
    for (unsigned number = 0; number < LOAD_BUFFERS_MAX; number++) {
        const struct load_described *described = &words->described[number];
        char word[64];
        bool is_there = !described->is_there || !described->format[0];
        for (size_t i = 0; i < plan->buffer_count; i++)
            is_there |= plan->buffers[i].number == number;
        (void)snprintf(word, sizeof word, "%u=:%s:%llu", number, described->format,
                       (unsigned long long)(described->pages ? described->pages : words->ring));
        if (!is_there)
            TRY(load_buffer_read(plan, word, err));
    }
    return TT_OK;
}

enum tt_status load_plan_make(struct load_plan *plan, const struct load_words *words, struct tt_error *err)
{
    memset(plan, 0, sizeof *plan);
    plan->words = words;
    plan->chip = chip_find(words->arch);
    REFUSE_IF(plan->chip == TT_CHIP_COUNT, err, "--arch %s: expected blackhole or wormhole_b0", words->arch);
    plan->items = mem_calloc(words->elves.count + words->kernels.count + words->l1.count + 2, sizeof *plan->items);
    NEED(plan->items, err, "no memory");
    TRY(plan_add_items(plan, &words->elves, "elf", err));
    TRY(plan_add_kernels(plan, words, err));
    TRY(plan_add_items(plan, &words->l1, "l1", err));
    TRY(plan_each(plan, &words->holds, plan_hold, err));
    TRY(plan_each(plan, &words->images, plan_place_image, err));
    TRY(plan_each(plan, &words->buffers, load_buffer_read, err));
    TRY(plan_add_between(plan, words, err));
    TRY(plan_each(plan, &words->tensors, load_tensor_read, err));
    TRY(load_arguments_take(plan, err));
    TRY(plan_place_buffers(plan, words, err));
    TRY(load_kernels_place(plan, words, err));
    TRY(load_launch(plan, words, err));
    plan->launch_count = plan->store_count;
    TRY(plan_each(plan, &words->pokes, load_poke, err));
    TRY(plan_each(plan, &words->memories, load_memory_read, err));
    if (words->until)
        TRY(load_until(plan, words->until, err));
    struct script *script = &plan->script;
    script->chip = plan->chip;
    script->stores = plan->stores;
    script->store_count = plan->store_count;
    script->feeds = plan->feeds;
    script->feed_count = plan->buffer_count;
    script->memories = plan->of_script;
    script->memory_count = plan->memory_count;
    script->random = words->seed ? words->seed : 1;
    return TT_OK;
}

void load_plan_clear(struct load_plan *plan)
{
    for (size_t i = 0; i < plan->buffer_count; i++) {
        mem_free(plan->buffers[i].path);
        mem_free(plan->buffers[i].pages);
    }
    for (size_t i = 0; i < plan->tensor_count; i++) {
        mem_free(plan->tensors[i].path);
        mem_free(plan->tensors[i].pages);
    }
    for (size_t i = 0; i < plan->item_count; i++)
        mem_free((void *)plan->items[i].label);
    load_memories_clear(plan);
    mem_free(plan->items);
    mem_free(plan->stores);
}
