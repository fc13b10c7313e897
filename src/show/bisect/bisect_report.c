/* SPDX-License-Identifier: Apache-2.0 */
/* The result of bisect, in the order of its steps: the checkpoint, the value, the unit, the cause. 80 columns;
 * schemas/bisect.schema.json. */
#include "show/bisect/bisect_report.h"

#include "ask/bisect/cause_text.h"
#include "ask/run/address.h"
#include "ask/run/value_text.h"
#include "capture/symbols.h"
#include "isa/cores.h"
#include "isa/isa.h"
#include "isa/spaces.h"
#include "show/parts.h"
#include "show/runs/replay_report.h"
#include "show/wrap.h"

static const char *part_name(enum bisect_part part)
{
    static const char *const names[] = {[BISECT_DATUM] = "datum",       [BISECT_SHARED_EXPONENT] = "shared exponent",
                                        [BISECT_PADDING] = "padding",   [BISECT_ROW_START] = "row start",
                                        [BISECT_REGISTER] = "register", [BISECT_BYTES] = "bytes",
                                        [BISECT_WINDOW] = "window"};
    return names[part];
}

/* "a datum", "bytes" */
static const char *part_text(enum bisect_part part)
{
    static const char *const texts[] = {
        [BISECT_DATUM] = "a datum",       [BISECT_SHARED_EXPONENT] = "a shared exponent",
        [BISECT_PADDING] = "padding",     [BISECT_ROW_START] = "a row start",
        [BISECT_REGISTER] = "a register", [BISECT_BYTES] = "bytes",
        [BISECT_WINDOW] = "a window"};
    return texts[part];
}

/* The verdict, and up to which moment nothing differs. */
static void bisect_report_say_checkpoint(struct report *report, const struct bisect_asked *asked,
                                         const struct bisect_result *result)
{
    char after[40] = "", clean[160] = "nothing was compared before it";
    if (result->after_event >= 0)
        (void)snprintf(after, sizeof after, ", after event %" PRId64, result->after_event);
    if (result->clean_after >= 0)
        (void)snprintf(clean, sizeof clean, "%.80s, after event %" PRId64 ", is the last without a difference",
                       result->clean, result->clean_after);
    const uint64_t windows = result->summary.facts.windows.differing;
    char hashed[64] = "";
    if (windows)
        (void)snprintf(hashed, sizeof hashed, "%" PRIu64 " window%s known by hash alone, ", windows, plural(windows));
    report_print(report, "  ");
    report_wrap(report, 2 + report_verdict(report, VERDICT_DIFFERS, ": "),
                "%s%s%" PRIu64 " value%s (%" PRIu64 " byte%s) %s%s%s; %s", result->is_cut ? "the first of more: " : "",
                hashed, result->values - windows, plural(result->values - windows), result->bytes - windows,
                plural(result->bytes - windows),
                expects_count(asked->expects) == 1 ? "from what is " : "at checkpoint ", result->checkpoint, after,
                clean);
    report_item(report, "checkpoint", SAY("id", result->checkpoint), SAY("after_event", result->after_event),
                SAY("clean", result->clean), SAY("clean_after_event", result->clean_after));
    report_say(report, SAY("values", result->values - windows), SAY("bytes", result->bytes - windows),
               SAY_IF("windows", windows, windows), SAY("is_cut", result->is_cut));
}

void bisect_print_source(struct report *report, const struct word_source *source)
{
    char text[TTCAP_LINES_TEXT_MAX];
    if (source->frame_count == 0)
        return;
    (void)ttcap_lines_text(source->frames, source->frame_count, text);
    report_label(report, BISECT_LABEL, "source", "%s", text);
}

static void bisect_report_print_writer(struct report *report, enum tt_chip chip, enum replay_order order,
                                       const struct bisect_place *place)
{
    char word[ISA_TEXT_MAX], unit[UNIT_TEXT_MAX];
    if (space_is_internal(place->space, place->lo))
        report_label(report, BISECT_LABEL, "written by", "not followed: no unit reports writes of internal state");
    else if (!place->has_writer && place->space == TT_SPACE_STATE)
        report_label(report, BISECT_LABEL, "changed by", "no instruction since the start");
    else if (place->has_suspect)
        report_label(report, BISECT_LABEL, "written by",
                     "no instruction; the one that should have may be %s %" PRIu64 ", thread %u: %s",
                     seq_name(order_name(order)), place->seq, place->thread, isa_disassemble(chip, place->word, word));
    else if (!place->has_writer)
        report_label(report, BISECT_LABEL, "written by", "no instruction: the replay never wrote there");
    else if (!place->has_word)
        report_label(report, BISECT_LABEL, "written by", "%s %" PRIu64 ", a store by a core or from outside the tile",
                     seq_name(order_name(order)), place->seq);
    else
        report_label(report, BISECT_LABEL, "written by", "%s %" PRIu64 ", thread %u, %s: %s",
                     seq_name(order_name(order)), place->seq, place->thread,
                     unit_text(place->unit, place->instance, unit), isa_disassemble(chip, place->word, word));
    bisect_print_source(report, &place->source);
}

static void bisect_report_print_values(struct report *report, const char *label, const struct bisect_place *place)
{
    char held[VALUE_TEXT_MAX], replayed[VALUE_TEXT_MAX], name[VALUE_TEXT_MAX];
    const int digits = (int)(place->hi - place->lo) * 2;
    const uint32_t bits = (place->held ^ place->replayed) & place->known;
    if (place->format == FORMAT_COUNT || format_get(place->format)->is_block)
        report_label(report, BISECT_LABEL, label, "0x%0*" PRIx32 ", replayed 0x%0*" PRIx32 " (bits 0x%" PRIx32 ")",
                     digits, place->held, digits, place->replayed, bits);
    else
        report_label(report, BISECT_LABEL, label,
                     "0x%0*" PRIx32 ", replayed 0x%0*" PRIx32 " (bits 0x%" PRIx32 "); as %s %s and %s", digits,
                     place->held, digits, place->replayed, bits, format_text(place->format, name),
                     value_text(place->format, place->held, held),
                     value_text(place->format, place->replayed, replayed));
    if (place->stage[0])
        report_label(report, BISECT_LABEL, "stage", place->space == TT_SPACE_STAGE ? "%s" : "%s changed it last",
                     place->stage);
}

static void bisect_report_print_place(struct report *report, enum tt_chip chip, enum replay_order order,
                                      const struct bisect_place *place)
{
    char where[ADDRESS_TEXT_MAX], datum[ADDRESS_TEXT_MAX], text[PLACE_TEXT_MAX];
    (void)address_place_text(chip, place->space, place->lo, where);
    if (place->part == BISECT_DATUM || place->part == BISECT_SHARED_EXPONENT)
        report_label(report, BISECT_LABEL, "first", "%s %s at %s", part_name(place->part),
                     address_datum_text(place->tile, place->datum, datum), where);
    else if (place->space == TT_SPACE_CFG || place->space == TT_SPACE_THREAD_CFG)
        report_label(report, BISECT_LABEL, "first", "configuration, %s",
                     place_text(chip, place->space, place->lo, (place->held ^ place->replayed) & place->known, text));
    else if (place->space == TT_SPACE_L1 || place->space == TT_SPACE_STATE)
        report_label(report, BISECT_LABEL, "first", "%s at %s", part_name(place->part), where);
    else
        report_label(report, BISECT_LABEL, "first", "%s: %s", where,
                     place_text(chip, place->space, place->lo, 0, text));
    bisect_report_print_writer(report, chip, order, place);
    if (place->has_origin)
        report_label(report, BISECT_LABEL, "from", "Dst row %u, column %u", place->origin / 16u, place->origin % 16u);
}

static void bisect_report_print_evidence(struct report *report, const struct bisect_place *place)
{
    const struct fact *fact = place->rests_on;
    if (fact)
        report_label(report, BISECT_LABEL, "evidence", "differs first at %s that rests on %s: %s (%s)",
                     part_text(place->part), evidence_level_text(fact->level), fact->id, fact->page);
}

static void print_alone(struct report *report, const struct bisect_result *result)
{
    char unit[UNIT_TEXT_MAX];
    (void)unit_text(result->first.unit, result->first.instance, unit);
    if (result->alone == BISECT_ALONE_DIFFERS)
        report_label(report, BISECT_LABEL, "unit", "%s: run alone, on what the device held, it still differs", unit);
    else if (result->alone == BISECT_ALONE_AGREES)
        report_label(report, BISECT_LABEL, "unit",
                     "before the %s, which agrees when it runs alone on what the device held", unit);
}

static void print_branch(struct report *report, enum tt_chip chip, enum replay_order order,
                         const struct bisect_branch *branch)
{
    char unit[UNIT_TEXT_MAX], word[ISA_TEXT_MAX];
    if (!branch->is_found)
        return;
    report_label(report, BISECT_LABEL, "diverges", "%s %" PRIu64 ", thread %u, %s, %s%s: %s",
                 seq_name(order_name(order)), branch->seq, branch->thread,
                 unit_text(branch->unit, branch->instance, unit), branch->stage[0] ? "stage " : "what it wrote",
                 branch->stage, isa_disassemble(chip, branch->word, word));
    bisect_print_source(report, &branch->source);
    if (branch->has_value)
        report_label(report, BISECT_LABEL, "", "value %u of the stage is 0x%" PRIx32 ", with the change 0x%" PRIx32,
                     branch->nth, branch->as_is, branch->explained);
}

/* ---- the same in JSON ---- */

static void bisect_report_say_insn(struct report *report, const char *key, enum tt_chip chip, uint64_t seq,
                                   unsigned thread, enum tt_unit unit, unsigned instance, bool has_word, uint32_t word,
                                   const struct word_source *source)
{
    char text[ISA_TEXT_MAX];
    report_object(report, key);
    report_say(report, SAY("event", seq), SAY("unit", unit_name(unit)), SAY("instance", instance),
               SAY_IF("thread", has_word, thread), SAY_IF("word", has_word, word),
               SAY_IF("instruction", has_word, isa_disassemble(chip, word, text)));
    if (source->is_known)
        say_frames(report, "source", source->core, source->pc, source->frames, source->frame_count);
    report_close(report);
}

static void bisect_report_say_place(struct report *report, enum tt_chip chip, const struct bisect_place *place)
{
    char text[PLACE_TEXT_MAX], address[ADDRESS_TEXT_MAX], datum[ADDRESS_TEXT_MAX];
    const uint32_t bits = (place->held ^ place->replayed) & place->known;
    const bool is_datum = place->part == BISECT_DATUM || place->part == BISECT_SHARED_EXPONENT;
    (void)place_text(chip, place->space, place->lo, bits, text);
    report_object(report, "first");
    report_say(
        report, SAY("what", part_name(place->part)), SAY("space", space_name(place->space)), SAY("lo", place->lo),
        SAY("hi", place->hi), SAY("address", address_place_text(chip, place->space, place->lo, address)),
        SAY_OR_NULL("place", text[0], text),
        SAY_OR_NULL("datum", is_datum, address_datum_text(place->tile, place->datum, datum)),
        SAY_OR_NULL("format", place->format != FORMAT_COUNT, format_get(place->format)->name), SAY("held", place->held),
        SAY("replayed", place->replayed), SAY("bits", bits), SAY_OR_NULL("stage", place->stage[0], place->stage));
    if (place->has_origin)
        report_item(report, "origin", SAY("dst_row", place->origin / 16u), SAY("dst_column", place->origin % 16u));
    else
        report_say(report, SAY_NULL("origin"));
    if (place->has_writer)
        bisect_report_say_insn(report, "writer", chip, place->seq, place->thread, place->unit, place->instance,
                               place->has_word, place->word, &place->source);
    else
        report_say(report, SAY_NULL("writer"));
    if (place->rests_on)
        report_item(report, "evidence", SAY("level", fact_level_name(place->rests_on->level)),
                    SAY("fact", place->rests_on->id), SAY("page", place->rests_on->page));
    report_close(report);
}

void bisect_say_branch(struct report *report, enum tt_chip chip, const struct bisect_branch *branch)
{
    if (!branch->is_found) {
        report_say(report, SAY_NULL("goes_apart"));
        return;
    }
    report_object(report, "goes_apart");
    bisect_report_say_insn(report, "instruction", chip, branch->seq, branch->thread, branch->unit, branch->instance,
                           true, branch->word, &branch->source);
    report_say(report, SAY_OR_NULL("stage", branch->stage[0], branch->stage));
    if (branch->has_value)
        report_item(report, "value", SAY("number", branch->nth), SAY("as_is", branch->as_is),
                    SAY("explained", branch->explained));
    else
        report_say(report, SAY_NULL("value"));
    report_close(report);
}

static void say_found(struct report *report, enum tt_chip chip, const struct bisect_result *result)
{
    static const char *const alone[] = {NULL, "differs", "agrees"};
    bisect_report_say_place(report, chip, &result->first);
    report_say(report, SAY("alone", alone[result->alone]), SAY("cause", bisect_cause_name(result->cause)),
               SAY("later_bytes", result->later), SAY_IF("older_bytes", result->older, result->older),
               SAY_IF("own_bytes", result->own_bytes, result->own_bytes));
    static const char *const faults[] = {NULL, "stuck", "banks", "cleared"};
    if (result->device.fault)
        report_item(report, "pattern", SAY("fault", faults[result->device.fault]),
                    SAY("space", space_name(result->device.space)), SAY("first", result->device.lo),
                    SAY("bytes", result->device.hi - result->device.lo), SAY("bit", result->device.bit),
                    SAY("every", result->device.width), SAY("is_one", result->device.is_one));
    bisect_say_searched(report, result);
    bisect_say_explanations(report, chip, result);
    if (result->blank.count && result->cause == BISECT_NOTHING_FOUND)
        report_item(report, "blank", SAY("first", result->blank.lo), SAY("bytes", result->blank.count),
                    SAY("value", result->blank.from));
    if (result->needed[0].part.count && result->cause == BISECT_NOTHING_FOUND) {
        report_list(report, "needed");
        for (unsigned i = 0; i < BISECT_NEEDED_MAX && result->needed[i].part.count; i++)
            report_item(report, NULL, SAY("first", result->needed[i].part.lo),
                        SAY("bytes", result->needed[i].part.count), SAY("needed_by", result->needed[i].by));
        report_close(report);
    }
    if (result->has_best)
        bisect_say_explanation(report, "best_other", chip, &result->best, NULL, NULL);
    else
        report_say(report, SAY_NULL("best_other"));
    bisect_say_branch(report, chip, &result->branches[0]);
}

/* Bytes of a core's program that nothing wrote: what ran on the device was another program. */
static void print_program_of(const struct report *report, struct ttcap *capture, const struct bisect_place *place)
{
    char name[TTCAP_PLACE_MAX];
    if (!capture || place->space != TT_SPACE_L1 || place->has_writer)
        return;
    for (int core = 0; core < TT_CORE_COUNT; core++) {
        (void)ttcap_place_text(capture, (enum tt_core)core, place->lo, name);
        if (name[0] != '0')
            report_label(report, BISECT_LABEL, "program",
                         "%s of core %s, which nothing writes: is its ELF file the one that ran?", name,
                         core_name((enum tt_core)core));
    }
}

const char *bisect_older_writers(const struct bisect_result *result, char text[static BISECT_OLDER_TEXT_MAX])
{
    const char *of = seq_name(order_name(result->order));
    if (result->older_first == result->older_last)
        (void)snprintf(text, BISECT_OLDER_TEXT_MAX, "%s %" PRIu64, of, result->older_last);
    else
        (void)snprintf(text, BISECT_OLDER_TEXT_MAX, "%ss %" PRIu64 " to %" PRIu64, of, result->older_first,
                       result->older_last);
    return text;
}

/* The writes did not arrive, whatever the reason. */
static void print_older(struct report *report, const struct bisect_result *result)
{
    char wrote[BISECT_OLDER_TEXT_MAX + 64] = "", text[BISECT_OLDER_TEXT_MAX];
    if (result->older_last)
        (void)snprintf(wrote, sizeof wrote, ": what %s wrote there came later, went elsewhere, or nowhere",
                       bisect_older_writers(result, text));
    if (result->older > 1)
        report_label(report, BISECT_LABEL, "older",
                     "all %" PRIu64 " bytes that differ there are as checkpoint %s held them%s", result->older,
                     result->older_at, wrote);
}

/* A fault of the device that what differs shows by itself. */
static void print_pattern(struct report *report, enum tt_chip chip, const struct bisect_device *device)
{
    char place[ADDRESS_TEXT_MAX], last[ADDRESS_TEXT_MAX];
    if (device->fault == BISECT_DEVICE_STUCK)
        report_label(report, BISECT_LABEL, "pattern",
                     "bit %" PRIu32 " of each word of %" PRIu32 " bits, from %s to 0x%" PRIx32 ", is %d in all that "
                     "the device held, and nothing else differs: as if a line were stuck",
                     8 * (device->lo % device->width) + (uint32_t)__builtin_ctz(device->bit), 8 * device->width,
                     address_place_text(chip, device->space, device->lo, place), device->hi - 1, device->is_one);
    if (device->fault == BISECT_DEVICE_CLEARED)
        report_label(
            report, BISECT_LABEL, "pattern",
            "all that the device held from %s to %s is zero, and nothing else differs: as if it had been cleared",
            address_place_text(chip, device->space, device->lo, place),
            address_place_text(chip, device->space, device->hi - 1, last));
    if (device->fault == BISECT_DEVICE_BANKS)
        report_label(report, BISECT_LABEL, "pattern",
                     "the banks of %s are exchanged: the device held in each what the replay has in the other",
                     space_name(device->space));
}

static void bisect_report_print_where(struct report *report, const struct bisect_asked *asked, enum tt_chip chip,
                                      const struct bisect_result *result)
{
    const char *label = expects_count(asked->expects) ? "expected" : "held";
    const struct held_window window = {.space = result->first.space, .lo = result->first.lo, .hi = result->first.hi};
    char dump[WINDOW_DUMP_MAX];
    if (result->first.part == BISECT_WINDOW) {
        report_label(report, BISECT_LABEL, "first", "window %s 0x%" PRIX32 " to 0x%" PRIX32 ", known by hash alone",
                     space_name(window.space), window.lo, window.hi - 1);
        if (result->first.has_writer)
            bisect_report_print_writer(report, chip, result->order, &result->first);
        report_label(report, BISECT_LABEL, "its values", "%s",
                     window_dump_text(chip, &window, result->checkpoint, dump));
        return;
    }
    bisect_report_print_place(report, chip, result->order, &result->first);
    print_program_of(report, asked->capture, &result->first);
    bisect_report_print_values(report, label, &result->first);
    print_older(report, result);
    print_pattern(report, chip, &result->device);
    if (result->own_bytes)
        report_label(report, BISECT_LABEL, "device",
                     "did what the program says: the capture's own checkpoints are as the replay, all %" PRIu64
                     " known bytes; the program does not do what the reference says",
                     result->own_bytes);
    bisect_report_print_evidence(report, &result->first);
    print_alone(report, result);
}

static bool bisect_has_searched(const struct bisect_result *result)
{
    bool has = false;
    for (int class = 0; class < BISECT_CLASSES; class ++)
        has |= result->searched[class] != BISECT_NOT_SEARCHED;
    return has;
}

/* Why no more was tried; as JSON has it, and in words. */
static const char *ending_of(const struct bisect_result *result, const char **words)
{
    if (result->is_late) {
        *words = ", in all of the time: --max-time S allows more";
        return "time";
    }
    if (result->explanation_count && result->explanations[0].is_by_parts) {
        *words = "; the search ended when two changes explained all together";
        return "found";
    }
    if (result->is_budget_spent) {
        *words = result->is_share ? result->explanation_count && !result->ends_alone && !result->ends_otherwise
                                        ? ", the budget's share where a change explains all: --budget N allows more"
                                        : ", the budget's share where a change lets it end: --budget N allows more"
                                  : ", all of the budget: --budget N allows more";
        return "budget";
    }
    if (result->explanation_count) {
        *words =
            "; the search ended when a change explained all: the rest of the kinds above is tried only if none does";
        return "found";
    }
    *words = "";
    if (result->cause == BISECT_LAYOUT || result->cause == BISECT_RECORDING)
        return "found";
    *words = "; the search ended: each kind had its share of the budget, and --budget N gives larger ones";
    return "tried";
}

static void bisect_report_print_tried(struct report *report, const struct bisect_result *result)
{
    const char *words;
    (void)ending_of(result, &words);
    bisect_print_searched(report, result);
    report_label(report, BISECT_LABEL, "tried", "%" PRIu64 " replay%s%s", result->replays, plural(result->replays),
                 words);
    if (result->spins)
        report_label(report, BISECT_LABEL, "",
                     "each up to step %" PRIu64 ": as the program is, it still runs at the last step allowed",
                     result->spins);
}

static void print_found(struct report *report, enum tt_chip chip, const struct bisect_result *result)
{
    bisect_print_cause(report, chip, result);
    print_branch(report, chip, result->order, &result->branches[0]);
    bisect_report_print_tried(report, result);
}

static void bisect_print_unpaired(struct report *report, const struct bisect_unpaired *unpaired)
{
    if (unpaired->posts)
        report_label(report, BISECT_LABEL, "perhaps",
                     "a get of semaphore %u is missing in thread %u: its core posted it %" PRIu64
                     " time%s, it is got %" PRIu64 " time%s, and that thread has run all that was recorded of it: its "
                     "core may wait there for the semaphore to fall, and what it would have done then the recording "
                     "does not hold",
                     unpaired->sem, unpaired->thread, unpaired->posts, plural(unpaired->posts), unpaired->gets,
                     plural(unpaired->gets));
}

void bisect_say_undone(struct report *report, enum tt_chip chip, const struct bisect_result *result)
{
    bisect_say_explanations(report, chip, result);
    const bool only_ends = result->ends_alone || result->ends_otherwise;
    report_say(report, SAY_IF("only_ends", only_ends, only_ends));
    if (result->unpaired.posts)
        report_item(report, "unpaired", SAY("semaphore", result->unpaired.sem), SAY("thread", result->unpaired.thread),
                    SAY("posts", result->unpaired.posts), SAY("gets", result->unpaired.gets));
    if (report->is_json)
        return;
    bisect_print_unpaired(report, &result->unpaired);
    if (result->explanation_count)
        bisect_print_explained(report, chip, result);
    else if (!result->unpaired.posts)
        report_label(report, BISECT_LABEL, "cause",
                     bisect_has_searched(result)
                         ? "not found: with no change that was tried all of it happens as recorded"
                         : "not searched for");
    bisect_report_print_tried(report, result);
}

static void bisect_report_say_verdict(struct report *report, const struct ttcap_info *info,
                                      const struct bisect_asked *asked, const struct bisect_result *result)
{
    const char *chip = chip_get(info->chip)->name;
    const char *ends;
    char words[VERDICT_WORDS_MAX], readings[READINGS_TEXT];
    (void)verdict_words(&result->summary.facts, words);
    (void)readings_text(info, asked->how, readings, sizeof readings);
    report_say(report, SAY("capture", info->name), SAY("chip", chip), SAY("verdict", verdict_name(result->verdict)),
               SAY("known_bytes", result->summary.facts.bytes.compared), SAY("order", order_name(result->order)),
               SAY("stream_faults", result->stream_faults),
               SAY_OR_NULL("first_stream_fault", result->stream_faults, result->first_stream_fault),
               SAY("replays", result->replays), SAY("is_budget_spent", result->is_budget_spent),
               SAY_IF("is_late", result->is_late, result->is_late), SAY_IF("spins", result->spins, result->spins),
               SAY_IF("ended", result->values, ending_of(result, &ends)),
               SAY_IF("readings", readings[0], (const char *)readings));
    report_title(report, info->name);
    report_print(report, " (%s)\n", chip);
    if (readings[0])
        report_label(report, BISECT_LABEL, "readings", "%s", readings);
    expected_report_references(report, asked->expects);
    for (size_t i = 0; i < expects_count(asked->expects); i++) {
        const struct expect *expect = asked->expects->items[i];
        char other[EXPECT_TEXT_MAX];
        report_label(report, BISECT_LABEL, i ? "" : "reference", "%s: %s", expect->asked.path, expect->what);
        if (*expect_other_text(expect, other))
            report_label(report, BISECT_LABEL, "", "%s", other);
        if (expect_is_near(expect))
            report_label(report, BISECT_LABEL, "",
                         "no replayed value is farther from it than %" PRIu64
                         " unit%s in the last place: it may be rounded otherwise, and --ulp %" PRIu64
                         " takes these as equal",
                         expect->seen_farthest, plural(expect->seen_farthest), expect->seen_farthest);
    }
    if (result->stream_faults)
        report_label(report, BISECT_LABEL, "streams", "%s", result->first_stream_fault);
    if (result->stream_faults > 1)
        report_label(report, BISECT_LABEL, "", "%" PRIu64 " more: tt-replay verify names them",
                     result->stream_faults - 1);
    if (result->verdict == VERDICT_DIFFERS && result->values) /* which says from which moment on */
        return;
    report_print(report, "  ");
    report_wrap(report, 2 + report_verdict(report, result->verdict, ": "), "%s", words);
}

/* Where it first differs, but for the cause. */
static void bisect_report_say_start(struct report *report, const struct bisect_asked *asked,
                                    const struct ttcap_info *info, const struct bisect_result *result)
{
    bisect_report_say_verdict(report, info, asked, result);
    if (!result->values)
        return;
    bisect_report_say_checkpoint(report, asked, result);
    if (result->summary.facts.end == VERDICT_ENDS_UNLIKE_DEVICE)
        report_label(report, BISECT_LABEL, "device", "hung, as the capture says; the replay reaches the end");
    if (result->order != REPLAY_EXECUTED)
        report_label(report, BISECT_LABEL, "order", "%s%s", order_name(result->order),
                     result->is_behind_executed ? ", since of the words executed nothing that was tried explains all"
                                                : "");
    if (!report->is_json)
        bisect_report_print_where(report, asked, info->chip, result);
}

void bisect_report_begin(FILE *out, enum report_form form, const struct bisect_asked *asked,
                         const struct ttcap_info *info, const struct bisect_result *result,
                         const struct bisect_explanation *explanation)
{
    struct report report;
    report_begin(&report, out, form);
    bisect_report_say_start(&report, asked, info, result);
    bisect_print_first(&report, info->chip, result, explanation);
    report_end(&report);
}

void bisect_report_body(struct report *report, const struct bisect_asked *asked, const struct ttcap_info *info,
                        const struct bisect_result *result)
{
    if (!asked->is_begun)
        bisect_report_say_start(report, asked, info, result);
    if (result->values && report->is_json)
        say_found(report, info->chip, result);
    else if (result->values)
        print_found(report, info->chip, result);
    if (!result->values && (result->verdict == VERDICT_HUNG || result->verdict == VERDICT_UNSUPPORTED ||
                            result->summary.facts.end == VERDICT_ENDS_UNLIKE_DEVICE))
        bisect_say_undone(report, info->chip, result);
    if (result->hangs)
        report_label(report, BISECT_LABEL, "hangs",
                     "the replay does not reach the end, unless it goes on from what the "
                     "device held at the checkpoints");
    if (asked->waits && (!result->values || result->verdict == VERDICT_HUNG || result->hangs))
        replay_report_waits(report, asked->waits, asked->capture, false);
}

void bisect_report(FILE *out, enum report_form form, const struct bisect_asked *asked, const struct ttcap_info *info,
                   const struct bisect_result *result)
{
    struct report report;
    report_begin(&report, out, form);
    bisect_report_body(&report, asked, info, result);
    if (result->values && !report.is_json)
        bisect_print_next(out, asked, info->chip, result);
    if (!result->values)
        bisect_print_undecided(&report, asked, info->chip, result);
    report_end(&report);
}
