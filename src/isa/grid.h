/* SPDX-License-Identifier: Apache-2.0 */
/* Places of a chip's grid by what stands there. */
#pragma once

#include "isa/chip.h"

/* Whether a place, as the network counts or by a translated name, is the one behind which the host's memory lies
 * (R71). */
bool grid_is_pcie(const struct chip *chip, unsigned network, unsigned x, unsigned y);
