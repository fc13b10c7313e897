/* SPDX-License-Identifier: Apache-2.0 */
/* A bundle whose manifest is read into a capture: for those who have the manifest from elsewhere. */
#pragma once

#include "capture/import/bundle_manifest.h"

struct bundle_copied {
    const char *folder; /* without the slashes at its end */
    struct bundle_file *file;
    uint64_t event_limit; /* no event from this number on is taken */
    bool is_passing;      /* the capture need not outlive this process */
};

enum tt_status bundle_copy(struct bundle_manifest *manifest, const struct bundle_copied *from, const char *path,
                           bool replace, struct tt_error *err);
