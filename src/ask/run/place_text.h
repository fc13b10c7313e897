/* SPDX-License-Identifier: Apache-2.0 */
/* An address of a space in the hardware's own words. */
#pragma once

#include "base/names.h"

#include <stdint.h>

enum { PLACE_TEXT_MAX = 240 };

/* The text of a byte of a space: "state 0, word 70: THCON_SEC0_REG1_Out_data_format", "thread 1, GPR 12",
 * "adc.2.pack.ch0.y", "row 3, column 5". Of a configuration word the fields that share a bit with `bits` are named.
 * Empty for L1. Returns text. */
char *place_text(enum tt_chip chip, enum tt_space space, uint32_t addr, uint32_t bits,
                 char text[static PLACE_TEXT_MAX]);

/* Of a configuration word the first field that shares a bit with `bits`; null: none does, or no such word. */
struct reg_field;
const struct reg_field *place_field(enum tt_chip chip, enum tt_space space, uint32_t addr, uint32_t bits);

/* "face 0, row 1, column 2" of a datum of a data tile: faces of 16 by 16 in the order packed. Returns text. */
char *datum_place_text(uint32_t datum, char text[static PLACE_TEXT_MAX]);
