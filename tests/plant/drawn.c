/* SPDX-License-Identifier: Apache-2.0 */
#include "plant/drawn.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

enum tt_status plant_make_drawn(struct plant *plant, bool *is_made, const char **name, enum plant_kind kind,
                                uint64_t seed, const struct folders *captures, const char *path, struct tt_error *err)
{
    const char *drawn = captures->paths[(seed * 2654435761u + (uint64_t)kind * 17) % captures->count];
    struct ttcap *from;
    char imported[PATH_MAX];
    *is_made = false;
    *name = strrchr(drawn, '/') + 1;
    (void)snprintf(imported, sizeof imported, "%s.from", path);
    enum tt_status status = folders_open(&from, drawn, imported, err);
    if (status)
        return status;
    status = plant_make(plant, is_made, kind, seed, from, path, err);
    ttcap_close(from);
    return status;
}
