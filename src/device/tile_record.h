/* SPDX-License-Identifier: Apache-2.0 */
/* One tile of a device as a capture, from when core B leaves reset on: what the host and other tiles did to it are the
 * host's stores, so that it replays alone. docs/semantics/device.md#one-tile */
#pragma once

#include "device/device.h"

struct replay_options;
struct tile_record;

/* Writes `path` at tile_record_finish(). name: of the conversation; options: whose readings the tags name. All are
 * borrowed until then. */
enum tt_status tile_record_open(struct tile_record **out, const char *path, bool replace, uint8_t x, uint8_t y,
                                const char *name, const struct replay_options *options, enum tt_chip chip,
                                struct tt_error *err);
struct device_listener tile_record_listener(struct tile_record *record);
/* TT_BAD_INPUT: the tile never ran. */
enum tt_status tile_record_finish(struct tile_record *record, struct tt_error *err);
void tile_record_free(struct tile_record *record); /* null is allowed; leaves nothing that was not finished */
