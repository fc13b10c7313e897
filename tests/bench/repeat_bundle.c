/* SPDX-License-Identifier: Apache-2.0 */
/* A capture many times over, as a bundle that a simulator would have recorded. */
#include "base/error.h"
#include "bench/repeat_internal.h"
#include "capture/record/tt_record.h"

#include <stdlib.h>

static void record_event(struct tt_record *record, const struct ttcap_event *event)
{
    switch (event->kind) {
    case TTCAP_PUSH:
        (void)tt_record_push(record, event->thread, event->value);
        break;
    case TTCAP_EXEC:
        (void)tt_record_exec(record, event->thread, event->value);
        break;
    case TTCAP_CFGW:
        (void)tt_record_cfg_store(record, event->thread, event->index, event->addr, event->value);
        break;
    case TTCAP_MOPW:
        (void)tt_record_mop_store(record, event->thread, event->addr, event->value);
        break;
    case TTCAP_GPRW:
        (void)tt_record_gpr_store(record, event->thread, event->addr, event->value);
        break;
    case TTCAP_SEMW:
        (void)(event->value ? tt_record_semaphore_get(record, event->thread, event->addr)
                            : tt_record_semaphore_post(record, event->thread, event->addr));
        break;
    case TTCAP_SEMR:
        (void)tt_record_semaphore_read(record, event->thread, event->addr, event->value);
        break;
    case TTCAP_L1W:
        (void)tt_record_l1_store(record, event->thread, event->addr, event->bytes, event->byte_count);
        break;
    case TTCAP_MMIO:
        (void)tt_record_mmio_store(record, event->thread, event->addr, event->value);
        break;
    case TTCAP_KIND_COUNT:
        break;
    }
}

static enum tt_status write_event(void *user, const struct ttcap_event *event, struct tt_error *err)
{
    struct tt_record *record = user;
    record_event(record, event);
    return record->error[0] ? tt_fail(err, TT_IO, "%s", record->error) : TT_OK;
}

static void record_pages(struct tt_record *record, unsigned pages)
{
    for (unsigned i = 0; i < pages; i++) {
        uint8_t page[REPEAT_PAGE_BYTES];
        char id[32];
        (void)snprintf(id, sizeof id, "page%u", i);
        repeat_fill_page(i, page);
        (void)tt_record_l1_store(record, -1, repeat_page_addr(i), page, sizeof page);
        (void)tt_record_checkpoint(record, id);
        (void)tt_record_region(record, "l1", repeat_page_addr(i), page, sizeof page);
    }
}

enum tt_status repeat_bundle(struct ttcap *from, const char *folder, const struct repeat *repeat, struct tt_error *err)
{
    struct tt_record *record = malloc(sizeof *record);
    if (!record)
        return tt_fail(err, TT_NO_MEMORY, "no memory for a recording");
    const enum tt_record_arch arch =
        ttcap_info(from)->chip == TT_BLACKHOLE ? TT_RECORD_BLACKHOLE : TT_RECORD_WORMHOLE_B0;
    (void)tt_record_open(record, folder, arch, "simulator", "repeated");
    (void)tt_record_checkpoint(record, "begin");
    enum tt_status status = repeat_each_event(from, repeat->events, write_event, record, err);
    record_pages(record, repeat->pages);
    if (tt_record_close(record) != 0 && status == TT_OK)
        status = tt_fail(err, TT_IO, "%s", record->error);
    free(record);
    return status;
}
