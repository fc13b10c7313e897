/* SPDX-License-Identifier: Apache-2.0 */
#include "base/number.h"

#include <errno.h>
#include <stdlib.h>

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
