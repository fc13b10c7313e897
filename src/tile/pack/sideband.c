/* SPDX-License-Identifier: Apache-2.0 */
/* A packer's knowledge about the tiles it made, and its readers: SETDMAREG's special sources. P-8.7, P-11;
 * F36. Not recorded. */
#include "base/little.h"
#include "tile/pack/pack_internal.h"

static const struct packer *packer_of(const struct tile *tile, unsigned packer)
{
    return &tile->state.pack.packer[packer % PACKERS_MAX];
}

static uint32_t last_size(const struct packer *self, unsigned thread)
{
    return self->last_thread == thread ? self->last_tile_size_x16 & 0xFFFF : 0;
}

uint32_t pack_tile_size(const struct tile *tile, unsigned packer, unsigned thread)
{
    const struct packer *self = packer_of(tile, packer);
    return self->acc_tile_size_x16[thread] << 16 | last_size(self, thread);
}

uint32_t pack_zero_flags(const struct tile *tile, unsigned packer)
{
    return packer_of(tile, packer)->zero_flags;
}

void pack_tile_header(const struct tile *tile, unsigned packer, unsigned thread, uint32_t header[static 4])
{
    const struct packer *self = packer_of(tile, packer);
    header[0] = (last_size(self, thread) + 1) & 0xFFFF;
    header[1] = 0;
    header[2] = self->zero_flags;
    header[3] = 0;
}

void pack_histogram(const struct tile *tile, unsigned packer, unsigned half, uint32_t bins[static 4])
{
    copy_numbers(bins, &packer_of(tile, packer)->histogram[16 * (half & 1)], 4, sizeof *bins);
}

uint32_t pack_histogram_maximum(const struct tile *tile, unsigned packer)
{
    return packer_of(tile, packer)->histogram_maximum;
}

void pack_clear_acc_tile_size(struct tile *tile, unsigned packer_mask, unsigned thread)
{
    for (unsigned i = 0; i < PACKERS_MAX; i++) {
        if (packer_mask >> i & 1)
            tile->state.pack.packer[i].acc_tile_size_x16[thread] = 0;
    }
}

void pack_set_l1_offset(struct tile *tile, unsigned packer, uint32_t offset_x16)
{
    tile->state.pack.packer[packer % PACKERS_MAX].l1_offset_x16 = offset_x16 & 0xFFFF;
}

unsigned pack_queue_state(const struct tile *tile, unsigned packer)
{
    const uint32_t count = packer_of(tile, packer)->fifo_count;
    return (count == 0 ? PACK_QUEUE_EMPTY : 0) | (count == PACK_FIFO_DEPTH ? PACK_QUEUE_FULL : 0);
}

uint32_t pack_queued_size(const struct tile *tile, unsigned packer)
{
    const struct packer *self = packer_of(tile, packer);
    return self->fifo_count ? self->fifo[0].size_x16 : 0;
}

uint32_t pack_queued_flags(const struct tile *tile, unsigned packer)
{
    const struct packer *self = packer_of(tile, packer);
    return self->fifo_count ? self->fifo[0].zero_flags : 0;
}

void pack_dequeue(struct tile *tile, unsigned packer)
{
    struct packer *self = &tile->state.pack.packer[packer % PACKERS_MAX];
    if (self->fifo_count == 0)
        return;
    self->fifo_count--;
    memmove(&self->fifo[0], &self->fifo[1], self->fifo_count * sizeof self->fifo[0]);
}
