/* SPDX-License-Identifier: Apache-2.0 */
/* Inside of verify: as ttcap_verify(), from an open source. */
#pragma once

#include "capture/file/source.h"
#include "capture/ttcap.h"

enum tt_status verify_source(struct source *source, void (*said)(void *user, const char *sentence), void *user,
                             struct ttcap_verify_summary *summary, struct tt_error *err);
