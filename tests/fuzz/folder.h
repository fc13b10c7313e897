/* SPDX-License-Identifier: Apache-2.0 */
/* Files of a folder that a target makes for its input. */
#pragma once

#include "fuzz/require.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { PATH_BYTES = 128 };

static inline void path_of(char path[static PATH_BYTES], const char *folder, const char *name)
{
    (void)snprintf(path, PATH_BYTES, "%s/%s", folder, name);
}

static inline void write_file(const char *folder, const char *name, const uint8_t *bytes, size_t count)
{
    char path[PATH_BYTES];
    path_of(path, folder, name);
    FILE *file = fopen(path, "wb");
    require(file);
    if (count)
        require(fwrite(bytes, 1, count, file) == count);
    (void)fclose(file);
}
