/* SPDX-License-Identifier: Apache-2.0 */
/* Hazards of program order, kept and printed: what was rewritten under whom. */
#pragma once

#include "replay/replay.h"
#include "report/json_out.h"

enum { REPLAY_HAZARDS_MAX = 16, REPLAY_HAZARD_TEXT = 512 };

struct replay_hazards {
    uint64_t told; /* the first of them are kept */
    struct {
        uint64_t step;
        enum tt_unit unit;
        char rewritten[REPLAY_HAZARD_TEXT], writer[REPLAY_HAZARD_TEXT], user[REPLAY_HAZARD_TEXT];
        char missing[REPLAY_HAZARD_TEXT];
    } hazard[REPLAY_HAZARDS_MAX];
};

void replay_hazards_add(struct replay_hazards *hazards, const struct replay_hazard *hazard);

/* Nothing if there are none. */
void replay_hazards_print_text(const struct replay_hazards *hazards);
/* The member "hazards" of schemas/replay.schema.json. */
void replay_hazards_print_json(const struct replay_hazards *hazards, struct json_out *out);
