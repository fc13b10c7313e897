/* SPDX-License-Identifier: Apache-2.0 */
/* What people have of a fault: a device's dump against what they meant to run, a run that went wrong and the array that
 * should have come out, a good and a bad capture. */
#pragma once

#include "plant/plant.h"

enum evidence {
    EVIDENCE_STREAM, /* as planted: the words are wrong, the dump is right */
    EVIDENCE_CLEAN,  /* the words are right, and the dump is of a device that did otherwise */
    EVIDENCE_ARRAY,  /* the wrong words alone, and the right array */
    EVIDENCE_PAIR,   /* a good and a bad capture */
    EVIDENCES
};
const char *evidence_name(enum evidence evidence);

/* Whether a kind can be shown by such evidence at all. */
bool evidence_suits(enum evidence evidence, enum plant_kind kind);

/* Makes of the planted capture, in its place, what such evidence has; and `array`, as `at` names its place. *is_made
 * false: it does not show there. */
enum tt_status evidence_make(bool *is_made, enum evidence evidence, const struct plant *plant, struct ttcap *from,
                             const char *planted, const char *array, char at[static 64], struct tt_error *err);
