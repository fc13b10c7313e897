/* SPDX-License-Identifier: Apache-2.0 */
/* A hazard as it is reported. docs/semantics/program-order.md#hazards */
#pragma once

#include "base/names.h"
#include "isa/findings.h"

/* Program order: state that is rewritten while a unit may still use it, or read before a unit has written it, without a
 * wait in between. Also reported to the probe, as a finding in one sentence. */
enum { HAZARD_TEXT = 512 };
struct replay_hazard {
    finding_id id;
    uint64_t step;          /* the seq of what came too soon, as the probe was given it */
    uint64_t other_step;    /* the step that it should have waited for */
    uint64_t first_step;    /* of that unit's words for its thread, the first that may still be in work as well */
    unsigned thread;        /* whose words these are */
    enum tt_unit unit;      /* the unit that is still at work */
    bool is_read;           /* the word that came too soon reads; else it rewrites */
    uint64_t places;        /* of the run where the same was found; this is the nearest of them */
    uint64_t cycles;        /* it is one only if the unit takes longer than that; 0: whatever it takes */
    uint64_t apart;         /* cycles from the issue of the other word to this one at least; 0: not known */
    uint64_t most;          /* cycles that the unit has the other word at most, as published; 0: no source says */
    char what[HAZARD_TEXT]; /* names of fields, cells */
    char who[HAZARD_TEXT], other[HAZARD_TEXT], missing[HAZARD_TEXT];
};

/* Those of a run. */
enum { REPLAY_HAZARDS_MAX = 64 };
struct replay_hazards {
    uint64_t reported; /* the first of them are retained */
    struct replay_hazard items[REPLAY_HAZARDS_MAX];
};
void replay_hazards_add(struct replay_hazards *hazards, const struct replay_hazard *hazard);

/* "thread 2's PACR reads Dst rows 0 to 1, which thread 1's MVMUL may not have written yet: there is no STALLWAIT ..."
 */
enum { HAZARD_SENTENCE = 2048 };
const char *hazard_sentence(const struct replay_hazard *hazard, char text[static HAZARD_SENTENCE]);
