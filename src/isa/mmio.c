/* SPDX-License-Identifier: Apache-2.0 */
/* Look-ups in the map of addresses. */
#include "isa/mmio.h"

#include "isa_tables.h"

#include <stddef.h>

const struct mmio_window *mmio_find(enum tt_chip chip, enum tt_core core, uint32_t addr)
{
    for (unsigned i = 0; i < isa_mmio_window_count; i++) {
        const struct mmio_window *window = &isa_mmio_windows[i];
        if (addr >= window->lo && addr < window->hi)
            return window->cores >> core & window->chips >> chip & 1 ? window : NULL;
    }
    return NULL;
}
