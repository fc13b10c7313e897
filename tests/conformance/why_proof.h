/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ask/why/slice.h"

/* Whether a value in place of a leaf of a slice changes a root: by the whole capture once more, with that in its place.
 */
enum tt_status slice_prove(struct slice *slice, size_t leaf, uint32_t value, bool *is_changed, struct tt_error *err);
