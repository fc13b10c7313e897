/* SPDX-License-Identifier: Apache-2.0 */
/* The result of a replay: counts, hazards, waits, the verdict. 80 columns; schemas/replay.schema.json. */
#include "show/runs/replay_report.h"

#include "ask/run/value_text.h"

#include "base/text/text.h"
#include "capture/source_lines.h"
#include "capture/symbols.h"
#include "isa/cores.h"
#include "isa/isa.h"
#include "order/options_text.h"
#include "order/streams.h"
#include "show/parts.h"
#include "show/reports.h"

enum {
    LINE = RISCV_TEXT_MAX + REPLAY_TEXT_MAX + TTCAP_PLACE_MAX + 64,
    STAND_MAX = TTCAP_PLACE_MAX + 16,
    HAZARDS_SAID = 16
};

/* ---- retained while it runs ---- */

static void replay_met_hazard(void *user, const struct replay_hazard *hazard)
{
    replay_hazards_add(&((struct replay_met *)user)->hazards, hazard);
}

static void replay_met_stream_fault(void *user, const struct stream_fault *fault)
{
    struct replay_streams *streams = &((struct replay_met *)user)->streams;
    char text[STREAM_TEXT_MAX];
    if (streams->faults < REPLAY_STREAMS_SAID)
        (void)text_print(streams->text[streams->faults], REPLAY_TEXT_MAX, "%s",
                         stream_fault_text(((struct replay_met *)user)->chip, fault, text));
    streams->faults++;
}

static void replay_met_mismatch(void *user, const struct replay_mismatch *mismatch)
{
    struct replay_met *met = user;
    struct replay_first *first = &met->first;
    if (first->is_any || mismatch->is_tainted)
        return;
    const uint32_t bytes = mismatch->hi - mismatch->lo;
    uint32_t at = 0;
    while (at < bytes && ((mismatch->held[at] ^ mismatch->replayed[at]) & mismatch->known[at]) == 0)
        at++;
    if (at == bytes)
        return;
    first->is_any = true;
    (void)address_place_text(met->chip, mismatch->space, mismatch->lo + at, first->place);
    first->checkpoint = mismatch->checkpoint;
    first->lo = mismatch->lo + at;
    first->held = mismatch->held[at];
    first->replayed = mismatch->replayed[at];
}

static void replay_met_window(void *user, const struct held_window *window)
{
    struct replay_first *first = &((struct replay_met *)user)->first;
    if (window->result != WINDOW_DIFFERS || first->has_window)
        return;
    first->has_window = true;
    first->window = *window;
}

static void replay_met_waiting(void *user, const struct replay_wait *wait)
{
    replay_waits_add(&((struct replay_met *)user)->waits, wait);
}

static void replay_met_started(void *user, const struct tile *tile)
{
    struct replay_met *met = user;
    (void)tile;
    *met = (struct replay_met){.chip = met->chip};
}

struct replay_observer replay_met_observer(struct replay_met *met)
{
    return (struct replay_observer){.user = met,
                                    .started = replay_met_started,
                                    .waiting = replay_met_waiting,
                                    .hazard = replay_met_hazard,
                                    .hazards_most = HAZARDS_SAID,
                                    .mismatch = replay_met_mismatch,
                                    .window = replay_met_window,
                                    .stream_fault = replay_met_stream_fault};
}

static void print_streams(const struct report *report, const struct replay_streams *streams)
{
    for (uint64_t i = 0; i < streams->faults && i < REPLAY_STREAMS_SAID; i++)
        report_label(report, RUN_LABEL, i ? "" : "streams", "%s", streams->text[i]);
    if (streams->faults > REPLAY_STREAMS_SAID)
        report_label(report, RUN_LABEL, "", "%" PRIu64 " more (see the findings, or tt-replay verify)",
                     streams->faults - REPLAY_STREAMS_SAID);
}

/* ---- hazards ---- */

static void say_hazards(struct report *report, const struct replay_hazards *hazards)
{
    if (hazards->reported)
        report_print(report, "  hazards      %" PRIu64 "\n", hazards->reported);
    REPORT_EACH(report, "hazards", i, hazards->reported < HAZARDS_SAID ? hazards->reported : HAZARDS_SAID) {
        const struct replay_hazard *hazard = &hazards->items[i];
        const bool is_read = hazard->is_read;
        char sentence[HAZARD_SENTENCE];
        report_object(report, NULL);
        const char *rank = finding_get(hazard->id)->kind == FINDING_HAZARD ? "fault" : "warning";
        report_say(report, SAY("step", hazard->step), SAY("rank", rank), SAY("unit", unit_name(hazard->unit)),
                   SAY("is_read", is_read), SAY("rewritten", hazard->what),
                   SAY("writer", is_read ? hazard->other : hazard->who),
                   SAY("user", is_read ? hazard->who : hazard->other), SAY("missing", hazard->missing),
                   SAY("cycles", hazard->cycles), SAY("places", hazard->places));
        report_close(report);
        report_print(report, "    step %-5" PRIu64 " ", hazard->step);
        char places[64] = "";
        if (hazard->places > 1)
            (void)snprintf(places, sizeof places, "; the nearest of %" PRIu64 " such places", hazard->places);
        report_wrap(report, RUN_LABEL, "%s%s%s", *rank == 'w' ? "warning: " : "", hazard_sentence(hazard, sentence),
                    places);
    }
    if (hazards->reported > HAZARDS_SAID)
        report_print(report, "%*sand %" PRIu64 " more: see the findings\n", RUN_LABEL, "",
                     hazards->reported - HAZARDS_SAID);
}

/* ---- waits ---- */

/* "program+0x1c (0x6010)", or the address alone where no symbol covers it. Returns text. */
static const char *replay_report_place_of(struct ttcap *capture, const struct replay_wait *wait,
                                          char text[static STAND_MAX])
{
    char place[TTCAP_PLACE_MAX];
    text[0] = '\0';
    if (!wait->has_pc)
        return text;
    (void)ttcap_place_text(capture, wait->core, wait->pc, place);
    if (place[0] == '0')
        return text_print(text, STAND_MAX, "%s", place);
    return text_print(text, STAND_MAX, "%s (0x%" PRIx32 ")", place, wait->pc);
}

/* The place at which it stands. insn: of a pipe. */
static void put_stand(const struct replay_wait *wait, const char *place, const char *insn, bool is_stopped,
                      char line[static LINE])
{
    const char *verb = is_stopped ? ":" : " waits for", *who = wait->is_core ? "its core" : "its pipe, at ";
    if (wait->code[0])
        (void)snprintf(line, LINE, "at %s, %s%s%s %s", place, wait->code, is_stopped ? "" : ",", verb, wait->what);
    else if (wait->has_pc)
        (void)snprintf(line, LINE, "%s%s (pushed by core %s at %s)%s %s", who, insn, core_name(wait->core), place, verb,
                       wait->what);
    else
        (void)snprintf(line, LINE, "%s%s (event %" PRIu64 ") waits for %s", who, insn, wait->event, wait->what);
}

static void print_wait(const struct report *report, const struct replay_wait *wait, const char *place, const char *insn,
                       bool is_stopped)
{
    char line[LINE], label[16];
    if (wait->code[0])
        (void)snprintf(label, sizeof label, "core %s", core_name(wait->core));
    else
        (void)snprintf(label, sizeof label, "thread %u", wait->thread);
    put_stand(wait, place, insn, is_stopped, line);
    report_print(report, "    %-*s", RUN_LABEL - 4, label);
    report_wrap(report, RUN_LABEL, "%s", line);
    if (!is_stopped)
        report_label(report, RUN_LABEL, "", "%s", wait->who);
}

/* The line at which it stands, or that pushed the word at which it stands. */
static void replay_report_say_line(struct report *report, struct ttcap *capture, const struct replay_wait *wait,
                                   char text[static TTCAP_LINES_TEXT_MAX])
{
    struct ttcap_lines lines;
    text[0] = '\0';
    if (!wait->has_pc || ttcap_lines_at(capture, wait->core, wait->pc, &lines, NULL) != TT_OK)
        return;
    (void)ttcap_lines_text(lines.frames, lines.frame_count, text);
    say_frames(report, "source", wait->core, wait->pc, lines.frames, lines.frame_count);
}

static void say_releasers(struct report *report, const struct replay_wait *wait)
{
    char name[PARTY_TEXT_MAX];
    report_say(report, SAY("who", replay_party_text(replay_wait_party(wait), name)));
    REPORT_EACH(report, "releasers", i, PARTIES)
        if (wait->by >> i & 1)
            report_say(report, SAY(NULL, replay_party_text(i, name)));
}

/* The graph of waits: a bit for each party. */
struct waits_graph {
    unsigned waiting, awaited, said, by[PARTIES];
};

static unsigned lowest_of(unsigned parties)
{
    unsigned at = 0;
    while (!(parties >> at & 1))
        at++;
    return at;
}

/* From who waits to whom it waits for, until somebody does not wait, or has been named. */
static void say_chain(const struct report *report, struct waits_graph *graph, unsigned from, const char *label)
{
    char line[LINE], name[PARTY_TEXT_MAX], others[PARTIES_TEXT_MAX];
    size_t at = (size_t)snprintf(line, sizeof line, "%s", replay_party_text(from, name));
    unsigned here = 0, party = from;
    for (;;) {
        const unsigned by = graph->by[party];
        here |= 1u << party;
        if (!by) {
            at += (size_t)snprintf(line + at, sizeof line - at, " > nobody that is known");
            break;
        }
        /* of several who is in the graph and not yet on this way */
        const unsigned waits = by & graph->waiting & ~here, next = lowest_of(waits ? waits : by);
        at += (size_t)snprintf(line + at, sizeof line - at, " > %s", replay_party_text(next, name));
        if (by & ~(1u << next))
            at += (size_t)snprintf(line + at, sizeof line - at, " (or %s)",
                                   replay_parties_text(by & ~(1u << next), others));
        const bool is_circle = here >> next & 1, is_said = graph->said >> next & 1;
        if (is_circle || is_said || !(graph->waiting >> next & 1)) {
            at += (size_t)snprintf(line + at, sizeof line - at, "%s",
                                   is_circle ? ": a circle"
                                   : is_said ? ", as above"
                                             : ", which does not wait");
            break;
        }
        party = next;
    }
    graph->said |= here;
    report_label(report, RUN_LABEL, label, "%s", line);
}

/* Begins where nobody waits for it; circles that nobody outside waits for come last. */
static void say_chains(const struct report *report, const struct replay_waits *waits)
{
    struct waits_graph graph = {0};
    const char *label = "who for whom";
    for (unsigned i = 0; i < waits->count; i++) {
        const struct replay_wait *wait = &waits->items[i];
        const unsigned party = replay_wait_party(wait);
        graph.waiting |= 1u << party;
        graph.by[party] |= wait->by;
        graph.awaited |= wait->by & ~(1u << party);
    }
    for (unsigned round = 0; round < 2; round++) {
        for (unsigned i = 0; i < PARTIES; i++) {
            if (!graph.by[i] || graph.said >> i & 1 || (round == 0 && graph.awaited >> i & 1))
                continue;
            say_chain(report, &graph, i, label);
            label = "";
        }
    }
}

void replay_report_waits(struct report *report, const struct replay_waits *waits, struct ttcap *capture,
                         bool is_stopped)
{
    if (waits->count)
        report_print(report, "%s\n",
                     is_stopped ? "  stopped      the program cannot go on:" : "  deadlock     nothing can go on:");
    REPORT_EACH(report, "waiting", i, waits->count) {
        const struct replay_wait *wait = &waits->items[i];
        char insn[ISA_TEXT_MAX] = "", place[STAND_MAX], line[TTCAP_LINES_TEXT_MAX];
        const bool is_firmware = wait->code[0];
        if (!wait->is_core)
            (void)isa_disassemble(ttcap_info(capture)->chip, wait->word, insn);
        (void)replay_report_place_of(capture, wait, place);
        report_object(report, NULL);
        report_say(report, SAY_IF("thread", !is_firmware, wait->thread), SAY_IF("event", !is_firmware, wait->event),
                   SAY_IF("core", wait->has_pc, core_name(wait->core)), SAY_IF("pc", wait->has_pc, wait->pc),
                   SAY_IF("place", wait->has_pc, place),
                   SAY("instruction", !wait->is_core ? insn
                                      : is_firmware  ? wait->code
                                                     : NULL),
                   SAY("for", wait->what), SAY("released_by", wait->who));
        say_releasers(report, wait);
        replay_report_say_line(report, capture, wait, line);
        report_close(report);
        print_wait(report, wait, place, insn, is_stopped);
        if (line[0])
            report_label(report, RUN_LABEL, "", "at %s", line);
    }
    if (waits->count && !is_stopped)
        say_chains(report, waits);
}

/* ---- the whole ---- */

/* "matrix 24, unpack0 8" */
static void say_skipped(struct report *report, const struct replay_summary *summary)
{
    char text[256] = "";
    size_t at = 0;
    report_say(report, SAY("skipped", summary->skipped));
    report_object(report, "skipped_by_unit");
    for (int i = 0; i < TT_UNIT_COUNT; i++) {
        const uint64_t count = summary->skipped_by_unit[i];
        if (!count)
            continue;
        report_say(report, SAY(unit_name((enum tt_unit)i), count));
        if (at < sizeof text)
            at += (size_t)snprintf(text + at, sizeof text - at, "%s%s %" PRIu64, at ? ", " : "",
                                   unit_name((enum tt_unit)i), count);
    }
    report_close(report);
    report_print(report, "  skipped      %" PRIu64 "%s%s%s\n", summary->skipped, summary->skipped ? " (" : "", text,
                 summary->skipped ? ")" : "");
}

static void replay_report_say_counts(struct report *report, const struct replay_summary *summary,
                                     const struct replay_streams *streams)
{
    report_fact(report, "events", SAY("events", summary->events));
    report_fact(report, "executed", SAY("executed", summary->executed));
    if (summary->steps)
        report_print(report, "  cores        %" PRIu64 " instructions in %" PRIu64 " steps\n", summary->instructions,
                     summary->steps);
    say_skipped(report, summary);
    report_say(report, SAY("unsupported", summary->unsupported));
    if (summary->unsupported)
        report_print(report, "  unsupported  %" PRIu64 " (see the findings)\n", summary->unsupported);
    report_fact(report, "findings", SAY("findings", summary->findings));
    report_print(report, "  checkpoints  %" PRIu32 " compared\n", summary->checkpoints);
    if (summary->start_is_assumed)
        report_print(report, "  start        configuration and counters not recorded have reset values\n");
    print_streams(report, streams);
    report_say(report, SAY("stream_faults", streams->faults),
               SAY_OR_NULL("first_stream_fault", streams->faults, streams->text[0]),
               SAY("checkpoints", summary->checkpoints), SAY("known_bytes", summary->facts.bytes.compared),
               SAY("known_bits", summary->facts.bytes.bits), SAY("differing_bytes", summary->facts.bytes.differing),
               SAY("tainted_bytes", summary->facts.bytes.undecided));
    if (!summary->facts.windows.compared && !summary->facts.windows.left_out)
        return;
    report_object(report, "windows");
    windows_report_counts(report, &summary->facts.windows);
    report_close(report);
}

enum { ASSUMED_TEXT = 192 };

/* "cfg=reset,dst=zero": the facts that decided bytes rest on. */
static const char *assumed_text(const struct replay_summary *summary, char text[static ASSUMED_TEXT])
{
    const struct verdict_facts *facts = &summary->facts;
    const struct replay_options assumed = {.assumed = facts->assumed, .assumed_zero = facts->assumed_zero};
    return assumes_text(&assumed, text, ASSUMED_TEXT);
}

static void replay_report_say_verdict(struct report *report, const struct replay_summary *summary, const char *words)
{
    char assumed[ASSUMED_TEXT];
    const bool is_plain = summary->verdict == VERDICT_SAME || summary->verdict == VERDICT_DIFFERS;
    report_say(report, SAY("verdict", verdict_name(summary->verdict)), SAY_OR_NULL("reason", !is_plain, words),
               SAY("start_is_assumed", summary->start_is_assumed), SAY("assumed", assumed_text(summary, assumed)),
               SAY_IF("steps", summary->steps, summary->steps),
               SAY_IF("core_instructions", summary->steps, summary->instructions));
}

/* "copy_bf16 (blackhole) -> run.db", and its reference. */
static void replay_report_print_head(struct report *report, const struct replay_view *view)
{
    const struct ttcap_info *info = ttcap_info(view->capture);
    char readings[READINGS_TEXT];
    (void)readings_text(info, view->how, readings, sizeof readings);
    report_say(report, SAY_IF("readings", readings[0], (const char *)readings));
    report_name(report, info->name);
    report_print(report, " (%s)%s", chip_get(info->chip)->name, view->output || view->record ? " -> " : "");
    report_name(report, view->output ? view->output : "");
    report_print(report, "%s", view->output && view->record ? ", " : "");
    report_name(report, view->record ? view->record : "");
    report_print(report, "\n");
    if (readings[0])
        report_label(report, RUN_LABEL, "readings", "%s", readings);
    expected_report_references(report, view->expects);
    for (size_t i = 0; i < expects_count(view->expects); i++)
        expected_report_against(report, view->expects->items[i]);
}

/* A value of a stage, by its instruction. */
static void replay_report_say_staged(struct report *report, const struct replay_view *view, const struct expect *expect)
{
    const uint32_t nth = view->met->first.lo / 4, wanted = expect->wanted[nth], replayed = expect->staged.values[nth];
    const struct staged_insn *insn = staged_insn_of(&expect->staged, nth);
    const enum format format = expect->staged.made_format;
    char held_text[VALUE_TEXT_MAX], replayed_text[VALUE_TEXT_MAX], held_bits[VALUE_TEXT_MAX], bits[VALUE_TEXT_MAX];
    (void)value_text(format, wanted, held_text);
    (void)value_text(format, replayed, replayed_text);
    (void)bits_text(format, wanted, held_bits);
    (void)bits_text(format, replayed, bits);
    const uint64_t seq = insn ? insn->seq : 0;
    const uint32_t datum = insn ? nth - insn->first : nth;
    report_item(report, "first", SAY("place", view->met->first.place), SAY("stage", expect->asked.stage),
                SAY("event", seq), SAY("datum", datum), SAY("held", held_bits), SAY("replayed", bits));
    report_label(report, RUN_LABEL, "first",
                 "%s, %s %" PRIu64 ", value %" PRIu32 " of it: replayed %s (%s), the reference has %s (%s)",
                 expect->asked.stage, view->summary->facts.counts_steps ? "step" : "event", seq, datum, replayed_text,
                 bits, held_text, held_bits);
}

/* A byte, where no database has all of them. */
static void replay_report_say_first(struct report *report, const struct replay_view *view)
{
    const struct replay_first *first = &view->met->first;
    const enum tt_chip chip = ttcap_info(view->capture)->chip;
    char dump[WINDOW_DUMP_MAX];
    if (first->has_window && !view->output)
        report_label(report, RUN_LABEL, "window", "its values: %s",
                     window_dump_text(chip, &first->window,
                                      ttcap_checkpoint(view->capture, first->window.checkpoint)->id, dump));
    if (!first->is_any || view->output)
        return;
    const struct expect *expect = expects_at(view->expects, first->checkpoint);
    if (expect && expect->is_of_stage) {
        replay_report_say_staged(report, view, expect);
        return;
    }
    report_item(report, "first", SAY("place", first->place), SAY("held", first->held),
                SAY("replayed", first->replayed));
    report_label(report, RUN_LABEL, "first", "%s: replayed 0x%02x, %s 0x%02x", first->place, first->replayed,
                 expects_count(view->expects) ? "the reference has" : "the device held", first->held);
}

/* Where the differences of a run can be read. */
static const char *replay_report_next_step(const struct replay_view *view)
{
    if (view->output || view->record)
        return " (see tt-replay diff)";
    return expects_count(view->expects) ? " (tt-replay bisect says why)" : " (-o RUN.db, then tt-replay diff)";
}

void replay_report(FILE *out, enum report_form form, const struct replay_view *view)
{
    const struct ttcap_info *info = ttcap_info(view->capture);
    const struct replay_summary *summary = view->summary;
    const char *chip = chip_get(info->chip)->name;
    char words[VERDICT_WORDS_MAX];
    REPORT(report, out, form);
    report_say(&report, SAY("capture", info->name), SAY("chip", chip), SAY("output", view->output),
               SAY("recorded", view->record));
    replay_report_print_head(&report, view);
    replay_report_say_counts(&report, summary, &view->met->streams);
    if (!report.is_json)
        say_hazards(&report, &view->met->hazards);
    replay_report_say_verdict(&report, summary, verdict_words(&summary->facts, words));
    replay_report_waits(&report, &view->met->waits, view->capture, summary->facts.is_stopped);
    if (report.is_json)
        say_hazards(&report, &view->met->hazards);
    replay_report_say_first(&report, view);
    report_label(&report, RUN_LABEL, "verdict", "%s: %s%s", verdict_name(summary->verdict), words,
                 summary->verdict == VERDICT_DIFFERS ? replay_report_next_step(view) : "");
}
