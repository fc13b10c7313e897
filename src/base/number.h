/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers as people write them. */
#pragma once

#include "base/usual.h"

/* Whether the whole text is a number up to `most`, without a sign: in base 10, or in C's notations where base is 0. */
bool number_read(const char *text, int base, uint64_t most, uint64_t *value);

/* The value of a hexadecimal digit, or -1. */
int hex_digit(char c);

/* The bytes that pairs of hexadecimal digits spell, up to the first pair that is none: how many. */
size_t hex_pairs(const char *from, size_t pairs, uint8_t *bytes);

/* The bytes that pairs of hexadecimal digits spell, at most `most`. False: an odd number of digits, more bytes than
 * that, or a character that is no digit. */
bool hex_bytes(const char *from, size_t digits, uint8_t *bytes, size_t most, size_t *count);

/* Addresses of L1 are shown in hexadecimal: a number without 0x that would be another byte with it may mean either, and
 * is refused. text: "60000", the text behind ':' or '-'; before: the text before it, "l1:". */
enum tt_status number_ask_base(const char *before, const char *text, struct tt_error *err);

/* A hash of 64 bits at the head of a text: 16 hexadecimal digits in lower case. */
enum { HASH_DIGITS = 16 };
bool hash_read(const char *text, uint64_t *hash);
