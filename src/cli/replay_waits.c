/* SPDX-License-Identifier: Apache-2.0 */
/* A deadlock of program order, kept and printed. */
#include "cli/replay_waits.h"

#include "isa/isa.h"
#include "report/wrap.h"

#include <inttypes.h>

enum { WIDTH = 80, INDENT = 15 };

void replay_waits_add(struct replay_waits *waits, const struct replay_wait *wait)
{
    if (waits->count == REPLAY_WAITS_MAX)
        return;
    unsigned at = waits->count++;
    waits->wait[at].thread = wait->thread;
    waits->wait[at].is_core = wait->is_core;
    waits->wait[at].event = wait->event;
    waits->wait[at].word = wait->word;
    (void)snprintf(waits->wait[at].what, REPLAY_WAIT_TEXT, "%s", wait->what);
    (void)snprintf(waits->wait[at].who, REPLAY_WAIT_TEXT, "%s", wait->who);
}

void replay_waits_print_text(const struct replay_waits *waits, enum tt_chip chip)
{
    if (waits->count == 0)
        return;
    (void)puts("  deadlock     nothing can go on:");
    for (unsigned i = 0; i < waits->count; i++) {
        char text[ISA_TEXT_MAX] = "", line[ISA_TEXT_MAX + REPLAY_WAIT_TEXT + 64];
        if (!waits->wait[i].is_core)
            (void)isa_disassemble(chip, waits->wait[i].word, text);
        (void)printf("    thread %u   ", waits->wait[i].thread);
        (void)snprintf(line, sizeof line, "%s%s (event %" PRIu64 ") waits for %s",
                       waits->wait[i].is_core ? "its core" : "its pipe, at ", text, waits->wait[i].event,
                       waits->wait[i].what);
        wrap_text(stdout, line, INDENT, WIDTH);
        (void)printf("%*s", INDENT, "");
        wrap_text(stdout, waits->wait[i].who, INDENT, WIDTH);
    }
}

void replay_waits_print_json(const struct replay_waits *waits, enum tt_chip chip, struct json_out *out)
{
    json_out_array(out, "waiting");
    for (unsigned i = 0; i < waits->count; i++) {
        char text[ISA_TEXT_MAX];
        json_out_object(out, NULL);
        json_out_uint(out, "thread", waits->wait[i].thread);
        json_out_uint(out, "event", waits->wait[i].event);
        json_out_string(out, "instruction",
                        waits->wait[i].is_core ? NULL : isa_disassemble(chip, waits->wait[i].word, text));
        json_out_string(out, "for", waits->wait[i].what);
        json_out_string(out, "released_by", waits->wait[i].who);
        json_out_end(out);
    }
    json_out_end(out);
}
