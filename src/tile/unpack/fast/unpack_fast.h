/* SPDX-License-Identifier: Apache-2.0 */
/* What the unpackers' datasheet knows of its fast paths. A tile that takes none never comes here. */
#pragma once

#include "tile/unpack/unpacr.h"

/* Fills set->fast, after all that the datasheet needs. straight.c */
void unpack_fast_resolve(const struct tile *tile, struct unpack_settings *set);

/* Does UNPACR's work without stopping at each stage. False: nothing was done, and the stages have to do it.
 * unpacr_straight.c */
bool unpack_fast_work(const struct unpacr *job);
