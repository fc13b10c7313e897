/* SPDX-License-Identifier: Apache-2.0 */
/* A deadlock of program order or a hang of firmware order, kept and printed. */
#include "cli/replay_waits.h"

#include "capture/symbols.h"
#include "isa/cores.h"
#include "isa/isa.h"
#include "show/wrap.h"

#include <inttypes.h>

enum { WIDTH = 80, INDENT = 15, LINE_MAX = RISCV_TEXT_MAX + REPLAY_WAIT_TEXT + TTCAP_PLACE_MAX + 64 };

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
    waits->wait[at].has_pc = wait->has_pc;
    waits->wait[at].core = wait->core;
    waits->wait[at].pc = wait->pc;
    (void)snprintf(waits->wait[at].code, RISCV_TEXT_MAX, "%s", wait->code ? wait->code : "");
}

/* "program+0x1c (0x6010)", or the address alone where no symbol covers it. */
static void put_place(struct ttcap *capture, enum tt_core core, uint32_t pc, char *text, size_t size)
{
    char place[TTCAP_PLACE_MAX];
    (void)ttcap_place_text(capture, core, pc, place);
    if (place[0] == '0')
        (void)snprintf(text, size, "%s", place);
    else
        (void)snprintf(text, size, "%s (0x%" PRIx32 ")", place, pc);
}

/* Where and at what it stands. */
static void put_stand(const struct replay_waits *waits, unsigned i, struct ttcap *capture, bool is_stopped,
                      char line[static LINE_MAX])
{
    const char *verb = is_stopped ? ":" : " waits for";
    char place[TTCAP_PLACE_MAX + 16] = "", text[ISA_TEXT_MAX] = "";
    if (waits->wait[i].has_pc)
        put_place(capture, waits->wait[i].core, waits->wait[i].pc, place, sizeof place);
    if (waits->wait[i].code[0]) {
        (void)snprintf(line, LINE_MAX, "at %s, %s%s%s %s", place, waits->wait[i].code, is_stopped ? "" : ",", verb,
                       waits->wait[i].what);
        return;
    }
    if (!waits->wait[i].is_core)
        (void)isa_disassemble(ttcap_info(capture)->chip, waits->wait[i].word, text);
    if (waits->wait[i].has_pc)
        (void)snprintf(line, LINE_MAX, "%s%s (pushed by core %s at %s)%s %s",
                       waits->wait[i].is_core ? "its core" : "its pipe, at ", text, core_name(waits->wait[i].core),
                       place, verb, waits->wait[i].what);
    else
        (void)snprintf(line, LINE_MAX, "%s%s (event %" PRIu64 ") waits for %s",
                       waits->wait[i].is_core ? "its core" : "its pipe, at ", text, waits->wait[i].event,
                       waits->wait[i].what);
}

void replay_waits_print_text(const struct replay_waits *waits, struct ttcap *capture, bool is_stopped)
{
    if (waits->count == 0)
        return;
    (void)puts(is_stopped ? "  stopped      the program cannot go on:" : "  deadlock     nothing can go on:");
    for (unsigned i = 0; i < waits->count; i++) {
        char line[LINE_MAX], label[16];
        if (waits->wait[i].code[0])
            (void)snprintf(label, sizeof label, "core %s", core_name(waits->wait[i].core));
        else
            (void)snprintf(label, sizeof label, "thread %u", waits->wait[i].thread);
        (void)printf("    %-*s", INDENT - 4, label);
        put_stand(waits, i, capture, is_stopped, line);
        wrap_text(stdout, line, INDENT, WIDTH);
        if (is_stopped)
            continue;
        (void)printf("%*s", INDENT, "");
        wrap_text(stdout, waits->wait[i].who, INDENT, WIDTH);
    }
}

void replay_waits_print_json(const struct replay_waits *waits, struct ttcap *capture, struct json_out *out)
{
    json_out_array(out, "waiting");
    for (unsigned i = 0; i < waits->count; i++) {
        char text[ISA_TEXT_MAX], place[TTCAP_PLACE_MAX + 16];
        const bool is_firmware = waits->wait[i].code[0];
        const char *code = is_firmware ? waits->wait[i].code : NULL;
        if (!waits->wait[i].is_core)
            code = isa_disassemble(ttcap_info(capture)->chip, waits->wait[i].word, text);
        json_out_object(out, NULL);
        if (!is_firmware) {
            json_out_uint(out, "thread", waits->wait[i].thread);
            json_out_uint(out, "event", waits->wait[i].event);
        }
        if (waits->wait[i].has_pc) {
            put_place(capture, waits->wait[i].core, waits->wait[i].pc, place, sizeof place);
            json_out_string(out, "core", core_name(waits->wait[i].core));
            json_out_uint(out, "pc", waits->wait[i].pc);
            json_out_string(out, "place", place);
        }
        json_out_string(out, "instruction", code);
        json_out_string(out, "for", waits->wait[i].what);
        json_out_string(out, "released_by", waits->wait[i].who);
        json_out_end(out);
    }
    json_out_end(out);
}
