/* SPDX-License-Identifier: Apache-2.0 */
/* What the packer's datasheet knows of its fast paths. A tile that takes none never comes here. */
#pragma once

#include "tile/pack/pack_internal.h"

/* Fills set->fast, after all that the datasheet needs. */
void pack_fast_resolve(struct pack_settings *set);

/* As pack_run_stages(), for datums from Dst. stages.c */
void pack_fast_run_stages(const struct pack_settings *set, struct packer *self, struct pack_block *block);
