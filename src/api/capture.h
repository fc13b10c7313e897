/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files that read captures and those that make them. */
#pragma once

#include "api/ttreplay.h"
#include "capture/ttcap.h"

struct ttcap *api_capture(struct ttreplay_capture *capture);
