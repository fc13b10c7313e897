/* SPDX-License-Identifier: Apache-2.0 */
/* Variants: named other readings of one step. Choice 0 is always the device's.
 * The list is schemas/variants.json; "variant_ids.h" (generated) has enum variant_id { VARIANT_PACK_BFP_ROUND, … }
 * and, for each, its choices: enum { PACK_BFP_ROUND_DEVICE, PACK_BFP_ROUND_TRUNCATE, … }. */
#pragma once

#include "base/usual.h"
#include "isa/facts.h"

#include "variant_ids.h"

struct variant_info {
    const char *key;            /* "pack.bfp.round" */
    const char *const *choices; /* "device", "truncate", …; choice_count of them */
    uint8_t choice_count;
    uint8_t simulator; /* the choice that suits recordings of simulators; 0 where it does as the chip */
    const char *row;   /* "C-18" */
    const char *doc;
};

/* One choice for each variant; all zero is the device. */
struct variant_set {
    uint8_t choice[VARIANT_COUNT];
};

const struct variant_info *variant_get(enum variant_id id);

/* The fact of an erratum: a reading in which a chip was measured, or is said by its maker, to differ from recordings of
 * simulators. Null: it is none. */
const struct fact *variant_erratum(enum variant_id id);

/* The readings that suit recordings of simulators. For recordings on silicon all are zero. */
struct variant_set variants_of_simulator(void);

/* Takes "key=choice", the name that a source gives a choice ("bfp_truncate"), or "simulator" or "silicon": all the
 * readings in which the two differ. 0, or -1 if unknown. */
int variant_parse(struct variant_set *set, const char *text);

/* The fewest texts of which variant_parse makes the set, starting from zero. Returns how many. */
enum { VARIANT_TEXT_MAX = 96, VARIANT_TEXTS_MAX = VARIANT_COUNT + 1 };
size_t variant_texts(const struct variant_set *set, char texts[static VARIANT_TEXTS_MAX][VARIANT_TEXT_MAX]);
