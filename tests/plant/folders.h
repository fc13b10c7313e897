/* SPDX-License-Identifier: Apache-2.0 */
/* The captures and bundles of some folders, for whoever plants faults in them. */
#pragma once

#include "capture/ttcap.h"

#include <stddef.h>

enum { FOLDERS_MAX = 1024 };

struct folders {
    char *paths[FOLDERS_MAX]; /* by name, once they are sorted */
    size_t count;
};

void folders_list(struct folders *folders, const char *folder);
void folders_sort(struct folders *folders);
void folders_clear(struct folders *folders);

/* Opens one; a bundle becomes a capture at `scratch`, which is gone again when it is open. */
enum tt_status folders_open(struct ttcap **out, const char *path, const char *scratch, struct tt_error *err);
