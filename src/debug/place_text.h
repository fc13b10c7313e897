/* SPDX-License-Identifier: Apache-2.0 */
/* The content of a place where a session stands, as text: an editor's watch, and `monitor print`. */
#pragma once

#include "base/text/text.h"
#include "debug/session.h"

/* Adds what words name: "PLACE" as bits (a field also as a number), "PLACE as FORMAT" as bits and values of it.
 * TT_BAD_INPUT: no place, no format, or the place holds no datums of it. *is_place, where not null: whether the words
 * in front of "as" are a place. */
enum tt_status place_text_add(const struct session *session, const char *words, bool *is_place, struct text *text,
                              struct tt_error *err);
/* The same of a place that is known already, as bits. */
void place_text_bits(const struct session *session, const struct address_place *place, struct text *text);
