/* SPDX-License-Identifier: Apache-2.0 */
/* The cores of a tile by name. R1 */
#pragma once

#include "base/names.h"

const char *core_name(enum tt_core core); /* "b", "t0", "t1", "t2", "nc" */
enum tt_core core_find(const char *name); /* TT_CORE_COUNT when unknown */
