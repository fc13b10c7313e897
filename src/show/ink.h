/* SPDX-License-Identifier: Apache-2.0 */
/* Restrained colour: headings bold, differences red, side matters dim; plain without colour. */
#pragma once

#include <stdbool.h>

struct ink {
    const char *bold, *red, *green, *dim, *off;
};

static inline struct ink ink_for(bool has_colour)
{
    if (has_colour)
        return (struct ink){"\033[1m", "\033[31m", "\033[32m", "\033[2m", "\033[0m"};
    return (struct ink){"", "", "", "", ""};
}
