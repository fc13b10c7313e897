/* SPDX-License-Identifier: Apache-2.0 */
/* The work of a host of tt-metal for a kernel that firmware calls: waits until the firmware is up, stores the kernel's
 * configuration and the launch message, and gives the signal. The firmware clears the counters of circular buffers
 * before and after a kernel, so whoever fills and empties them does so in between: the host keeps the place of core NC,
 * or takes it once NC's own kernel is done.
 * R63, R65, R67
 */
#include "load/load_internal.h"

#include "base/input.h"
#include "base/little.h"
#include "base/number.h"
#include "capture/import/elf/elf_parts.h"
#include "isa/cores.h"

enum { ALIGN = 16, SEMAPHORE_BYTES = 16, DESCRIPTOR_BYTES = 16, SIGNAL_SHIFT = 24 };

/* Signals; the byte of B's list that stands for T0, the one for NC, and the byte that NC's firmware ignores. */
static const uint32_t signal_init = 0x40, signal_go = 0x80, sync_t0_shift = 8;
static const uint8_t dm1_busy = 0x40, dm1_done = 0;

static uint32_t firmware_aligned(uint64_t bytes)
{
    return (uint32_t)((bytes + ALIGN - 1) / ALIGN * ALIGN);
}

/* Lists one behind the other; without one of its own a class has that of all. */
static uint32_t firmware_lay_out(const struct load_arguments lists[LOAD_CLASSES], uint32_t at,
                                 uint32_t offsets[LOAD_CLASSES])
{
    offsets[LOAD_SHARED] = at;
    for (unsigned class = LOAD_SHARED; class < LOAD_CLASSES; class ++) {
        offsets[class] = lists[class].count ? at : offsets[LOAD_SHARED];
        at += firmware_aligned(4 * (uint64_t)lists[class].count);
    }
    return at;
}

static struct load_layout firmware_layout_of(const struct load_plan *plan, const struct load_words *words)
{
    struct load_layout layout;
    unsigned most = 0;
    for (size_t i = 0; i < plan->buffer_count; i++)
        most = plan->buffers[i].number >= most ? plan->buffers[i].number + 1 : most;
    layout.semaphores = firmware_lay_out(plan->common, firmware_lay_out(plan->own, 0, layout.own), layout.common);
    layout.buffers = layout.semaphores + firmware_aligned(SEMAPHORE_BYTES * words->semaphores.count);
    layout.kernels = layout.buffers + DESCRIPTOR_BYTES * most;
    return layout;
}

static enum tt_status firmware_place_kernel(struct load_plan *plan, struct import_item *item, uint32_t *at,
                                            struct tt_error *err)
{
    uint8_t *bytes = NULL;
    size_t count = 0;
    uint32_t size = 0;
    enum tt_status status = input_whole(item->path, LOAD_FILE_MAX, &bytes, &count, err);
    status = status ?: elf_kernel_size(&size, (const char *)bytes, count, item->path, err);
    mem_free(bytes);
    item->addr = *at;
    if (item->core == TT_CORE_NC)
        plan->nc_kernel_bytes = firmware_aligned(size);
    *at += firmware_aligned(size);
    return status;
}

enum tt_status load_kernels_place(struct load_plan *plan, const struct load_words *words, struct tt_error *err)
{
    static const enum tt_core order[] = {TT_CORE_B, TT_CORE_NC, TT_CORE_T0, TT_CORE_T1, TT_CORE_T2};
    uint32_t at = words->config_at + firmware_layout_of(plan, words).kernels;
    enum tt_status status = TT_OK;
    if (words->kernels.count == 0)
        return words->semaphores.count ? tt_fail(err, TT_BAD_INPUT, "--semaphore: there is no --kernel") : TT_OK;
    REFUSE_IF(words->config_at % ALIGN, err, "--config-at 0x%x: expected a multiple of %d", words->config_at, ALIGN);
    for (size_t i = 0; i < plan->item_count; i++)
        if (plan->items[i].importer->takes_image && plan->items[i].core == TT_CORE_B && !plan->items[i].is_kernel)
            plan->firmware = plan->items[i].path;
    REFUSE_IF(!plan->firmware, err, "--kernel: there is no --elf for core b, whose firmware starts kernels");
    for (size_t k = 0; k < sizeof order / sizeof *order; k++) {
        size_t count = 0;
        for (size_t i = 0; i < plan->item_count && !status; i++) {
            if (!plan->items[i].is_kernel || plan->items[i].core != order[k])
                continue;
            REFUSE_IF(count++ > 0, err, "--kernel %s: given twice", core_name(order[k]));
            status = firmware_place_kernel(plan, &plan->items[i], &at, err);
        }
    }
    return status;
}

static enum tt_status firmware_put_message(struct load_plan *plan, const struct load_message *message,
                                           struct tt_error *err)
{
    for (uint32_t at = 0; at < message->count; at += 4)
        TRY(load_store(plan, message->launch + at, load_u32(message->bytes + at), err));
    return TT_OK;
}

/* Around the pages: T0 has cleared the counters when B lets it go, and B clears them again once all are done. A kernel
 * of NC keeps its place itself, and says 0 at its end: pages may come and go from a store on that changes nothing, and
 * the host takes the place right behind that 0, before B sees it. */
static enum tt_status firmware_keep_place(struct load_plan *plan, const struct load_message *message,
                                          struct tt_error *err)
{
    const bool has_kernel = plan->nc_kernel_bytes > 0;
    struct script_store begin = {.addr = message->launch,
                                 .value = load_u32(message->bytes),
                                 .has_awaited = true,
                                 .awaited_at = message->sync,
                                 .awaited_mask = UINT32_C(0xFF) << sync_t0_shift,
                                 .awaited = signal_go << sync_t0_shift};
    struct script_store keep = {.addr = message->sync,
                                .bytes = &dm1_busy,
                                .count = 1,
                                .has_awaited = true,
                                .awaited_at = message->sync,
                                .awaited_mask = 0xFF,
                                .awaited = dm1_done};
    const struct script_store end = {.addr = message->sync, .bytes = &dm1_done, .count = 1, .awaits_feeds = true};
    if (plan->buffer_count == 0)
        return TT_OK;
    if (!has_kernel) {
        begin.addr = keep.addr;
        begin.bytes = keep.bytes;
        begin.count = keep.count;
    }
    TRY(load_store_as(plan, &begin, err));
    plan->script.feeds_after = plan->store_count;
    if (has_kernel)
        TRY(load_store_as(plan, &keep, err));
    return load_store_as(plan, &end, err);
}

static enum tt_status firmware_put_configuration(struct load_plan *plan, const struct load_words *words,
                                                 const struct load_layout *layout, struct tt_error *err)
{
    const uint32_t config = words->config_at;
    for (unsigned class = LOAD_SHARED; class < LOAD_CLASSES; class ++) {
        TRY(load_arguments_store(plan, &plan->own[class], config + layout->own[class], err));
        TRY(load_arguments_store(plan, &plan->common[class], config + layout->common[class], err));
    }
    for (size_t i = 0; i < words->semaphores.count; i++) {
        uint64_t value;
        const char *text = words->semaphores.items[i];
        REFUSE_IF(!number_read(text, 0, UINT32_MAX, &value), err, "--semaphore %s: expected a number of 32 bits", text);
        TRY(load_store(plan, config + layout->semaphores + SEMAPHORE_BYTES * (uint32_t)i, (uint32_t)value, err));
    }
    return load_describe_buffers(plan, config + layout->buffers, err);
}

enum tt_status load_firmware(struct load_plan *plan, const struct load_words *words, struct tt_error *err)
{
    const struct load_layout layout = firmware_layout_of(plan, words);
    struct load_message message;
    TRY(load_message_make(&message, plan, words->config_at, &layout, err));
    /* Zero once the firmware is up, and again once it is done. */
    const struct script_store up = {
        .addr = message.launch, .value = load_u32(message.bytes), .has_awaited = true, .awaited_at = message.go};
    TRY(load_store(plan, message.go, signal_init << SIGNAL_SHIFT, err));
    TRY(load_store_as(plan, &up, err));
    TRY(firmware_put_configuration(plan, words, &layout, err));
    TRY(firmware_put_message(plan, &message, err));
    TRY(load_store(plan, message.go, signal_go << SIGNAL_SHIFT, err));
    TRY(firmware_keep_place(plan, &message, err));
    plan->script.first_stream = message.first_stream;
    plan->script.has_end = plan->script.ends_done = true;
    plan->script.end_at = message.go;
    plan->script.end_value = 0;
    return TT_OK;
}
