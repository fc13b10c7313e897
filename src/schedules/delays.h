/* SPDX-License-Identifier: Apache-2.0 */
/* Orders as data: words and events of cores that come later than they could, a file of one JSON object a line.
 * docs/formats/delays.md */
#pragma once

#include "order/replay.h"

struct replay_delays {
    struct replay_delay *items;
    size_t count, capacity;
};

/* As the delay injector of the maker's kernel tests writes them, or as replay_delays_write() does. */
enum tt_status replay_delays_read(struct replay_delays *delays, const char *path, enum tt_chip chip,
                                  struct tt_error *err);
enum tt_status replay_delays_write(const char *path, bool replaces, const struct ttcap_info *info,
                                   const struct replay_delay *items, size_t count, struct tt_error *err);
void replay_delays_clear(struct replay_delays *delays);
