/* SPDX-License-Identifier: Apache-2.0 */
#include "base/number.h"

bool number_read(const char *text, int base, uint64_t most, uint64_t *value)
{
    char *end = NULL;
    errno = 0;
    *value = strtoull(text, &end, base);
    return !errno && *text >= '0' && *text <= '9' && !*end && *value <= most;
}

/* One more than the value of each digit. */
static const uint8_t hex_values[UINT8_MAX + 1] = {
    ['0'] = 1,  ['1'] = 2,  ['2'] = 3,  ['3'] = 4,  ['4'] = 5,  ['5'] = 6,  ['6'] = 7,  ['7'] = 8,
    ['8'] = 9,  ['9'] = 10, ['a'] = 11, ['b'] = 12, ['c'] = 13, ['d'] = 14, ['e'] = 15, ['f'] = 16,
    ['A'] = 11, ['B'] = 12, ['C'] = 13, ['D'] = 14, ['E'] = 15, ['F'] = 16,
};

int hex_digit(char c)
{
    return hex_values[(unsigned char)c] - 1;
}

size_t hex_pairs(const char *from, size_t pairs, uint8_t *bytes)
{
    size_t at = 0;
    for (; at < pairs; at++) {
        const int high = hex_digit(from[2 * at]), low = hex_digit(from[2 * at + 1]);
        if (high < 0 || low < 0)
            break;
        bytes[at] = (uint8_t)(high << 4 | low);
    }
    return at;
}

bool hex_bytes(const char *from, size_t digits, uint8_t *bytes, size_t most, size_t *count)
{
    *count = digits / 2;
    return digits % 2 == 0 && *count <= most && hex_pairs(from, *count, bytes) == *count;
}

bool hash_read(const char *text, uint64_t *hash)
{
    *hash = 0;
    for (int i = 0; i < HASH_DIGITS; i++) {
        const int digit = text[i] >= 'A' && text[i] <= 'F' ? -1 : hex_digit(text[i]);
        if (digit < 0)
            return false;
        *hash = *hash << 4 | (uint64_t)digit;
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
    REFUSE_IF(end != text + digits, err, "'%s%s': a hexadecimal address has 0x; did you mean '%s0x%s'?", before, text,
              before, text);
    return tt_fail(err, TT_BAD_INPUT,
                   "'%s%s': is the address hexadecimal ('%s0x%s') or decimal ('%s0x%llx%s')? An address is written "
                   "with 0x",
                   before, text, before, text, before, decimal, text + digits);
}
