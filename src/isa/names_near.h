/* SPDX-License-Identifier: Apache-2.0 */
/* Names that no table has, said with those that come near. Each returns TT_BAD_INPUT or its text. */
#pragma once

#include "base/names.h"
#include "base/usual.h"

/* "no unit is called 'packer'; did you mean 'pack'? Units are scalar, config, …" */
enum tt_status unit_unknown(const char *name, struct tt_error *err);

/* Of "pack.bfp.roundd=truncate" the key, of "pack.bfp.round=trunc" the choice. */
enum tt_status variant_unknown(const char *text, struct tt_error *err);

/* "; there is A, B" for fields whose name holds the text, else "; did you mean 'A'?", else "". Returns text. */
enum { REG_NEAR_TEXT_MAX = 512 };
char *reg_near_text(enum tt_chip chip, const char *name, char text[static REG_NEAR_TEXT_MAX]);

/* near_list of mnemonics and units: names that a filter of events may use. user: null. */
const char *filter_name(size_t i, const void *user);
