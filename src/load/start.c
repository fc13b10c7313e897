/* SPDX-License-Identifier: Apache-2.0 */
/* The start as import puts it together, and whether there is room for what the host stores. */
#include "load/load_internal.h"

#include "base/input.h"
#include "base/scratch.h"

/* The host's table of banks, as if it were a file of --l1. */
static enum tt_status start_add_banks(const struct load_plan *plan, struct scratch *scratch, struct import_item *item,
                                      struct tt_error *err)
{
    const enum tt_status status = scratch_make(scratch, "banks.bin", err);
    *item = (struct import_item){.importer = load_importer_of("l1"),
                                 .label = "--dram: the table of banks",
                                 .path = scratch->file,
                                 .id = "begin",
                                 .addr = plan->words->banks.at};
    return status ? status : load_banks_write(plan, scratch->file, err);
}

enum tt_status load_start(const struct load_plan *plan, const char *path, struct tt_error *err)
{
    const struct import_options options = {.chip = plan->chip, .has_kind = true, .kind = TTCAP_SIMULATOR};
    struct scratch banks OWNED(scratch_remove) = {.folder = ""};
    size_t count = plan->item_count;
    for (size_t i = 0; i < count; i++)
        TRY(input_keep(path, plan->items[i].path, err));
    if (plan->tensor_count)
        TRY(start_add_banks(plan, &banks, &plan->items[count++], err));
    return import_items(plan->items, count, &options, "run", path, true, err);
}

/* The first byte of L1 of [from, to) that is known at the start; `to`: none is. */
static enum tt_status start_find_known(struct ttcap *start, uint32_t from, uint32_t to, uint32_t *found,
                                       struct tt_error *err)
{
    enum { PIECE = 1024 };
    uint8_t bytes[PIECE], known[PIECE];
    for (*found = from; *found < to;) {
        const uint32_t count = to - *found < PIECE ? to - *found : PIECE;
        TRY(ttcap_read(start, 0, TT_SPACE_L1, *found, count, bytes, known, err));
        for (uint32_t i = 0; i < count; i++, (*found)++)
            if (known[i])
                return TT_OK;
    }
    return TT_OK;
}

/* Programs and bytes of L1 that stand where the host is to store something would be lost without a word. */
static enum tt_status start_check_room(struct ttcap *start, uint32_t from, uint64_t bytes, const char *what,
                                       struct tt_error *err)
{
    const uint32_t l1_bytes = chip_get(ttcap_info(start)->chip)->l1_bytes;
    if (from >= l1_bytes)
        return TT_OK;
    const uint32_t to = bytes < l1_bytes - from ? from + (uint32_t)bytes : l1_bytes;
    uint32_t found = to;
    TRY(start_find_known(start, from, to, &found, err));
    if (found < to)
        return tt_fail(
            err, TT_BAD_INPUT,
            "%s at 0x%x: a program or --l1 has bytes at 0x%x already (--cb-at moves the buffers, --config-at kernels)",
            what, (unsigned)from, (unsigned)found);
    return TT_OK;
}

enum tt_status load_check_rooms(const struct load_plan *plan, struct ttcap *start, struct tt_error *err)
{
    for (size_t i = 0; i < plan->launch_count; i++)
        TRY(start_check_room(start, plan->stores[i].addr, 4, "the launch message or the kernel's configuration", err));
    for (size_t i = 0; i < plan->buffer_count; i++)
        TRY(start_check_room(start, plan->feeds[i].start, (uint64_t)plan->feeds[i].ring * plan->feeds[i].page_bytes,
                             "the ring of a circular buffer", err));
    return TT_OK;
}
