/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers as people write them. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Whether the whole text is a number up to `most`, without a sign: in base 10, or in C's notations where base is 0. */
bool number_read(const char *text, int base, uint64_t most, uint64_t *value);

/* The value of a hexadecimal digit, or -1. */
int hex_digit(char c);
