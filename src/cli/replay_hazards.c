/* SPDX-License-Identifier: Apache-2.0 */
/* Hazards of program order, kept and printed. */
#include "cli/replay_hazards.h"

#include "isa/isa.h"
#include "report/wrap.h"

#include <inttypes.h>

enum { WIDTH = 80, INDENT = 15 };

static unsigned kept(const struct replay_hazards *hazards)
{
    return hazards->told < REPLAY_HAZARDS_MAX ? (unsigned)hazards->told : REPLAY_HAZARDS_MAX;
}

void replay_hazards_add(struct replay_hazards *hazards, const struct replay_hazard *hazard)
{
    const unsigned at = kept(hazards);
    hazards->told++;
    if (at == REPLAY_HAZARDS_MAX)
        return;
    hazards->hazard[at].step = hazard->step;
    hazards->hazard[at].unit = hazard->unit;
    (void)snprintf(hazards->hazard[at].rewritten, REPLAY_HAZARD_TEXT, "%s", hazard->rewritten);
    (void)snprintf(hazards->hazard[at].writer, REPLAY_HAZARD_TEXT, "%s", hazard->writer);
    (void)snprintf(hazards->hazard[at].user, REPLAY_HAZARD_TEXT, "%s", hazard->user);
    (void)snprintf(hazards->hazard[at].missing, REPLAY_HAZARD_TEXT, "%s", hazard->missing);
}

void replay_hazards_print_text(const struct replay_hazards *hazards)
{
    if (hazards->told == 0)
        return;
    (void)printf("  hazards      %" PRIu64 "\n", hazards->told);
    for (unsigned i = 0; i < kept(hazards); i++) {
        char line[4 * REPLAY_HAZARD_TEXT + 64];
        (void)printf("    step %-5" PRIu64 " ", hazards->hazard[i].step);
        (void)snprintf(line, sizeof line, "%s rewrites %s, which %s may still use: there is no %s",
                       hazards->hazard[i].writer, hazards->hazard[i].rewritten, hazards->hazard[i].user,
                       hazards->hazard[i].missing);
        wrap_text(stdout, line, INDENT, WIDTH);
    }
    if (hazards->told > REPLAY_HAZARDS_MAX)
        (void)printf("%*sand %" PRIu64 " more: see the findings\n", INDENT, "", hazards->told - REPLAY_HAZARDS_MAX);
}

void replay_hazards_print_json(const struct replay_hazards *hazards, struct json_out *out)
{
    json_out_array(out, "hazards");
    for (unsigned i = 0; i < kept(hazards); i++) {
        json_out_object(out, NULL);
        json_out_uint(out, "step", hazards->hazard[i].step);
        json_out_string(out, "unit", unit_name(hazards->hazard[i].unit));
        json_out_string(out, "rewritten", hazards->hazard[i].rewritten);
        json_out_string(out, "writer", hazards->hazard[i].writer);
        json_out_string(out, "user", hazards->hazard[i].user);
        json_out_string(out, "missing", hazards->hazard[i].missing);
        json_out_end(out);
    }
    json_out_end(out);
}
