/* SPDX-License-Identifier: Apache-2.0 */
#include "base/number.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool number_read(const char *text, int base, uint64_t most, uint64_t *value)
{
    char *end = NULL;
    errno = 0;
    *value = strtoull(text, &end, base);
    return !errno && *text >= '0' && *text <= '9' && !*end && *value <= most;
}

int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

bool hex_bytes(const char *from, size_t digits, uint8_t *bytes, size_t most, size_t *count)
{
    *count = digits / 2;
    if (digits % 2 || *count > most)
        return false;
    for (size_t i = 0; i < *count; i++) {
        const int high = hex_digit(from[2 * i]), low = hex_digit(from[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        bytes[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}

enum tt_status number_ask_base(const char *before, const char *text, struct tt_error *err)
{
    char *end = NULL;
    const size_t digits = strspn(text, "0123456789abcdefABCDEF");
    if ((text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) || digits == 0 ||
        (text[digits] && text[digits] != ':' && text[digits] != '-'))
        return TT_OK;
    errno = 0;
    const unsigned long long decimal = strtoull(text, &end, 10), hexadecimal = strtoull(text, NULL, 16);
    if (errno || (end == text + digits && decimal == hexadecimal))
        return TT_OK;
    if (end != text + digits)
        return tt_fail(err, TT_BAD_INPUT, "'%s%s': a hexadecimal address has 0x; did you mean '%s0x%s'?", before, text,
                       before, text);
    return tt_fail(err, TT_BAD_INPUT,
                   "'%s%s': is the address hexadecimal ('%s0x%s') or decimal ('%s0x%llx%s')? An address is written "
                   "with 0x",
                   before, text, before, text, before, decimal, text + digits);
}
