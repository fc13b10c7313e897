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
