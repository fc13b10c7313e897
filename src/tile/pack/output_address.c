/* SPDX-License-Identifier: Apache-2.0 */
/* Where the streams of a new data tile begin in L1: P-9.2 to P-9.7. */
#include "tile/pack/pack_internal.h"

enum { ADDR_X16_MASK = 0x1FFFF, Y_WINDOW_MASK = 0x3FFFF /* 256 KiB: SL-096 */ };

uint32_t pack_output_base(const struct pack_settings *set, const struct packer *self, unsigned thread)
{
    uint32_t base = *set->l1_dest_addr + (set->skips_header ? 1u : 0u);
    if (set->adds_l1_offset)
        base += set->adds_acc_tile_size ? self->acc_tile_size_x16[thread] : self->l1_offset_x16;
    return base;
}

static uint32_t counters_x16(const struct pack_settings *set, const struct adc_channel *at)
{
    const uint32_t y = at->y * set->output.y;
    const uint32_t sum = set->output.base + (set->has_y_window ? y & Y_WINDOW_MASK : y) + at->z * set->output.z +
                         at->w * set->output.w;
    return set->masks_yzw ? sum & ~UINT32_C(15) : sum >> 4;
}

/* The page leaves a limit against addresses with bit 31 open: the 17 bits that count are compared (P-9.6). */
static uint32_t within_ring(const struct pack_settings *set, uint32_t addr_x16)
{
    if ((addr_x16 & ADDR_X16_MASK) > 2 * set->limit + 1)
        addr_x16 -= 2 * set->fifo_size;
    return addr_x16;
}

static void place(struct pack_stream *stream, uint32_t addr_x16)
{
    if (stream->is_placed)
        return;
    stream->is_placed = 1;
    stream->addr = (addr_x16 & ADDR_X16_MASK) * 16;
}

bool pack_leaves_window(const struct pack_settings *set, const struct adc_channel *at)
{
    const uint32_t zw = at->z * set->output.z + at->w * set->output.w;
    const uint32_t y = at->y * set->output.y & Y_WINDOW_MASK;
    return set->has_y_window && zw + y + set->output.base > Y_WINDOW_MASK;
}

void pack_place_streams(const struct pack_settings *set, struct packer *self, const struct adc_channel *at,
                        uint32_t relative_to, unsigned thread)
{
    uint32_t base = pack_output_base(set, self, thread) + relative_to;
    uint32_t addr_x16 = within_ring(set, base + counters_x16(set, at));
    if (set->compresses)
        place(&self->row_starts, addr_x16);
    addr_x16 += set->row_start_size;
    if (!self->exponents.is_placed)
        self->exponent_base = (addr_x16 & ADDR_X16_MASK) * 16;
    place(&self->exponents, addr_x16);
    if (set->has_exponent_stream)
        addr_x16 += set->exponent_size;
    place(&self->data, addr_x16);
}
