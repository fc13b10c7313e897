/* SPDX-License-Identifier: Apache-2.0 */
/* A bundle whose manifest is read into a capture: for callers that have the manifest from elsewhere. */
#pragma once

#include "capture/import/bundle/bundle_manifest.h"

struct bundle_copied {
    const char *folder; /* the folder's path, without slashes at its end */
    struct bundle_file *file;
    uint64_t event_limit; /* events from this number on are left out */
    bool is_passing;      /* the capture is removed before the process ends, so that it is not synced */
};

enum tt_status bundle_copy(struct bundle_manifest *manifest, const struct bundle_copied *from, const char *path,
                           bool replace, struct tt_error *err);
