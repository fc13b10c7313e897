/* SPDX-License-Identifier: Apache-2.0 */
/* The results of other orders of the same threads; schemas/schedules.schema.json. */
#include "show/reports.h"

#include "isa/chip.h"
#include "isa/isa.h"
#include "show/wrap.h"

#include "base/search.h"
#include "base/text/text.h"
#include "name_texts.h"

enum { SCHEDULE_LINE = 2048 };

/* How long the unit has its word at most, as far as that is known. */
enum { PUBLISHED_TEXT = 64 };
static const char *published_text(const struct replay_hazard *hazard, char text[static PUBLISHED_TEXT])
{
    return hazard->most ? text_print(text, PUBLISHED_TEXT, "published: at most %" PRIu64, hazard->most)
                        : "no source says how long at most";
}

/* The cause of the difference: a sentence, or members. */
static void say_how(struct report *report, enum tt_chip chip, const struct schedules_result *result)
{
    char first[SCHEDULES_MOVE_TEXT_MAX], second[SCHEDULES_MOVE_TEXT_MAX], others[96] = "";
    char after[128] = "", published[PUBLISHED_TEXT];
    if (result->is_delayed) {
        const struct replay_hazard *delayed = &result->delayed;
        if (delayed->first_step < delayed->other_step)
            (void)snprintf(others, sizeof others, ", and with all that %s of thread %u has since step %" PRIu64,
                           unit_name(delayed->unit), delayed->thread, delayed->first_step);
        if (delayed->apart)
            (void)snprintf(after, sizeof after, ": %s takes longer than %" PRIu64 " cycle%s (%s)",
                           unit_name(delayed->unit), delayed->apart, plural(delayed->apart),
                           published_text(delayed, published));
        report_say(report, SAY("who", delayed->who), SAY("is_read", delayed->is_read), SAY("what", delayed->what),
                   SAY("other", delayed->other), SAY("since", delayed->first_step),
                   SAY_OR_NULL("cycles", delayed->apart, delayed->apart),
                   SAY_OR_NULL("published", delayed->most, delayed->most));
        report_label(report, RUN_LABEL, "differs",
                     delayed->is_read ? "when %s reads %s before %s has written it%s%s"
                                      : "when %s rewrites %s before %s is done with it%s%s",
                     delayed->who, delayed->what, delayed->other, others, after);
        return;
    }
    (void)schedules_move_text(chip, &result->earlier, first);
    (void)schedules_move_text(chip, &result->later, second);
    report_say(report, SAY("reversed", result->reversed), SAY("earlier", first), SAY("later", second));
    if (result->reversed > 1)
        (void)snprintf(others, sizeof others, "%" PRIu64 " reversed races, the last", result->reversed);
    report_label(report, RUN_LABEL, "differs", "by %s: %s comes before %s", *others ? others : "a reversed race",
                 second, first);
}

/* Pairs that would make a difference if a unit took longer than its source says, or that no source bounds. */
static void say_window(struct report *report, const struct schedules_result *result)
{
    const struct replay_hazard *window = &result->window;
    const struct schedules_change *change = &result->window_change;
    if (!result->windows) {
        report_say(report, SAY_NULL("only_if"));
        return;
    }
    char published[PUBLISHED_TEXT];
    report_object(report, "only_if");
    report_say(report, SAY("unit", unit_name(window->unit)), SAY("cycles", window->cycles),
               SAY_OR_NULL("published", window->most, window->most), SAY("missing", window->missing),
               SAY("who", window->who), SAY("what", window->what), SAY("other", window->other), SAY("at", change->at),
               SAY("bytes", change->bytes), SAY("places", result->windows));
    report_close(report);
    report_label(report, RUN_LABEL, "only if",
                 "%s takes longer than %" PRIu64 " cycle%s (%s): %s then %s %s before %s %s it, and %u byte%s "
                 "of L1 differ%s, the first at %#x; %s would forbid it",
                 unit_name(window->unit), window->cycles, plural(window->cycles), published_text(window, published),
                 window->who, window->is_read ? "reads" : "rewrites", window->what, window->other,
                 window->is_read ? "has written" : "is done with", (unsigned)change->bytes, plural(change->bytes),
                 change->bytes == 1 ? "s" : "", (unsigned)change->at, window->missing);
    if (result->windows > 1)
        report_label(report, RUN_LABEL, "", "%" PRIu64 " place%s like it", result->windows - 1,
                     plural(result->windows - 1));
}

/* "then 34 bytes of L1 differ, the first at 0x60000", or what the next run finds, or why nothing is known. */
enum { ANSWER_TEXT = SCHEDULES_LEFT_TEXT + 160 };
static const char *answer_text(const struct schedules_race *race, char text[static ANSWER_TEXT])
{
    static const char *const texts[DELAYED_ANSWERS] = {
        [DELAYED_UNTRIED] = "not tried: the search was over",
        [DELAYED_UNSEEN] = "what that changes is not known: no replay shows what the other would see",
        [DELAYED_SAME] = "with the unit late nothing compared differs in these data"};
    const struct schedules_change *change = &race->change;
    if (race->answer != DELAYED_DIFFERS)
        return texts[race->answer];
    char published[PUBLISHED_TEXT], until[PUBLISHED_TEXT + 2] = "";
    if (race->hazard.cycles)
        (void)snprintf(until, sizeof until, "; %s", published_text(&race->hazard, published));
    if (*change->left)
        return text_print(text, ANSWER_TEXT, "then %s is %#x for the next run, in rounds %#x%s", change->left,
                          (unsigned)change->in_schedule, (unsigned)change->in_rounds, until);
    return text_print(text, ANSWER_TEXT, "then %u byte%s of L1 differ%s, the first at %#x%s", (unsigned)change->bytes,
                      plural(change->bytes), change->bytes == 1 ? "s" : "", (unsigned)change->at, until);
}

/* Each with what is known of it: that is no difference yet, where it needs time or no replay shows it. */
static void say_races(struct report *report, const struct schedules_result *result)
{
    static const char *const names[DELAYED_ANSWERS] = {[DELAYED_UNTRIED] = "not tried",
                                                       [DELAYED_UNSEEN] = "not shown",
                                                       [DELAYED_SAME] = "same",
                                                       [DELAYED_DIFFERS] = "differs"};
    char sentence[HAZARD_SENTENCE], answer[ANSWER_TEXT];
    REPORT_EACH(report, "races", i, result->race_count) {
        const struct schedules_race *race = &result->races[i];
        const struct replay_hazard *hazard = &race->hazard;
        const bool is_fault = finding_get(hazard->id)->kind == FINDING_HAZARD;
        const char *said = answer_text(race, answer);
        report_item(report, NULL, SAY("step", hazard->step), SAY("rank", is_fault ? "fault" : "warning"),
                    SAY("code", finding_get(hazard->id)->code), SAY("unit", unit_name(hazard->unit)),
                    SAY("who", hazard->who), SAY("is_read", hazard->is_read), SAY("what", hazard->what),
                    SAY("other", hazard->other), SAY("missing", hazard->missing),
                    SAY_OR_NULL("cycles", hazard->cycles, hazard->cycles), SAY("places", hazard->places),
                    SAY("answer", names[race->answer]), SAY("means", said));
        report_label(report, RUN_LABEL, "race", "step %" PRIu64 ": %s%s", hazard->step,
                     is_fault ? "" : "warning: ", hazard_sentence(hazard, sentence));
        report_label(report, RUN_LABEL, "", "%s", said);
    }
}

/* A step of a semaphore that comes at its limit in an order: a fault even where the bytes are the same. */
static void say_lost_step(struct report *report, enum tt_chip chip, const struct schedules_result *result)
{
    const struct schedules_lost *lost = &result->first_lost;
    char who[SCHEDULES_MOVE_TEXT_MAX], first[SCHEDULES_MOVE_TEXT_MAX], second[SCHEDULES_MOVE_TEXT_MAX],
        when[2 * SCHEDULES_MOVE_TEXT_MAX + 32] = "";
    if (!result->lost) {
        report_say(report, SAY_NULL("lost_step"));
        return;
    }
    (void)schedules_move_text(chip, &lost->step, who);
    report_object(report, "lost_step");
    report_say(report, SAY("who", who), SAY("what", lost->what), SAY("orders", result->lost),
               SAY("reversed", lost->reversed));
    if (lost->reversed) {
        (void)schedules_move_text(chip, &lost->earlier, first);
        (void)schedules_move_text(chip, &lost->later, second);
        report_say(report, SAY("earlier", first), SAY("later", second));
        (void)snprintf(when, sizeof when, ", first when %s comes before %s", second, first);
    }
    report_close(report);
    report_label(report, RUN_LABEL, "lost step", "%s: %s; in %" PRIu64 " order%s%s", who, lost->what, result->lost,
                 plural(result->lost), when);
}

/* Words that may come too soon in another order alone. */
static void say_elsewhere(struct report *report, enum tt_chip chip, const struct schedules_result *result)
{
    const struct schedules_elsewhere *elsewhere = &result->elsewhere;
    const struct replay_hazard *hazard = &elsewhere->hazard;
    char first[SCHEDULES_MOVE_TEXT_MAX], second[SCHEDULES_MOVE_TEXT_MAX], sentence[HAZARD_SENTENCE];
    if (!elsewhere->orders) {
        report_say(report, SAY_NULL("elsewhere"));
        return;
    }
    (void)schedules_move_text(chip, &elsewhere->earlier, first);
    (void)schedules_move_text(chip, &elsewhere->later, second);
    report_object(report, "elsewhere");
    report_say(report, SAY("orders", elsewhere->orders), SAY("code", finding_get(hazard->id)->code),
               SAY("who", hazard->who), SAY("is_read", hazard->is_read), SAY("what", hazard->what),
               SAY("other", hazard->other), SAY("missing", hazard->missing), SAY("reversed", elsewhere->reversed),
               SAY("earlier", first), SAY("later", second),
               SAY_OR_NULL("bytes", elsewhere->is_tried, elsewhere->bytes));
    report_close(report);
    report_label(report, RUN_LABEL, "hazard", "in %" PRIu64 " other order%s, first when %s comes before %s: %s",
                 elsewhere->orders, plural(elsewhere->orders), second, first, hazard_sentence(hazard, sentence));
    if (!elsewhere->is_tried)
        report_label(report, RUN_LABEL, "", "what that changes is not shown: no bytes of that order are compared");
    else if (!elsewhere->bytes)
        report_label(report, RUN_LABEL, "", "with the unit delayed in that order, too, no byte of L1 differs");
}

/* The order as a file of delays has it. */
static void say_witness(struct report *report, enum tt_chip chip, const struct schedules_result *result)
{
    const struct witness *witness = &result->witness;
    char text[SCHEDULES_MOVE_TEXT_MAX];
    REPORT_EACH(report, "delays", i, witness->count) {
        const struct replay_delay *delay = &witness->delays[i];
        const struct replay_move move = {delay->thread, delay->is_core, delay->event, delay->word, delay->nth};
        report_item(report, NULL, SAY("thread", delay->thread), SAY("event", delay->event), SAY("word", delay->nth),
                    SAY("core", delay->is_core), SAY("delay", delay->rounds));
        report_label(report, RUN_LABEL, i ? "" : "delays", "%s by %" PRIu64 " cycle%s%s",
                     schedules_move_text(chip, &move, text), delay->rounds, plural(delay->rounds),
                     i + 1 < witness->count ? "," : "");
    }
}

static void say_schedule_hang(struct report *report, const struct schedules_hang *hang)
{
    REPORT_EACH(report, "hang", i, hang->waits.count) {
        const struct replay_wait *wait = &hang->waits.items[i];
        report_item(report, NULL, SAY("thread", wait->thread), SAY("core", wait->is_core), SAY("what", wait->what));
        report_label(report, RUN_LABEL, i ? "" : "hangs", "thread %u%s waits for %s", wait->thread,
                     wait->is_core ? "'s core" : "", wait->what);
    }
}

/* "step 18", "event 7", and the line of source that it comes from. */
enum { PLACE_TEXT = TTCAP_LINES_TEXT_MAX + 32 };
static const char *place_of_line(const struct evidence_line *line, char text[static PLACE_TEXT])
{
    return text_print(text, PLACE_TEXT, "%s %" PRIu64 "%s%s%s", line->has_step ? "step" : "event",
                      line->has_step ? line->step : line->move.event, *line->source ? " (" : "", line->source,
                      *line->source ? ")" : "");
}

static const char *who_of_line(enum tt_chip chip, const struct evidence_line *line,
                               char text[static SCHEDULES_MOVE_TEXT_MAX])
{
    char word[ISA_TEXT_MAX];
    const struct replay_move *move = &line->move;
    if (move->thread >= THREADS)
        return text_print(text, SCHEDULES_MOVE_TEXT_MAX, "%s", line->has_step ? "a core" : "a core of no thread");
    if (move->is_core)
        return text_print(text, SCHEDULES_MOVE_TEXT_MAX, "thread %u's core", move->thread);
    return text_print(text, SCHEDULES_MOVE_TEXT_MAX, "thread %u at %s", move->thread,
                      isa_disassemble(chip, move->word, word));
}

/* The words of the order from the one that is late to the one that is too soon, as they come. */
static void say_order(struct report *report, enum tt_chip chip, const struct schedules_result *result)
{
    const struct order_evidence *evidence = &result->evidence;
    char who[SCHEDULES_MOVE_TEXT_MAX], at[PLACE_TEXT];
    REPORT_EACH(report, "order", i, evidence->count) {
        const struct evidence_line *line = &evidence->lines[i];
        const bool is_last = i + 1 == evidence->count;
        if (i == 1 && evidence->between)
            report_label(report, RUN_LABEL, "", "%" PRIu64 " more", evidence->between);
        report_item(
            report, NULL, SAY("who", who_of_line(chip, line, who)), SAY_OR_NULL("step", line->has_step, line->step),
            SAY_OR_NULL("event", !line->has_step, line->move.event), SAY_OR_NULL("source", *line->source, line->source),
            SAY("left_out", i == 1 ? evidence->between : 0));
        report_label(report, RUN_LABEL, i ? "" : "in time", "%s, %s%s", place_of_line(line, at),
                     who_of_line(chip, line, who),
                     i == 0 && result->is_delayed      ? ", which is at work until behind the last of these"
                     : is_last && evidence->never_ends ? ", which does not come"
                                                       : "");
    }
}

/* Whether the step that rounds have first is one that is lost there: tt-metal#19201, where the post comes too late. */
static bool rounds_lose(const struct schedules_result *result)
{
    const struct replay_move *lost = &result->first_lost.step, *earlier = &result->earlier;
    return result->lost && !result->first_lost.reversed && lost->thread == earlier->thread &&
           lost->is_core == earlier->is_core && lost->event == earlier->event && lost->nth == earlier->nth;
}

/* The order that is missing, between the first and the last of these. */
static void say_forbidding(struct report *report, const struct schedules_result *result)
{
    const struct order_evidence *evidence = &result->evidence;
    const struct evidence_line *first = evidence->lines, *last = &evidence->lines[evidence->count - 1];
    char text[SCHEDULE_LINE], from[PLACE_TEXT], to[PLACE_TEXT], poster[32] = "whose it is", waiter[32] = "the other";
    if (evidence->count < 2)
        return;
    if (result->is_delayed) {
        (void)snprintf(text, sizeof text, "%s%s%s%s: behind %s and before %s", result->delayed.missing,
                       *evidence->wait ? " (" : "", evidence->wait, *evidence->wait ? ")" : "",
                       place_of_line(first, from), place_of_line(last, to));
    } else if (rounds_lose(result)) {
        (void)snprintf(text, sizeof text,
                       "nothing should: rounds are the order that loses a step, and %s has to stand before what "
                       "lets thread %u go on to %s",
                       place_of_line(first, from), result->earlier.thread, place_of_line(last, to));
    } else {
        if (result->earlier.thread < THREADS)
            (void)snprintf(poster, sizeof poster, "thread %u", result->earlier.thread);
        if (result->later.thread < THREADS)
            (void)snprintf(waiter, sizeof waiter, "thread %u", result->later.thread);
        (void)snprintf(text, sizeof text, "semaphore that %s posts behind %s, and %s waits for before %s", poster,
                       place_of_line(last, from), waiter, place_of_line(first, to));
    }
    report_say(report, SAY("forbidden_by", text));
    report_label(report, RUN_LABEL, "forbidden by", "%s", text);
}

static void say_edges(struct report *report, const struct schedules_result *result)
{
    char text[SCHEDULE_LINE] = "";
    size_t length = 0;
    if (!result->has_edges) {
        report_say(report, SAY_NULL("edges"));
        return;
    }
    REPORT_EACH(report, "edges", i, EDGE_COUNT) {
        const struct hazard_edge_row *edge = hazard_edge_get((enum hazard_edge)i);
        if (!(result->edges >> i & 1))
            continue;
        report_item(report, NULL, SAY("edge", edge->name), SAY("level", edge->level), SAY("source", edge->source));
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%s (%s: %s)", length ? ", " : "", edge->name,
                                   edge->level, edge->source);
    }
    report_label(report, RUN_LABEL, "ordered by", "%s%s", length ? "happens-before: " : "",
                 length ? text : "no edge: rounds show no hazard without any one of them");
}

static void say_difference(struct report *report, enum tt_chip chip, const struct schedules_result *result)
{
    say_edges(report, result);
    const bool is_open = result->windows || ANY(i, result->race_count, result->races[i].answer == DELAYED_DIFFERS);
    if (!result->has_difference) {
        report_say(report, SAY_NULL("difference"));
        report_print(report, "  none%s changes a byte of L1, or configuration or semaphores at the end\n",
                     is_open              ? " other"
                     : result->race_count ? " tried"
                                          : "");
        return;
    }
    report_object(report, "difference");
    say_how(report, chip, result);
    const struct schedules_change *change = &result->change;
    if (result->hang.waits.count)
        say_schedule_hang(report, &result->hang);
    else if (*change->left)
        report_say(report, SAY("left", change->left), SAY("in_rounds", change->in_rounds),
                   SAY("in_order", change->in_schedule));
    else
        report_say(report, SAY("at", change->at), SAY("bytes", change->bytes));
    if (!result->is_delayed || result->witness.count)
        say_witness(report, chip, result);
    say_order(report, chip, result);
    say_forbidding(report, result);
    report_close(report);
    if (!result->hang.waits.count && *change->left)
        report_label(report, RUN_LABEL, "leaves", "%s to the next run: %#x, in rounds %#x; L1 is the same",
                     change->left, (unsigned)change->in_schedule, (unsigned)change->in_rounds);
    else if (!result->hang.waits.count)
        report_label(report, RUN_LABEL, "leaves", "%u byte%s of L1, the first at %#x: %02X, in rounds %02X",
                     (unsigned)change->bytes, plural(change->bytes), (unsigned)change->at, change->in_schedule,
                     change->in_rounds);
}

static void schedules_report_print_counts(const struct report *report, const struct schedules_result *result)
{
    report_label(report, RUN_LABEL, "schedules", "%" PRIu64 " tried%s", result->tried,
                 result->is_late     ? ", in all of the time: --max-time S allows more"
                 : !result->is_whole ? ""
                 : result->hand_overs || result->held
                     ? ": all legal orders that can end differently, but for what is left as it came, below"
                     : ": all legal orders that can end differently");
    if (result->hazards)
        report_label(report, RUN_LABEL, "delayed", "%" PRIu64 " unit%s that nothing waits for", result->hazards,
                     plural(result->hazards));
    if (result->assumed)
        report_label(report, RUN_LABEL, "assumed",
                     "scalar registers are set before " INSN_TEXT_WRCFG " reads them, at %" PRIu64
                     " place%s without " INSN_TEXT_STALLWAIT "(CFG, THCON)",
                     result->assumed, plural(result->assumed));
    if (result->pairs)
        report_label(report, RUN_LABEL, "races",
                     "%" PRIu64 " pair%s of moves that happens-before does not order, tried both ways round",
                     result->pairs, plural(result->pairs));
    if (result->hand_overs)
        report_label(report, RUN_LABEL, "hand-overs", "%" PRIu64 " of banks that nothing orders, left as they came",
                     result->hand_overs);
    if (result->held)
        report_label(report, RUN_LABEL, "held",
                     "%" PRIu64 " event%s of core B, NC or the host, left among those of the threads' cores as %s came",
                     result->held, plural(result->held), result->held == 1 ? "it" : "they");
    if (result->stuck > (result->hang.waits.count != 0))
        report_label(report, RUN_LABEL, "stuck", "%" PRIu64 ", in which nothing could go on",
                     result->stuck - (result->hang.waits.count != 0));
    if (result->internal)
        report_label(report, RUN_LABEL, "internal", "%" PRIu64 " leave other internal state, with the same L1",
                     result->internal);
}

static void schedules_report_say_counts(struct report *report, const struct schedules_result *result)
{
    report_say(report, SAY("tried", result->tried), SAY("stuck", result->stuck), SAY("internal", result->internal),
               SAY("is_deadlocked", result->is_stuck_in_rounds), SAY("is_whole", result->is_whole),
               SAY("is_late", result->is_late), SAY("delayed_units", result->hazards), SAY("assumed", result->assumed),
               SAY("pairs", result->pairs), SAY("hand_overs", result->hand_overs), SAY("held", result->held));
}

void schedules_report_say(struct report *report, enum tt_chip chip, const struct schedules_result *result)
{
    schedules_report_say_counts(report, result);
    if (report->is_json) /* as text lint's items have them */
        say_races(report, result);
    if (result->windows || report->is_json)
        say_window(report, result);
    if (result->lost || report->is_json)
        say_lost_step(report, chip, result);
    if (result->elsewhere.orders || report->is_json)
        say_elsewhere(report, chip, result);
    if (result->has_difference || report->is_json)
        say_difference(report, chip, result);
}

void schedules_report(FILE *out, enum report_form form, const struct ttcap_info *info,
                      const struct schedules_result *result)
{
    const char *chip = chip_get(info->chip)->name;
    const enum verdict verdict = verdict_of(&result->facts);
    char words[VERDICT_WORDS_MAX];
    REPORT(report, out, form);
    report_print(&report, "%s (%s)\n", info->name, chip);
    report_say(&report, SAY("capture", info->name), SAY("chip", chip));
    schedules_report_say_counts(&report, result);
    if (verdict == VERDICT_UNSUPPORTED || verdict == VERDICT_DAMAGED)
        report_label(&report, RUN_LABEL, verdict_name(verdict), "%s", verdict_words(&result->facts, words));
    if (result->is_stuck_in_rounds)
        report_print(&report, "  a deadlock in plain program order: see tt-replay replay --order program\n");
    else
        schedules_report_print_counts(&report, result);
    if (result->race_count || report.is_json)
        say_races(&report, result);
    if (result->windows || report.is_json)
        say_window(&report, result);
    if (result->lost || report.is_json)
        say_lost_step(&report, info->chip, result);
    if (result->elsewhere.orders || report.is_json)
        say_elsewhere(&report, info->chip, result);
    if (!result->is_stuck_in_rounds || report.is_json)
        say_difference(&report, info->chip, result);
}
