/* SPDX-License-Identifier: Apache-2.0 */
/* All stages, each as one loop over 64 datums, where no probe wants them. steps.c */
#pragma once

#include "tile/pack/pack_internal.h"

/* Four valid rows from this physical one on to their place in L1; most: the largest magnitude in the intermediate
 * format. False, with nothing changed: the stages have to run. */
bool pack_fast_run_steps(const struct pack_settings *set, struct packer *self, struct tile *tile, uint32_t row,
                         uint8_t *to, uint32_t *most);

/* Which settings that holds for; after what straight.c resolves. */
void pack_fast_steps_resolve(struct pack_settings *set);
