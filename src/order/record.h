/* SPDX-License-Identifier: Apache-2.0 */
/* A replay as a new capture: what happened as events, and at each checkpoint what the tile held.
 * docs/semantics/replay.md, "Recording" */
#pragma once

#include "capture/ttcap.h"
#include "order/replay.h"

struct recorder;

/* Writes the capture `path` (replaced if it exists and `replace`), source "derived"; name and tags are those of
 * `from`, and tags say the order and each reading that is not the device's. All that it is given is borrowed until the
 * recorder is finished. */
enum tt_status recorder_open(struct recorder **out, const char *path, bool replace, struct ttcap *from,
                             const struct replay_options *options, struct tt_error *err);

/* The observer of the replay that is recorded. The first failure is retained for recorder_finish; what comes after it
 * is dropped. A replay that starts again is recorded again. Its functions for what is no replay: */
struct replay_observer recorder_observer(struct recorder *recorder);
void recorder_start(void *recorder, const struct tile *tile);
void recorder_event(void *recorder, const struct ttcap_event *event); /* seq is counted from 0 */
void recorder_ended(void *recorder, const struct tile *tile);

/* Frees recorder, also on failure; then nothing is left under the final name. */
enum tt_status recorder_finish(struct recorder *recorder, struct tt_error *err);
void recorder_abandon(struct recorder *recorder); /* null is allowed */
