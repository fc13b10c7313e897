/* SPDX-License-Identifier: Apache-2.0 */
/* One tile of a device as a capture, from when core B leaves reset on: what the host and other tiles did to it are the
 * host's stores, so that it replays alone. docs/semantics/device.md#one-tile */
#pragma once

#include "device/device.h"

struct replay_options;
struct tile_record;

/* Shared by all tiles of a program. Borrowed. */
struct tile_record_of {
    const char *name;                     /* of the conversation */
    const struct replay_options *options; /* whose readings the tags name */
    enum tt_chip chip;
};

/* Core B of the tile leaves reset. Events are remembered, and written at the end: the writer of a capture takes
 * megabytes. */
enum tt_status tile_record_open(struct tile_record **out, uint8_t x, uint8_t y, struct live *live,
                                const struct tile_record_of *of, struct tt_error *err);
void tile_record_event(struct tile_record *record, const struct ttcap_event *event);
/* Makes the capture `path`. Frees record, also on failure; then there is no file. */
enum tt_status tile_record_finish(struct tile_record *record, const char *path, struct tt_error *err);
void tile_record_abandon(struct tile_record *record); /* null is allowed */
