/* SPDX-License-Identifier: Apache-2.0 */
/* Variants: named other readings of one step. Choice 0 is always what the device does.
 * The list is schemas/variants.json; "variant_ids.h" (generated) has enum variant_id { VARIANT_PACK_BFP_ROUND, … }
 * and, for each, its choices: enum { PACK_BFP_ROUND_DEVICE, PACK_BFP_ROUND_TRUNCATE, … }. */
#pragma once

#include "variant_ids.h"

#include <stdint.h>

struct variant_info {
    const char *key;            /* "pack.bfp.round" */
    const char *const *choices; /* "device", "truncate", …; choice_count of them */
    uint8_t choice_count;
    const char *row; /* "C-18" */
    const char *doc;
};

/* One choice for each variant; all zero is the device. */
struct variant_set {
    uint8_t choice[VARIANT_COUNT];
};

const struct variant_info *variant_get(enum variant_id id);

/* Takes "key=choice", or another name of the choice ("bfp_truncate"). 0, or -1 if unknown. */
int variant_parse(struct variant_set *set, const char *text);
