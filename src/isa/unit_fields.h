/* SPDX-License-Identifier: Apache-2.0 */
/* Which configuration fields a unit reads: packer (pack.md P-2.3, P-2.5, P-2.6), unpacker (unpack.md U-2), matrix unit
 * (matrix.md M11, M19), vector unit (vector.md V20, V23). By name, so that a field has one place: its table. */
#pragma once

#include "isa/registers.h"

/* The fields that an instruction of TT_UNIT_PACK, _UNPACK0, _UNPACK1, _MATRIX or _VECTOR reads, in the order of the
 * data's way through the unit: those common to all packers or unpackers, and those of its section (packer 0 to 3,
 * unpacker 0 or 1; else 0). Returns how many; 0 for another unit. */
size_t unit_fields(enum tt_chip chip, enum tt_unit unit, unsigned section, enum reg_id out[static REG_COUNT]);
