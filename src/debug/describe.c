/* SPDX-License-Identifier: Apache-2.0 */
/* Where a thread stands, and why a run came back, in words. */
#include "base/text/text.h"
#include "capture/source_lines.h"
#include "capture/symbols.h"
#include "debug/session.h"
#include "isa/riscv_text.h"

static void describe_add_source(const struct session *session, enum tt_core core, uint32_t addr, struct text *text)
{
    char place[TTCAP_PLACE_MAX], lines_text[TTCAP_LINES_TEXT_MAX];
    struct ttcap_lines lines;
    struct tt_error err;
    (void)ttcap_place_text(session->capture, core, addr, place);
    text_add(text, " at 0x%05" PRIx32 " (", addr);
    text_add_name(text, place);
    text_add(text, ")");
    if (ttcap_lines_at(session->capture, core, addr, &lines, &err) == TT_OK) {
        (void)ttcap_lines_text(lines.frames, lines.frame_count, lines_text);
        text_add(text, ", ");
        text_add_name(text, lines_text);
    }
}

void session_describe(const struct session *session, unsigned thread, struct text *text)
{
    struct steps *steps = engine_steps(session->engine);
    const struct session_pc pc = session_pc(session, thread);
    char insn[RISCV_TEXT_MAX];
    text_add(text, "%s: ", session_thread_name(thread));
    if (thread < DEBUG_PIPES) {
        const enum tt_core core = (enum tt_core)thread;
        const uint32_t code = cores_code(steps_cores(steps), core);
        const bool is_on = cores_is_running(steps_cores(steps), core);
        text_add(text, "%s%s",
                 is_on                                       ? ""
                 : cores_is_halted(steps_cores(steps), core) ? "halted: "
                                                             : "in reset: ",
                 cores_is_parked(steps_cores(steps), core) ? "parked: " : "");
        text_add(text, "%s", riscv_disassemble(session->chip, code, pc.addr, insn));
    } else if (pc.has_word) {
        if (pc.has_seq)
            text_add(text, "event %" PRIu64 ", ", pc.seq);
        text_add(text, "%s", isa_disassemble(session->chip, pc.word, insn));
    } else {
        text_add(text, "no word");
    }
    if (pc.is_code)
        describe_add_source(session, pc.core, pc.addr, text);
}

static void describe_add_place(const struct session *session, enum tt_space space, uint32_t lo, struct text *text)
{
    char place[ADDRESS_TEXT_MAX];
    text_add(text, "%s", address_place_text(session->chip, space, lo, place));
}

static void describe_add_point(const struct session *session, const struct debug_stop *stop, struct text *text)
{
    static const char *const words[] = {"break at", "write to", "read of", "access to"};
    const struct debug_point *point = &stop->point;
    char insn[ISA_TEXT_MAX];
    text_add(text, "%s ", words[point->kind]);
    if (point->is_place)
        describe_add_place(session, point->space, point->lo, text);
    else
        text_add(text, "0x%08" PRIx32, point->addr);
    if (point->kind == DEBUG_BREAK)
        return;
    text_add(text, " by unit %s", unit_name(stop->unit));
    if (stop->done.actor == STEPS_PIPE && stop->done.has_word)
        text_add(text, ", %s", isa_disassemble(session->chip, stop->done.word, insn));
    if (stop->done.has_pc)
        describe_add_source(session, stop->done.core, stop->done.pc, text);
}

static const char *end_text(enum steps_end end)
{
    switch (end) {
    case STEPS_STOPS:
        return "the end: a core or a pipe came to what nothing here does";
    case STEPS_HANGS:
        return "the end: nothing can go on";
    case STEPS_GOES_ON:
    case STEPS_OVER:
        break;
    }
    return "the end: all has run";
}

void session_describe_stop(const struct session *session, struct text *text)
{
    const struct debug_stop *stop = &session->stop;
    text_add(text, "step %" PRIu64 ": ", engine_at(session->engine));
    if (stop->reached == ENGINE_AT_START)
        text_add(text, "the start\n");
    else if (stop->reached == ENGINE_AT_END)
        text_add(text, "%s\n", end_text(engine_end(session->engine)));
    else if (stop->reached == ENGINE_INTERRUPTED)
        text_add(text, "interrupted\n");
    else if (stop->is_point) {
        describe_add_point(session, stop, text);
        text_add(text, "\n");
    } else {
        text_add(text, "\n");
    }
}

void session_describe_difference(const struct session *session, const struct debug_difference *difference,
                                 struct text *text)
{
    describe_add_place(session, difference->space, difference->lo, text);
    text_add(text, ": the device held %02x, the replay has %02x", difference->held, difference->replayed);
    if (difference->count > 1)
        text_add(text, ", and %u more near it", (unsigned)difference->count - 1);
    text_add(text, " (checkpoint ");
    text_add_name(text, ttcap_checkpoint(session->capture, difference->checkpoint)->id);
    text_add(text, ")\n");
}

void session_describe_waits(struct session *session, struct text *text)
{
    if (engine_end(session->engine) != STEPS_HANGS)
        return;
    session->waits = text;
    steps_report_waiting(engine_steps(session->engine));
    session->waits = NULL;
}
