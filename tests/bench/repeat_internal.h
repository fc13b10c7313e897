/* SPDX-License-Identifier: Apache-2.0 */
/* What captures and bundles of many repetitions share. */
#pragma once

#include "bench/repeat.h"

enum {
    REPEAT_L1_LO = 0x80000,
    REPEAT_L1_BYTES = 1 << 20,
    REPEAT_PAGE_BYTES = 4096,
    REPEAT_PAGES_THERE = 1024 * 1024 / 4096 - 128 /* the upper half MiB is left: Wormhole's L1 ends there */
};

/* Page `number`: what it holds, no two alike, and where it stands. */
void repeat_fill_page(unsigned number, uint8_t page[static REPEAT_PAGE_BYTES]);
uint32_t repeat_page_addr(unsigned number);

/* All events so many times, numbered through, without program counters. */
typedef enum tt_status repeat_event(void *user, const struct ttcap_event *event, struct tt_error *err);
enum tt_status repeat_each_event(struct ttcap *from, unsigned times, repeat_event *on_event, void *user,
                                 struct tt_error *err);
