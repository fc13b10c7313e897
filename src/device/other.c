/* SPDX-License-Identifier: Apache-2.0 */
/* Ethernet and the like: memory, whose firmware is taken to start and to have nothing to do. So once such a place has
 * left reset the word that asks its firmware to start reads 0. docs/semantics/device.md#places */
#include "device/device_internal.h"

#include "base/little.h"

enum { GO_INIT = 0x40000000 };

enum tt_status other_reset(struct place *place, uint32_t value, struct tt_error *err)
{
    const uint8_t done[WORD] = {0};
    place->soft_reset = value;
    if (value & B_HELD || !place->has_go)
        return TT_OK;
    place->has_go = false;
    return place_write(place, place->go_at, done, WORD, err);
}

enum tt_status other_write(struct place *place, uint32_t addr, const uint8_t *bytes, uint32_t count,
                           struct tt_error *err)
{
    const enum tt_status status = place_write(place, addr, bytes, count, err);
    if (status || count != WORD || load_u32(bytes) != GO_INIT)
        return status;
    place->go_at = addr;
    place->has_go = true;
    return place->soft_reset & B_HELD ? TT_OK : other_reset(place, place->soft_reset, err);
}
