/* SPDX-License-Identifier: Apache-2.0 */
/* A line that is stuck: the same bit of each word, in all that was held, and in nothing else. Banks that are exchanged:
 * each holds what the replay has in the other. A piece of registers that holds nothing but zero. */
#include "ask/bisect/place.h"

#include "base/search.h"
#include "isa/spaces.h"

enum { DEVICE_LEAST = 16 /* bytes that differ: fewer are so by chance */ };

/* Whether all that differs does so in one space at one checkpoint, none of it by hash alone. */
static bool device_is_one_place(const struct difference *base)
{
    const struct differing_byte *first = base->bytes;
    return base->count >= DEVICE_LEAST && base->total == base->count &&
           !ANY(i, base->count,
                base->bytes[i].checkpoint != first->checkpoint || base->bytes[i].space != first->space ||
                    base->bytes[i].window);
}

/* Whether all bytes that differ stand at one place of words so wide. */
static bool device_is_of_width(const struct difference *base, uint32_t width)
{
    const struct differing_byte *first = base->bytes;
    return !ANY(i, base->count, (base->bytes[i].addr ^ first->addr) % width);
}

/* Whether every one differs in the bit, which the device had at one value. */
static bool device_is_of_bit(const struct difference *base, uint8_t bit)
{
    const uint8_t held = base->bytes[0].held & bit;
    return bit && !(bit & (bit - 1)) &&
           !ANY(i, base->count,
                ((base->bytes[i].held ^ base->bytes[i].replayed) & base->bytes[i].known) != bit ||
                    (base->bytes[i].held & bit) != held);
}

/* held, known: from the first byte that differs to the last. */
static void device_look_stuck(struct bisect_device *device, const struct difference *base, const uint8_t *held,
                              const uint8_t *known)
{
    enum { WIDEST = 16 };
    const struct differing_byte *first = base->bytes, *last = first + base->count - 1;
    const uint8_t bit = (uint8_t)((first->held ^ first->replayed) & first->known);
    const uint32_t count = last->addr + 1 - first->addr;
    uint32_t width = 1, other = 0;
    if (!device_is_of_bit(base, bit))
        return;
    while (width < WIDEST && device_is_of_width(base, 2 * width))
        width *= 2;
    for (uint32_t i = 0; i < count; i += width)
        other += ((held[i] ^ first->held) & known[i] & bit) != 0;
    if (other)
        return;
    *device = (struct bisect_device){.fault = BISECT_DEVICE_STUCK,
                                     .space = (enum tt_space)first->space,
                                     .lo = first->addr,
                                     .hi = last->addr + 1,
                                     .width = width,
                                     .bit = bit,
                                     .is_one = (first->held & bit) != 0};
}

/* Both banks as they were held, and the difference put in; each has to be the other. */
static enum tt_status device_look_banks(struct bisect_device *device, const struct difference *base,
                                        struct ttcap *capture, struct tt_error *err)
{
    const enum tt_space space = (enum tt_space)base->bytes[0].space;
    const uint32_t size = space_bytes(ttcap_info(capture)->chip, space), bank = size / 2;
    uint32_t compared = 0, other = 0;
    if (space != TT_SPACE_SRCA && space != TT_SPACE_SRCB)
        return TT_OK;
    uint8_t *held OWNED(mem_free_at) = mem_alloc(size), *known OWNED(mem_free_at) = mem_alloc(size),
                  *replayed OWNED(mem_free_at) = mem_alloc(size);
    NEED(held && known && replayed, err, "no memory for what the device held");
    TRY(ttcap_read(capture, base->bytes[0].checkpoint, space, 0, size, held, known, err));
    memcpy(replayed, held, size);
    for (size_t i = 0; i < base->count; i++)
        replayed[base->bytes[i].addr] = base->bytes[i].replayed;
    for (uint32_t i = 0; i < size; i++) {
        const uint32_t at = (i + bank) % size;
        const uint8_t both = known[i] & known[at];
        compared += both == UINT8_MAX;
        other += ((held[i] ^ replayed[at]) & both) != 0;
    }
    if (!other && compared >= base->count)
        *device = (struct bisect_device){.fault = BISECT_DEVICE_BANKS, .space = space, .hi = size};
    return TT_OK;
}

/* All that was held between the first and the last that differ is zero. */
static void device_look_cleared(struct bisect_device *device, const struct difference *base, const uint8_t *held,
                                const uint8_t *known)
{
    const enum tt_space space = (enum tt_space)base->bytes[0].space;
    const uint32_t lo = base->bytes[0].addr, hi = base->bytes[base->count - 1].addr + 1;
    const bool is_data =
        space == TT_SPACE_DST || space == TT_SPACE_SRCA || space == TT_SPACE_SRCB || space == TT_SPACE_LREG;
    if (is_data && !ANY(i, hi - lo, held[i] & known[i]))
        *device =
            (struct bisect_device){.fault = BISECT_DEVICE_CLEARED, .space = space, .lo = lo, .hi = hi, .width = 1};
}

enum tt_status device_look(struct bisect_device *device, const struct difference *base, struct ttcap *capture,
                           struct tt_error *err)
{
    if (!device_is_one_place(base))
        return TT_OK;
    const struct differing_byte *first = base->bytes;
    const uint32_t count = base->bytes[base->count - 1].addr + 1 - first->addr;
    uint8_t *held OWNED(mem_free_at) = mem_alloc(count), *known OWNED(mem_free_at) = mem_alloc(count);
    NEED(held && known, err, "no memory for what the device held");
    TRY(ttcap_read(capture, first->checkpoint, (enum tt_space)first->space, first->addr, count, held, known, err));
    device_look_stuck(device, base, held, known);
    if (!device->fault)
        TRY(device_look_banks(device, base, capture, err));
    if (!device->fault)
        device_look_cleared(device, base, held, known);
    return TT_OK;
}
