/* SPDX-License-Identifier: Apache-2.0 */
/* Hazards of program order, kept and printed: who came too soon for whom. */
#pragma once

#include "order/replay.h"
#include "show/json_out.h"

enum { REPLAY_HAZARDS_MAX = 16, REPLAY_HAZARD_TEXT = 512 };

struct replay_hazards {
    uint64_t reported; /* the first of them are kept */
    struct {
        uint64_t step;
        enum tt_unit unit;
        bool is_read;
        char what[REPLAY_HAZARD_TEXT], who[REPLAY_HAZARD_TEXT], other[REPLAY_HAZARD_TEXT];
        char missing[REPLAY_HAZARD_TEXT];
    } hazard[REPLAY_HAZARDS_MAX];
};

void replay_hazards_add(struct replay_hazards *hazards, const struct replay_hazard *hazard);

/* Nothing if there are none. */
void replay_hazards_print_text(const struct replay_hazards *hazards);
/* The member "hazards" of schemas/replay.schema.json. */
void replay_hazards_print_json(const struct replay_hazards *hazards, struct json_out *out);
