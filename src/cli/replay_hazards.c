/* SPDX-License-Identifier: Apache-2.0 */
/* Hazards of program order, kept and printed. */
#include "cli/replay_hazards.h"

#include "isa/isa.h"
#include "show/wrap.h"

#include <inttypes.h>

enum { WIDTH = 80, INDENT = 15 };

static unsigned kept(const struct replay_hazards *hazards)
{
    return hazards->reported < REPLAY_HAZARDS_MAX ? (unsigned)hazards->reported : REPLAY_HAZARDS_MAX;
}

void replay_hazards_add(struct replay_hazards *hazards, const struct replay_hazard *hazard)
{
    const unsigned at = kept(hazards);
    hazards->reported++;
    if (at == REPLAY_HAZARDS_MAX)
        return;
    hazards->hazard[at].step = hazard->step;
    hazards->hazard[at].unit = hazard->unit;
    hazards->hazard[at].is_read = hazard->is_read;
    (void)snprintf(hazards->hazard[at].what, REPLAY_HAZARD_TEXT, "%s", hazard->what);
    (void)snprintf(hazards->hazard[at].who, REPLAY_HAZARD_TEXT, "%s", hazard->who);
    (void)snprintf(hazards->hazard[at].other, REPLAY_HAZARD_TEXT, "%s", hazard->other);
    (void)snprintf(hazards->hazard[at].missing, REPLAY_HAZARD_TEXT, "%s", hazard->missing);
}

void replay_hazards_print_text(const struct replay_hazards *hazards)
{
    if (hazards->reported == 0)
        return;
    (void)printf("  hazards      %" PRIu64 "\n", hazards->reported);
    for (unsigned i = 0; i < kept(hazards); i++) {
        char line[4 * REPLAY_HAZARD_TEXT + 96];
        (void)printf("    step %-5" PRIu64 " ", hazards->hazard[i].step);
        const bool is_read = hazards->hazard[i].is_read;
        (void)snprintf(line, sizeof line, "%s %s %s, which %s %s: there is no %s", hazards->hazard[i].who,
                       is_read ? "reads" : "rewrites", hazards->hazard[i].what, hazards->hazard[i].other,
                       is_read ? "may not have written yet" : "may still use", hazards->hazard[i].missing);
        wrap_text(stdout, line, INDENT, WIDTH);
    }
    if (hazards->reported > REPLAY_HAZARDS_MAX)
        (void)printf("%*sand %" PRIu64 " more: see the findings\n", INDENT, "", hazards->reported - REPLAY_HAZARDS_MAX);
}

void replay_hazards_print_json(const struct replay_hazards *hazards, struct json_out *out)
{
    json_out_array(out, "hazards");
    for (unsigned i = 0; i < kept(hazards); i++) {
        json_out_object(out, NULL);
        json_out_uint(out, "step", hazards->hazard[i].step);
        json_out_string(out, "unit", unit_name(hazards->hazard[i].unit));
        const bool is_read = hazards->hazard[i].is_read;
        json_out_bool(out, "is_read", is_read);
        json_out_string(out, "rewritten", hazards->hazard[i].what);
        json_out_string(out, "writer", is_read ? hazards->hazard[i].other : hazards->hazard[i].who);
        json_out_string(out, "user", is_read ? hazards->hazard[i].who : hazards->hazard[i].other);
        json_out_string(out, "missing", hazards->hazard[i].missing);
        json_out_end(out);
    }
    json_out_end(out);
}
