/* SPDX-License-Identifier: Apache-2.0 */
/* Another device library, before which this one stands. docs/how-to/as-a-device.md */
#pragma once

#include "base/usual.h"

typedef void dma_read(uint64_t addr, void *bytes, uint32_t count);
typedef void dma_write(uint64_t addr, const void *bytes, uint32_t count);

struct other {
    void (*callbacks)(dma_read *, dma_write *);
    void (*init)(void);
    void (*exit)(void);
    uint32_t (*config)(uint32_t, uint32_t);
    void (*read)(uint64_t, void *, uint32_t);
    void (*write)(uint64_t, const void *, uint32_t);
    void (*tile_read)(uint32_t, uint32_t, uint64_t, void *, uint32_t);
    void (*tile_write)(uint32_t, uint32_t, uint64_t, const void *, uint32_t);
    void (*clock)(uint32_t);
    bool has_several; /* it could be several chips, of which only one is used here */
};

enum tt_status other_load(struct other *other, const char *path, struct tt_error *err);
