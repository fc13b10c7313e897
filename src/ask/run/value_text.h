/* SPDX-License-Identifier: Apache-2.0 */
/* A datum as people read it: bits and decoded value. */
#pragma once

#include "base/names.h"
#include "base/usual.h"
#include "numeric/format.h"

enum { VALUE_TEXT_MAX = 32, ULPS_WHOLE_BITS = 24 };

/* bits as a stage reports them: a block datum carries its shared exponent in bits 15:8. */
/* "3f80"; a block datum as shared exponent and datum, "7f:40". Returns text. */
char *bits_text(enum format format, uint32_t bits, char text[static VALUE_TEXT_MAX]);
/* "1", "-0", "inf", "nan", "-0.03125": as many digits as any two values need to differ. Returns text. */
char *value_text(enum format format, uint32_t bits, char text[static VALUE_TEXT_MAX]);
/* Whether |a - b| <= atol + rtol |b|, as numpy.isclose has it; of finite numbers alone. */
bool value_is_close(enum format format, uint32_t a, uint32_t b, double rtol, double atol);
/* A distance in units in the last place; from 2^ULPS_WHOLE_BITS on, where digits say nothing, as "2^31". Returns
 * text. */
char *ulps_text(uint64_t ulps, char text[static VALUE_TEXT_MAX]);
/* The longest of a format. */
int value_text_width(enum format format);

/* "BF16"; "code 12" for a code that is no format. Returns text. */
const char *format_text(enum format format, char text[static VALUE_TEXT_MAX]);

/* "5 (BF16)". Returns text. */
const char *format_code_text(uint32_t code, char text[static VALUE_TEXT_MAX]);

/* Of a field of the configuration: "5 (BF16)" of a data format, of another "9", "0x40", with has_both "64 (0x40)".
 * Returns text. */
struct reg_field;
const char *field_value_text(const struct reg_field *field, uint32_t value, bool has_both,
                             char text[static VALUE_TEXT_MAX]);

/* "packer 2", "matrix unit". Returns text. */
enum { UNIT_TEXT_MAX = 40 };
const char *unit_text(enum tt_unit unit, unsigned instance, char text[static UNIT_TEXT_MAX]);

/* The unit that the numbers of a run's instructions count. */
/* Events of the capture; in program and firmware order, where one push can become many words, steps of the replay.
 * order: as the run has it. */
static inline const char *seq_name(const char *order)
{
    return strcmp(order, "executed") == 0 ? "event" : "step";
}

/* ---- place_text.c: an address of a space in the hardware's own words ---- */

enum { PLACE_TEXT_MAX = 240 };

/* The text of a byte of a space: "state 0, word 70: THCON_SEC0_REG1_Out_data_format", "thread 1, GPR 12",
 * "adc.2.pack.ch0.y", "row 3, column 5". Of a configuration word the fields that share a bit with `bits` are named.
 * Empty for L1. Returns text. */
char *place_text(enum tt_chip chip, enum tt_space space, uint32_t addr, uint32_t bits,
                 char text[static PLACE_TEXT_MAX]);

/* Of a configuration word the first field that shares a bit with `bits`; null: none does, or no such word. */
const struct reg_field *place_field(enum tt_chip chip, enum tt_space space, uint32_t addr, uint32_t bits);

/* "face 0, row 1, column 2" of a datum of a data tile: faces of 16 by 16 in the order packed. Returns text. */
char *datum_place_text(uint32_t datum, char text[static PLACE_TEXT_MAX]);
