/* SPDX-License-Identifier: Apache-2.0 */
/* Dst behind its window at FFBD8000h (R35): what a store there does, whoever it is from. */
#pragma once

#include "tile/bus.h"

/* One datum, as wide as the thread's RISC_DEST_ACCESS_CTRL says. */
void dst_window_put(struct tile *tile, const struct bus_access *store);
