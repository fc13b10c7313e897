/* SPDX-License-Identifier: Apache-2.0 */
/* A datum as people read it: bits and decoded value. */
#pragma once

#include "numeric/format.h"

enum { VALUE_TEXT_MAX = 32, ULPS_WHOLE_BITS = 24 };

/* bits as a stage reports them: a block datum carries its shared exponent in bits 15:8. */
/* "3f80"; a block datum as shared exponent and datum, "7f:40". Returns text. */
char *bits_text(enum format format, uint32_t bits, char text[static VALUE_TEXT_MAX]);
/* "1", "-0", "inf", "nan", "-0.03125": as many digits as any two values need to differ. Returns text. */
char *value_text(enum format format, uint32_t bits, char text[static VALUE_TEXT_MAX]);
/* A distance in units in the last place; from 2^ULPS_WHOLE_BITS on, where digits say nothing, as "2^31". Returns
 * text. */
char *ulps_text(uint64_t ulps, char text[static VALUE_TEXT_MAX]);
/* The longest of a format. */
int value_text_width(enum format format);

/* "BF16"; "code 12" for a code that is no format. Returns text. */
const char *format_text(enum format format, char text[static VALUE_TEXT_MAX]);
