/* SPDX-License-Identifier: Apache-2.0 */
/* Findings: the program on the tile met undefined, unspecified or unsupported behaviour. The list is
 * schemas/findings.json; "PREFIX_findings.h" (generated, one for each first word of a code) numbers them, and only
 * those include it who name one. */
#pragma once

#include "base/usual.h"
#include "isa/facts.h"

enum finding_class {
    FINDING_UNDEFINED_BEHAVIOR,
    FINDING_UNPREDICTABLE_VALUE_USED,
    FINDING_NON_CONTRACTUAL_BEHAVIOR,
    FINDING_MISSING_SPECIFICATION,
    FINDING_OUT_OF_RANGE,
    FINDING_HAZARD,
    FINDING_UNSUPPORTED, /* ours: nothing here executes it yet */
    FINDING_RECORDING,   /* the recording contradicts itself */
    FINDING_CLASS_COUNT
};

typedef unsigned finding_id;
enum { FINDINGS_MAX = 256 }; /* there are not more, so that who counts them need not know which */

struct finding_info {
    const char *code; /* "pack-interface-rows-leave-group" */
    enum finding_class kind;
    const char *page;        /* "docs/facts/P-3.6", "docs/coverage.md" */
    const struct fact *fact; /* the fact that it rests on; null where a page describes it */
    const char *doc;         /* one line: what the program does, and what the tile does */
};

const struct finding_info *finding_get(finding_id id);
/* False: no finding has this code. */
bool finding_find(const char *code, finding_id *id);
/* Behaviour that documents leave open, so that the program is not at fault. */
bool finding_is_open(finding_id id);
const char *finding_class_name(enum finding_class kind); /* "UndefinedBehavior", … */
