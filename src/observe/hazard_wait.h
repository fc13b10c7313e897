/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "isa/chip.h"
#include "isa/isa.h"

/* The condition of a STALLWAIT for a unit, of Wormhole's packers all; 0: there is none. */
uint32_t hazard_condition(enum tt_chip chip, enum tt_unit unit);
