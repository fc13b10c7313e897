/* SPDX-License-Identifier: Apache-2.0 */
/* The data that a host of tt-metal leaves in L1 for a kernel: the kernel's configuration, the launch message and the
 * signal to go. Offsets by the shape of the message (R64; two of those that were published), configuration by R65.
 * docs/how-to/run-a-kernel.md
 */
#include "load/load_internal.h"

#include "isa/chip.h"
#include "isa/mmio.h"

enum { COMPUTE = 2, PROCESSORS = 5, CONFIG_ALIGN = 16 };

static const uint32_t go_signal = 0x80000000; /* the last of four bytes */

/* In the launch message. */
enum {
    AT_CONFIG_BASE = 0,
    AT_LOCAL_CB_OFFSET = 24, /* and above it, in the same word, that of remote ones */
    AT_ARGUMENTS = 28,       /* a word a processor: its own, and common ones above */
    AT_MODE = 48,
    AT_LOCAL_CB_MASK = 72,
    AT_NOC_AND_REMOTE = 80, /* network and mode of B, the first remote buffer, exit code: a byte each */
    AT_ENABLES = 88,
};

static enum tt_status launch_place(struct load_plan *plan, const char *text, struct tt_error *err)
{
    const struct host_traits *host = &chip_get(plan->chip)->host;
    unsigned x = host->noc_x, y = host->noc_y, used = 0;
    const unsigned x_last = host->noc_x_last, y_last = host->noc_y_last;
    REFUSE_IF(text && (sscanf(text, "%2u,%2u%n", &x, &y, (int *)&used) != 2 || text[used] || x > x_last || y > y_last),
              err, "--noc-xy %s: expected X,Y, at most %u,%u", text, x_last, y_last);
    const uint32_t at = mmio_register_offset(plan->chip, PLACE_NOC, NOC_CELL_NODE_ID);
    const uint32_t logical = mmio_register_offset(plan->chip, PLACE_NOC, NOC_CELL_NOC_ID_LOGICAL);
    TRY(load_store(plan, MMIO_NOC + at, x | y << NOC_BITS, err));
    TRY(load_store(plan, MMIO_NOC_1 + at, (x_last - x) | (y_last - y) << NOC_BITS, err));
    TRY(load_store(plan, MMIO_NOC + logical, x | y << NOC_BITS, err));
    return load_store(plan, MMIO_NOC_1 + logical, x | y << NOC_BITS, err);
}

enum tt_status load_describe_buffers(struct load_plan *plan, uint32_t from, struct tt_error *err)
{
    for (size_t i = 0; i < plan->buffer_count; i++) {
        const struct load_buffer *buffer = &plan->buffers[i];
        const uint32_t four[] = {buffer->start, buffer->ring * buffer->page_bytes, buffer->ring, buffer->page_bytes};
        for (uint32_t k = 0; k < 4; k++)
            TRY(load_store(plan, from + 16 * buffer->number + 4 * k, four[k], err));
    }
    return TT_OK;
}

uint8_t load_buffers_most(enum tt_chip chip)
{
    return chip_get(chip)->host.circular_buffers;
}

static enum tt_status launch_check_buffers(const struct load_plan *plan, struct tt_error *err)
{
    const unsigned most = load_buffers_most(plan->chip);
    for (size_t i = 0; i < plan->buffer_count; i++)
        REFUSE_IF(plan->buffers[i].number >= most, err, "--cb %u: %s has circular buffers 0 to %u",
                  plan->buffers[i].number, chip_get(plan->chip)->name, most - 1);
    return TT_OK;
}

static enum tt_status launch_put_message(struct load_plan *plan, uint32_t launch, uint32_t config,
                                         uint32_t buffers_offset, uint32_t buffers_most, struct tt_error *err)
{
    uint64_t mask = 0;
    for (size_t i = 0; i < plan->buffer_count; i++)
        mask |= UINT64_C(1) << plan->buffers[i].number;
    const struct {
        uint32_t at, value;
    } words[] = {
        {AT_CONFIG_BASE, config},
        {AT_LOCAL_CB_OFFSET, buffers_offset | buffers_offset << 16},
        {AT_ARGUMENTS + 4 * COMPUTE, 0},
        {AT_MODE, HOST_MODE},
        {AT_LOCAL_CB_MASK, (uint32_t)mask},
        {AT_LOCAL_CB_MASK + 4, (uint32_t)(mask >> 32)},
        {AT_NOC_AND_REMOTE, buffers_most << 16},
        {AT_ENABLES, (1u << PROCESSORS) - 1},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        TRY(load_store(plan, launch + words[i].at, words[i].value, err));
    return TT_OK;
}

enum tt_status load_launch(struct load_plan *plan, const struct load_words *words, struct tt_error *err)
{
    const struct host_traits *host = &chip_get(plan->chip)->host;
    TRY(launch_place(plan, words->noc_xy, err));
    TRY(launch_check_buffers(plan, err));
    if (plan->firmware)
        return load_firmware(plan, words, err);
    for (unsigned class = LOAD_SHARED; class < LOAD_CLASSES; class ++)
        REFUSE_IF(plan->common[class].count || (class != LOAD_SHARED && plan->own[class].count), err,
                  "--arg, --common-arg: arguments of one core's kernel, and there is no --kernel");
    const uint32_t count = plan->own[LOAD_SHARED].count;
    if (plan->buffer_count == 0 && count == 0)
        return TT_OK;
    const uint32_t go = strcmp(words->abi, "A") == 0 ? host->go_a_at : strcmp(words->abi, "B") == 0 ? host->go_b_at : 0;
    REFUSE_IF(!go, err, "--abi %s: no such shape of a launch message is known for %s", words->abi,
              chip_get(plan->chip)->name);
    const uint32_t config = host->kernel_config_at, most = host->circular_buffers;
    const uint32_t offset = (4 * count + CONFIG_ALIGN - 1) / CONFIG_ALIGN * CONFIG_ALIGN;
    TRY(load_arguments_store(plan, &plan->own[LOAD_SHARED], config, err));
    TRY(load_describe_buffers(plan, config + offset, err));
    TRY(launch_put_message(plan, host->launch_at, config, offset, most, err));
    return load_store(plan, go, go_signal, err);
}
