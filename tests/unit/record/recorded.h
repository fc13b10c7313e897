/* SPDX-License-Identifier: Apache-2.0 */
/* What the tests of the recorder share: a folder for each, one event of each kind, and a capture held against them. */
#pragma once

#include "base/little.h"
#include "capture/record/tt_record.h"

#include "capture/bundle.h"
#include "unit/suite.h"

#include <unistd.h>

static struct tt_error err;
static struct tt_record record;
static char top[64], folder[96], out[96];

static void make_folder(void)
{
    (void)snprintf(top, sizeof top, "/tmp/ttr-record-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(top));
    (void)snprintf(folder, sizeof folder, "%s/case", top);
    (void)snprintf(out, sizeof out, "%s/out.ttcap", top);
}

static void remove_folder(void)
{
    char command[128];
    (void)snprintf(command, sizeof command, "rm -r '%s'", top);
    ck_assert_int_eq(system(command), 0);
}

static void start(void)
{
    ck_assert_msg(tt_record_open(&record, folder, TT_RECORD_BLACKHOLE, "simulator", "case") == 0, "%s", record.error);
}
static const uint8_t STORED[3] = {0x00, 0x7F, 0xFF};

/* One of each kind, with the largest numbers that each takes. */
static const struct ttcap_event EVENTS[] = {
    {.kind = TTCAP_PUSH, .thread = 0, .value = 0},
    {.kind = TTCAP_EXEC, .thread = 2, .value = UINT32_MAX},
    {.kind = TTCAP_CFGW, .thread = 1, .index = 1, .addr = 223, .value = 4294967290},
    {.kind = TTCAP_CFGW, .thread = -1, .index = 0, .addr = 0, .value = 9},
    {.kind = TTCAP_MOPW, .thread = 1, .addr = 8, .value = 10},
    {.kind = TTCAP_GPRW, .thread = 2, .addr = 63, .value = 99},
    {.kind = TTCAP_SEMW, .thread = 0, .addr = 7, .value = 0},
    {.kind = TTCAP_SEMW, .thread = -1, .addr = 0, .value = 1},
    {.kind = TTCAP_SEMR, .thread = 2, .addr = 5, .value = 100},
    {.kind = TTCAP_L1W, .thread = 1, .addr = 0x17FFFD, .bytes = STORED, .byte_count = 3},
    {.kind = TTCAP_L1W, .thread = -1, .addr = 1000000, .bytes = STORED, .byte_count = 1},
    {.kind = TTCAP_MMIO, .thread = 0, .addr = 0xFFE80004, .value = 12345678},
};
enum { EVENT_COUNT = sizeof EVENTS / sizeof EVENTS[0] };

static int report(const struct ttcap_event *event)
{
    switch (event->kind) {
    case TTCAP_PUSH:
        return tt_record_push(&record, event->thread, event->value);
    case TTCAP_EXEC:
        return tt_record_exec(&record, event->thread, event->value);
    case TTCAP_CFGW:
        return tt_record_cfg_store(&record, event->thread, event->index, event->addr, event->value);
    case TTCAP_MOPW:
        return tt_record_mop_store(&record, event->thread, event->addr, event->value);
    case TTCAP_GPRW:
        return tt_record_gpr_store(&record, event->thread, event->addr, event->value);
    case TTCAP_SEMW:
        return event->value ? tt_record_semaphore_get(&record, event->thread, event->addr)
                            : tt_record_semaphore_post(&record, event->thread, event->addr);
    case TTCAP_SEMR:
        return tt_record_semaphore_read(&record, event->thread, event->addr, event->value);
    case TTCAP_L1W:
        return tt_record_l1_store(&record, event->thread, event->addr, event->bytes, event->byte_count);
    case TTCAP_MMIO:
        return tt_record_mmio_store(&record, event->thread, event->addr, event->value);
    case TTCAP_KIND_COUNT:
        break;
    }
    return -1;
}

/* The events of a capture are EVENTS, over and over. */
static void assert_events(struct ttcap *capture, uint64_t count)
{
    struct ttcap_cursor *cursor;
    struct ttcap_event got;
    ck_assert_uint_eq(ttcap_info(capture)->event_count, count);
    ck_assert_int_eq(ttcap_events_open(&cursor, capture, 0, count, &err), TT_OK);
    for (uint64_t i = 0; i < count; i++) {
        const struct ttcap_event *want = &EVENTS[i % EVENT_COUNT];
        ck_assert_msg(ttcap_events_next(cursor, &got, &err) == TT_OK, "%s", err.text);
        ck_assert_uint_eq(got.seq, i);
        ck_assert_int_eq(got.kind, want->kind);
        ck_assert_int_eq(got.thread, want->thread);
        ck_assert_uint_eq(got.index, want->index);
        ck_assert_uint_eq(got.addr, want->addr);
        ck_assert_uint_eq(got.value, want->value);
        ck_assert_uint_eq(got.byte_count, want->byte_count);
        ck_assert(want->byte_count == 0 || memcmp(got.bytes, want->bytes, want->byte_count) == 0);
    }
    ttcap_events_close(cursor);
}
