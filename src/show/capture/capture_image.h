/* SPDX-License-Identifier: Apache-2.0 */
/* A range of a space at a checkpoint, in memory. */
#pragma once

#include "base/little.h"
#include "capture/ttcap.h"

struct space_image {
    uint8_t *bytes, *known;
    uint32_t lo, count;
};

/* Reads the range. The caller calls image_clear() in any case. */
enum tt_status image_read(struct space_image *image, struct ttcap *capture, uint32_t checkpoint, enum tt_space space,
                          uint32_t lo, uint32_t count, struct tt_error *err);
void image_clear(struct space_image *image);
